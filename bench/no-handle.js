/**
 * As loop-test.js, by lo.loop.setImmediate(), which makes no handle. Only lo has it:
 *
 *     lo bench/no-handle.js 10
 *     lo --loop=doorbell bench/no-handle.js 10
 */
import { rowCount, startRows } from './lib/row.js';

const { loop } = lo;
const rows = rowCount();
const print = await startRows();

let turns = 0;
let printed = 0;

function turn() {
  turns++;
  if (printed < rows) loop.setImmediate(turn);
}

const timer = setInterval(() => {
  print(turns);
  turns = 0;
  if (++printed >= rows) clearInterval(timer);
}, 1000);
loop.setImmediate(turn);
