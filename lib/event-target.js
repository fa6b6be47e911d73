/**
 * Event, CustomEvent and EventTarget (https://dom.spec.whatwg.org/#events).
 *
 * A target has no parents here, so an event has one stop: `bubbles` and `composed` are only
 * remembered, stopPropagation() has nothing to stop, and, as in node, listeners run in the order
 * they were added, `capture` merely telling two listeners apart.
 */

import { codedError, invalidArgType } from './errors.js';
import {
  defineInterface,
  dictionary,
  inspectFields,
  kInspect,
  requireArguments,
} from './webidl.js';

/**
 * @typedef {object} Listener
 * @property {Function | { handleEvent: unknown }} callback
 * @property {boolean} capture
 * @property {boolean} once
 * @property {boolean} passive
 * @property {boolean} resists stopImmediatePropagation()
 * @property {boolean} removed also while a dispatch still holds the list it was in
 * @property {(() => void) | undefined} forget takes the listener off its AbortSignal
 */

/**
 * Lists by type of event. A list is replaced, never changed: a dispatch may be going through it.
 *
 * @typedef {Map<string, readonly Listener[]>} ListenerTable
 */

/**
 * A method of AbortSignal: has a function called on abort, before the event; returns a function
 * that takes it back. A symbol, so that AbortSignal can be built on this file, not the reverse.
 */
export const kOnAbort = Symbol('lo.onAbort');

/** A method of EventTarget: called with a type when its listeners changed, for subclasses. */
export const kListenersChanged = Symbol('lo.listenersChanged');

/** An option of a listener, for events.js: it is called also after stopImmediatePropagation(). */
export const kResistStopPropagation = Symbol.for('lo.resistStopPropagation');

/** A method of EventTarget: the callbacks of a type's listeners, for events.getEventListeners(). */
export const kEventListeners = Symbol.for('lo.eventListeners');

/** @type {(type: string) => Event} makes an event whose isTrusted is true */
export let createTrustedEvent;

/** @type {(event: Event, target: EventTarget, listeners: ListenerTable) => boolean} */
let dispatch;

/** @type {(target: EventTarget, type: string, listener: Listener) => void} */
let remove;

const NONE = 0;
const AT_TARGET = 2;

export class Event {
  #type;
  #bubbles;
  #cancelable;
  #composed;
  #trusted = false;
  #timeStamp = (lo.hrtime() - lo.start) / 1e6;
  /** @type {EventTarget | null} */
  #target = null;
  #dispatching = false;
  #propagationStopped = false;
  #stopped = false;
  #passive = false; // a passive listener is running
  #defaultPrevented = false;

  static {
    createTrustedEvent = (type) => {
      const event = new Event(type);
      event.#trusted = true;
      return event;
    };

    dispatch = (event, target, listeners) => {
      const type = event.#type;
      if (event.#dispatching) {
        const message = `The event "${type}" is already being dispatched`;
        throw codedError(Error, 'ERR_EVENT_RECURSION', message);
      }
      event.#target = target;
      event.#dispatching = true;
      for (const listener of listeners.get(type) ?? []) {
        if (listener.removed || (event.#stopped && !listener.resists)) continue;
        if (listener.once) remove(target, type, listener);
        event.#passive = listener.passive;
        call(listener.callback, target, event);
      }
      event.#dispatching = event.#propagationStopped = event.#stopped = event.#passive = false;
      return !event.#defaultPrevented;
    };
  }

  /**
   * @param {string} type
   * @param {{ bubbles?: boolean, cancelable?: boolean, composed?: boolean }} [options]
   */
  constructor(type, options = undefined) {
    requireArguments(arguments.length, 'type');
    const { bubbles, cancelable, composed } = dictionary(options);
    this.#type = `${type}`;
    this.#bubbles = Boolean(bubbles);
    this.#cancelable = Boolean(cancelable);
    this.#composed = Boolean(composed);
  }

  get type() {
    return this.#type;
  }

  get target() {
    return this.#target;
  }

  get currentTarget() {
    return this.#dispatching ? this.#target : null;
  }

  get srcElement() {
    return this.#target;
  }

  get eventPhase() {
    return this.#dispatching ? AT_TARGET : NONE;
  }

  get bubbles() {
    return this.#bubbles;
  }

  get cancelable() {
    return this.#cancelable;
  }

  get composed() {
    return this.#composed;
  }

  get defaultPrevented() {
    return this.#defaultPrevented;
  }

  get returnValue() {
    return !this.#defaultPrevented;
  }

  set returnValue(value) {
    if (!value) this.preventDefault();
  }

  get cancelBubble() {
    return this.#propagationStopped;
  }

  set cancelBubble(value) {
    if (value) this.stopPropagation();
  }

  /** Milliseconds since the process started, as performance.now() gives them. */
  get timeStamp() {
    return this.#timeStamp;
  }

  /** Whether the runtime made the event. */
  get isTrusted() {
    return this.#trusted;
  }

  composedPath() {
    return this.#dispatching ? [this.#target] : [];
  }

  preventDefault() {
    if (this.#cancelable && !this.#passive) this.#defaultPrevented = true;
  }

  stopPropagation() {
    this.#propagationStopped = true;
  }

  stopImmediatePropagation() {
    this.#propagationStopped = true;
    this.#stopped = true;
  }

  /**
   * Sets what the constructor would have; ignored during a dispatch.
   *
   * @param {string} type
   * @param {boolean} [bubbles]
   * @param {boolean} [cancelable]
   */
  initEvent(type, bubbles = false, cancelable = false) {
    requireArguments(arguments.length, 'type');
    if (this.#dispatching) return;
    this.#type = `${type}`;
    this.#bubbles = Boolean(bubbles);
    this.#cancelable = Boolean(cancelable);
    this.#propagationStopped = this.#stopped = this.#defaultPrevented = false;
    this.#trusted = false;
    this.#target = null;
  }

  /** @type {(depth: number, options: object, inspect: any) => string} */
  [kInspect](depth, options, inspect) {
    const { type, defaultPrevented, cancelable, timeStamp } = this;
    const fields = { type, defaultPrevented, cancelable, timeStamp };
    return inspectFields(this, fields, depth, options, inspect);
  }
}

defineInterface(Event, { NONE, CAPTURING_PHASE: 1, AT_TARGET, BUBBLING_PHASE: 3 });
Object.defineProperty(Event.prototype, 'isTrusted', { configurable: false });

/** An event with a value of the sender's. */
export class CustomEvent extends Event {
  #detail;

  /**
   * @param {string} type
   * @param {{ detail?: unknown, bubbles?: boolean, cancelable?: boolean, composed?: boolean }}
   *     [options]
   */
  constructor(type, options = undefined) {
    requireArguments(arguments.length, 'type');
    super(type, options);
    this.#detail = options?.detail ?? null;
  }

  get detail() {
    return this.#detail;
  }
}

defineInterface(CustomEvent);

/**
 * Calls one listener. What it throws is reported as uncaught, and the others still run.
 *
 * @param {Listener['callback']} callback
 * @param {EventTarget} target
 * @param {Event} event
 */
function call(callback, target, event) {
  try {
    if (typeof callback === 'function') {
      Reflect.apply(callback, target, [event]); // a function may have a `call` of its own
    } else {
      /** @type {any} */ (callback).handleEvent(event);
    }
  } catch (error) {
    // Reported when the dispatch is over, and what dispatched: its listeners and its caller go on.
    queueMicrotask(() => { throw error; });
  }
}

/**
 * @param {unknown} listener
 * @returns {boolean} whether there is one: null and undefined are allowed, and do nothing
 */
function isListener(listener) {
  if (listener === null || listener === undefined) return false;
  if (typeof listener === 'function' || typeof listener === 'object') return true;
  throw invalidArgType('listener', 'EventListener', listener);
}

/** @param {any} options a boolean is short for `{ capture }` */
function listenerOptions(options) {
  return typeof options === 'boolean' ? { capture: options } : dictionary(options);
}

/** Something that listeners are added to and events dispatched at. */
export class EventTarget {
  /** @type {ListenerTable} */
  #listeners = new Map();

  static {
    remove = (target, type, listener) => target.#remove(type, listener);
  }

  /**
   * Adds a listener, unless the same is there already: the same type, callback and `capture`.
   *
   * @param {string} type
   * @param {any} callback a function, called with the target as `this`, or an object with a method
   *     `handleEvent`, looked up at each event
   * @param {boolean | { capture?: boolean, once?: boolean, passive?: boolean, signal?: any }}
   *     [options] `once` removes it before its first call, `signal` when that aborts; `passive`
   *     makes preventDefault() do nothing in it
   */
  addEventListener(type, callback, options = undefined) {
    requireArguments(arguments.length, 'type', 'listener');
    const { once, capture: captures, passive, signal, [kResistStopPropagation]: resists } =
      listenerOptions(options);
    if (signal !== undefined && typeof signal?.[kOnAbort] !== 'function') {
      throw invalidArgType('options.signal', 'AbortSignal', signal);
    }
    const capture = Boolean(captures);
    type = `${type}`;
    if (!isListener(callback) || signal?.aborted || this.#find(type, callback, capture)) return;
    /** @type {Listener} */
    const listener = {
      callback,
      capture,
      once: Boolean(once),
      passive: Boolean(passive),
      resists: Boolean(resists),
      removed: false,
      forget: undefined,
    };
    listener.forget = signal?.[kOnAbort](() => this.#remove(type, listener));
    this.#replace(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  /**
   * @param {string} type
   * @param {any} callback
   * @param {boolean | { capture?: boolean }} [options]
   */
  removeEventListener(type, callback, options = undefined) {
    requireArguments(arguments.length, 'type', 'listener');
    const capture = Boolean(listenerOptions(options).capture);
    type = `${type}`;
    const listener = isListener(callback) && this.#find(type, callback, capture);
    if (listener) this.#remove(type, listener);
  }

  /**
   * Calls the listeners that the event's type has now.
   *
   * @param {Event} event
   * @returns {boolean} false when a listener prevented what the event does by default
   * @throws {Error} ERR_EVENT_RECURSION when the event is already being dispatched
   */
  dispatchEvent(event) {
    requireArguments(arguments.length, 'event');
    if (!(event instanceof Event)) throw invalidArgType('event', 'Event', event);
    return dispatch(event, this, this.#listeners);
  }

  /**
   * @param {string} type
   * @returns {unknown[]} the callbacks of its listeners
   */
  [kEventListeners](type) {
    return (this.#listeners.get(type) ?? []).map((listener) => listener.callback);
  }

  /** @type {(type: string) => void} */
  [kListenersChanged](type) {}

  /**
   * @param {string} type
   * @param {unknown} callback
   * @param {boolean} capture
   */
  #find(type, callback, capture) {
    const same = (/** @type {Listener} */ listener) =>
      listener.callback === callback && listener.capture === capture;
    return this.#listeners.get(type)?.find(same);
  }

  /**
   * @param {string} type
   * @param {Listener} listener one of the type's list
   */
  #remove(type, listener) {
    listener.removed = true;
    listener.forget?.();
    const list = /** @type {readonly Listener[]} */ (this.#listeners.get(type));
    this.#replace(type, list.filter((other) => other !== listener));
  }

  /**
   * @param {string} type
   * @param {readonly Listener[]} list
   */
  #replace(type, list) {
    if (list.length === 0) {
      this.#listeners.delete(type);
    } else {
      this.#listeners.set(type, list);
    }
    this[kListenersChanged](type);
  }
}

defineInterface(EventTarget);
