/**
 * How many turns the event loop makes in a second: a callback that queues itself by setImmediate,
 * counted. Prints a row a second, until it is stopped or has printed as many as the first argument
 * says. Runs on lo, node, bun and deno:
 *
 *     lo bench/loop-test.js 10
 *     lo --loop=poll bench/loop-test.js 10
 *     node bench/loop-test.js 10
 *
 * Columns: turns per second; nanoseconds per turn; resident memory in MB; share of one core spent
 * in user and in kernel mode, in percent.
 */
const isLo = globalThis.lo !== undefined;

/**
 * @returns {Promise<{ rss(): number, cpu(): number[] }>} bytes; [user, system] seconds since the
 *   last call
 */
async function usage() {
  if (isLo) {
    const { mem, cputime } = await import('lib/proc.js');
    return {
      rss: mem,
      cpu() {
        const [user, , system, , , ticksPerSecond] = cputime();
        return [user / ticksPerSecond, system / ticksPerSecond];
      },
    };
  }
  const { default: process } = await import('node:process');
  let last = process.cpuUsage();
  return {
    rss: () => process.memoryUsage().rss,
    cpu() {
      const { user, system } = process.cpuUsage(last);
      last = process.cpuUsage();
      return [user / 1e6, system / 1e6];
    },
  };
}

function runtimeName() {
  if (isLo) return `lo-${lo.loop.backend.name}`;
  if (globalThis.Bun !== undefined) return 'bun';
  return globalThis.Deno !== undefined ? 'deno' : 'node';
}

const args = isLo ? lo.args.slice(2) : globalThis.process.argv.slice(2);
const rows = args.length > 0 ? Number(args[0]) : Infinity;
if (!(rows >= 1)) throw new RangeError(`The number of rows must be 1 or more. Received ${args[0]}`);
const name = runtimeName();
const { rss, cpu } = await usage();

let turns = 0;
let printed = 0;
let since = performance.now();

function turn() {
  turns++;
  if (printed < rows) setImmediate(turn);
}

function print() {
  const now = performance.now();
  const seconds = (now - since) / 1000;
  const [user, system] = cpu();
  const percent = (/** @type {number} */ used) => (100 * used / seconds).toFixed(0).padStart(3);
  console.log([
    name.padEnd(11),
    `turns/s ${(turns / seconds).toFixed(0).padStart(10)}`,
    `ns/turn ${(1e9 * seconds / turns).toFixed(1).padStart(8)}`,
    `rss MB ${(rss() / 1e6).toFixed(1).padStart(6)}`,
    `user % ${percent(user)}`,
    `system % ${percent(system)}`,
  ].join('  '));
  turns = 0;
  since = now;
  if (++printed >= rows) clearInterval(timer);
}

const timer = setInterval(print, 1000);
cpu();
setImmediate(turn);
