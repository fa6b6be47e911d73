/** Random numbers that are the same each time, so that what failed can be repeated. */

/**
 * The generator "mulberry32".
 * @param {number} seed
 * @returns {(limit: number) => number} a function that gives a whole number from 0 to `limit` - 1
 */
export function generator(seed) {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * limit);
  };
}
