/**
 * How many turns the event loop makes in a second: a callback that queues itself by setImmediate,
 * counted. Prints a row a second, until it is stopped or has printed as many as the first argument
 * says. Runs on lo, node, bun and deno:
 *
 *     lo bench/loop-test.js 10
 *     lo --loop=poll bench/loop-test.js 10
 *     node bench/loop-test.js 10
 *
 * lib/row.js says what the columns are.
 */
import { rowCount, startRows } from './lib/row.js';

const rows = rowCount();
const print = await startRows();

let turns = 0;
let printed = 0;

function turn() {
  turns++;
  if (printed < rows) setImmediate(turn);
}

const timer = setInterval(() => {
  print(turns);
  turns = 0;
  if (++printed >= rows) clearInterval(timer);
}, 1000);
setImmediate(turn);
