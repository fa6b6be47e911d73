/**
 * What each of the ideas behind lo's turn is worth: a turn without it and with it, side by side.
 *
 *     node bench/ideas.js
 *     node bench/ideas.js --only clock --rounds 9
 *
 *     --rounds N     each runs once a round, in random order (5)
 *     --seconds N    how long, besides its warm-up (1)
 *     --build DIR    where lo is (build/release)
 *     --only RE      some of the ideas, by a regular expression
 *
 * Needs node 20, since lo can't start processes.
 */
import { parseArgs } from 'node:util';
import { ideas } from './lib/ideas.js';
import { load, machine } from './lib/machine.js';
import { measure } from './lib/measure.js';
import { positiveInteger } from './lib/options.js';
import { inBench } from './lib/path.js';
import { summarize } from './lib/statistics.js';
import { table } from './lib/table.js';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    build: { type: 'string', default: inBench('../build/release') },
    only: { type: 'string', default: '' },
  },
});
const rounds = positiveInteger(options.rounds, 'rounds');
const seconds = positiveInteger(options.seconds, 'seconds');
const all = ideas(`${options.build}/lo`, new RegExp(options.only));

const before = load();
const samples = measure(all.flatMap(({ without, having }) => [without, having]),
  { rounds, seconds }, (message) => console.error(message));
const after = load();

/** @param {import('./lib/contenders.js').Contender} contender */
function nanoseconds(contender) {
  return summarize((samples.get(contender) ?? []).map(({ ns }) => ns));
}

/** @param {import('./lib/statistics.js').Summary} summary */
function show({ median, min, max }) {
  return `${median.toFixed(1)} (${min.toFixed(1)} to ${max.toFixed(1)})`;
}

const rows = all.map(({ name, loop, without, having }) => {
  const [off, on] = [nanoseconds(without), nanoseconds(having)];
  return [name, loop, show(off), show(on), (off.median / on.median).toFixed(2)];
});

const host = machine();
console.log(`${host.processor} (${host.processors}), ${host.system}; ${host.mitigation}`);
console.log(`load ${before.toFixed(1)} before, ${after.toFixed(1)} after; ${rounds} rounds`);
console.log(`\n${table([
  { title: 'idea', align: 'left' },
  { title: 'loop', align: 'left' },
  { title: 'ns without' },
  { title: 'ns with' },
  { title: 'without / with' },
], rows)}`);
