/**
 * Any C function of any shared library, and any system call, from JavaScript.
 *
 *     import { dlopen } from 'lib/ffi.js';
 *     const { symbols, close } = dlopen('libm.so.6', {
 *       pow: { parameters: ['f64', 'f64'], result: 'f64' },
 *     });
 *     symbols.pow(2, 10);
 *
 * Types, and their values in JavaScript:
 *
 *     bool                      a boolean
 *     i8 u8 i16 u16 i32 u32     a Number, in range
 *     i64 u64 isize usize       a Number where that is safe (up to 2 ** 53 - 1), else a BigInt
 *     f32 f64                   a Number
 *     pointer                   an address: a Number (a BigInt if it is above 2 ** 53), or null
 *     buffer                    a typed array, DataView or (Shared)ArrayBuffer, or null: C gets a
 *                               pointer to its memory, which lives and stays in place during the
 *                               call, and no longer
 *     function                  a callback(), a function of dlopen()'s, an address or null
 *     struct({ ... })           a buffer with its bytes; as a result, a new Uint8Array
 *     void                      no result
 *
 * Optimised code calls C directly (V8 calls that a fast call), and about as fast as C itself calls
 * through a pointer. Functions that may call back or block are never called so: those with a
 * parameter of the type `function`, with `callback: true`, or with `nonblocking: false`.
 * `lo.slowCalls(fn)` counts calls that were not fast.
 *
 * **This is C.** What JavaScript passes is checked. What can't be checked, and crashes or worse:
 * - a signature that is not that of the function
 * - an address that is not, or no longer, that of memory of the right size: also that of a buffer
 *   that was collected since ptr(), and a view() of memory that was freed
 * - a buffer that is smaller than what C reads or writes, or that C uses after it has returned
 * - a callback that C calls after close(), or a library's code that runs after its close()
 * - a C++ exception or a longjmp() that leaves a function, or a signal handler in JavaScript
 */
import {
  SystemError, codedError, validateFunction, validateInteger, validateObject, validateString,
} from './errors.js';
import { Callback, addresses, isBuffer, typeOf, wrongType } from './ffi-types.js';
import { Library, takeMissed, wideResult, wrap } from './ffi-wrapper.js';

export { struct } from './ffi-struct.js';

/** @typedef {import('./ffi-types.js').CType} CType */
/** @typedef {string | import('./ffi-struct.js').StructType} TypeName */

/**
 * @typedef {object} Declaration
 * @property {TypeName[]} parameters after '...', the arguments of a variadic function
 * @property {TypeName} result
 * @property {string} [name] the symbol, if it is called something else in JavaScript
 * @property {boolean} [optional] the function is null if there is no such symbol
 * @property {boolean} [callback] it may call back, though no parameter has the type `function`
 * @property {boolean} [nonblocking] false if it may block for long
 */

/** @typedef {ArrayBuffer | SharedArrayBuffer | ArrayBufferView} Buffer */

const binding = lo.load('ffi');

const MOST_PARAMETERS = 64;
const MOST_BYTES = 2 ** 32;
const SYSTEM_CALL_ARGUMENTS = 6;
const EBUSY = 16;

/** What has no close(). */
const FOREVER = new Library();

/**
 * Opens a shared library, as dlopen(3) finds it.
 *
 * @param {string | null} path null for what the process has loaded already: libc, for one
 * @param {Record<string, Declaration>} declarations
 * @returns {{ symbols: Record<string, any>, close: () => void }} the functions; after `close()`
 *   they throw ERR_FFI_CLOSED
 * @throws {Error} ERR_DLOPEN_FAILED, ERR_FFI_NO_SYMBOL, or ERR_FFI_UNKNOWN_TYPE and the like for
 *   a declaration that is wrong
 */
export function dlopen(path, declarations) {
  if (path !== null) validateString(path, 'path');
  validateObject(declarations, 'declarations');
  const signatures = Object.entries(declarations).map(([key, value]) => signature(key, value));
  const handle = binding.openLibrary(path);
  if (typeof handle === 'string') throw codedError(Error, 'ERR_DLOPEN_FAILED', handle);

  const library = new Library();
  /** @type {Record<string, any>} */
  const symbols = Object.create(null); // a C function may be called anything
  /** @type {number[]} */
  const numbers = [];
  try {
    for (const each of signatures) {
      const address = binding.findSymbol(handle, each.symbol);
      if (address === 0 && !each.optional) throw noSymbol(each.symbol, path);
      symbols[each.key] = null;
      if (address === 0) continue;
      const made = link(each, address, library);
      symbols[each.key] = made.call;
      numbers.push(made.number);
    }
  } catch (error) {
    release();
    throw error;
  }

  function release() {
    library.closed = true;
    for (const number of numbers) binding.release(number);
    binding.closeLibrary(handle);
  }

  return {
    symbols,
    /**
     * Closes the library. Closing it again does nothing.
     * @throws {Error} ERR_FFI_BUSY from a callback that one of its functions called
     */
    close() {
      if (library.closed) return;
      if (numbers.some((number) => binding.isRunning(number))) {
        throw busy('A library', 'one of its functions runs');
      }
      release();
    },
  };
}

/**
 * A system call as a function. It returns what the kernel does: a result, or `-errno`.
 *
 * @param {{ nr: number, parameters: TypeName[], result?: TypeName, nonblocking?: boolean }}
 *   declaration the call's number, up to six parameters, a result of i32 unless it says something
 *   else, and `nonblocking: false` if it may block for long
 * @returns {(...args: any[]) => any}
 */
export function syscallFunction(declaration) {
  validateObject(declaration, 'declaration');
  const { nr, parameters, result = 'i32', nonblocking } = declaration;
  validateInteger(nr, 'declaration.nr', 0, 2 ** 31 - 1);
  const each = signature(`syscall ${nr}`, { parameters, result, nonblocking });
  const all = [...each.parameters, each.result];
  if (each.parameters.length > SYSTEM_CALL_ARGUMENTS || each.variadic ||
      all.some(({ code }) => code === 'f' || code === 'd' || code.startsWith('{'))) {
    throw codedError(TypeError, 'ERR_FFI_SIGNATURE',
      'A system call takes up to six integers, pointers and buffers, and returns one');
  }
  const address = binding.systemCall(nr);
  if (address === 0) throw codedError(Error, 'ERR_FFI_MEMORY', 'The system refuses to run code');
  return link(each, address, FOREVER).call;
}

/**
 * Makes a system call, at no great speed: syscallFunction() is for that.
 *
 * @param {number} nr
 * @param {...(number | bigint | Buffer | null)} args up to six
 * @returns {number | bigint} a result, or `-errno`
 */
export function syscall(nr, ...args) {
  validateInteger(nr, 'nr', 0, 2 ** 31 - 1);
  if (args.length > SYSTEM_CALL_ARGUMENTS) {
    throw codedError(TypeError, 'ERR_FFI_SIGNATURE', 'A system call takes up to six arguments');
  }
  const i64 = typeOf('i64', () => '');
  const words = Array.from({ length: SYSTEM_CALL_ARGUMENTS }, (_, i) => {
    const arg = args[i] ?? null;
    return arg === null || isBuffer(arg) ? arg : i64.convert(arg, () => placeOf(i + 1, 'syscall'));
  });
  const result = binding.callSystem(nr, ...words);
  if (takeMissed()) throw detached('syscall');
  return wideResult(result);
}

/**
 * errno(3), as the last library function that failed has left it. Read it right after the call:
 * V8's own doings may change it.
 * @returns {number} positive
 */
export function errno() {
  return binding.errno();
}

/**
 * The address of a buffer's memory, for parameters of the type `pointer` and for structs. Keep the
 * buffer: its memory stays in place as long as it is neither collected nor detached.
 *
 * @param {Buffer} buffer
 * @returns {number}
 */
export function ptr(buffer) {
  if (!isBuffer(buffer)) throw wrongType(() => placeOf(0, 'ptr'), 'a buffer', buffer);
  const address = binding.addressOf(buffer);
  if (address < 0) throw detached('ptr');
  return address;
}

/**
 * Memory that C owns, as an ArrayBuffer. It is not kept from being freed.
 *
 * @param {number | bigint} pointer
 * @param {number} length in bytes
 * @returns {ArrayBuffer}
 */
export function view(pointer, length) {
  validateInteger(length, 'length', 0, MOST_BYTES);
  return binding.view(addressAt(pointer, 'view'), length);
}

/**
 * The text at an address, up to a NUL: UTF-8, in which what is none becomes U+FFFD.
 *
 * @param {number | bigint} pointer
 * @param {number} [maxLength] bytes to read if there is no NUL before
 * @returns {string}
 */
export function cstring(pointer, maxLength = 2 ** 29) {
  validateInteger(maxLength, 'maxLength', 0);
  const text = binding.stringAt(addressAt(pointer, 'cstring'), maxLength);
  if (text === undefined) {
    throw codedError(RangeError, 'ERR_STRING_TOO_LONG', 'No string is so long');
  }
  return text;
}

/**
 * A text as C has it, UTF-8 with a NUL at its end, for a parameter of the type `buffer`.
 *
 * @param {string} text without a NUL inside
 * @returns {Uint8Array}
 */
export function cbuffer(text) {
  validateString(text, 'text');
  if (text.includes('\0')) throw wrongType(() => placeOf(0, 'cbuffer'), 'without a NUL', text);
  return new TextEncoder().encode(`${text}\0`);
}

/**
 * A C function that calls `fn`. C may call it while JavaScript is calling a C function that may
 * call back, and on the same thread. Called at another time or from another thread, it says so on
 * stderr and returns zero. What `fn` throws, the function that JavaScript called throws, once C has
 * returned; until then callbacks return zero without being called.
 *
 * @param {{ parameters: TypeName[], result: TypeName }} declaration
 * @param {(...args: any[]) => any} fn gets a `pointer` where C passes one, whatever to
 * @returns {Callback} for a parameter of the type `function`; its `pointer` is the address. Close
 *   it when C is done with it: until then it, and `fn`, are kept.
 */
export function callback(declaration, fn) {
  validateObject(declaration, 'declaration');
  validateFunction(fn, 'fn');
  const name = fn.name || 'callback';
  const { parameters, result, code, variadic } = signature(name, declaration);
  if (variadic || [...parameters, result].some(({ code: each }) => each === '*')) {
    throw codedError(TypeError, 'ERR_FFI_SIGNATURE',
      "A callback is not variadic, and C knows no buffers: use 'pointer'");
  }
  const place = () => `The result of the callback ${name}()`;
  const made = binding.createCallback(code,
    (/** @type {any[]} */ ...args) => result.convert(fn(...args), place));
  if (made === undefined) {
    throw codedError(Error, 'ERR_FFI_MEMORY', 'There is no memory for a callback');
  }
  const [number, address] = made;
  return new Callback(address, () => {
    const closed = binding.closeCallback(number);
    if (closed === -EBUSY) throw busy('A callback', 'it runs');
    if (closed < 0) throw new SystemError(closed, 'close');
  });
}

/**
 * @typedef {object} Signature
 * @property {string} key the function's name in JavaScript
 * @property {string} symbol
 * @property {CType[]} parameters
 * @property {CType} result
 * @property {string} code as bindings/ffi_signature.h reads it
 * @property {boolean} variadic
 * @property {boolean} optional
 * @property {boolean} mayBeFast
 */

/**
 * @param {string} key
 * @param {any} declaration
 * @returns {Signature}
 */
function signature(key, declaration) {
  const bad = (/** @type {string} */ why) =>
    codedError(TypeError, 'ERR_FFI_SIGNATURE', `The declaration of ${key}() ${why}`);
  const { parameters, result, name = key, optional = false, callback: callsBack = false,
    nonblocking } = declaration ?? {};
  if (!Array.isArray(parameters)) throw bad('must have an array of parameters');
  // Deno's other meaning: to run it on another thread, and return a promise.
  if (nonblocking === true) throw bad('must not be nonblocking: lo calls no function in a thread');
  const dots = parameters.indexOf('...');
  const names = parameters.filter((type) => type !== '...');
  if (names.length < parameters.length - 1) throw bad("has more than one '...'");
  if (names.length > MOST_PARAMETERS) throw bad(`has more than ${MOST_PARAMETERS} parameters`);

  const types = names.map((type, i) => typeOf(type, () => placeOf(i, key)));
  const resultType = typeOf(result, () => `The result of ${key}`);
  if (types.some(({ code }) => code === 'v')) throw bad('has a parameter of type void');
  if (resultType.code === '*') throw bad("returns a buffer: that is a 'pointer', for view()");
  if (dots >= 0 && types.slice(dots).some(({ code }) => code === 'f')) {
    throw bad('has a variadic f32, which C passes as f64');
  }
  const codes = types.map(({ code }) => code);
  if (dots >= 0) codes.splice(dots, 0, '.');
  return {
    key,
    symbol: String(name),
    parameters: types,
    result: resultType,
    code: `${codes.join('')}>${resultType.code}`,
    variadic: dots >= 0,
    optional: Boolean(optional),
    mayBeFast: !callsBack && nonblocking !== false && !types.some(({ slow }) => slow),
  };
}

/**
 * The function of JavaScript's for the one at `address`.
 *
 * @param {Signature} declared
 * @param {number} address
 * @param {Library} library
 * @returns {{ call: (...args: any[]) => any, number: number }} the number is for binding.release()
 */
function link({ key, parameters, result, code, mayBeFast }, address, library) {
  const [number, raw, slow] = binding.acquire(code, mayBeFast, address);

  /** Checks all that there is to check, and calls on the slow path. @param {any[]} args */
  function careful(...args) {
    if (library.closed) {
      throw codedError(Error, 'ERR_FFI_CLOSED', `${key}() was called after close()`);
    }
    takeMissed(); // from a fast call with the same arguments
    const result = slow(...parameters.map((type, i) =>
      type.convert(args[i], () => placeOf(i, key))));
    if (takeMissed()) throw detached(key);
    return result;
  }

  const call = wrap(parameters, result, number, raw, careful, library);
  Object.defineProperty(call, 'name', { value: key, configurable: true });
  binding.present(number, call);
  addresses.set(call, address);
  return { call, number };
}

/** @param {number} index @param {string} name */
function placeOf(index, name) {
  return `Argument ${index + 1} of ${name}()`;
}

/** @param {unknown} pointer @param {string} name */
function addressAt(pointer, name) {
  const place = () => placeOf(0, name);
  const address = typeOf('pointer', place).convert(pointer, place);
  if (address === 0) throw wrongType(place, 'an address', pointer);
  return address;
}

/** @param {string} name */
function detached(name) {
  return codedError(TypeError, 'ERR_FFI_DETACHED',
    `A buffer passed to ${name}() is detached, or smaller than its view`);
}

/** @param {string} symbol @param {string | null} path */
function noSymbol(symbol, path) {
  return codedError(Error, 'ERR_FFI_NO_SYMBOL',
    `There is no symbol '${symbol}' in ${path ?? 'the process'}`);
}

/** @param {string} what @param {string} why */
function busy(what, why) {
  return codedError(Error, 'ERR_FFI_BUSY', `${what} can't be closed while ${why}`);
}
