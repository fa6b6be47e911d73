/**
 * C types for lib/ffi.js: what a value of each may be in JavaScript, and how it gets to C and back.
 *
 * A type checks its values in two ways. `plain` is source text for a condition that generated code
 * tests (lib/ffi-wrapper.js): quick, and true only of what may be passed as it is. What is left is
 * for `convert`, which knows all that is allowed and what to say of the rest.
 */
import { codedError } from './errors.js';

/**
 * @typedef {object} CType
 * @property {string} name
 * @property {string} code as bindings/ffi_signature.h reads it
 * @property {number} size in bytes
 * @property {number} alignment in bytes
 * @property {(x: string) => string} plain a condition on the variable x
 * @property {(x: string) => string} passed what is passed for a plain x
 * @property {(value: any, place: Place) => any} convert what is passed for any value
 * @property {(r: string) => string} returned what becomes of r, the raw result
 * @property {(data: DataView, offset: number) => any} read from memory
 * @property {(data: DataView, offset: number, value: any) => void} write a converted value
 * @property {boolean} [slow] has no fast path
 */

/**
 * Where a value is to go, for messages: `Argument 2 of add()`. Its own function, so that no text
 * is made before it is needed.
 * @typedef {() => string} Place
 */

const MAX_SAFE = Number.MAX_SAFE_INTEGER;
const LITTLE_ENDIAN = true;

/** Node's code, and a message that names the place. @param {Place} place @param {string} what */
export function wrongType(place, what, /** @type {unknown} */ value) {
  return codedError(TypeError, 'ERR_INVALID_ARG_TYPE',
    `${place()} must be ${what}. Received ${received(value)}`);
}

/** @param {Place} place @param {string} what @param {unknown} value */
export function outOfRange(place, what, value) {
  return codedError(RangeError, 'ERR_OUT_OF_RANGE',
    `${place()} must be ${what}. Received ${received(value)}`);
}

/** @param {unknown} value */
function received(value) {
  const { inspect } = lo.library('lib/inspect.js');
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value === 'object') return `an object (${inspect(value, { depth: -1 })})`;
  return `type ${typeof value} (${inspect(value).slice(0, 60)})`;
}

/** @type {(x: string) => string} */
const same = (x) => x;

/**
 * An integer of up to 32 bits: a Number.
 *
 * @param {string} name
 * @param {string} code
 * @param {number} bits
 * @param {boolean} signed
 * @param {(x: string) => string} narrow an expression: x, wrapped to the type's range
 * @returns {CType}
 */
function smallInteger(name, code, bits, signed, narrow) {
  const min = signed ? -(2 ** (bits - 1)) : 0;
  const max = min + 2 ** bits - 1;
  const what = `an integer from ${min} to ${max} (${name})`;
  const method = `${signed ? 'Int' : 'Uint'}${bits}`;
  return {
    name,
    code,
    size: bits / 8,
    alignment: bits / 8,
    plain: (x) => `typeof ${x} === 'number' && ${narrow(x)} === ${x}`,
    passed: name === 'u32' ? (x) => `${x} >>> 0` : (x) => `${x} | 0`,
    convert(value, place) {
      if (typeof value !== 'number') throw wrongType(place, what, value);
      if (!Number.isInteger(value) || value < min || value > max) {
        throw outOfRange(place, what, value);
      }
      return value;
    },
    // C leaves anything in the bits above those of the type.
    returned: narrow,
    read: (data, offset) => /** @type {any} */ (data)[`get${method}`](offset, LITTLE_ENDIAN),
    write: (data, offset, value) =>
      /** @type {any} */ (data)[`set${method}`](offset, value, LITTLE_ENDIAN),
  };
}

/**
 * An integer of 64 bits: a Number where that is exact, else a BigInt.
 *
 * @param {string} name
 * @param {boolean} signed
 * @returns {CType}
 */
function wideInteger(name, signed) {
  const [min, max] = signed ? [-(2n ** 63n), 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n];
  const smallest = signed ? -MAX_SAFE : 0;
  const what = `a safe integer${signed ? '' : ' >= 0'} or a BigInt of 64 bits (${name})`;
  const whole = signed ? 'signed' : 'unsigned';
  return {
    name,
    code: signed ? 'q' : 'Q',
    size: 8,
    alignment: 8,
    plain: (x) => `isSafeInteger(${x})${signed ? '' : ` && ${x} >= 0`}`,
    passed: same,
    convert(value, place) {
      if (typeof value !== 'number' && typeof value !== 'bigint') {
        throw wrongType(place, what, value);
      }
      const fits = typeof value === 'bigint'
        ? value >= min && value <= max
        : Number.isSafeInteger(value) && value >= smallest;
      if (!fits) throw outOfRange(place, what, value);
      return value;
    },
    // Where a double can't tell, all of the bits are in the notes.
    returned: (r) => `${r} >= ${smallest} && ${r} <= ${MAX_SAFE} ? ${r} : ${whole}[0]`,
    read(data, offset) {
      const value = signed
        ? data.getBigInt64(offset, LITTLE_ENDIAN)
        : data.getBigUint64(offset, LITTLE_ENDIAN);
      return value >= BigInt(smallest) && value <= BigInt(MAX_SAFE) ? Number(value) : value;
    },
    write: (data, offset, value) => data.setBigUint64(offset, BigInt(value), LITTLE_ENDIAN),
  };
}

/**
 * @param {'f32' | 'f64'} name
 * @returns {CType}
 */
function float(name) {
  const size = name === 'f32' ? 4 : 8;
  const method = `Float${8 * size}`;
  return {
    name,
    code: name === 'f32' ? 'f' : 'd',
    size,
    alignment: size,
    plain: (x) => `typeof ${x} === 'number'`,
    passed: same,
    convert(value, place) {
      if (typeof value !== 'number') throw wrongType(place, `a number (${name})`, value);
      return value;
    },
    returned: same,
    read: (data, offset) => /** @type {any} */ (data)[`get${method}`](offset, LITTLE_ENDIAN),
    write: (data, offset, value) =>
      /** @type {any} */ (data)[`set${method}`](offset, value, LITTLE_ENDIAN),
  };
}

/** @type {CType} */
const bool = {
  name: 'bool',
  code: '?',
  size: 1,
  alignment: 1,
  plain: (x) => `typeof ${x} === 'boolean'`,
  passed: (x) => `${x} ? 1 : 0`,
  convert(value, place) {
    if (typeof value !== 'boolean') throw wrongType(place, 'a boolean (bool)', value);
    return value ? 1 : 0;
  },
  returned: (r) => `(${r} & 255) !== 0`,
  read: (data, offset) => data.getUint8(offset) !== 0,
  write: (data, offset, value) => data.setUint8(offset, value),
};

const usize = wideInteger('usize', false);

/** An address as of ptr(), or null. @type {CType} */
const pointer = {
  ...usize,
  name: 'pointer',
  code: 'P',
  plain: (x) => `(${x} === null || ${usize.plain(x)})`,
  passed: (x) => `${x} === null ? 0 : ${x}`,
  convert(value, place) {
    if (value === null) return 0;
    if (typeof value !== 'number' && typeof value !== 'bigint') {
      throw wrongType(place, 'an address as of ptr(), or null (pointer)', value);
    }
    return usize.convert(value, place);
  },
  returned: (r) => `${r} === 0 ? null : ${usize.returned(r)}`,
  read: (data, offset) => usize.read(data, offset) || null,
};

/** @param {unknown} value @returns {value is ArrayBuffer | SharedArrayBuffer | ArrayBufferView} */
export function isBuffer(value) {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer ||
    value instanceof SharedArrayBuffer;
}

/** Memory of JavaScript's, which C gets a pointer to for the length of the call. @type {CType} */
const buffer = {
  ...pointer,
  name: 'buffer',
  code: '*',
  plain: () => 'true', // the stub, or the slow path, looks itself, and leaves a note
  passed: same,
  convert(value, place) {
    if (value !== null && !isBuffer(value)) {
      throw wrongType(place, 'a typed array, DataView, ArrayBuffer or null (buffer)', value);
    }
    return value;
  },
};

/** The addresses of functions that dlopen() has made. @type {WeakMap<Function, number>} */
export const addresses = new WeakMap();

/** A function of C's: a callback(), a function of dlopen()'s, or an address. @type {CType} */
const functionPointer = {
  ...pointer,
  name: 'function',
  code: 'F',
  slow: true,
  plain: () => 'false',
  convert(value, place) {
    if (value instanceof Callback) {
      if (value.pointer === null) throw closed(place, 'the callback');
      return value.pointer;
    }
    const address = addresses.get(value);
    if (address !== undefined) return address;
    if (typeof value === 'object' && value !== null || typeof value === 'function') {
      throw wrongType(place, 'a callback(), a function of dlopen(), an address or null (function)',
        value);
    }
    return pointer.convert(value, place);
  },
};

/** @param {Place} place @param {string} what */
function closed(place, what) {
  return codedError(Error, 'ERR_FFI_CLOSED', `${place()}: ${what} is closed`);
}

/** What callback() makes. */
export class Callback {
  /** @param {number} pointer @param {() => void} close */
  constructor(pointer, close) {
    /** The address of the C function; null once it is closed. @type {number | null} */
    this.pointer = pointer;
    this._close = close;
  }

  /**
   * Gives the memory back. C must not call it any more.
   * @throws {Error} ERR_FFI_BUSY while it runs
   */
  close() {
    if (this.pointer === null) return;
    this._close();
    this.pointer = null;
  }
}

/** No value. @type {CType} */
const nothing = {
  name: 'void',
  code: 'v',
  size: 0,
  alignment: 1,
  plain: () => 'false',
  passed: same,
  convert: () => undefined,
  returned: () => 'undefined',
  read: () => undefined,
  write: () => {},
};

/** By name. @type {Record<string, CType>} */
export const TYPES = Object.fromEntries([
  nothing,
  bool,
  smallInteger('i8', 'b', 8, true, (x) => `${x} << 24 >> 24`),
  smallInteger('u8', 'B', 8, false, (x) => `(${x} & 255)`),
  smallInteger('i16', 'h', 16, true, (x) => `${x} << 16 >> 16`),
  smallInteger('u16', 'H', 16, false, (x) => `(${x} & 65535)`),
  smallInteger('i32', 'i', 32, true, (x) => `(${x} | 0)`),
  smallInteger('u32', 'I', 32, false, (x) => `${x} >>> 0`),
  wideInteger('i64', true),
  wideInteger('u64', false),
  wideInteger('isize', true),
  usize,
  float('f32'),
  float('f64'),
  pointer,
  buffer,
  functionPointer,
].map((type) => [type.name, type]));
Object.setPrototypeOf(TYPES, null);

/** What struct() has made. @type {WeakSet<object>} */
export const structs = new WeakSet();

/**
 * The type of a name, or a struct() itself.
 *
 * @param {unknown} type
 * @param {Place} place
 * @returns {CType}
 * @throws {TypeError} ERR_FFI_UNKNOWN_TYPE
 */
export function typeOf(type, place) {
  if (structs.has(/** @type {any} */ (type))) return /** @type {CType} */ (type);
  const found = typeof type === 'string' ? TYPES[type] : undefined;
  if (found !== undefined) return found;
  throw codedError(TypeError, 'ERR_FFI_UNKNOWN_TYPE',
    `${place()} has no known type: ${received(type)}. There are ${Object.keys(TYPES).join(', ')} ` +
    'and what struct() makes');
}
