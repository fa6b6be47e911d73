// Random programs: thousands of them, each run on an EventEmitter and on a model of one, which is
// written to be plainly right. Both must call the same listeners, with the same arguments, in the
// same order.
//
// A program adds, removes and emits; and so do its listeners, while an emit is on its way. Left out
// is one thing that node gets wrong: a listener to 'removeListener' that changes listeners while
// removeAllListeners() goes through them (node then skips some, or throws). So such listeners do
// nothing here, and are not added by once().
//
// In some programs, the event of the next step is emitted thousands of times before each one, by
// listeners that do nothing meanwhile: lo calls the listeners of such an event in another way.
import assert from 'node:assert';
import EventEmitter, { errorMonitor } from 'node:events';
import { it } from 'node:test';

const PROGRAMS = 2500;
/** Programs whose events are hot, and how often these are emitted to make them so. */
const HOT_PROGRAMS = 300;
const OFTEN = 2100;
const NAMES = ['a', 'b', 'error', errorMonitor, 'newListener', 'removeListener'];
/** Of each program; the last two of them do nothing but log. */
const LISTENERS = 6;
const QUIET = 2;
/** Calls of listeners in a program, after which they do nothing more. */
const CALLS = 60;

class Model {
  /** @type {Map<string | symbol, Function[]>} no list is ever changed, or empty */
  #lists = new Map();

  emit(type, ...args) {
    const lists = this.#lists; // those that the emit began with, whatever the monitor does
    if (type === 'error') {
      if (lists.has(errorMonitor)) this.emit(errorMonitor, ...args);
      if (!lists.has('error')) throw Object.assign(new Error(), { code: 'ERR_UNHANDLED_ERROR' });
    }
    const list = lists.get(type) ?? [];
    for (const listener of list) listener.apply(this, args);
    return list.length > 0;
  }

  on(type, listener) {
    return this.#add(type, listener, (list) => [...list, listener]);
  }

  prependListener(type, listener) {
    return this.#add(type, listener, (list) => [listener, ...list]);
  }

  once(type, listener) {
    return this.on(type, this.#wrap(type, listener));
  }

  prependOnceListener(type, listener) {
    return this.prependListener(type, this.#wrap(type, listener));
  }

  off(type, listener) {
    const list = this.#listOf(type);
    const position = list.findLastIndex(
      (added) => added === listener || added.listener === listener);
    if (position < 0) return this;
    const told = list.length === 1 ? list[0].listener ?? list[0] : listener;
    this.#set(type, list.filter((_, i) => i !== position));
    if (this.#lists.has('removeListener')) this.emit('removeListener', type, told);
    return this;
  }

  removeAllListeners(...types) {
    const told = this.#lists.has('removeListener');
    if (types.length === 0) {
      const others = this.eventNames().filter((name) => name !== 'removeListener');
      if (told) for (const type of [...others, 'removeListener']) this.removeAllListeners(type);
      this.#lists = new Map();
    } else {
      const [type] = types;
      if (!told) this.#set(type, []);
      else for (const listener of [...this.#listOf(type)].reverse()) this.off(type, listener);
    }
    return this;
  }

  eventNames() {
    const names = [...this.#lists.keys()];
    return [
      ...names.filter((name) => typeof name === 'string'),
      ...names.filter((name) => typeof name === 'symbol'),
    ];
  }

  rawListeners(type) {
    return [...this.#listOf(type)];
  }

  #add(type, listener, put) {
    const given = listener.listener ?? listener;
    if (this.#lists.has('newListener')) this.emit('newListener', type, given);
    this.#set(type, put(this.#listOf(type)));
    return this;
  }

  #wrap(type, listener) {
    let fired = false;
    const wrapper = (...args) => {
      if (fired) return;
      this.off(type, wrapper);
      fired = true;
      listener.apply(this, args);
    };
    wrapper.listener = listener;
    return wrapper;
  }

  #listOf(type) {
    return this.#lists.get(type) ?? [];
  }

  #set(type, list) {
    if (list.length > 0) this.#lists.set(type, list);
    else if (this.#lists.has(type) && this.#lists.size === 1) this.#lists = new Map();
    else this.#lists.delete(type);
  }
}

/** A function random(n), which gives integers from 0 up to n; always the same ones for a seed. */
function makeRandom(seed) {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

const ADDING = ['on', 'prependListener', 'once', 'prependOnceListener'];
const STEPS = [
  ...ADDING, ...ADDING, 'on', 'off', 'off', 'emit', 'emit', 'emit', 'tryEmit', 'tryEmit', 'look',
  'removeAllListeners', 'removeThemAll',
];

/** One thing to do: `{ what, name, listener, args }`. */
function makeStep(random) {
  let what = STEPS[random(STEPS.length)];
  let listener = random(LISTENERS);
  const name = NAMES[random(random(2) ? 2 : NAMES.length)];
  if (name === 'removeListener') {
    if (ADDING.includes(what)) what = ADDING[random(2)];
    listener = LISTENERS - 1 - random(QUIET);
  }
  const args = Array.from({ length: random(6) }, (_, i) => i);
  return { what, name, listener, args };
}

/** What to do first, and what each listener does when it is called. */
function makeProgram(seed) {
  const random = makeRandom(seed);
  const steps = (count) => Array.from({ length: count }, () => makeStep(random));
  const bodies = Array.from({ length: LISTENERS - QUIET }, () => steps(random(4)));
  const throwing = random(3) === 0 ? random(LISTENERS - QUIET) : -1;
  return { main: steps(8 + random(20)), bodies, throwing };
}

/**
 * Runs a program. Returns a line for each thing that happened. Events are emitted `often` times
 * before each step, if there are several listeners.
 */
function run({ main, bodies, throwing }, emitter, often = 0) {
  const trace = [];
  let calls = 0;
  let heating = false;
  const names = new Map();
  const show = (value) => {
    if (typeof value !== 'function') return String(value);
    return names.get(value) ?? `once ${names.get(value.listener)}`;
  };
  const listeners = Array.from({ length: LISTENERS }, (_, i) => {
    function listener(...args) {
      if (heating) return;
      trace.push(`call ${i} ${this === emitter} ${args.map(show)}`);
      if (++calls > CALLS) return;
      for (const step of bodies[i] ?? []) perform(step);
      if (i === throwing) throw new Error(`from ${i}`);
    }
    names.set(listener, `listener ${i}`);
    return listener;
  });

  function perform({ what, name, listener, args }) {
    if (what === 'look') {
      for (const type of emitter.eventNames()) {
        trace.push(`${String(type)}: ${emitter.rawListeners(type).map(show)}`);
      }
    } else if (what === 'removeThemAll') {
      emitter.removeAllListeners();
    } else if (what === 'removeAllListeners') {
      emitter.removeAllListeners(name);
    } else if (what === 'emit') {
      trace.push(`emitted ${String(name)}: ${emitter.emit(name, ...args)}`);
    } else if (what === 'tryEmit') {
      attempt({ what: 'emit', name, args });
    } else {
      emitter[what](name, listeners[listener]);
    }
  }

  function attempt(step) {
    try {
      perform(step);
    } catch (error) {
      trace.push(`threw ${error.code ?? error.message}`);
    }
  }

  function heat(name, args) {
    if (emitter.rawListeners(name).length < 2) return;
    heating = true;
    try {
      for (let i = 0; i < often; i++) emitter.emit(name, ...args);
    } catch {
      // It was 'error', and all who listened did so once.
    }
    heating = false;
  }

  for (const step of main) {
    if (often > 0) heat(step.name, step.args);
    attempt(step);
  }
  attempt({ what: 'look' });
  return trace;
}

/** Runs programs on an emitter and on the model, and returns how many lines there were. */
function compare(programs, oftenHere = 0, oftenInModel = 0) {
  let events = 0;
  for (let seed = 1; seed <= programs; seed++) {
    const program = makeProgram(seed);
    const actual = run(program, new EventEmitter().setMaxListeners(0), oftenHere);
    const expected = run(program, new Model(), oftenInModel);
    if (actual.join('\n') !== expected.join('\n')) {
      assert.deepStrictEqual(actual, expected, `seed ${seed}`);
    }
    events += actual.length;
  }
  // The programs do something.
  assert.ok(events > programs * 20, `${events} events`);
}

it(`does in ${PROGRAMS} random programs what the model does`, () => {
  compare(PROGRAMS);
});

it(`does in ${HOT_PROGRAMS} random programs with hot events what the model does`, () => {
  compare(HOT_PROGRAMS, OFTEN, 2); // twice: the first emit removes what once() added
});
