/**
 * A benchmark of many cells on lo and other runtimes: every cell in a process of its own, all
 * runtimes in turn.
 *
 *     node bench/cells.js ee-emit                      bench/ee-emit.js, all of it, five rounds
 *     node bench/cells.js ee-emit --only '^emit'       some cells, by a regular expression
 *
 *     --rounds N     every cell runs once a round on each runtime, in random order (5)
 *     --build DIR    where lo is (build/release)
 *     --runtimes RE  some runtimes, by a regular expression
 *     --json FILE    writes all samples to FILE as well
 *
 * Prints two tables: the first batch of a process, which pays for compilation, and the later ones.
 * Columns: nanoseconds an operation, medians of the rounds; then those of the others over lo's. A
 * dash stands for what failed, or took too long.
 *
 * Needs node 20, since lo can't start processes.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { load, machine } from './lib/machine.js';
import { inBench } from './lib/path.js';
import { PEERS, binary } from './lib/peers.js';
import { run } from './lib/processes.js';
import { median, shuffled } from './lib/statistics.js';
import { table } from './lib/table.js';

/** @typedef {{ first: number, later: number }} Sample nanoseconds; NaN if there are none */

const { values: options, positionals: [file] } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    build: { type: 'string', default: inBench('../build/release') },
    only: { type: 'string', default: '' },
    runtimes: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});
if (file === undefined) throw new Error('Which one? For example: node bench/cells.js ee-emit');
const script = inBench(`${file}.js`);
const rounds = Number(options.rounds);

/** @type {{ name: string, command: string[] }[]} lo comes first */
const runtimes = [
  { name: 'lo', command: [`${options.build}/lo`] },
  ...PEERS.map((peer) => ({ name: peer.name, command: [binary(peer), ...peer.options] })),
].filter(({ name }) => new RegExp(options.runtimes).test(name));

const names = run([...runtimes[0].command, script]).trim().split('\n')
  .filter((name) => new RegExp(options.only).test(name));

/** @param {string[]} command @param {string} name @returns {Sample} */
function sample(command, name) {
  try {
    const output = run([...command, script, name]);
    const [, first, later] = output.match(/first ([\d.]+) ns, later ([\d.]+) ns/) ?? [];
    return { first: Number(first), later: Number(later) };
  } catch {
    return { first: NaN, later: NaN };
  }
}

/** @type {Map<string, Map<string, Sample[]>>} by cell and runtime */
const samples = new Map(names.map((name) =>
  [name, new Map(runtimes.map((runtime) => [runtime.name, []]))]));
const before = load();
for (let round = 1; round <= rounds; round++) {
  for (const name of shuffled(names)) {
    for (const runtime of shuffled(runtimes)) {
      samples.get(name)?.get(runtime.name)?.push(sample(runtime.command, name));
    }
  }
  console.error(`round ${round} of ${rounds}`);
}

/** @param {number} value @param {number} digits */
const show = (value, digits) => (Number.isNaN(value) ? '-' : value.toFixed(digits));

/** @param {'first' | 'later'} batch @returns {string} a table */
function report(batch) {
  const [, ...others] = runtimes;
  const rows = [...samples].map(([name, byRuntime]) => {
    const [own, ...theirs] = [...byRuntime.values()].map((taken) =>
      median(taken.map((each) => each[batch])));
    const ratios = theirs.map((ns) => ns / own);
    return [name, ...[own, ...theirs].map((ns) => show(ns, ns < 10 ? 2 : 1)),
      ...ratios.map((ratio) => show(ratio, ratio < 10 ? 2 : 1))];
  });
  return table([
    { title: `${batch}, ns`, align: 'left' },
    ...runtimes.map(({ name }) => ({ title: name })),
    ...others.map(({ name }) => ({ title: `${name} / lo` })),
  ], rows);
}

const host = machine();
console.log(`${host.processor} (${host.processors}), ${host.system}`);
console.log(`load ${before.toFixed(1)} before, ${load().toFixed(1)} after; ${rounds} rounds`);
console.log(`\n${report('first')}\n\n${report('later')}`);
for (const { name, command } of runtimes) {
  const version = run([command[0], '--version']).trim().split('\n').slice(0, 2).join(', ');
  console.log(`${name}: ${version}`);
}
if (options.json !== undefined) {
  const all = [...samples].map(([cell, byRuntime]) => ({ cell, ...Object.fromEntries(byRuntime) }));
  writeFileSync(options.json, `${JSON.stringify({ machine: host, samples: all }, null, 2)}\n`);
}
