/**
 * Events awaited: `once` gives a promise of the next, `on` an async iterator over all that come.
 *
 * They take an EventEmitter or an EventTarget, and an AbortSignal to give up by.
 */
import {
  AbortError, invalidArgType, validateAbortSignal, validateFunction, validateInteger,
} from './errors.js';
import { Queue } from './queue.js';

const kDispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

/** An option of addEventListener(): be called also after stopImmediatePropagation(). */
const kResistStopPropagation = Symbol.for('lo.resistStopPropagation');

const ONCE = { once: true, [kResistStopPropagation]: true };

const AsyncIteratorPrototype = Object.getPrototypeOf(
  Object.getPrototypeOf((async function* () {}).prototype),
);

/**
 * Waits for an event.
 *
 * @param {any} emitter an EventEmitter, or an EventTarget
 * @param {string | symbol} name
 * @param {{ signal?: any }} [options]
 * @returns {Promise<any[]>} of what the event's listeners were called with; rejects with what the
 *   emitter emits as 'error' meanwhile, or, when `signal` aborts, with an AbortError
 */
export async function once(emitter, name, options = {}) {
  const signal = signalOf(options);
  return new Promise((resolve, reject) => {
    const onEvent = (/** @type {any[]} */ ...args) => {
      finish();
      resolve(args);
    };
    const onError = (/** @type {unknown} */ error) => {
      finish();
      reject(error);
    };
    const onAbort = () => {
      finish();
      reject(new AbortError(signal.reason));
    };
    const finish = () => {
      remove(emitter, name, onEvent);
      remove(emitter, 'error', onError);
      if (signal) remove(signal, 'abort', onAbort);
    };

    add(emitter, name, onEvent, ONCE);
    if (name !== 'error' && isEmitter(emitter)) emitter.once('error', onError);
    if (signal) add(signal, 'abort', onAbort, ONCE);
  });
}

/**
 * Iterates over the events that come from now on: `for await (const args of on(emitter, 'data'))`.
 *
 * It throws what the emitter emits as 'error', and, when the signal aborts, an AbortError.
 *
 * @param {any} emitter an EventEmitter, or an EventTarget
 * @param {string | symbol} name
 * @param {object} [options]
 * @param {any} [options.signal]
 * @param {(string | symbol)[]} [options.close] events that end the iteration
 * @param {number} [options.highWaterMark] with more events than that to be read, call pause()
 * @param {number} [options.lowWaterMark] and with fewer than that, resume()
 * @returns {AsyncIterableIterator<any[]>} of what the event's listeners were called with
 */
export function on(emitter, name, options = {}) {
  const iterator = new EventIterator(emitter, name, signalOf(options), options);
  return /** @type {any} */ (iterator); // its Symbol.asyncIterator is inherited
}

/** @typedef {{ resolve: (result: IteratorResult<any[]>) => void, reject: Function }} Reader */

class EventIterator {
  #emitter;
  #high;
  #low;
  /** @type {Queue<any[]>} events that nobody has read */
  #unread = new Queue();
  /** @type {Queue<Reader>} those who called next(), and wait for an event */
  #readers = new Queue();
  /** @type {(() => void)[]} what takes the listeners away */
  #removers = [];
  /** @type {unknown} the next call of next(), after the unread events, rejects with it */
  #error = null;
  #finished = false;
  #paused = false;

  /**
   * @param {any} emitter
   * @param {string | symbol} name
   * @param {any} signal
   * @param {any} options
   */
  constructor(emitter, name, signal, options) {
    // node took both spellings, once
    this.#high = options.highWaterMark ?? options.highWatermark ?? Number.MAX_SAFE_INTEGER;
    this.#low = options.lowWaterMark ?? options.lowWatermark ?? 1;
    validateInteger(this.#high, 'options.highWaterMark', 1);
    validateInteger(this.#low, 'options.lowWaterMark', 1);
    this.#emitter = emitter;
    const fail = (/** @type {unknown} */ error) => this.#fail(error);
    this.#listen(name, (/** @type {any[]} */ ...args) => this.#take(args));
    if (name !== 'error' && isEmitter(emitter)) this.#listen('error', fail);
    for (const event of options.close ?? []) this.#listen(event, () => this.#close());
    if (signal) {
      const listener = addAbortListener(signal, () => fail(new AbortError(signal.reason)));
      this.#removers.push(listener[kDispose]);
    }
  }

  /** @returns {Promise<IteratorResult<any[]>>} */
  next() {
    const value = this.#unread.shift();
    if (value !== undefined) {
      this.#resumeIfLow();
      return Promise.resolve({ value, done: false });
    }
    if (this.#error) {
      const error = this.#error;
      this.#error = null;
      return Promise.reject(error);
    }
    if (this.#finished) return this.return();
    return new Promise((resolve, reject) => this.#readers.push({ resolve, reject }));
  }

  /** @returns {Promise<IteratorResult<any[]>>} */
  return() {
    this.#close();
    return Promise.resolve({ value: undefined, done: true });
  }

  /**
   * Ends the iteration with an error.
   *
   * @param {Error} error
   * @returns {any}
   */
  throw(error) {
    if (!(error instanceof Error)) {
      throw invalidArgType('EventEmitter.AsyncIterator', 'Error', error);
    }
    this.#fail(error);
  }

  /** @param {string | symbol} name @param {Function} listener */
  #listen(name, listener) {
    add(this.#emitter, name, listener);
    this.#removers.push(() => remove(this.#emitter, name, listener));
  }

  /** @param {any[]} value */
  #take(value) {
    const reader = this.#readers.shift();
    if (reader !== undefined) {
      reader.resolve({ value, done: false });
      return;
    }
    this.#unread.push(value);
    if (!this.#paused && this.#unread.size > this.#high) {
      this.#paused = true;
      this.#emitter.pause();
    }
  }

  #resumeIfLow() {
    if (this.#paused && this.#unread.size < this.#low) {
      this.#paused = false;
      this.#emitter.resume();
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    const reader = this.#readers.shift();
    if (reader === undefined) this.#error = error;
    else reader.reject(error);
    this.#close();
  }

  /** Stops listening; events that came before can still be read. */
  #close() {
    for (const remove of this.#removers.splice(0)) remove();
    this.#finished = true;
    while (this.#readers.size > 0) {
      this.#readers.shift()?.resolve({ value: undefined, done: true });
    }
  }
}
Object.setPrototypeOf(EventIterator.prototype, AsyncIteratorPrototype);

/**
 * Has `listener` called when `signal` aborts, also if it has, and if another listener calls
 * stopImmediatePropagation().
 *
 * @param {any} signal
 * @param {Function} listener
 * @returns {any} an object with a method Symbol.dispose, which takes the listener off again
 */
export function addAbortListener(signal, listener) {
  if (signal === undefined) throw invalidArgType('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateFunction(listener, 'listener');
  if (signal.aborted) queueMicrotask(() => listener());
  else signal.addEventListener('abort', listener, ONCE);
  return {
    __proto__: null,
    [kDispose]: () => signal.removeEventListener('abort', listener),
  };
}

/** @param {any} options @returns {any} its signal, which has not aborted */
function signalOf(options) {
  const signal = options?.signal;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw new AbortError(signal.reason);
  return signal;
}

/** @param {any} emitter */
function isEmitter(emitter) {
  return typeof emitter.on === 'function';
}

/**
 * @param {any} emitter an EventEmitter, or an EventTarget
 * @param {string | symbol} name
 * @param {Function} listener
 * @param {{ once?: boolean }} [options]
 */
function add(emitter, name, listener, options) {
  if (isEmitter(emitter)) {
    if (options?.once) emitter.once(name, listener);
    else emitter.on(name, listener);
  } else if (typeof emitter.addEventListener === 'function') {
    emitter.addEventListener(name, listener, options);
  } else {
    throw invalidArgType('emitter', 'EventEmitter', emitter);
  }
}

/**
 * @param {any} emitter
 * @param {string | symbol} name
 * @param {Function} listener
 */
function remove(emitter, name, listener) {
  if (typeof emitter.removeListener === 'function') emitter.removeListener(name, listener);
  else emitter.removeEventListener?.(name, listener);
}
