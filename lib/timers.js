/**
 * setTimeout, setInterval, setImmediate and their clear functions, as node has them (the module
 * node:timers).
 *
 * Zero, one and two extra arguments have a call site each, here and where the callback is called:
 * `arguments` and apply would cost more than the timer. (Nor is `arguments` ever handed on, which
 * would have V8 make it in each call; and an array of four that grew by push() would have room for
 * 17.) The structures are in timer-queue.js, with why it is this one, and immediates.js.
 */
import * as current from './current.js';
import { validateFunction } from './errors.js';
import * as immediates from './immediates.js';
import * as queues from './timer-queue.js';
import { emitWarning } from './warning.js';

// Constants are built into the code that V8 makes of these functions, while an import, or a
// function that could be replaced, is looked up each time.
const { currentLoop } = current;
const { Immediate, ImmediateWithArguments } = immediates;
const { Timeout, TimeoutWithArguments, timerOfNumber } = queues;
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
 * @returns {queues.Timeout}
 * @throws {TypeError} ERR_INVALID_ARG_TYPE if the callback is not a function
 */
export function setTimeout(callback, delay, argument1, argument2, argument3) {
  switch (arguments.length) {
    case 1: case 2: return start(callback, delay, false);
    case 3: return startWithArguments(callback, delay, false, 1, argument1, undefined);
    case 4: return startWithArguments(callback, delay, false, 2, argument1, argument2);
  }
  const rest = arguments.length === 6 ? [argument1, argument2, argument3, arguments[5]] : [];
  for (let i = 2 + rest.length; i < arguments.length; i++) rest.push(arguments[i]);
  return startWithArguments(callback, delay, false, rest.length, rest, undefined);
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
 * @returns {queues.Timeout}
 */
export function setInterval(callback, delay, argument1, argument2, argument3) {
  switch (arguments.length) {
    case 1: case 2: return start(callback, delay, true);
    case 3: return startWithArguments(callback, delay, true, 1, argument1, undefined);
    case 4: return startWithArguments(callback, delay, true, 2, argument1, argument2);
  }
  const rest = arguments.length === 6 ? [argument1, argument2, argument3, arguments[5]] : [];
  for (let i = 2 + rest.length; i < arguments.length; i++) rest.push(arguments[i]);
  return startWithArguments(callback, delay, true, rest.length, rest, undefined);
}

/**
 * Clears what setTimeout() or setInterval() returned, or its number. Anything else is ignored.
 * @param {queues.Timeout | number | string | null} [timer]
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
  const rest = arguments.length === 5 ? [argument1, argument2, argument3, arguments[4]] : [];
  for (let i = 1 + rest.length; i < arguments.length; i++) rest.push(arguments[i]);
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
 * @param {Function} callback
 * @param {unknown} delay
 * @param {boolean} repeats
 */
function start(callback, delay, repeats) {
  if (typeof callback !== 'function') validateFunction(callback, 'callback');
  const { timers } = currentLoop();
  const timer = new Timeout(timers.list(toDelay(delay)), repeats, callback);
  timers.add(timer, timers.clock());
  return timer;
}

/**
 * @param {Function} callback
 * @param {unknown} delay
 * @param {boolean} repeats
 * @param {number} count
 * @param {any} argument1
 * @param {any} argument2
 */
function startWithArguments(callback, delay, repeats, count, argument1, argument2) {
  if (typeof callback !== 'function') validateFunction(callback, 'callback');
  const { timers } = currentLoop();
  const list = timers.list(toDelay(delay));
  const timer = new TimeoutWithArguments(list, repeats, callback, count, argument1, argument2);
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
