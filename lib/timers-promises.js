/** `node:timers/promises`: timers and immediates that are awaited. */

import {
  AbortError, validateAbortSignal, validateBoolean, validateNumber, validateObject,
} from './errors.js';
import * as timers from './timers.js';

/** @typedef {import('./abort.js').AbortSignal} AbortSignal */
/**
 * @typedef {object} WaitOptions
 * @property {AbortSignal} [signal] ends the waiting: with an AbortError, whose cause is its reason
 * @property {boolean} [ref] whether waiting keeps the process alive; true if not given
 */

/**
 * @template T
 * @param {number} [delay] milliseconds, as for the global setTimeout()
 * @param {T} [value]
 * @param {WaitOptions} [options]
 * @returns {Promise<T | undefined>} fulfilled with `value` after the delay
 */
export function setTimeout(delay, value, options = {}) {
  return new Promise((resolve, reject) => {
    validateDelay(delay);
    const { signal, ref } = checkOptions(options);
    const timeout = timers.setTimeout(() => {
      ignoreAbort();
      resolve(value);
    }, delay);
    if (!ref) timeout.unref();
    const ignoreAbort = onAbort(signal, (error) => {
      timers.clearTimeout(timeout);
      reject(error);
    });
  });
}

/**
 * @template T
 * @param {T} [value]
 * @param {WaitOptions} [options]
 * @returns {Promise<T | undefined>} fulfilled with `value` in the next turn of the loop
 */
export function setImmediate(value, options = {}) {
  return new Promise((resolve, reject) => {
    const { signal, ref } = checkOptions(options);
    const immediate = timers.setImmediate(() => {
      ignoreAbort();
      resolve(value);
    });
    if (!ref) immediate.unref();
    const ignoreAbort = onAbort(signal, (error) => {
      timers.clearImmediate(immediate);
      reject(error);
    });
  });
}

/**
 * Yields `value` at every beat of an interval, which starts with the first `next()` and ends with
 * the iteration. Beats that nobody waited for are kept, and yielded at once when asked for.
 *
 * @template T
 * @param {number} [delay] milliseconds, as for the global setInterval()
 * @param {T} [value]
 * @param {WaitOptions} [options]
 * @returns {AsyncGenerator<T | undefined, any, any>}
 */
export async function* setInterval(delay, value, options = {}) {
  validateDelay(delay);
  const { signal, ref } = checkOptions(options);
  let beats = 0;
  let wake = () => {};
  /** @type {AbortError | undefined} */
  let aborted;
  const interval = timers.setInterval(() => {
    beats++;
    wake();
  }, delay);
  if (!ref) interval.unref();
  const ignoreAbort = onAbort(signal, (error) => {
    aborted = error;
    timers.clearInterval(interval);
    wake();
  });
  try {
    while (true) {
      for (; beats > 0; beats--) yield value;
      if (aborted) throw aborted;
      await new Promise((resolve) => { wake = () => resolve(undefined); });
    }
  } finally {
    timers.clearInterval(interval);
    ignoreAbort();
  }
}

/** The beginnings of the web's Scheduler (https://wicg.github.io/scheduling-apis), as node has. */
export const scheduler = {
  /** @param {number} delay milliseconds @param {WaitOptions} [options] @returns {Promise<void>} */
  wait: (delay, options) => setTimeout(delay, undefined, options),

  /** Lets the loop make a turn. @returns {Promise<void>} */
  yield: () => setImmediate(),
};

export default { setTimeout, setImmediate, setInterval, scheduler };

/** @param {unknown} delay */
function validateDelay(delay) {
  if (delay !== undefined) validateNumber(delay, 'delay');
}

/**
 * @param {WaitOptions} options
 * @returns {{ signal: AbortSignal | undefined, ref: boolean }}
 * @throws {AbortError} if the signal has aborted already
 */
function checkOptions(options) {
  validateObject(options, 'options');
  const { signal, ref = true } = options;
  validateAbortSignal(signal, 'options.signal');
  validateBoolean(ref, 'options.ref');
  if (signal?.aborted) throw new AbortError(signal.reason);
  return { signal, ref };
}

/**
 * @param {any} signal
 * @param {(error: AbortError) => void} callback
 * @returns {() => void} stops listening
 */
function onAbort(signal, callback) {
  if (signal === undefined) return () => {};
  const listener = () => callback(new AbortError(signal.reason));
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
