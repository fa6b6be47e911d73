/**
 * What timers and immediates cost: lo, with its own functions and with forms of them that it could
 * have had, and other runtimes, measured side by side.
 *
 *     node bench/timers.js                          all of it, five rounds
 *     node bench/timers.js --cells 'timeout|chain' --only 'lo|bun' --rounds 3
 *     node bench/timers.js --quick                  a tenth of everything, one round
 *
 *     --cells RE     which cells of lib/timer-cells.js
 *     --only RE      which contenders
 *     --rounds N     each runs once a round, in random order, in a process of its own (5)
 *     --lo FILE      the binary (build/release/lo)
 *     --json FILE    writes all there is to FILE as well
 *
 * Rows are cells, and what is measured: ns each, bytes each (resident), or microseconds. Columns
 * are contenders, each the median of the rounds; `lo-apply` and `lo-rest` are of
 * lib/argument-passing.js. The last column is the best other runtime over lo.
 *
 * Needs node 20, since lo can't start processes.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { load, machine } from './lib/machine.js';
import { positiveInteger } from './lib/options.js';
import { inBench } from './lib/path.js';
import { PEERS, binary } from './lib/peers.js';
import { run } from './lib/processes.js';
import { median, shuffled } from './lib/statistics.js';
import { table } from './lib/table.js';
import { CELLS } from './lib/timer-cells.js';

const { values: options } = parseArgs({
  options: {
    cells: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    lo: { type: 'string', default: inBench('../build/release/lo') },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const rounds = options.quick ? 1 : positiveInteger(options.rounds, 'rounds');
const cells = Object.keys(CELLS).filter((name) => new RegExp(options.cells).test(name));

/** @typedef {{ name: string, command: string[], form?: string }} Contender */
/** @type {Contender[]} */
const everyone = [
  { name: 'lo', command: [options.lo] },
  { name: 'lo-apply', command: [options.lo], form: 'apply' },
  { name: 'lo-rest', command: [options.lo], form: 'rest' },
  ...PEERS.map((peer) => ({ name: peer.name, command: [binary(peer), ...peer.options] })),
];
const contenders = everyone.filter(({ name }) => new RegExp(options.only).test(name));

/** Other forms differ only in how arguments go through. */
const dependsOnForm = (/** @type {string} */ cell) => /-\d$/.test(cell);

/**
 * @param {Contender} contender
 * @param {string} cell
 * @returns {import('./lib/timer-cells.js').Result}
 */
function sample({ command, form }, cell) {
  const count = options.quick ? String(Math.ceil(CELLS[cell].count / 10)) : '-';
  const args = form === undefined ? [cell, count] : [cell, count, form];
  return JSON.parse(run([...command, inBench('timer-cell.js'), ...args]));
}

/** The figures of all rounds: by cell and unit, then by contender. @type {any} */
const figures = {};
/** @type {Set<string>} */
const failures = new Set();
const before = load();
for (const cell of cells) {
  for (let round = 1; round <= rounds; round++) {
    for (const contender of shuffled(contenders)) {
      if (contender.form !== undefined && !dependsOnForm(cell)) continue;
      try {
        for (const [unit, value] of Object.entries(sample(contender, cell))) {
          const row = figures[`${cell} ${unit}`] ??= {};
          (row[contender.name] ??= []).push(value);
        }
      } catch (error) {
        failures.add(`${contender.name} ${cell}: ${/** @type {Error} */ (error).message}`);
      }
    }
    console.error(`${cell}: round ${round} of ${rounds}`);
  }
}

/** @param {[string, Record<string, number[]>]} row */
function cellsOf([name, row]) {
  const medians = contenders.map((each) => (row[each.name] ? median(row[each.name]) : NaN));
  const peers = medians.filter((value, i) => !Number.isNaN(value) &&
    PEERS.some((peer) => peer.name === contenders[i].name));
  const ratio = Math.min(...peers) / medians[contenders.findIndex((each) => each.name === 'lo')];
  return [name, ...medians.map((value) => (Number.isNaN(value) ? '' : value.toFixed(1))),
    Number.isFinite(ratio) ? ratio.toFixed(2) : ''];
}

const host = machine();
console.log(`${host.processor} (${host.processors}), ${host.system}`);
console.log(`load ${before.toFixed(1)} before, ${load().toFixed(1)} after; ${rounds} rounds\n`);
console.log(table(
  [{ title: 'cell', align: 'left' }, ...contenders.map(({ name }) => ({ title: name })),
    { title: 'best peer / lo' }],
  Object.entries(figures).map(cellsOf)));
if (failures.size > 0) console.log(`\nMissing: ${[...failures].join('\nMissing: ')}`);
if (options.json !== undefined) {
  writeFileSync(options.json, `${JSON.stringify({ machine: host, rounds, figures }, null, 2)}\n`);
}
