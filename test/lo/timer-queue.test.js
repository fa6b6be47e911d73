/** A timer queue with a fake clock, at the limits. */
import { test } from 'lib/test.js';
import assert from 'lib/assert.js';
import { Timeout, TimerQueue } from 'lib/timer-queue.js';

const MILLISECOND = 1e6;
const DAYS = 24 * 60 * 60 * 1000 * MILLISECOND;

/** A queue whose clock stands at `queue.now`. */
function makeQueue(now) {
  const state = { now };
  const queue = new TimerQueue(() => state.now);
  const set = (delay, callback, repeats = false) => {
    const timer = new Timeout(queue.list(delay), repeats, callback);
    queue.add(timer, state.now);
    return timer;
  };
  return { state, queue, set };
}

test('the longest delay is kept to the nanosecond after 30 days', () => {
  const { queue, set } = makeQueue(30 * DAYS);
  let calls = 0;
  set(2 ** 31 - 1, () => { calls++; });
  const deadline = 30 * DAYS + (2 ** 31 - 1) * MILLISECOND;
  assert.strictEqual(queue.earliest, deadline);
  queue.run(deadline - 1);
  assert.strictEqual(calls, 0);
  queue.run(deadline);
  assert.strictEqual(calls, 1);
  assert.strictEqual(queue.earliest, Infinity);
});

test('an interval does not drift in a million beats after 30 days', () => {
  const { queue, set } = makeQueue(30 * DAYS);
  let calls = 0;
  set(1, () => { calls++; }, true);
  for (let beat = 1; beat <= 1e6; beat++) queue.run(30 * DAYS + beat * MILLISECOND + 999);
  assert.strictEqual(calls, 1e6);
  assert.strictEqual(queue.earliest, 30 * DAYS + (1e6 + 1) * MILLISECOND);
});

test('an interval that repeats into an emptied list of its delay is not late', () => {
  const { state, queue, set } = makeQueue(0);
  const beats = [];
  set(10, () => beats.push(state.now), true);
  state.now = 10.5 * MILLISECOND;
  const other = set(10, () => {});
  // The interval goes before it, to a second list of the delay.
  queue.run(state.now);
  other.clear();
  for (const at of [20, 30, 40]) {
    state.now = at * MILLISECOND;
    queue.run(state.now);
  }
  assert.deepStrictEqual(beats, [10.5, 20, 30, 40].map((each) => each * MILLISECOND));
});

test('timers of ever other delays that are cleared leave no lists behind', () => {
  const { queue, set } = makeQueue(0);
  for (let i = 0; i < 100_000; i++) set(1000 + i / 1000, () => {}).clear();
  assert.ok(queue._heap.size < 3000, `${queue._heap.size} lists`);
  assert.ok(queue._lists.size < 3000, `${queue._lists.size} lists`);
});

test('the slots of a burst are given back', () => {
  const { queue, set } = makeQueue(0);
  const timers = Array.from({ length: 10_000 }, () => set(5, () => {}));
  for (const timer of timers) timer.clear();
  assert.strictEqual(queue._slots._timers.length, 0);
});
