/** What the samples say, contender by contender. */
import { median, summarize } from './statistics.js';

/** @typedef {import('./contenders.js').Contender} Contender */
/** @typedef {import('./rows.js').Sample} Sample */

/**
 * @typedef {object} Result
 * @property {string} name
 * @property {'c' | 'lo' | 'peer'} kind
 * @property {string} version
 * @property {import('./statistics.js').Summary} ns nanoseconds a turn
 * @property {number} turnsPerSecond
 * @property {number} overFair its nanoseconds over those of the fair baseline
 * @property {number} overBestPeer its turns a second over those of the best peer
 * @property {number} rss resident memory in MB
 * @property {number} user in percent of one core
 * @property {number} system in percent of one core
 * @property {Record<string, number>} [calls] system calls a turn, if they were counted
 * @property {Sample[]} samples one a round
 */

/** @param {Contender} contender @param {Sample[]} samples */
function result({ name, kind, version }, samples) {
  const ns = summarize(samples.map((sample) => sample.ns));
  return {
    name,
    kind,
    version,
    ns,
    turnsPerSecond: 1e9 / ns.median,
    rss: median(samples.map((sample) => sample.rss)),
    user: median(samples.map((sample) => sample.user)),
    system: median(samples.map((sample) => sample.system)),
    samples,
  };
}

/**
 * Ratios are of medians, and NaN where there is nothing to compare with.
 * @param {Map<Contender, Sample[]>} samples
 * @param {string} fairName the baseline to compare with
 * @returns {Result[]}
 */
export function results(samples, fairName) {
  const alone = [...samples].map(([contender, taken]) => result(contender, taken));
  const fair = alone.find(({ name }) => name === fairName)?.ns.median ?? NaN;
  const peers = alone.filter(({ kind }) => kind === 'peer').map(({ ns }) => ns.median);
  const bestPeer = peers.length > 0 ? Math.min(...peers) : NaN;
  return alone.map((each) => ({
    ...each, overFair: each.ns.median / fair, overBestPeer: bestPeer / each.ns.median,
  }));
}
