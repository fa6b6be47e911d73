/**
 * The functions of `node:assert`: each throws an AssertionError if what it asserts does not hold.
 *
 * A message that is an Error is thrown itself. What differs from node: the error that was caught
 * is the `cause` of the AssertionError, and a failed `ok` shows the value, not its source text.
 * Left out: `CallTracker`.
 */

import { AssertionError, explain, inspect } from './assertion-error.js';
import { isDeepEqual } from './deep-equal.js';
import { codedError, invalidArgType, invalidArgValue, validateFunction } from './errors.js';

export { AssertionError };

/** @typedef {string | Error} Message */
/** @typedef {Function | RegExp | object} ExpectedError */

/** In the place of an error, when none was caught. */
const NOTHING = Symbol('nothing');

/**
 * @param {object} failure
 * @param {unknown} [failure.actual]
 * @param {unknown} [failure.expected]
 * @param {Message} [failure.message]
 * @param {unknown} [failure.cause]
 * @param {string} failure.operator
 * @param {Function} failure.stackStartFn
 * @param {string} [generated] the message if the caller gave none
 * @returns {never}
 */
function failWith({ message, cause, ...failure }, generated) {
  if (message instanceof Error) throw message;
  const error = new AssertionError({ ...failure, message: message ?? generated });
  error.generatedMessage = message === undefined;
  if (cause instanceof Error) {
    Object.defineProperty(error, 'cause', { value: cause, writable: true, configurable: true });
  }
  throw error;
}

/**
 * @param {string} operator
 * @param {(actual: any, expected: any) => boolean} holds
 * @returns an assertion that compares two values
 */
function comparison(operator, holds) {
  return function assertion(
    /** @type {any} */ actual,
    /** @type {any} */ expected,
    /** @type {Message | undefined} */ message,
  ) {
    if (arguments.length < 2) {
      throw codedError(TypeError, 'ERR_MISSING_ARGS',
        'The "actual" and "expected" arguments must be specified');
    }
    if (holds(actual, expected)) return;
    failWith({ actual, expected, message, operator, stackStartFn: assertion });
  };
}

/** @param {any} a @param {any} b */
const looselyEqual = (a, b) => a == b || (Number.isNaN(a) && Number.isNaN(b));

/** Asserts `==`, or that both are NaN. */
export const equal = comparison('==', looselyEqual);
export const notEqual = comparison('!=', (a, b) => !looselyEqual(a, b));

/** Asserts that both are the same value, as `Object.is` tells. */
export const strictEqual = comparison('strictEqual', Object.is);
export const notStrictEqual = comparison('notStrictEqual', (a, b) => !Object.is(a, b));

/** Asserts equal contents; primitives compare by `==`, prototypes don't count. */
export const deepEqual = comparison('deepEqual', (a, b) => isDeepEqual(a, b, false));
export const notDeepEqual = comparison('notDeepEqual', (a, b) => !isDeepEqual(a, b, false));

/** Asserts equal contents and prototypes; primitives compare by `Object.is`. */
export const deepStrictEqual = comparison('deepStrictEqual', (a, b) => isDeepEqual(a, b, true));
export const notDeepStrictEqual =
  comparison('notDeepStrictEqual', (a, b) => !isDeepEqual(a, b, true));

/** @param {any[]} args `(value, message?)` @param {Function} stackStartFn */
function requireTruthy(args, stackStartFn) {
  const [actual, message] = args;
  if (actual) return;
  failWith(
    { actual, expected: true, message, operator: '==', stackStartFn },
    args.length === 0
      ? 'No value argument passed to `assert.ok()`'
      : `The expression evaluated to a falsy value: ${inspect(actual)}`,
  );
}

/** Asserts that a value is truthy. @param {...any} args `(value, message?)` */
export function ok(...args) {
  requireTruthy(args, ok);
}

/**
 * Throws.
 * @param {Message} [message]
 * @returns {never}
 */
export function fail(message) {
  return failWith({ message, operator: 'fail', stackStartFn: fail });
}

/** Asserts that there is no error: that it is null or undefined. @param {any} error */
export function ifError(error) {
  if (error === null || error === undefined) return;
  const message = `ifError got unwanted exception: ${error.message ?? inspect(error)}`;
  const failure = { actual: error, expected: null, cause: error };
  failWith({ ...failure, message, operator: 'ifError', stackStartFn: ifError });
}

/**
 * @param {string} string
 * @param {RegExp} regexp
 * @param {Message | undefined} message
 * @param {typeof match} assertion
 */
function requireMatch(string, regexp, message, assertion) {
  if (!(regexp instanceof RegExp)) throw invalidArgType('regexp', 'RegExp', regexp);
  const wanted = assertion === match;
  if (typeof string === 'string' && regexp.test(string) === wanted) return;
  const verb = wanted ? 'did not' : 'was expected to not';
  failWith(
    {
      actual: string, expected: regexp, message, operator: assertion.name, stackStartFn: assertion,
    },
    typeof string === 'string'
      ? `The input ${verb} match the regular expression ${regexp}. Input:\n\n${inspect(string)}\n`
      : `The "string" argument must be of type string. Received ${inspect(string)}`,
  );
}

/** @param {string} string @param {RegExp} regexp @param {Message} [message] */
export function match(string, regexp, message) {
  requireMatch(string, regexp, message, match);
}

/** @param {string} string @param {RegExp} regexp @param {Message} [message] */
export function doesNotMatch(string, regexp, message) {
  requireMatch(string, regexp, message, doesNotMatch);
}

/**
 * Asserts that a function throws.
 *
 * @param {() => unknown} fn
 * @param {...any} expectation `(error?, message?)`: `error` is a class, a regular expression for
 *   the error as a string, an object with the properties that the error must have (regular
 *   expressions match strings), or a function that returns true for the right error
 */
export function throws(fn, ...expectation) {
  expectError(throws, 'exception', catchError(fn), expectation);
}

/** Asserts that a promise rejects. @param {any} promiseFn @param {...any} expectation */
export async function rejects(promiseFn, ...expectation) {
  expectError(rejects, 'rejection', await catchRejection(promiseFn), expectation);
}

/**
 * Asserts that a function does not throw; or, given a class, a regular expression or a function
 * as for `throws`, that it throws no such error: any other one is thrown on.
 *
 * @param {() => unknown} fn
 * @param {...any} expectation `(error?, message?)`
 */
export function doesNotThrow(fn, ...expectation) {
  expectNoError(doesNotThrow, 'exception', catchError(fn), expectation);
}

/** As `doesNotThrow`, for a promise. @param {any} promiseFn @param {...any} expectation */
export async function doesNotReject(promiseFn, ...expectation) {
  expectNoError(doesNotReject, 'rejection', await catchRejection(promiseFn), expectation);
}

/** @param {() => unknown} fn @returns {unknown} what it threw, or NOTHING */
function catchError(fn) {
  validateFunction(fn, 'fn');
  try {
    fn();
  } catch (error) {
    return error;
  }
  return NOTHING;
}

/** @param {any} promiseFn a promise, or a function that returns one */
async function catchRejection(promiseFn) {
  const promise = typeof promiseFn === 'function' ? promiseFn() : promiseFn;
  if (typeof promise?.then !== 'function' || typeof promise.catch !== 'function') {
    if (promise === promiseFn) throw invalidArgType('promiseFn', ['function', 'Promise'], promise);
    throw codedError(TypeError, 'ERR_INVALID_RETURN_VALUE', 'Expected instance of Promise to be ' +
      `returned from the "promiseFn" function but got type ${typeof promise}.`);
  }
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return NOTHING;
}

/**
 * @param {Function} assertion
 * @param {string} what 'exception' or 'rejection'
 * @param {any} caught
 * @param {any[]} expectation
 */
function expectError(assertion, what, caught, expectation) {
  const [expected, message] = parseExpectation(expectation, caught);
  const failure = { expected, operator: assertion.name, stackStartFn: assertion };
  if (caught === NOTHING) {
    const name = expected?.name ? ` (${expected.name})` : '';
    const end = message === undefined ? '.' : `: ${message}`;
    failWith({ ...failure, message: `Missing expected ${what}${name}${end}` });
  }
  const mismatch = expected && explainMismatch(caught, expected);
  if (mismatch) failWith({ ...failure, actual: caught, message, cause: caught }, mismatch);
}

/**
 * @param {Function} assertion
 * @param {string} what 'exception' or 'rejection'
 * @param {any} caught
 * @param {any[]} expectation
 */
function expectNoError(assertion, what, caught, expectation) {
  if (caught === NOTHING) return;
  const [expected, message] = parseExpectation(expectation, NOTHING);
  if (expected && typeof expected !== 'function' && !(expected instanceof RegExp)) {
    throw invalidArgType('expected', ['function', 'RegExp'], expected);
  }
  if (expected && explainMismatch(caught, expected)) throw caught;
  const end = message === undefined ? '.' : `: ${message}`;
  failWith({
    actual: caught,
    expected,
    message: `Got unwanted ${what}${end}\nActual message: "${caught?.message}"`,
    cause: caught,
    operator: assertion.name,
    stackStartFn: assertion,
  });
}

/**
 * @param {any[]} expectation `(error, message)`, `(message)` or nothing
 * @param {any} caught
 * @returns {[expected: any, message: Message | undefined]}
 */
function parseExpectation(expectation, caught) {
  const [expected, message] = expectation;
  if (expected === undefined || expected === null) return [undefined, message];
  if (typeof expected === 'object' || typeof expected === 'function') return [expected, message];
  if (typeof expected !== 'string' || expectation.length > 1) {
    throw invalidArgType('error', ['function', 'Error', 'RegExp', 'Object'], expected);
  }
  // Somebody who gives the error's own message means to check it, which this form does not do.
  if (caught === expected || caught?.message === expected) {
    throw codedError(TypeError, 'ERR_AMBIGUOUS_ARGUMENT', 'The "error/message" argument is ' +
      `ambiguous. The error message "${expected}" is identical to the message.`);
  }
  return [undefined, expected];
}

/**
 * @param {any} caught
 * @param {any} expected
 * @returns {string | undefined} why the error is not the expected one; undefined if it is
 */
function explainMismatch(caught, expected) {
  if (typeof expected === 'function') return explainOtherClass(caught, expected);
  if (!(expected instanceof RegExp)) return explainOtherProperties(caught, expected);
  if (expected.test(String(caught))) return undefined;
  return `The input did not match the regular expression ${expected}. ` +
    `Input:\n\n${inspect(String(caught))}\n`;
}

/** @param {any} caught @param {any} expected a class or a function that judges */
function explainOtherClass(caught, expected) {
  if (expected.prototype !== undefined && caught instanceof expected) return undefined;
  if (Error.isPrototypeOf(expected)) {
    const received = caught instanceof Error ? caught.name : inspect(caught);
    return `The error is expected to be an instance of "${expected.name}". ` +
      `Received "${received}"\n\nError message:\n\n${caught?.message}`;
  }
  const verdict = expected.call({}, caught);
  if (verdict === true) return undefined;
  const name = expected.name ? `"${expected.name}" ` : '';
  return `The ${name}validation function is expected to return "true". ` +
    `Received ${inspect(verdict)}\n\nCaught error:\n\n${caught}`;
}

/** @param {any} caught @param {any} expected an object with properties to compare */
function explainOtherProperties(caught, expected) {
  const keys = Object.keys(expected);
  if (expected instanceof Error) keys.push('name', 'message');
  if (keys.length === 0) throw invalidArgValue('error', expected, 'may not be an empty object');
  if (typeof caught !== 'object' || caught === null) {
    return explain(caught, expected, 'deepStrictEqual');
  }
  const agrees = (/** @type {string} */ key) =>
    typeof caught[key] === 'string' && expected[key] instanceof RegExp
      ? expected[key].test(caught[key])
      : key in caught && isDeepEqual(caught[key], expected[key], true);
  if (keys.every(agrees)) return undefined;
  return explain(pick(caught, keys), pick(expected, keys), 'deepStrictEqual');
}

/** @param {any} object @param {string[]} keys */
function pick(object, keys) {
  const present = keys.filter((key) => key in object);
  return Object.fromEntries(present.map((key) => [key, object[key]]));
}

const assertions = {
  AssertionError, deepEqual, deepStrictEqual, doesNotMatch, doesNotReject, doesNotThrow, equal,
  fail, ifError, match, notDeepEqual, notDeepStrictEqual, notEqual, notStrictEqual, ok, rejects,
  strictEqual, throws,
};

/** The functions with the names of the loose comparisons standing for the strict ones. */
export const strict = (/** @type {any[]} */ ...args) => requireTruthy(args, strict);
Object.assign(strict, assertions, {
  strict,
  equal: strictEqual,
  notEqual: notStrictEqual,
  deepEqual: deepStrictEqual,
  notDeepEqual: notDeepStrictEqual,
});

/** Asserts that a value is truthy. */
const assert = (/** @type {any[]} */ ...args) => requireTruthy(args, assert);
export default Object.assign(assert, assertions, { strict });
