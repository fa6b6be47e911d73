/**
 * Structures for timers, compared: nanoseconds a timer, to set it and to fire or clear it, with a
 * clock that only counts. The alternatives are in lib/timer-structures.js.
 *
 *     node bench/timer-structures.js [ROUNDS [COUNT]]     the table; 5 rounds of 300,000 timers
 *     lo bench/timer-structures.js STRUCTURE WORKLOAD COUNT   one cell
 */
const TICK = 100;
const MILLISECOND = 1e6;

/** The delay of the i-th timer in milliseconds. @type {Record<string, (i: number) => number>} */
const DELAYS = {
  same: () => 1,
  spread: (i) => 1 + i % 50,
  many: (i) => 1 + (i * 7919) % 5000,
  random: () => 1 + Math.random() * 10_000,
};
const WORKLOADS = [...Object.keys(DELAYS), 'set-and-clear', 'set-and-clear-random'];
const NAMES = ['lists', 'binary-heap', '4-ary-heap', 'wheel'];

/**
 * @param {import('./lib/timer-structures.js').Structure} structure
 * @param {(i: number) => number} delay
 * @param {number} count
 */
function setAndFire(structure, delay, count) {
  let now = 0;
  for (let i = 0; i < count; i++) structure.set(delay(i), now += TICK);
  for (const end = now + 11_000 * MILLISECOND; now < end; now += MILLISECOND) structure.fire(now);
}

/**
 * With 10,000 others that stay set.
 * @param {import('./lib/timer-structures.js').Structure} structure
 * @param {(i: number) => number} delay
 * @param {number} count
 */
function setAndClear(structure, delay, count) {
  let now = 0;
  for (let i = 0; i < 10_000; i++) structure.set(delay(i), now += TICK);
  for (let i = 0; i < count; i++) structure.clear(structure.set(delay(i), now += TICK));
}

/** @param {string} name @param {string} workload @param {number} count */
async function measure(name, workload, count) {
  const { STRUCTURES } = await import('./lib/timer-structures.js');
  const run = (/** @type {number} */ n) => {
    const structure = STRUCTURES[name](() => {});
    if (workload === 'set-and-clear') setAndClear(structure, () => 1000, n);
    else if (workload === 'set-and-clear-random') setAndClear(structure, DELAYS.random, n);
    else setAndFire(structure, DELAYS[workload], n);
  };
  run(20_000);
  const begin = lo.hrtime();
  run(count);
  console.log((lo.hrtime() - begin) / count);
}

/** @param {number} rounds @param {number} count */
async function compare(rounds, count) {
  const { run } = await import('./lib/processes.js');
  const { inBench } = await import('./lib/path.js');
  const { median } = await import('./lib/statistics.js');
  const { table } = await import('./lib/table.js');
  const command = [inBench('../build/release/lo'), inBench('timer-structures.js')];
  const rows = WORKLOADS.map((workload) => {
    /** @type {number[][]} */
    const samples = NAMES.map(() => []);
    for (let round = 0; round < rounds; round++) {
      NAMES.forEach((name, i) => {
        samples[i].push(Number(run([...command, name, workload, String(count)])));
      });
    }
    return [workload, ...samples.map((each) => median(each).toFixed(0))];
  });
  const titles = NAMES.map((title) => ({ title }));
  console.log(table([{ title: 'ns a timer', align: 'left' }, ...titles], rows));
}

if (globalThis.lo !== undefined) {
  const [, , name, workload, count] = lo.args;
  await measure(name, workload, Number(count));
} else {
  const [rounds = 5, count = 300_000] = globalThis.process.argv.slice(2).map(Number);
  await compare(rounds, count);
}
