/**
 * What bench/timers.js measures: each cell by its name, with how many there are of what it does.
 * The functions run on lo, node, bun and deno, and take whichever setTimeout and so on they are
 * given (see argument-passing.js).
 */

/**
 * @typedef {object} Cell
 * @property {number} count how many, unless told otherwise
 * @property {(count: number, set: Setters) => Result | Promise<Result>} run
 *
 * @typedef {Record<string, number>} Result figures by unit: ns (each), bytes (each), us
 * @typedef {{ setTimeout: any, setInterval: any, setImmediate: any }} Setters
 */

/** How many arguments callbacks get. */
const ARGUMENTS = [0, 1, 2, 4];

/** How many immediates a turn has, where it has many. */
const BATCH = 1000;

/** Calls `start` with a callback, and waits until that was called `count` times. */
async function untilCalled(/** @type {number} */ count, /** @type {(f: any) => void} */ start) {
  const begin = performance.now();
  await new Promise((/** @type {any} */ resolve) => {
    let calls = 0;
    start(() => { if (++calls === count) resolve(); });
  });
  return { ns: (performance.now() - begin) * 1e6 / count };
}

/** Calls `set(callback, ...args)` or `set(callback, delay, ...args)` as a program would. */
const CALLERS = [
  (/** @type {any} */ set, /** @type {any} */ f) => set(f),
  (/** @type {any} */ set, /** @type {any} */ f) => set(f, 1),
  (/** @type {any} */ set, /** @type {any} */ f) => set(f, 1, 2),
  (/** @type {any} */ set, /** @type {any} */ f) => set(f, 1, 2, 3),
  (/** @type {any} */ set, /** @type {any} */ f) => set(f, 1, 2, 3, 4),
  (/** @type {any} */ set, /** @type {any} */ f) => set(f, 1, 2, 3, 4, 5),
];

/** `count` immediates, a thousand a turn. @param {number} args @returns {Cell} */
function immediates(args) {
  const call = CALLERS[args];
  return {
    count: 3_000_000,
    run: (count, { setImmediate }) => untilCalled(count, (callback) => {
      let left = count;
      (function turn() {
        const batch = Math.min(left, BATCH);
        for (let i = 0; i < batch; i++) call(setImmediate, callback);
        left -= batch;
        if (left > 0) setImmediate(turn);
      })();
    }),
  };
}

/** `count` timers of 0 ms, all set before the first fires. @param {number} args @returns {Cell} */
function timeouts(args) {
  const call = CALLERS[args + 1];
  return {
    count: 2_000_000,
    run: (count, { setTimeout }) => untilCalled(count, (callback) => {
      const set = args === 0 ? (/** @type {any} */ f) => setTimeout(f, 0) : setTimeout;
      for (let i = 0; i < count; i++) call(set, callback);
    }),
  };
}

/** `count` intervals, which beat once and clear themselves. @param {number} args @returns {Cell} */
function intervals(args) {
  const call = CALLERS[args + 1];
  return {
    count: 200_000,
    run: (count, { setInterval }) => untilCalled(count, (callback) => {
      /** @this {any} */
      function beat() {
        clearInterval(this);
        callback();
      }
      for (let i = 0; i < count; i++) call(setInterval, beat);
    }),
  };
}

/** @returns {Promise<number>} bytes in memory */
async function resident() {
  if (globalThis.lo !== undefined) return (await import('lib/proc.js')).mem();
  return (await import('node:process')).default.memoryUsage().rss;
}

/** Memory of pending timers. @param {number} count @returns {Cell} */
function pending(count) {
  return {
    count,
    run: async (total, { setTimeout }) => {
      const callback = () => {};
      const before = await resident();
      const begin = performance.now();
      for (let i = 0; i < total; i++) setTimeout(callback, 1e6).unref();
      const ns = (performance.now() - begin) * 1e6 / total;
      return { ns, bytes: (await resident() - before) / total };
    },
  };
}

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  return values[Math.min(values.length - 1, Math.floor(share * values.length))];
}

/** @param {number[]} milliseconds */
function quantiles(milliseconds) {
  const sorted = milliseconds.map((each) => each * 1000).sort((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: quantile(sorted, 1) };
}

/** Keeps the thread busy. @param {number} milliseconds */
function work(milliseconds) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** @type {Record<string, Cell>} */
export const CELLS = {
  ...Object.fromEntries(ARGUMENTS.map((args) => [`immediate-${args}`, immediates(args)])),
  ...Object.fromEntries(ARGUMENTS.map((args) => [`timeout-${args}`, timeouts(args)])),
  ...Object.fromEntries(ARGUMENTS.map((args) => [`interval-${args}`, intervals(args)])),

  /** A million immediates in one turn. */
  burst: {
    count: 1_000_000,
    run: (count, { setImmediate }) => untilCalled(count, (callback) => {
      for (let i = 0; i < count; i++) setImmediate(callback);
    }),
  },

  /** An immediate a turn. */
  chain: {
    count: 1_000_000,
    run: (count, { setImmediate }) => untilCalled(count, (callback) => {
      let left = count;
      (function turn() {
        callback();
        if (--left > 0) setImmediate(turn);
      })();
    }),
  },

  /** Half a million timers of 0 ms, set and then fired. */
  created: { ...timeouts(0), count: 500_000 },

  'set-and-clear': {
    count: 3_000_000,
    run: (count, { setTimeout }) => {
      const callback = () => {};
      const begin = performance.now();
      for (let i = 0; i < count; i++) clearTimeout(setTimeout(callback, 1000));
      return { ns: (performance.now() - begin) * 1e6 / count };
    },
  },

  refresh: {
    count: 3_000_000,
    run: (count, { setTimeout }) => {
      const timers = Array.from({ length: 1000 }, () => setTimeout(() => {}, 10_000));
      const begin = performance.now();
      for (let i = 0; i < count; i++) timers[i % 1000].refresh();
      const ns = (performance.now() - begin) * 1e6 / count;
      for (const timer of timers) clearTimeout(timer);
      return { ns };
    },
  },

  /** Timers of 1 to 50 ms. */
  spread: {
    count: 500_000,
    run: (count, { setTimeout }) => untilCalled(count, (callback) => {
      for (let i = 0; i < count; i++) setTimeout(callback, 1 + i % 50);
    }),
  },

  'pending-1M': pending(1_000_000),
  'pending-5M': pending(5_000_000),

  /** How late the beats of an interval of 10 ms are after 10 s, each of which works for 4 ms. */
  drift: {
    count: 1000,
    run: (count, { setInterval }) => new Promise((resolve) => {
      const begin = performance.now();
      let beats = 0;
      const timer = setInterval(() => {
        work(4);
        if (++beats < count) return;
        clearInterval(timer);
        resolve({ us: (performance.now() - begin - 4 - count * 10) * 1000 });
      }, 10);
    }),
  },

  /** How late timers of 1 ms are, one after the other. */
  lateness: {
    count: 2000,
    run: (count, { setTimeout }) => new Promise((resolve) => {
      /** @type {number[]} */
      const late = [];
      let due = 0;
      function next() {
        if (due !== 0) late.push(performance.now() - due);
        if (late.length === count) return resolve(quantiles(late));
        due = performance.now() + 1;
        setTimeout(next, 1);
      }
      next();
    }),
  },
};
