/**
 * setTimeout, setInterval, setImmediate and their clear functions, as node has them (the module
 * node:timers).
 *
 * Zero, one and two extra arguments have a call site each, here and where the callback is called:
 * `arguments` and apply would cost more than the timer. The structures are in timer-queue.js and
 * immediates.js.
 */
import * as current from './current.js';
import { validateFunction } from './errors.js';
import * as immediates from './immediates.js';
import { Timeout, timerOfNumber } from './timer-queue.js';
import { emitWarning } from './warning.js';

// Constants are built into the code that V8 makes of setImmediate(), while an import, or a function
// that could be replaced, is looked up each time.
const { currentLoop } = current;
const { Immediate, ImmediateWithArguments } = immediates;
const queue = (/** @type {immediates.Immediate} */ immediate) => {
  currentLoop().immediates.addHandle(immediate);
  return immediate;
};

/** The longest delay in milliseconds. */
const MAXIMUM_DELAY = 2 ** 31 - 1;

let hasWarnedOfOverflow = false;

/**
 * Calls `callback` once, after at least `delay` milliseconds.
 *
 * @param {Function} callback gets what follows the delay
 * @param {number} [delay] fractions count; below 1 or not a number it is 1, above 2^31 - 1 too,
 *   with a warning
 * @param {any} [argument1]
 * @param {any} [argument2]
 * @param {...any} [argument3]
 * @returns {Timeout}
 * @throws {TypeError} ERR_INVALID_ARG_TYPE if the callback is not a function
 */
export function setTimeout(callback, delay, argument1, argument2, argument3) {
  switch (arguments.length) {
    case 1: case 2: return start(false, callback, delay, 0);
    case 3: return start(false, callback, delay, 1, argument1);
    case 4: return start(false, callback, delay, 2, argument1, argument2);
  }
  const rest = [];
  for (let i = 2; i < arguments.length; i++) rest.push(arguments[i]);
  return start(false, callback, delay, rest.length, rest);
}

/**
 * Calls `callback` every `delay` milliseconds. It does not drift: beats are counted from the first,
 * and those that were missed are skipped. Arguments and errors are those of setTimeout().
 *
 * @param {Function} callback
 * @param {number} [delay]
 * @param {any} [argument1]
 * @param {any} [argument2]
 * @param {...any} [argument3]
 * @returns {Timeout}
 */
export function setInterval(callback, delay, argument1, argument2, argument3) {
  switch (arguments.length) {
    case 1: case 2: return start(true, callback, delay, 0);
    case 3: return start(true, callback, delay, 1, argument1);
    case 4: return start(true, callback, delay, 2, argument1, argument2);
  }
  const rest = [];
  for (let i = 2; i < arguments.length; i++) rest.push(arguments[i]);
  return start(true, callback, delay, rest.length, rest);
}

/**
 * Clears what setTimeout() or setInterval() returned, or its number. Anything else is ignored.
 * @param {Timeout | number | string | null} [timer]
 */
export function clearTimeout(timer) {
  if (timer instanceof Timeout) {
    timer.clear();
  } else if (typeof timer === 'number' || typeof timer === 'string') {
    timerOfNumber(Number(timer))?.clear();
  }
}

export { clearTimeout as clearInterval };

/**
 * Calls `callback` in the next turn of the loop.
 *
 * @param {Function} callback gets the remaining arguments
 * @param {any} [argument1]
 * @param {any} [argument2]
 * @param {...any} [argument3]
 * @returns {immediates.Immediate}
 * @throws {TypeError} ERR_INVALID_ARG_TYPE if the callback is not a function
 */
export function setImmediate(callback, argument1, argument2, argument3) {
  if (typeof callback !== 'function') validateFunction(callback, 'callback');
  switch (arguments.length) {
    case 1: return queue(new Immediate(callback));
    case 2: return queue(new ImmediateWithArguments(callback, 1, argument1, undefined));
    case 3: return queue(new ImmediateWithArguments(callback, 2, argument1, argument2));
  }
  const rest = [];
  for (let i = 1; i < arguments.length; i++) rest.push(arguments[i]);
  return queue(new ImmediateWithArguments(callback, rest.length, rest, undefined));
}

/**
 * Keeps an immediate from running. Anything that is none is ignored.
 * @param {immediates.Immediate | null} [immediate]
 */
export function clearImmediate(immediate) {
  if (immediate instanceof Immediate) immediate.clear();
}

/**
 * @param {boolean} repeats
 * @param {Function} callback
 * @param {unknown} delay
 * @param {number} count
 * @param {any} [argument1]
 * @param {any} [argument2]
 */
function start(repeats, callback, delay, count, argument1, argument2) {
  if (typeof callback !== 'function') validateFunction(callback, 'callback');
  const { timers } = currentLoop();
  const milliseconds = toDelay(delay);
  const list = repeats ? timers.ownList(milliseconds) : timers.list(milliseconds);
  const timer = new Timeout(list, repeats, callback, count, argument1, argument2);
  timers.add(timer, timers.clock());
  return timer;
}

/**
 * A delay in milliseconds, as the HTML standard and node take it.
 * @param {any} delay
 */
function toDelay(delay) {
  const milliseconds = delay * 1;
  if (milliseconds >= 1 && milliseconds <= MAXIMUM_DELAY) return milliseconds;
  if (milliseconds > MAXIMUM_DELAY) warnOfOverflow(milliseconds);
  return 1;
}

/** @param {number} milliseconds */
function warnOfOverflow(milliseconds) {
  if (hasWarnedOfOverflow) return;
  hasWarnedOfOverflow = true;
  emitWarning(`${milliseconds} does not fit into a 32-bit signed integer.` +
    '\nTimeout duration was set to 1.', { type: 'TimeoutOverflowWarning' });
}
