/** structuredClone() (https://html.spec.whatwg.org/#structured-cloning), by V8's serializer. */

import { DOMException } from './dom-exception.js';
import { invalidArgType } from './errors.js';
import { dictionary, requireArguments } from './webidl.js';

const { clone } = lo.load('structured_clone');

const dataCloneError = (/** @type {string} */ message) =>
  new DOMException(message, 'DataCloneError');

/**
 * Copies a value: also cycles, dates, regular expressions, maps, sets, errors and buffers. Of an
 * object it takes the own enumerable properties, and not the class. SharedArrayBuffers and
 * WebAssembly modules are shared with the copy. A DOMException becomes an Error.
 *
 * @template T
 * @param {T} value
 * @param {{ transfer?: Iterable<ArrayBuffer> }} [options] `transfer`: buffers to move to the copy,
 *     which detaches them
 * @returns {T}
 * @throws {DOMException} DataCloneError for what can't be copied (functions, symbols, proxies,
 *     detached buffers) or transferred; nothing is detached then
 */
export function structuredClone(value, options = undefined) {
  requireArguments(arguments.length, 'value');
  const list = transferList(dictionary(options).transfer);
  if (new Set(list).size !== list.length) {
    throw dataCloneError('Transfer list contains duplicate ArrayBuffer');
  }
  return clone(value, list, dataCloneError);
}

/**
 * @param {any} transfer
 * @returns {unknown[]}
 */
function transferList(transfer) {
  if (transfer === undefined || transfer === null) return [];
  if (typeof transfer[Symbol.iterator] !== 'function') {
    throw invalidArgType('options.transfer', 'Iterable', transfer);
  }
  return [...transfer];
}
