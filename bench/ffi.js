/**
 * What a call of a C function costs from JavaScript: lib/ffi.js on its fast and its slow path, a
 * binding that is compiled in, a C program that calls through a pointer, and other runtimes.
 *
 *     cmake --build build/release --target ffi     builds and installs all of it, and runs this
 *     node bench/ffi.js                            all of it, five rounds
 *
 *     --rounds N     each contender runs once a round, in random order (5)
 *     --build DIR    where lo and the library are (build/release)
 *     --only REGEXP  some of the contenders
 *
 * Do not pin it to one processor: engines compile on threads of their own, and would wait for it.
 *
 * All call the same library, libffi_test.so. Figures are nanoseconds a call, with the cost of the
 * loop, which is a fraction of one: the quickest of all rounds, each of them the quickest of five
 * samples in a process of its own. A loop of a few instructions takes as long as it takes, and what
 * disturbs it only adds.
 *
 * Needs node 20, since lo can't start processes.
 */
import { parseArgs } from 'node:util';
import { machine } from './lib/machine.js';
import { inBench } from './lib/path.js';
import { PEERS, binary } from './lib/peers.js';
import { run } from './lib/processes.js';
import { shuffled } from './lib/statistics.js';
import { table } from './lib/table.js';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    build: { type: 'string', default: inBench('../build/release') },
    only: { type: 'string', default: '' },
  },
});

const library = `${options.build}/libffi_test.so`;
const script = inBench('ffi-calls.js');

/** @type {Record<string, string[]>} the command of each contender */
const commands = {
  'C, pointer': [`${options.build}/bench/ffi_pointer`, library],
  'lo compiled in': [`${options.build}/lo_testing`, script, library, 'compiled'],
  'lo fast': [`${options.build}/lo`, script, library, 'fast'],
  'lo slow': [`${options.build}/lo`, script, library, 'slow'],
};
for (const peer of PEERS) {
  const more = peer.name === 'node' ? ['--no-warnings'] : [];
  commands[peer.name] = [binary(peer), ...peer.options, ...more, script, library];
}

/** @param {string} output @returns {[string, number][]} name and nanoseconds */
function parse(output) {
  return output.trim().split('\n').map((line) => {
    const [name, ns] = line.split(': ');
    return [name, Number(ns)];
  });
}

/** By row, then by contender: the samples. @type {Map<string, Map<string, number[]>>} */
const samples = new Map();
const missing = new Map();
const names = Object.keys(commands).filter((name) => new RegExp(options.only).test(name));

for (let round = 1; round <= Number(options.rounds); round++) {
  for (const name of shuffled(names)) {
    if (missing.has(name)) continue;
    try {
      for (const [row, ns] of parse(run(commands[name]))) {
        const columns = samples.get(row) ?? new Map();
        samples.set(row, columns.set(name, [...columns.get(name) ?? [], ns]));
      }
      console.error(`round ${round} of ${options.rounds}: ${name}`);
    } catch (error) {
      missing.set(name, /** @type {Error} */ (error).message);
    }
  }
}

const host = machine();
const found = names.filter((name) => !missing.has(name));
console.log(`${host.processor} (${host.processors}), ${host.system}`);
console.log(table(
  [{ title: 'ns a call', align: 'left' }, ...found.map((title) => ({ title }))],
  [...samples].map(([row, columns]) =>
    [row, ...found.map((name) => Math.min(...columns.get(name) ?? [NaN]).toFixed(1))]),
));
for (const [name, why] of missing) console.log(`Missing: ${name} (${why})`);
