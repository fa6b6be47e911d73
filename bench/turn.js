/**
 * What a turn of the event loop costs: lo with each of its loops, the same as a loop in C, and
 * other runtimes, measured side by side.
 *
 *     cmake --workflow --preset turn             builds and installs all of it, and runs this
 *     node bench/turn.js                         all of it, five rounds
 *     node bench/turn.js --only 'lo-|pointer'    some of it, by a regular expression
 *
 *     --rounds N     each contender runs once a round, in random order (5)
 *     --seconds N    how long, besides its warm-up (2)
 *     --build DIR    where lo and the baselines are (build/release)
 *     --json FILE    writes all there is to FILE as well
 *
 * A turn of lo and of the other runtimes is what loop-test.js makes: a callback that queues itself
 * by setImmediate. In the rows `no-handle` it does so by lo.loop.setImmediate(). A turn in C is the
 * waiting call alone; bench/native/ says what each one is. In the rows `shared`, a second thread
 * uses the same descriptor table; in the rows `unshared` it has one of its own.
 *
 * Columns: nanoseconds a turn, as the median, the least and the most of the rounds; turns a second;
 * nanoseconds over those of the fair baseline; turns a second over those of the best other runtime;
 * resident memory; shares of one core in user and in kernel mode; system calls a turn, counted in
 * runs of their own under strace.
 *
 * Needs node 20, since lo can't start processes.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FAIR, findContenders } from './lib/contenders.js';
import { load, machine } from './lib/machine.js';
import { measure } from './lib/measure.js';
import { positiveInteger } from './lib/options.js';
import { inBench } from './lib/path.js';
import { notes, report } from './lib/report.js';
import { results } from './lib/results.js';
import { callsPerTurn, canCount } from './lib/system-calls.js';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    build: { type: 'string', default: inBench('../build/release') },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});
const rounds = positiveInteger(options.rounds, 'rounds');
const seconds = positiveInteger(options.seconds, 'seconds');
const { contenders, missing } = findContenders(options.build, new RegExp(options.only));

const before = load();
const samples = measure(contenders, { rounds, seconds }, (message) => console.error(message));
const after = load();
const measured = results(samples, FAIR);

if (canCount()) {
  contenders.forEach((contender, i) => { measured[i].calls = callsPerTurn(contender); });
} else {
  missing.push('calls: no strace, or it may not trace');
}

const host = machine();
console.log(`${host.processor} (${host.processors}), ${host.system}; ${host.mitigation}`);
console.log(`load ${before.toFixed(1)} before, ${after.toFixed(1)} after; ${rounds} rounds`);
console.log(`\n${report(measured, FAIR)}\n`);
console.log([...notes(measured), ...missing.map((each) => `Missing: ${each}`)].join('\n'));

if (options.json !== undefined) {
  const all = {
    machine: host, load: { before, after }, rounds, seconds, results: measured, missing,
  };
  writeFileSync(options.json, `${JSON.stringify(all, null, 2)}\n`);
}
