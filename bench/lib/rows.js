/** The rows that bench/loop-test.js, bench/no-handle.js and the baselines in C print. */
import { median } from './statistics.js';

/**
 * What a second, or a run, has shown.
 * @typedef {object} Sample
 * @property {number} ns nanoseconds a turn
 * @property {number} rss resident memory in MB
 * @property {number} user share of one core in user mode, in percent
 * @property {number} system share of one core in kernel mode, in percent
 */

const ROW = /ns\/turn +([\d.]+) +rss MB +([\d.]+) +user % +(\d+) +system % +(\d+)/g;

/**
 * @param {string} output of one run
 * @param {number} warmup how many rows at the beginning don't count
 * @returns {Sample} the median of each column
 * @throws {Error} if no row is left
 */
export function parse(output, warmup) {
  const rows = [...output.matchAll(ROW)].slice(warmup).map((match) => match.slice(1).map(Number));
  if (rows.length === 0) throw new Error(`No rows in: ${output}`);
  const [ns, rss, user, system] = [0, 1, 2, 3].map((i) => median(rows.map((row) => row[i])));
  return { ns, rss, user, system };
}
