/**
 * The one place for errors: what kinds there are, how arguments are checked, what messages say.
 *
 * Codes and messages are node's (version 20), so that a program which matches on them need not
 * care where it runs.
 */
import { errnoMessage, errnoName } from './errno.js';

/** @typedef {ErrorConstructor | TypeErrorConstructor | RangeErrorConstructor} ErrorBase */
/** @typedef {Error & { code: string }} CodedError */

/**
 * A system call that failed: `code` is the name of the error ('ENOENT'), `errno` its number
 * (negative, as the raw bindings return it), `syscall` the call, `path` the file it was about.
 */
export class SystemError extends Error {
  /**
   * @param {number} errno the error's number, of either sign
   * @param {string} syscall
   * @param {string} [path]
   */
  constructor(errno, syscall, path) {
    const code = errnoName(errno);
    const about = path === undefined ? '' : ` '${path}'`;
    super(`${code}: ${errnoMessage(errno)}, ${syscall}${about}`);
    this.errno = -Math.abs(errno);
    this.code = code;
    this.syscall = syscall;
    if (path !== undefined) this.path = path;
  }
}
Object.defineProperty(SystemError.prototype, 'name', {
  value: 'SystemError', writable: true, configurable: true,
});

/** What an operation rejects with when its AbortSignal aborts; `cause` is the signal's reason. */
export class AbortError extends Error {
  /** @param {unknown} [reason] */
  constructor(reason) {
    super('The operation was aborted', reason === undefined ? undefined : { cause: reason });
    this.code = 'ABORT_ERR';
    this.name = 'AbortError';
  }
}

/**
 * An error with a code that shows wherever the error is printed: `TypeError [ERR_X]: message`.
 *
 * @param {ErrorBase} Base
 * @param {string} code
 * @param {string} message
 * @returns {CodedError} an instance of `Base`
 */
export function codedError(Base, code, message) {
  const error = /** @type {CodedError} */ (new Base(message));
  Error.captureStackTrace(error, codedError);
  // V8 writes the first line of the stack when it is first read, with the name of that moment.
  error.name = `${Base.name} [${code}]`;
  void error.stack;
  Reflect.deleteProperty(error, 'name');
  Object.defineProperty(error, 'toString', { value: toStringWithCode, configurable: true });
  error.code = code;
  return error;
}

/** @this {CodedError} */
function toStringWithCode() {
  return `${this.name} [${this.code}]: ${this.message}`;
}

/**
 * @param {string} name of an argument ('listener'), or of a property ('options.signal')
 * @param {string | string[]} expected types ('function', 'Object') and classes ('AbortSignal')
 * @param {unknown} actual
 * @returns {CodedError} a TypeError, ERR_INVALID_ARG_TYPE
 */
export function invalidArgType(name, expected, actual) {
  const isType = (/** @type {string} */ type) => /^([a-z]+|Object|Function)$/.test(type);
  const all = Array.isArray(expected) ? expected : [expected];
  const types = all.filter(isType).map((type) => type.toLowerCase());
  const classes = all.filter((type) => !isType(type));
  const wanted = [];
  if (types.length > 0) wanted.push(`${types.length > 1 ? 'one of' : 'of'} type ${list(types)}`);
  if (classes.length > 0) wanted.push(`an instance of ${list(classes)}`);
  return codedError(TypeError, 'ERR_INVALID_ARG_TYPE',
    `The ${title(name)} must be ${wanted.join(' or ')}. Received ${kindOf(actual)}`);
}

/**
 * @param {string} name of the argument or property
 * @param {unknown} value
 * @param {string} [reason]
 * @returns {CodedError} a TypeError, ERR_INVALID_ARG_VALUE
 */
export function invalidArgValue(name, value, reason = 'is invalid') {
  const shown = inspect(value);
  const received = shown.length > 128 ? `${shown.slice(0, 128)}...` : shown;
  return codedError(TypeError, 'ERR_INVALID_ARG_VALUE',
    `The ${partOfSpeech(name)} '${name}' ${reason}. Received ${received}`);
}

/**
 * @param {string} name of the argument or property
 * @param {string} range what it must be: '>= 0', 'an integer'
 * @param {unknown} received
 * @returns {CodedError} a RangeError, ERR_OUT_OF_RANGE
 */
export function outOfRange(name, range, received) {
  const isBig = typeof received === 'bigint' ||
    (Number.isInteger(received) && Math.abs(/** @type {number} */ (received)) > 2 ** 32);
  const shown = isBig ? inspect(received).replace(/\B(?=(\d{3})+n?$)/g, '_') : inspect(received);
  return codedError(RangeError, 'ERR_OUT_OF_RANGE',
    `The value of "${name}" is out of range. It must be ${range}. Received ${shown}`);
}

/** @param {unknown} value @param {string} name */
export function validateFunction(value, name) {
  if (typeof value !== 'function') throw invalidArgType(name, 'function', value);
}

/** @param {unknown} value @param {string} name */
export function validateBoolean(value, name) {
  if (typeof value !== 'boolean') throw invalidArgType(name, 'boolean', value);
}

/** @param {unknown} value @param {string} name */
export function validateString(value, name) {
  if (typeof value !== 'string') throw invalidArgType(name, 'string', value);
}

/** Lets no array and no function pass. @param {unknown} value @param {string} name */
export function validateObject(value, name) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw invalidArgType(name, 'Object', value);
  }
}

/**
 * Lets NaN pass only where there is no bound.
 *
 * @param {unknown} value
 * @param {string} name
 * @param {number} [min]
 * @param {number} [max]
 */
export function validateNumber(value, name, min, max) {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value);
  if (min === undefined && max === undefined) return;
  if (value >= (min ?? -Infinity) && value <= (max ?? Infinity)) return;
  const bounds = [];
  if (min !== undefined) bounds.push(`>= ${min}`);
  if (max !== undefined) bounds.push(`<= ${max}`);
  throw outOfRange(name, bounds.join(' && '), value);
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {number} [min]
 * @param {number} [max]
 */
export function validateInteger(
  value, name, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER,
) {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value);
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
  validateNumber(value, name, min, max);
}

/** Lets undefined pass, and what has an `aborted`. @param {unknown} value @param {string} name */
export function validateAbortSignal(value, name) {
  if (value === undefined) return;
  if (value === null || typeof value !== 'object' || !('aborted' in value)) {
    throw invalidArgType(name, 'AbortSignal', value);
  }
}

/** A list in words: 'a', 'a or b', 'a, b, or c'. @param {string[]} items */
function list(items) {
  if (items.length < 3) return items.join(' or ');
  return `${items.slice(0, -1).join(', ')}, or ${items.at(-1)}`;
}

/** @param {string} name */
function partOfSpeech(name) {
  return name.includes('.') ? 'property' : 'argument';
}

/** What a message calls it; a name like 'first argument' says all itself. @param {string} name */
function title(name) {
  return name.endsWith(' argument') ? name : `"${name}" ${partOfSpeech(name)}`;
}

/** What a value is, as far as a message about its type should tell. @param {unknown} value */
function kindOf(value) {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value !== 'object') return `type ${typeof value} (${shortened(value)})`;
  if (value.constructor?.name) return `an instance of ${value.constructor.name}`;
  return inspect(value, { depth: -1 });
}

/** @param {unknown} primitive */
function shortened(primitive) {
  if (typeof primitive !== 'string') return inspect(primitive);
  const text = primitive.length > 28 ? `${primitive.slice(0, 25)}...` : primitive;
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

/**
 * Loads the library only for values that need it: most messages don't.
 *
 * @param {unknown} value
 * @param {object} [options]
 * @returns {string}
 */
function inspect(value, options) {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return `${value}n`;
  return lo.library('lib/inspect.js').inspect(value, options);
}
