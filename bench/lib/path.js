import { fileURLToPath } from 'node:url';

/**
 * The path of a file of bench/.
 * @param {string} name
 * @returns {string}
 */
export function inBench(name) {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
