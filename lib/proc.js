/** What the process uses. */
import { SystemError } from './errors.js';

const { resident } = lo.load('memory');
const { times, TICKS_PER_SECOND } = lo.load('process');

// [user, _, system, _, elapsed, ticksPerSecond], where times(2) puts them as 64-bit words.
const used = [0, 0, 0, 0, 0, TICKS_PER_SECOND];
let last = times();

/**
 * The memory that is resident.
 * @returns {number} bytes
 * @throws {SystemError}
 */
export function mem() {
  const bytes = resident();
  if (bytes < 0) throw new SystemError(bytes, 'open', '/proc/self/statm');
  return bytes;
}

/**
 * The processor time used since the last call (at first, since this was loaded), as times(2) gives
 * it.
 *
 * @returns {number[]} [user, _, system, _, elapsed, ticksPerSecond], in clock ticks; the same array
 *   each time
 */
export function cputime() {
  const now = times();
  used[0] = now[0] - last[0];
  used[2] = now[1] - last[1];
  used[4] = now[2] - last[2];
  last = now;
  return used;
}
