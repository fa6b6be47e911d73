/**
 * AbortController and AbortSignal (https://dom.spec.whatwg.org/#aborting-ongoing-activities).
 *
 * A signal made by AbortSignal.any() asks its sources whether they have aborted, and has them
 * tell it only while somebody listens to it. So a source that lives long holds none of the
 * signals made from it that nobody waits for, and no weak references are needed.
 */

import { DOMException } from './dom-exception.js';
import { invalidArgType, validateInteger } from './errors.js';
import {
  EventTarget,
  createTrustedEvent,
  kEventListeners,
  kListenersChanged,
  kOnAbort,
} from './event-target.js';
import { defineInterface, illegalConstructor, inspectFields, kInspect } from './webidl.js';

const kCreate = Symbol('create');

/** The longest delay of setTimeout(), in milliseconds. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** Numbers signals in the order they are made, and aborts in the order they happen. */
let sequence = 0;

/** @type {(signal: AbortSignal, reason: unknown) => void} */
let abort;

const abortError = () => new DOMException('This operation was aborted', 'AbortError');
const timeoutError = () =>
  new DOMException('The operation was aborted due to timeout', 'TimeoutError');

/** Tells those who were given it when to stop. */
export class AbortSignal extends EventTarget {
  #created = ++sequence;
  #abortedAt = 0; // 0: not aborted, as far as it knows
  /** @type {any} */
  #reason = undefined;
  /** @type {AbortSignal[]} none of which has sources itself; empty once it has aborted */
  #sources = [];
  /** @type {Set<AbortSignal>} the signals to tell, of those that have this one as a source */
  #observers = new Set();
  /** @type {Set<() => void>} called before the event */
  #algorithms = new Set();
  /** @type {any} */
  #onabort = null;

  static {
    abort = (signal, reason) => signal.#abort(reason);
  }

  /** Throws, except for this file. @param {unknown} [token] */
  constructor(token = undefined) {
    if (token !== kCreate) throw illegalConstructor();
    super();
  }

  /**
   * @param {unknown} [reason] an AbortError if none is given
   * @returns {AbortSignal} one that is aborted already
   */
  static abort(reason = abortError()) {
    const signal = new AbortSignal(kCreate);
    signal.#abort(reason);
    return signal;
  }

  /**
   * A signal that aborts with a TimeoutError. Its timer does not keep the process alive, and
   * holds the signal until it fires.
   *
   * @param {number} delay milliseconds, up to 2^32 - 1
   * @returns {AbortSignal}
   */
  static timeout(delay) {
    validateInteger(delay, 'delay', 0, 2 ** 32 - 1);
    const signal = new AbortSignal(kCreate);
    abortAfter(signal, delay);
    return signal;
  }

  /**
   * @param {Iterable<AbortSignal>} signals
   * @returns {AbortSignal} one that aborts as soon as any of them does, for the same reason
   */
  static any(signals) {
    if (typeof signals?.[Symbol.iterator] !== 'function') {
      throw invalidArgType('signals', 'Array', signals);
    }
    const list = [...signals];
    for (const [i, signal] of list.entries()) {
      if (!AbortSignal.#is(signal)) throw invalidArgType(`signals[${i}]`, 'AbortSignal', signal);
    }
    const result = new AbortSignal(kCreate);
    const aborted = list.find((signal) => signal.#isAborted());
    if (aborted) {
      result.#adopt(aborted);
    } else {
      const sources = list.flatMap((signal) => signal.#sources.length ? signal.#sources : signal);
      result.#sources = [...new Set(sources)];
    }
    return result;
  }

  get aborted() {
    return this.#isAborted();
  }

  /** What abort() was given; undefined until then. */
  get reason() {
    return this.#isAborted() ? this.#reason : undefined;
  }

  /** Throws the reason if the signal is aborted. */
  throwIfAborted() {
    if (this.#isAborted()) throw this.#reason;
  }

  /** The listener that `onabort = ` sets. */
  get onabort() {
    return this.#onabort;
  }

  set onabort(value) {
    const handler = typeof value === 'function' || typeof value === 'object' ? value : null;
    if (handler === null) {
      super.removeEventListener('abort', callOnabort);
    } else {
      super.addEventListener('abort', callOnabort); // keeps its place when it is there already
    }
    this.#onabort = handler;
  }

  /** @type {(algorithm: () => void) => () => void} */
  [kOnAbort](algorithm) {
    this.#algorithms.add(algorithm);
    this.#watch();
    return () => {
      this.#algorithms.delete(algorithm);
      this.#watch();
    };
  }

  /** @type {(type: string) => void} */
  [kListenersChanged](type) {
    if (type === 'abort') this.#watch();
  }

  /** @type {(depth: number, options: object, inspect: any) => string} */
  [kInspect](depth, options, inspect) {
    return inspectFields(this, { aborted: this.aborted }, depth, options, inspect);
  }

  /** @type {(value: any) => boolean} */
  static #is(value) {
    return typeof value === 'object' && value !== null && #created in value;
  }

  /** Whether it, or the first of its sources, has aborted. */
  #isAborted() {
    const aborted = this.#sources.filter((source) => source.#abortedAt !== 0);
    if (aborted.length !== 0) {
      this.#adopt(aborted.reduce((a, b) => (a.#abortedAt < b.#abortedAt ? a : b)));
    }
    return this.#abortedAt !== 0;
  }

  /** @param {AbortSignal} source that has aborted */
  #adopt(source) {
    this.#abortedAt = source.#abortedAt;
    this.#reason = source.#reason;
    for (const other of this.#sources) other.#observers.delete(this);
    this.#sources = [];
  }

  /** Has the sources tell this signal when they abort, exactly while somebody listens to it. */
  #watch() {
    if (this.#isAborted()) return;
    const heard = this.#algorithms.size !== 0 || this[kEventListeners]('abort').length !== 0;
    for (const source of this.#sources) {
      if (heard) {
        source.#observers.add(this);
      } else {
        source.#observers.delete(this);
      }
    }
  }

  /** @param {unknown} reason */
  #abort(reason) {
    if (this.#abortedAt !== 0) return;
    this.#abortedAt = ++sequence;
    this.#reason = reason;
    const observers = [...this.#observers].sort((a, b) => a.#created - b.#created);
    for (const observer of observers) observer.#adopt(this); // before any of them runs code
    for (const signal of [this, ...observers]) signal.#fire();
  }

  #fire() {
    for (const algorithm of this.#algorithms) algorithm();
    this.#algorithms.clear();
    super.dispatchEvent(createTrustedEvent('abort'));
  }
}

defineInterface(AbortSignal);

/**
 * @this {AbortSignal}
 * @param {object} event
 */
function callOnabort(event) {
  const { onabort } = this;
  if (typeof onabort === 'function') onabort.call(this, event);
}

/**
 * @param {AbortSignal} signal
 * @param {number} delay milliseconds, also more than setTimeout() can wait
 */
function abortAfter(signal, delay) {
  const step = Math.min(delay, LONGEST_DELAY);
  const next = () => {
    if (step < delay) {
      abortAfter(signal, delay - step);
    } else {
      abort(signal, timeoutError());
    }
  };
  setTimeout(next, step).unref();
}

/** Owns a signal, and aborts it. */
export class AbortController {
  #signal = new AbortSignal(kCreate);

  get signal() {
    return this.#signal;
  }

  /** @param {unknown} [reason] an AbortError if none is given */
  abort(reason = abortError()) {
    abort(this.#signal, reason);
  }

  /** @type {(depth: number, options: object, inspect: any) => string} */
  [kInspect](depth, options, inspect) {
    return inspectFields(this, { signal: this.signal }, depth, options, inspect);
  }
}

defineInterface(AbortController);
