/**
 * Deep equality as `node:assert` has it: strict (`deepStrictEqual`) or loose (`deepEqual`).
 *
 * Objects are equal if they are of one kind, hold the same enumerable own properties and the same
 * contents of their kind (the entries of a Map, the time of a Date ...); strictly, if they have
 * the same prototype and symbol properties too. Where node 20 says otherwise, node's later
 * versions are followed: invalid dates are equal, and what can't be looked into (a promise, a
 * WeakMap) equals only itself.
 */

/** @typedef {(a: any, b: any) => boolean} Compare */
/**
 * @typedef {object} Kind
 * @property {Function} type
 * @property {Function} [probe] throws when it is called on what only inherits from the type
 * @property {(a: any, b: any, compare: Compare) => boolean} equal
 */

/**
 * @param {unknown} a
 * @param {unknown} b
 * @param {boolean} strict
 * @returns {boolean}
 */
export function isDeepEqual(a, b, strict) {
  return new Comparison(strict).compare(a, b);
}

class Comparison {
  #strict;
  /** @type {[object, object][]} the pairs around the one being compared */ #path = [];

  /** @param {boolean} strict */
  constructor(strict) {
    this.#strict = strict;
  }

  /** @type {Compare} */
  compare = (a, b) => {
    if (Object.is(a, b)) return true;
    if (isObject(a) && isObject(b)) return this.#compareObjects(a, b);
    // Functions are compared as primitives are: each equals only itself.
    return !this.#strict && !isObject(a) && !isObject(b) && a == b;
  };

  /** @param {object} a @param {object} b */
  #compareObjects(a, b) {
    if (this.#strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
    const kind = kindOf(a);
    if (tagOf(a) !== tagOf(b) || kind !== kindOf(b)) return false;
    // A pair that is met again inside itself is equal if all the rest is.
    if (this.#path.some(([outerA, outerB]) => outerA === a && outerB === b)) return true;
    this.#path.push([a, b]);
    const equal = kind.equal(a, b, this.compare) && this.#compareProperties(a, b);
    this.#path.pop();
    return equal;
  }

  /** @param {any} a @param {any} b */
  #compareProperties(a, b) {
    const keys = this.#keys(a);
    return keys.length === this.#keys(b).length && keys.every(
      (key) => isEnumerable.call(b, key) && this.compare(a[key], b[key]));
  }

  /**
   * @param {any} object
   * @returns {(string | symbol)[]}
   */
  #keys(object) {
    // The elements of a typed array, whose names come first, are not compared by name.
    const elements = ArrayBuffer.isView(object) ? /** @type {any} */ (object).length : 0;
    const names = Object.keys(object).slice(elements);
    if (!this.#strict) return names;
    const symbols = Object.getOwnPropertySymbols(object);
    return [...names, ...symbols.filter((symbol) => isEnumerable.call(object, symbol))];
  }
}

const isEnumerable = Object.prototype.propertyIsEnumerable;

/** @param {unknown} value */
function isObject(value) {
  return typeof value === 'object' && value !== null;
}

/** @param {object} value */
function tagOf(value) {
  return Object.prototype.toString.call(value);
}

/** @param {object} value @returns {Kind} */
function kindOf(value) {
  return KINDS.find(({ type, probe }) => value instanceof type && passes(probe, value)) ?? PLAIN;
}

/** @param {Function | undefined} probe @param {object} value */
function passes(probe, value) {
  try {
    probe?.call(value);
    return true;
  } catch {
    return false;
  }
}

/** @param {any} prototype @param {string} name @returns {Function} */
function getter(prototype, name) {
  return /** @type {any} */ (Object.getOwnPropertyDescriptor(prototype, name)).get;
}

/** @param {any} a @param {any} b @param {Compare} compare */
function equalErrors(a, b, compare) {
  return ['name', 'message', 'cause', 'errors'].every((key) => compare(a[key], b[key]));
}

/** @param {{ buffer: ArrayBuffer, byteOffset: number, byteLength: number }} view */
function bytesOf({ buffer, byteOffset, byteLength }) {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Compares typed arrays. @param {any} a @param {any} b @param {Compare} compare */
function equalElements(a, b, compare) {
  return a.length === b.length && a.every((/** @type {any} */ item, /** @type {number} */ i) =>
    compare(item, b[i]));
}

/**
 * Whether each entry of one map has a partner in the other, in any order. The partner is sought
 * under the same key first: only where there is none must all keys be compared.
 *
 * @param {Map<unknown, unknown>} a
 * @param {Map<unknown, unknown>} b
 * @param {Compare} compare
 */
function equalEntries(a, b, compare) {
  const rest = new Map(b);
  for (const [key, value] of a) {
    if (rest.has(key) && compare(value, rest.get(key))) {
      rest.delete(key);
      continue;
    }
    const keys = [...rest.keys()];
    const i = keys.findIndex((other) => compare(key, other) && compare(value, rest.get(other)));
    if (i < 0) return false;
    rest.delete(keys[i]);
  }
  return true;
}

/** @param {Set<unknown>} set @returns {Map<unknown, unknown>} */
function toMap(set) {
  return new Map([...set].map((value) => [value, undefined]));
}

/** @type {(type: Function) => Kind} */
const boxed = (type) => ({
  type,
  probe: type.prototype.valueOf,
  equal: (a, b) => Object.is(type.prototype.valueOf.call(a), type.prototype.valueOf.call(b)),
});

/** @type {(type: Function) => Kind} */
const opaque = (type) => ({ type, equal: () => false });

/** @type {Kind} */
const PLAIN = { type: Object, equal: () => true };

/** @type {Kind[]} */
const KINDS = [
  { type: Array, equal: (a, b) => a.length === b.length },
  {
    type: Map,
    probe: getter(Map.prototype, 'size'),
    equal: (a, b, compare) => a.size === b.size && equalEntries(a, b, compare),
  },
  {
    type: Set,
    probe: getter(Set.prototype, 'size'),
    equal: (a, b, compare) => a.size === b.size && equalEntries(toMap(a), toMap(b), compare),
  },
  {
    type: Date,
    probe: Date.prototype.getTime,
    equal: (a, b) => Object.is(Date.prototype.getTime.call(a), Date.prototype.getTime.call(b)),
  },
  {
    type: RegExp,
    probe: getter(RegExp.prototype, 'source'),
    equal: (a, b) =>
      a.source === b.source && a.flags === b.flags && a.lastIndex === b.lastIndex,
  },
  { type: Error, equal: equalErrors },
  {
    type: Object.getPrototypeOf(Uint8Array),
    probe: getter(Object.getPrototypeOf(Uint8Array.prototype), 'length'),
    equal: equalElements,
  },
  {
    type: DataView,
    probe: getter(DataView.prototype, 'byteLength'),
    equal: (a, b, compare) => equalElements(bytesOf(a), bytesOf(b), compare),
  },
  ...[ArrayBuffer, SharedArrayBuffer].map((type) => ({
    type,
    probe: getter(type.prototype, 'byteLength'),
    equal: (/** @type {any} */ a, /** @type {any} */ b, /** @type {Compare} */ compare) =>
      equalElements(new Uint8Array(a), new Uint8Array(b), compare),
  })),
  ...[Number, String, Boolean, Symbol, BigInt].map(boxed),
  ...[Promise, WeakMap, WeakSet, WeakRef].map(opaque),
];
