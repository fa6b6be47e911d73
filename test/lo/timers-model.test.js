/**
 * Timers against a model of them: random programs, whose callbacks set, clear, refresh, re-arm,
 * ref, unref and throw, run on lo's timers and on the model; both must call back in the same order,
 * at the same times, and agree on how many timers keep the loop alive. Time is a fake clock.
 *
 *     lo test/lo/timers-model.test.js [SEED [PROGRAMS]]
 *
 * runs PROGRAMS programs (100,000) from number SEED (1) on. A failure names the seed of its
 * program.
 */
import { test } from 'lib/test.js';
import assert from 'lib/assert.js';
import { Loop } from 'lib/loop.js';
import { TimerQueue } from 'lib/timer-queue.js';
import { generator } from './random.js';

const FIRST_SEED = Number(lo.args[2] ?? 1);
const PROGRAMS = Number(lo.args[3] ?? 100_000);

const MILLISECOND = 1e6;
const DAY = 24 * 60 * 60 * 1000 * MILLISECOND;

/** Few, so that deadlines coincide; some that are 1 instead, some fractions, some very long. */
const DELAYS = [
  0, 1, 1, 1, 2, 2, 3, 5, 1.5, 2.25, 1 / 3, NaN, -1, 2 ** 31 - 1, 2 ** 31 - 2, 2 ** 31,
  { valueOf: () => 2 }, '3',
];
const UPTIMES = [0, DAY, 30 * DAY, 100 * DAY];
const STEPS = [0, 0, 0.5, 1, 1, 1.5, 2, 4, 17, 2 ** 31 - 1].map((each) => each * MILLISECOND);
const MOST_TIMERS = 12;

/** Timers as simple as can be: all are looked at, and the first that is due is called. */
class Model {
  constructor() {
    this.now = 0;
    this.timers = [];
    this.order = 0;
    this.onError = null;
  }

  set(repeats, callback, delay) {
    const milliseconds = delay >= 1 && delay <= 2 ** 31 - 1 ? Number(delay) : 1;
    const timer = { repeats, callback, delay: milliseconds * MILLISECOND, refed: true };
    this.timers.push(timer);
    this.schedule(timer, this.now + timer.delay);
    return timer;
  }

  schedule(timer, deadline) {
    timer.isSet = true;
    timer.deadline = deadline;
    timer.order = ++this.order;
  }

  clear(timer) {
    timer.isSet = false;
    timer.isCleared = true;
  }

  refresh(timer) {
    if (!timer.isCleared) this.schedule(timer, this.now + timer.delay);
  }

  setRef(timer, refed) {
    timer.refed = refed;
  }

  get alive() {
    return this.timers.filter((each) => each.isSet && each.refed).length;
  }

  /** When the next timer is due. */
  get earliest() {
    return Math.min(...this.timers.filter((each) => each.isSet).map((each) => each.deadline));
  }

  firstDue(now) {
    let first = null;
    for (const each of this.timers) {
      if (!each.isSet || each.deadline > now) continue;
      if (first === null || each.deadline < first.deadline ||
          (each.deadline === first.deadline && each.order < first.order)) first = each;
    }
    return first;
  }

  run() {
    const { now } = this;
    for (let timer = this.firstDue(now); timer !== null; timer = this.firstDue(now)) {
      timer.isSet = false;
      if (timer.repeats) {
        const late = (now - timer.deadline) % timer.delay;
        this.schedule(timer, now + (timer.delay - late));
      }
      try {
        timer.callback();
      } catch (error) {
        this.onError(error);
      }
    }
  }
}

/** Where the timers of the programs are set. Nothing drives it. */
const loop = new Loop();

/** The same of lo, by its global functions, on a queue with a fake clock. */
class Timers {
  constructor() {
    this.now = 0;
    this.queue = new TimerQueue(() => this.now);
    loop.timers = this.queue;
  }

  set onError(report) {
    lo.onUncaughtException = report;
  }

  set(repeats, callback, delay) {
    return repeats ? setInterval(callback, delay) : setTimeout(callback, delay);
  }

  clear(timer) {
    clearTimeout(timer);
  }

  refresh(timer) {
    timer.refresh();
  }

  setRef(timer, refed) {
    if (refed) timer.ref();
    else timer.unref();
  }

  get alive() {
    return this.queue.refed;
  }

  get earliest() {
    return this.queue.earliest;
  }

  run() {
    this.queue.run(this.now);
  }
}

/**
 * Runs a program.
 * @param {number} seed of the program
 * @param {Model | Timers} world
 * @returns {unknown[]} what happened
 */
function run(seed, world) {
  const random = generator(seed);
  const pick = (list) => list[random(list.length)];
  const log = [];
  const timers = [];

  function setOne(repeats) {
    if (timers.length === MOST_TIMERS) return;
    const id = timers.length;
    timers.push(world.set(repeats, () => callback(id), pick(DELAYS)));
  }

  function act(self) {
    const kind = random(16);
    // Half of the time a callback does it to its own timer.
    const timer = self !== undefined && random(2) === 0 ? self : pick(timers);
    if (kind < 4) setOne(false);
    else if (kind < 6) setOne(true);
    else if (timer === undefined) return;
    else if (kind < 9) world.clear(timer);
    else if (kind < 12) world.refresh(timer);
    else if (kind < 13) world.setRef(timer, true);
    else if (kind < 14) world.setRef(timer, false);
    else if (kind < 15) world.now += pick(STEPS);
    else throw new Error('thrown');
  }

  function callback(id) {
    log.push(id, world.now);
    for (let count = random(4); count > 0; count--) act(timers[id]);
  }

  world.onError = (error) => {
    if (error.message !== 'thrown') throw error;
    log.push('error');
  };
  world.now = pick(UPTIMES) + random(1000);
  for (let count = 1 + random(6); count > 0; count--) setOne(random(3) === 0);
  for (let turn = 0; turn < 6; turn++) {
    world.now += pick(STEPS);
    log.push('turn', world.now);
    world.run();
    log.push(world.alive);
    if (random(2) === 0 && turn % 2 === 0) setOne(false);
    if (random(4) === 0) world.clear(pick(timers));
  }
  return log;
}

/** @param {number} seed */
function check(seed) {
  const model = new Model();
  const expected = run(seed, model);
  const timers = new Timers();
  const actual = run(seed, timers);
  const isEqual = actual.length === expected.length &&
    actual.every((each, i) => each === expected[i]);
  if (!isEqual) {
    assert.deepStrictEqual(actual, expected,
      `seed ${seed}: ${actual.join(' ')}\n  but the model: ${expected.join(' ')}`);
  }
  // It may wake up for a timer that was cleared, but must not sleep through one that is set.
  assert.ok(timers.earliest <= model.earliest, `seed ${seed}: woken after the next deadline`);
}

test(`${PROGRAMS} random programs do what a model does, from seed ${FIRST_SEED} on`, () => {
  const before = lo.loop;
  lo.loop = loop;
  lo.onWarning = () => {};
  try {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + PROGRAMS; seed++) check(seed);
  } finally {
    lo.loop = before;
    lo.onWarning = null;
    lo.onUncaughtException = null;
  }
});
