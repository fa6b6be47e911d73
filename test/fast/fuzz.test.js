// Whatever a script passes to the raw bindings, the process lives, and no conversion of an argument
// runs JavaScript.
import { it } from 'node:test';
import assert from 'node:assert';
import { makers } from './buffers.js';
import { compile, names, optimize } from './optimize.js';
import { all, conversions } from './values.js';

const CALLS = 400;
const MOST_ARGUMENTS = 5;

const bindings = [
  'clock', 'console', 'descriptors', 'echo', 'encoding', 'epoll', 'errno', 'files', 'inspect',
  'io_uring', 'memory', 'poll', 'process', 'runtime', 'structured_clone', 'timerfd',
];

/** They do to the process, or to who looks at it, what no test survives. */
const left = new Set(['runtime.exit', 'runtime.reportUncaught']);

/** These run code that they were given: getters, what makes an error, or microtasks. */
const runsCode = new Set(['structured_clone.clone', 'runtime.drainMicrotasks', 'runtime.runTasks']);

/**
 * Arguments that must not name a descriptor that this process has open.
 * @type {Record<string, number[]>}
 */
const descriptors = {
  'console.writeString': [0],
  'descriptors.dup2': [0, 1],
  'descriptors.setNonBlocking': [0],
  'epoll.control': [0],
  'epoll.wait': [0],
  'epoll.waitRet': [0],
  'epoll.waitJump': [0],
  'epoll.block': [0],
  'files.close': [0],
  'files.read': [0],
  'files.write': [0],
  'timerfd.arm': [0],
};

/** Arguments that must not name a file. @type {Record<string, number[]>} */
const paths = { 'files.open': [0], 'files.readFile': [0], 'files.writeFile': [0] };

/** Arguments that must not make a call wait. @type {Record<string, number[]>} */
const timeouts = { 'poll.wait': [2], 'poll.block': [2] };

/** A linear congruential generator: the same numbers in each run. @param {number} seed */
function generator(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}

const buffers = Object.values(makers).map((make) => make().value);
const pool = [
  ...all.map(([, value]) => value),
  ...buffers,
  buffers.filter((buffer) => buffer instanceof ArrayBuffer),
  [new ArrayBuffer(8)],
  Array(2).fill(new ArrayBuffer(8)),
  [{ get x() { return gc(); } }],
  'lib/loop.js', '/', '\0', '\ud800', '\u{1f600}'.repeat(100),
];

/**
 * @param {string} name
 * @param {any[]} args
 */
function tame(name, args) {
  return args.map((arg, place) => {
    const number = typeof arg === 'number';
    const small = number && (arg | 0) >= 0 && (arg | 0) < 65536;
    if (descriptors[name]?.includes(place) && small) return 65536 + (arg | 0);
    if (timeouts[name]?.includes(place) && number) return 0;
    if (paths[name]?.includes(place) && typeof arg === 'string') return `/nowhere/${arg}`;
    return arg;
  });
}

/** Functions that open descriptors: one, or two. */
const openers = new Set(['epoll.create', 'timerfd.create', 'descriptors.dup']);
const pairOpeners = new Set(['descriptors.pipe', 'descriptors.socketpair']);

/** Closes what a call opened. @param {string} name @param {any} result */
function discard(name, result) {
  if (result < 0) return;
  if (openers.has(name)) lo.core.close(result);
  if (pairOpeners.has(name)) result.forEach((fd) => lo.core.close(fd));
  if (name === 'io_uring.create') lo.load('io_uring').close(result[0]);
}

/**
 * @param {string} name
 * @param {(...args: any[]) => any} call
 * @param {any[]} args
 */
function attempt(name, call, args) {
  const before = conversions.count;
  try {
    discard(name, call(...args));
  } catch (error) {
    if (!runsCode.has(name)) assert(error instanceof Error, `${name} threw ${String(error)}`);
  }
  if (!runsCode.has(name)) {
    assert.strictEqual(conversions.count, before, `${name} converts an argument`);
  }
}

for (const binding of bindings) {
  it(`${binding} takes anything`, async () => {
    lo.onUncaughtException = () => {};
    for (const [key, fn] of Object.entries(lo.load(binding))) {
      const name = `${binding}.${key}`;
      if (typeof fn !== 'function' || left.has(name)) continue;
      for (let count = 0; count <= MOST_ARGUMENTS; count++) {
        const random = generator(count + 1);
        const list = names(count);
        const caller = compile({ fn }, list, `return fn(${list});`);
        const draw = () =>
          tame(name, Array.from({ length: count }, () => pool[random(pool.length)]));
        attempt(name, (...args) => optimize(caller, [args]), draw());
        for (let i = 0; i < CALLS; i++) attempt(name, caller, draw());
      }
    }
    // What was queued as a microtask may throw too.
    await new Promise((resolve) => { setImmediate(resolve); });
    lo.onUncaughtException = null;
  });
}

it('no script gets hold of the memory of V8\'s microtask queue', async () => {
  const shared = { ...lo.load('runtime'), ...await import('lib/microtasks.js') };
  assert.deepStrictEqual(Object.values(shared).filter(ArrayBuffer.isView), []);
});
