/**
 * What each of the ideas behind lo's turn is worth: a turn without it and one with it, in pairs, of
 * which the median, the least and the most are told, and those of their ratio.
 *
 *     node bench/ideas.js
 *     node bench/ideas.js --only clock --rounds 9
 *
 *     --rounds N     each pair runs once a round, in random order (5)
 *     --seconds N    how long, besides its warm-up (1)
 *     --build DIR    where lo is (build/release)
 *     --only RE      some of the ideas, by a regular expression
 *
 * Needs node 20, since lo can't start processes.
 */
import { parseArgs } from 'node:util';
import { ideas } from './lib/ideas.js';
import { load, machine } from './lib/machine.js';
import { sample } from './lib/measure.js';
import { positiveInteger } from './lib/options.js';
import { inBench } from './lib/path.js';
import { shuffled, summarize } from './lib/statistics.js';
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

/** @typedef {{ without: number, having: number }} Pair nanoseconds a turn */

/**
 * One after the other, in random order, so that the machine is the same for both.
 * @param {import('./lib/ideas.js').Idea} idea
 * @returns {Pair}
 */
function pair(idea) {
  const pair = { without: NaN, having: NaN };
  for (const side of shuffled(/** @type {const} */ (['without', 'having']))) {
    pair[side] = sample(idea[side], seconds).ns;
  }
  return pair;
}

/** @type {Map<import('./lib/ideas.js').Idea, Pair[]>} */
const pairs = new Map(all.map((idea) => [idea, []]));
const before = load();
for (let round = 1; round <= rounds; round++) {
  for (const idea of shuffled(all)) {
    pairs.get(idea)?.push(pair(idea));
    console.error(`round ${round} of ${rounds}: ${idea.name} (${idea.loop})`);
  }
}
const after = load();

/** @param {number[]} values @param {number} digits */
function show(values, digits) {
  const { median, min, max } = summarize(values);
  return `${median.toFixed(digits)} (${min.toFixed(digits)} to ${max.toFixed(digits)})`;
}

const rows = [...pairs].map(([{ name, loop }, taken]) => [
  name,
  loop,
  show(taken.map(({ without }) => without), 1),
  show(taken.map(({ having }) => having), 1),
  show(taken.map(({ without, having }) => without / having), 2),
]);

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
