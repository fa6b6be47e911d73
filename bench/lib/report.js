/** The results as a table. */
import { table } from './table.js';

/** @typedef {import('./results.js').Result} Result */

/** From so many percent on, rounding may be all that was missing. */
const WHOLE_CORE = 95;

/**
 * @param {string} fairName
 * @returns {import('./table.js').Column[]}
 */
function columns(fairName) {
  return [
    { title: 'turn', align: 'left' },
    { title: 'ns' },
    { title: 'min' },
    { title: 'max' },
    { title: 'turns/s' },
    { title: `ns / ${fairName}` },
    { title: 'turns / best peer' },
    { title: 'RSS MB' },
    { title: 'user %' },
    { title: 'system %' },
    { title: 'calls' },
  ];
}

/** A ratio, if there is one. @param {number} value */
function ratio(value) {
  return Number.isNaN(value) ? '' : value.toFixed(2);
}

/** @param {Result} result */
function cells({ name, ns, turnsPerSecond, overFair, overBestPeer, rss, user, system, calls }) {
  return [
    name,
    ns.median.toFixed(1),
    ns.min.toFixed(1),
    ns.max.toFixed(1),
    turnsPerSecond.toFixed(0),
    ratio(overFair),
    ratio(overBestPeer),
    rss.toFixed(1),
    user.toFixed(0),
    system.toFixed(0),
    calls === undefined ? '' : calls.total.toFixed(2),
  ];
}

/**
 * Names what ran, and says so if a loop that never waits did not have a core for itself.
 * @param {readonly Result[]} results
 * @returns {string[]} lines
 */
export function notes(results) {
  const versions = new Map(results.map(({ version, kind, name }) =>
    [version, `${kind === 'lo' ? 'lo' : name}: ${version}`]));
  versions.delete('');
  const shares = results.filter(({ kind }) => kind === 'c').map((each) => each.user + each.system);
  const least = Math.min(...shares);
  const warning = `The machine was busy: a loop in C had only ${least.toFixed(0)} % of a core`;
  return [...versions.values(), ...(least < WHOLE_CORE ? [warning] : [])];
}

/**
 * @param {readonly Result[]} results
 * @param {string} fairName the baseline that they were compared with
 */
export function report(results, fairName) {
  return table(columns(fairName), results.map(cells));
}
