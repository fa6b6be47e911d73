/** A cell of a benchmark, run in a process of its own, on any runtime. */
import { median } from './statistics.js';

/**
 * @typedef {object} Cell
 * @property {number} batch how many operations are timed together
 * @property {(count: number) => void} run
 */

/** Batches, besides the first. */
const BATCHES = 9;

/** @returns {string[]} what stands behind the script on the command line */
export function scriptArguments() {
  return globalThis.lo !== undefined ? lo.args.slice(2) : globalThis.process.argv.slice(2);
}

/** @param {Cell} cell @returns {number} nanoseconds an operation */
function time({ batch, run }) {
  const start = performance.now();
  run(batch);
  return 1e6 * (performance.now() - start) / batch;
}

/**
 * Runs the cell that the command line names, and prints nanoseconds an operation, in the first
 * batch and in the later ones; or lists the names.
 * @param {Record<string, () => Cell>} cells
 */
export function runCell(cells) {
  const [name] = scriptArguments();
  if (name === undefined) {
    console.log(Object.keys(cells).join('\n'));
    return;
  }
  const cell = cells[name]();
  const first = time(cell);
  const later = Array.from({ length: BATCHES }, () => time(cell));
  console.log(`first ${first.toFixed(2)} ns, later ${median(later).toFixed(2)} ns`);
}
