/** What tests of lib/ffi.js share. */
import { dlopen } from 'lib/ffi.js';

/** The library of test/ffi/library.cc, which is beside the binary. */
export const PATH = `${lo.args[0].replace(/[^/]*$/, '')}libffi_test.so`;

/** @param {Record<string, any>} declarations */
export function open(declarations) {
  return dlopen(PATH, declarations);
}

/** One function of the library's. @param {any[]} parameters @param {any} result */
export function load(name, parameters, result, more = {}) {
  return open({ [name]: { parameters, result, ...more } }).symbols[name];
}
