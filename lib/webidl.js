/**
 * What the classes that come from the Web have in common (https://webidl.spec.whatwg.org).
 *
 * A method called on something other than an instance throws the engine's own TypeError as soon
 * as it reads a private field, so no class here checks `this` a second time.
 */

import { codedError, validateObject } from './errors.js';

/** The method that console.log() calls, as in node: `(depth, options, inspect) => string`. */
export const kInspect = Symbol.for('nodejs.util.inspect.custom');

/**
 * Gives a class the property descriptors of a Web IDL interface: string-keyed members of the
 * prototype are enumerable, and `Object.prototype.toString` names the class.
 *
 * @param {Function} constructor
 * @param {Record<string, number>} [constants] set on the class and on its prototype
 */
export function defineInterface(constructor, constants = {}) {
  const { name, prototype } = constructor;
  for (const key of Object.getOwnPropertyNames(prototype)) {
    if (key !== 'constructor') Object.defineProperty(prototype, key, { enumerable: true });
  }
  Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
  for (const [key, value] of Object.entries(constants)) {
    Object.defineProperty(constructor, key, { value, enumerable: true });
    Object.defineProperty(prototype, key, { value, enumerable: true });
  }
}

/**
 * An options argument: nothing stands for no options, a primitive throws ERR_INVALID_ARG_TYPE.
 *
 * @param {any} options
 * @param {string} [name] the argument's name, for the message
 * @returns {any} an object
 */
export function dictionary(options, name = 'options') {
  if (options === undefined || options === null) return {};
  if (typeof options !== 'function' && !Array.isArray(options)) validateObject(options, name);
  return options;
}

/**
 * Throws ERR_MISSING_ARGS when fewer arguments were given than are named.
 *
 * @param {number} count
 * @param {...string} names
 */
export function requireArguments(count, ...names) {
  if (count >= names.length) return;
  const list = names.map((name) => `"${name}"`).join(' and ');
  const noun = names.length === 1 ? 'argument' : 'arguments';
  throw codedError(TypeError, 'ERR_MISSING_ARGS', `The ${list} ${noun} must be specified`);
}

/** @returns {Error} for a class whose instances only the runtime makes */
export function illegalConstructor() {
  return codedError(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
}

/**
 * How console.log() shows an object whose state is private: the name of its class, then `fields`.
 *
 * @param {object} object
 * @param {object} fields
 * @param {number} depth levels left
 * @param {any} options of the inspection
 * @param {(value: any, options: any) => string} inspect
 * @returns {string}
 */
export function inspectFields(object, fields, depth, options, inspect) {
  const { name } = object.constructor;
  if (depth < 0) return `[${name}]`;
  const inner = options.depth === null ? null : options.depth - 1;
  return `${name} ${inspect(fields, { ...options, depth: inner })}`;
}
