/**
 * Turns as loop-test.js makes them, but without a timer, and with something added:
 *
 *     lo bench/variants.js 10 timers
 *     node bench/variants.js 10 timers
 */
import { args, isLo, rowCount, startRows } from './lib/row.js';

/** How many turns are made between two looks at the clock. */
const STRIDE = 10_000;

const IDLE_MS = 1e9;

/** A loop that waits by `wait`, one of the fast forms of epoll_wait. */
async function waitBy(/** @type {string} */ wait) {
  const { Epoll } = await import('lib/epoll.js');
  const { Loop } = await import('lib/loop.js');
  const { [wait]: call, CAPACITY } = lo.load('epoll');
  lo.loop = new Loop(new class extends Epoll {
    check() {
      const count = call(this.fd, CAPACITY, 0);
      if (count > 0) this._copy(count);
      return count;
    }
  }());
}

/** A loop that reads the clock in each turn. */
async function readClock() {
  const { Loop } = await import('lib/loop.js');
  const { monotonic } = lo.load('clock');
  lo.loop = new class extends Loop {
    _check() {
      this.now = monotonic();
      return super._check();
    }
  }();
}

/** @type {Record<string, () => unknown>} */
const additions = {
  nothing() {},
  'a new loop': () => waitBy('wait'),
  ret: () => waitBy('waitRet'),
  jump: () => waitBy('waitJump'),
  clock: readClock,
  interval: () => setInterval(() => {}, IDLE_MS),
  timers() {
    for (let i = 0; i < 1000; i++) setTimeout(() => {}, IDLE_MS + i);
  },
  promise: () => Promise.resolve().then(() => {}),
};

const rows = rowCount();
const [, addition = 'nothing'] = args;
await additions[addition]();
const print = await startRows();

let left = STRIDE;
let turns = 0;
let printed = 0;
let until = performance.now() + 1000;

function turn() {
  if (--left === 0 && isOver()) exit();
  else setImmediate(turn);
}

function isOver() {
  turns += STRIDE;
  left = STRIDE;
  if (performance.now() < until) return false;
  print(turns);
  turns = 0;
  until = performance.now() + 1000;
  return ++printed >= rows;
}

function exit() {
  if (isLo) lo.exit();
  else globalThis.process.exit();
}

setImmediate(turn);
