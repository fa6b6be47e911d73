/** What is made of the figures of several rounds. */

/**
 * @typedef {object} Summary
 * @property {number} median
 * @property {number} min
 * @property {number} max
 */

/**
 * The middle value; of an even number of values, the mean of the two in the middle.
 * @param {number[]} values at least one
 */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * @param {number[]} values at least one
 * @returns {Summary}
 */
export function summarize(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * The same items in random order (Fisher and Yates).
 * @template T
 * @param {readonly T[]} items
 * @returns {T[]}
 */
export function shuffled(items) {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}
