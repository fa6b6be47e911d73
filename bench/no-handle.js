/**
 * As loop-test.js, by lo.loop.setImmediate(), which makes no handle. Only lo has it:
 *
 *     lo bench/no-handle.js 10
 *     lo --loop=doorbell bench/no-handle.js 10
 */
import { cputime, mem } from 'lib/proc.js';

const { loop } = lo;
const rows = lo.args.length > 2 ? Number(lo.args[2]) : Infinity;

let turns = 0;
let printed = 0;
let since = performance.now();

function turn() {
  turns++;
  if (printed < rows) loop.setImmediate(turn);
}

function print() {
  const now = performance.now();
  const seconds = (now - since) / 1000;
  const [user, , system, , , ticksPerSecond] = cputime();
  const percent = (/** @type {number} */ ticks) =>
    (100 * ticks / ticksPerSecond / seconds).toFixed(0).padStart(3);
  console.log([
    `lo-${loop.backend.name}`.padEnd(11),
    `turns/s ${(turns / seconds).toFixed(0).padStart(10)}`,
    `ns/turn ${(1e9 * seconds / turns).toFixed(2).padStart(8)}`,
    `rss MB ${(mem() / 1e6).toFixed(1).padStart(6)}`,
    `user % ${percent(user)}`,
    `system % ${percent(system)}`,
  ].join('  '));
  turns = 0;
  since = now;
  if (++printed >= rows) clearInterval(timer);
}

const timer = setInterval(print, 1000);
cputime();
loop.setImmediate(turn);
