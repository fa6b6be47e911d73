/**
 * The rows that the scripts of turns print, on lo, node, bun and deno alike: turns per second;
 * nanoseconds per turn; resident memory in MB; share of one core spent in user and in kernel mode,
 * in percent.
 */
export const isLo = globalThis.lo !== undefined;

/** What follows the script's name on the command line. @type {string[]} */
export const args = isLo ? lo.args.slice(2) : globalThis.process.argv.slice(2);

/** How many rows the first argument asks for: without end if there is none. */
export function rowCount() {
  const rows = args.length > 0 ? Number(args[0]) : Infinity;
  if (!(rows >= 1)) throw new RangeError(`The number of rows must be 1 or more. Received ${args[0]}`);
  return rows;
}

function runtimeName() {
  if (isLo) return `lo-${lo.loop.backend.name}`;
  if (globalThis.Bun !== undefined) return 'bun';
  return globalThis.Deno !== undefined ? 'deno' : 'node';
}

/**
 * What this process uses.
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

/**
 * Begins to measure.
 * @returns {Promise<(turns: number) => void>} prints a row: so many turns since the last one
 */
export async function startRows() {
  const name = runtimeName();
  const { rss, cpu } = await usage();
  let since = performance.now();
  cpu();
  return (turns) => {
    const now = performance.now();
    const seconds = (now - since) / 1000;
    since = now;
    const [user, system] = cpu();
    const percent = (/** @type {number} */ used) => (100 * used / seconds).toFixed(0).padStart(3);
    console.log([
      name.padEnd(11),
      `turns/s ${(turns / seconds).toFixed(0).padStart(10)}`,
      `ns/turn ${(1e9 * seconds / turns).toFixed(2).padStart(8)}`,
      `rss MB ${(rss() / 1e6).toFixed(1).padStart(6)}`,
      `user % ${percent(user)}`,
      `system % ${percent(system)}`,
    ].join('  '));
  };
}
