/**
 * Measures one cell of bench/lib/timer-cells.js and prints its figures as JSON. Runs on lo, node,
 * bun and deno:
 *
 *     lo bench/timer-cell.js created            half a million timers, set and then fired
 *     node bench/timer-cell.js chain 100000     as many immediates as that
 *     lo bench/timer-cell.js timeout-2 - rest   with lo's own functions in another form
 *
 * The forms are those of bench/lib/argument-passing.js, on lo only.
 */
import { CELLS } from './lib/timer-cells.js';

const args = globalThis.lo !== undefined ? lo.args.slice(2) : globalThis.process.argv.slice(2);
const [name, count = '-', form] = args;
if (!Object.hasOwn(CELLS, name)) {
  throw new RangeError(`The cells are ${Object.keys(CELLS).join(', ')}. Received ${name}`);
}
const setters = form === undefined
  ? { setTimeout, setInterval, setImmediate }
  : (await import('./lib/argument-passing.js')).FORMS[form];
const cell = CELLS[name];
const warmUp = ['chain', 'set-and-clear', 'refresh'].includes(name);
if (warmUp) await cell.run(10_000, setters);
console.log(JSON.stringify(await cell.run(count === '-' ? cell.count : Number(count), setters)));
