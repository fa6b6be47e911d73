/**
 * Files and descriptors, as lo.core: system calls that answer as the kernel does, and two helpers.
 */
import { SystemError } from './errors.js';

const files = lo.load('files');

/**
 * Reads a file whole, also one whose size is not known (a pipe, /proc).
 *
 * @param {string} path
 * @returns {Uint8Array}
 * @throws {SystemError}
 */
function readFile(path) {
  const content = files.readFile(path);
  if (typeof content === 'number') throw new SystemError(content, 'open', path);
  return content;
}

/**
 * Makes a file hold just `content`.
 *
 * @param {string} path
 * @param {ArrayBuffer | ArrayBufferView} content
 * @throws {SystemError}
 */
function writeFile(path, content) {
  const result = files.writeFile(path, content);
  if (result < 0) throw new SystemError(result, 'open', path);
}

export const core = { ...files, readFile, writeFile, os: 'linux', arch: lo.load('runtime').arch };
