/** `AssertionError` of `node:assert`, and the message that it makes when it is given none. */

import { validateObject } from './errors.js';

/** A diff shows so many unchanged lines around what changed, and so many lines in all. */
const CONTEXT = 2;
const MAX_LINES = 100;

/** How far a diff looks ahead for an equal line. */
const WINDOW = 50;

/** A pair of values that fits in so many columns is shown in one line. */
const MAX_COLUMNS = 72;

/** @type {Record<string, string>} */
const HEADINGS = {
  strictEqual: 'Expected values to be strictly equal:',
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
};

/** An assertion that does not hold. */
export class AssertionError extends Error {
  /**
   * @param {object} options
   * @param {string} [options.message] if not given, it tells how `actual` and `expected` differ
   * @param {unknown} [options.actual]
   * @param {unknown} [options.expected]
   * @param {string} [options.operator] 'strictEqual', '==' ...
   * @param {Function} [options.stackStartFn] the stack begins with the caller of this function
   */
  constructor(options) {
    validateObject(options, 'options');
    const { message, actual, expected, operator = 'fail', stackStartFn } = options;
    super(message === undefined ? explain(actual, expected, operator) : String(message));
    // The stack begins with the name that the error has while it is captured.
    setName(this, 'AssertionError [ERR_ASSERTION]');
    Error.captureStackTrace(this, stackStartFn ?? AssertionError);
    void this.stack;
    setName(this, 'AssertionError');
    this.generatedMessage = message === undefined;
    this.code = 'ERR_ASSERTION';
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }
}

/** @param {Error} error @param {string} name */
function setName(error, name) {
  Object.defineProperty(error, 'name', { value: name, writable: true, configurable: true });
}

/**
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} operator
 * @returns {string} the message of an assertion that compares two values
 */
export function explain(actual, expected, operator) {
  if (operator === 'fail') return 'Failed';
  const heading = HEADINGS[operator];
  const actualText = inspect(actual);
  const expectedText = inspect(expected);
  if (heading === undefined) return `${actualText} ${operator} ${expectedText}`;
  if (operator.startsWith('not')) {
    return actualText.includes('\n')
      ? `${heading}\n\n${actualText}\n`
      : `${heading} ${actualText}`;
  }
  if (actualText === expectedText) {
    return operator === 'strictEqual'
      ? `Values have same structure but are not reference-equal:\n\n${actualText}\n`
      : `Values look the same but are not deep-equal:\n\n${actualText}\n`;
  }
  const short = !`${actualText}${expectedText}`.includes('\n') &&
    actualText.length + expectedText.length <= MAX_COLUMNS;
  if (short && operator === 'strictEqual') {
    return `${heading}\n\n${actualText} !== ${expectedText}\n`;
  }
  return `${heading}\n+ actual - expected\n\n${showDiff(linesOf(actual), linesOf(expected))}`;
}

/**
 * @param {unknown} value
 * @returns {string} in full, with sorted keys: equal values look equal
 */
export function inspect(value) {
  return lo.library('lib/inspect.js').inspect(value, {
    breakLength: Infinity,
    compact: false,
    customInspect: false,
    depth: 1000,
    getters: true,
    maxArrayLength: Infinity,
    maxStringLength: Infinity,
    sorted: true,
  });
}

/** Text of several lines is compared line by line. @param {unknown} value @returns {string[]} */
function linesOf(value) {
  if (typeof value !== 'string') return inspect(value).split('\n');
  return value.split(/(?<=\n)/).map((line) => inspect(line));
}

/**
 * @param {string[]} actual
 * @param {string[]} expected
 * @returns {string} what changed, with some of the lines around it
 */
function showDiff(actual, expected) {
  const lines = diff(actual, expected);
  const isNearChange = (/** @type {unknown} */ _, /** @type {number} */ i) =>
    lines.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some((line) => line[0] !== ' ');
  const shown = lines.map(isNearChange);
  const output = lines.flatMap((line, i) => {
    if (shown[i]) return [line];
    return shown[i - 1] || i === 0 ? ['...'] : [];
  });
  return output.length > MAX_LINES
    ? [...output.slice(0, MAX_LINES), '...'].join('\n')
    : output.join('\n');
}

/**
 * Pairs each line with the first equal one not far ahead. A shortest diff would take a table of
 * all pairs of lines, and is not worth it here.
 *
 * @param {string[]} actual
 * @param {string[]} expected
 * @returns {string[]} lines that begin with '+' if only in `actual`, '-' if only in `expected`
 */
function diff(actual, expected) {
  const lines = [];
  let next = 0;
  for (const line of actual) {
    const skipped = expected.slice(next, next + WINDOW).indexOf(line);
    if (skipped < 0) {
      lines.push(`+ ${line}`);
    } else {
      lines.push(...missing(expected.slice(next, next + skipped)), `  ${line}`);
      next += skipped + 1;
    }
  }
  return [...lines, ...missing(expected.slice(next))];
}

/** @param {string[]} lines */
function missing(lines) {
  return lines.map((line) => `- ${line}`);
}
