/**
 * EventEmitter, with all that node's has (https://nodejs.org/api/events.html), except domains and
 * EventEmitterAsyncResource.
 *
 * What an emitter holds is what node shows: `_events`, a table from the name of an event to its
 * listener, or to an array where there are several; `_eventsCount`, how many names it has;
 * `_maxListeners`. How the table is made is in null-table.js, how an array changes while an emit
 * walks it in listener-list.js, how an emit to many becomes quick in compiled-emit.js.
 *
 * `emit` calls a listener in one way only, `listener.apply(this, args)`. V8 inlines a function
 * where it knows from earlier calls which one it will be. From `listener.call(this, a, b)` it
 * learns nothing, since the function called there is `call` itself; but for `apply`, alone, it
 * remembers the listener, and then hands a rest parameter on without ever making the array. (V8
 * 10.2, one listener, 2 arguments: 10 ns by `call`, 1.5 by `apply`, 2.1 as a method on `this`.)
 */
import { HOT, compile } from './compiled-emit.js';
import { addAbortListener, on, once } from './events-async.js';
import {
  codedError, invalidArgType, validateBoolean, validateFunction, validateNumber,
} from './errors.js';
import { ListenerList } from './listener-list.js';
import { createTable } from './null-table.js';
import { emitWarning } from './warning.js';

/** @typedef {import('./listener-list.js').Listener} Listener */
/** @typedef {string | symbol} EventName */

/** Whether rejections of listeners are caught: of an emitter; on the prototype, of new ones. */
const kCapture = Symbol('kCapture');
/** Methods of EventTarget, and a property that it gets here. */
const kEventListeners = Symbol.for('lo.eventListeners');
const kMaxListeners = Symbol('events.maxEventTargetListeners');

/** Listeners to this name hear of an error first, and don't count as handling it. */
export const errorMonitor = Symbol('events.errorMonitor');

/** The name of the method that gets what a listener rejected with: `(error, type, ...args)`. */
export const captureRejectionSymbol = Symbol.for('nodejs.rejection');

/** How many listeners an event may have before a warning says that they probably leak. */
export let defaultMaxListeners = 10;

/** Whether new emitters catch the rejections of their listeners. */
export let captureRejections = false;

/**
 * @constructor
 * @param {{ captureRejections?: boolean }} [options] `captureRejections`: when a listener returns a
 *   promise that rejects, call the emitter's method Symbol.for('nodejs.rejection'), or else emit
 *   'error'
 */
export function EventEmitter(options) {
  // A table that came from the prototype would be shared by all instances.
  if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) {
    this._events = createTable();
    this._eventsCount = 0;
  }
  this._maxListeners = this._maxListeners || undefined;
  if (options?.captureRejections) {
    validateBoolean(options.captureRejections, 'options.captureRejections');
    this[kCapture] = true;
  } else {
    this[kCapture] = EventEmitter.prototype[kCapture];
  }
}

/** @type {any} */
EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
/** @type {number | undefined} */
EventEmitter.prototype._maxListeners = undefined;
EventEmitter.prototype[kCapture] = false;
Object.defineProperty(EventEmitter.prototype, kCapture, { enumerable: false });

/**
 * Sets how many listeners an event may have before a warning is issued; 0 or Infinity: any number.
 *
 * @param {number} n
 */
EventEmitter.prototype.setMaxListeners = function setMaxListeners(n) {
  validateNumber(n, 'setMaxListeners', 0);
  this._maxListeners = n;
  return this;
};

EventEmitter.prototype.getMaxListeners = function getMaxListeners() {
  return maxListeners(this);
};

/**
 * Calls the listeners of an event in their order. Those that are added or removed meanwhile don't
 * change which are called. What a listener throws ends the emit.
 *
 * @param {EventName} type
 * @param {any[]} args
 * @returns {boolean} whether there were listeners
 * @throws what was emitted, or ERR_UNHANDLED_ERROR, when nobody listens to 'error'
 */
EventEmitter.prototype.emit = function emit(type, ...args) {
  const events = this._events;
  if (type === 'error') beforeError(this, events, ...args);
  if (events === undefined) return false; // by itself: `events?.[type]` costs 2 ns
  const handler = events[type];
  if (handler === undefined) return false;

  if (typeof handler === 'function') {
    const result = handler.apply(this, args);
    if (result !== undefined && result !== null && this[kCapture] === true) {
      captureRejection(this, result, type, ...args);
    }
    return true;
  }

  callAll(this, handler, type, ...args);
  return true;
};

/**
 * Adds a listener, after those that the event has; the same one again, if it is there already.
 *
 * @param {EventName} type
 * @param {Function} listener called with the emitter as `this`
 */
EventEmitter.prototype.addListener = function addListener(type, listener) {
  return add(this, type, listener, false);
};

EventEmitter.prototype.on = EventEmitter.prototype.addListener;

/**
 * Adds a listener before those that the event has.
 *
 * @param {EventName} type
 * @param {Function} listener
 */
EventEmitter.prototype.prependListener = function prependListener(type, listener) {
  return add(this, type, listener, true);
};

/**
 * Adds a listener that is removed before its first call.
 *
 * @param {EventName} type
 * @param {Function} listener
 */
EventEmitter.prototype.once = function once(type, listener) {
  validateFunction(listener, 'listener');
  return this.on(type, onceWrapper(this, type, listener));
};

/**
 * @param {EventName} type
 * @param {Function} listener
 */
EventEmitter.prototype.prependOnceListener = function prependOnceListener(type, listener) {
  validateFunction(listener, 'listener');
  return this.prependListener(type, onceWrapper(this, type, listener));
};

/**
 * Removes a listener: where it is there more than once, the last.
 *
 * @param {EventName} type
 * @param {Function} listener
 */
EventEmitter.prototype.removeListener = function removeListener(type, listener) {
  validateFunction(listener, 'listener');
  const handler = this._events?.[type];
  if (handler === undefined) return this;

  if (typeof handler === 'function') {
    if (!isListener(handler, listener)) return this;
    removeName(this, type);
    // What the program gave; of several listeners, below, node names the one removed.
    listener = handler.listener || listener;
  } else {
    const position = lastPosition(handler, listener);
    if (position < 0) return this;
    this._events[type] = without(handler, position);
  }
  if (this._events.removeListener !== undefined) this.emit('removeListener', type, listener);
  return this;
};

EventEmitter.prototype.off = EventEmitter.prototype.removeListener;

/**
 * Removes the listeners of an event, or of all; if anybody listens to that, the last first.
 *
 * @param {any} [type] its name; without an argument, all events
 */
EventEmitter.prototype.removeAllListeners = function removeAllListeners(type) {
  const events = this._events;
  if (events === undefined) return this;

  const all = arguments.length === 0;
  if (events.removeListener === undefined) {
    if (all) clear(this);
    else if (events[type] !== undefined) removeName(this, type);
  } else if (all) {
    for (const name of Reflect.ownKeys(events)) {
      if (name !== 'removeListener') this.removeAllListeners(name);
    }
    this.removeAllListeners('removeListener');
    clear(this);
  } else {
    for (const listener of copyListeners(this, type).reverse()) this.removeListener(type, listener);
  }
  return this;
};

/**
 * @param {EventName} type
 * @returns {Function[]} a copy of the event's listeners, as they were given
 */
EventEmitter.prototype.listeners = function listeners(type) {
  return copyListeners(this, type).map((listener) => listener.listener ?? listener);
};

/**
 * @param {EventName} type
 * @returns {Listener[]} a copy; what once() added is there as the function that removes it, and has
 *   what was given as its property `listener`
 */
EventEmitter.prototype.rawListeners = function rawListeners(type) {
  return copyListeners(this, type);
};

/**
 * @param {EventName} type
 * @param {Function} [listener] count this one only
 * @returns {number}
 */
EventEmitter.prototype.listenerCount = function listenerCount(type, listener) {
  return countListeners(this, type, listener);
};

/** @returns {EventName[]} of all events that have listeners, in the order they got the first */
EventEmitter.prototype.eventNames = function eventNames() {
  return this._eventsCount > 0 ? Reflect.ownKeys(this._events) : [];
};

/**
 * Calls the listeners of a list, by its own function if it has one.
 *
 * @param {EventEmitter} emitter
 * @param {Listener[]} list
 * @param {EventName} type
 * @param {any[]} args handed on by `...` only, which V8 can do without making the array
 */
function callAll(emitter, list, type, ...args) {
  const compiled = ListenerList.compiled(list);
  if (compiled !== undefined && compiled(emitter, list, type, ...args)) return;
  callEach(emitter, list, type, ...args);
}

/**
 * @param {EventEmitter} emitter
 * @param {Listener[]} list
 * @param {EventName} type
 * @param {any[]} args
 */
function callEach(emitter, list, type, ...args) {
  if (ListenerList.walk(list) === HOT) {
    ListenerList.setCompiled(list, compile(list, args.length, returned, dropCompiled));
  }
  const { length } = list;
  for (let i = 0; i < length; i++) {
    const result = list[i].apply(emitter, args);
    if (result !== undefined && result !== null) returned(emitter, result, type, ...args);
  }
}

/** @param {Listener[]} list */
function dropCompiled(list) {
  ListenerList.setCompiled(list, undefined);
}

/**
 * @param {EventEmitter} emitter
 * @param {any} result what a listener returned
 * @param {EventName} type
 * @param {any[]} args
 */
function returned(emitter, result, type, ...args) {
  if (emitter[kCapture] === true) captureRejection(emitter, result, type, ...args);
}

/**
 * @param {EventEmitter} emitter
 * @param {EventName} type
 * @param {Listener} listener
 * @param {boolean} prepend
 */
function add(emitter, type, listener, prepend) {
  validateFunction(listener, 'listener');
  if (emitter._events === undefined) clear(emitter);
  if (emitter._events.newListener !== undefined) {
    // Before it is there. That it is one to 'newListener' itself, those before it hear too.
    emitter.emit('newListener', type, listener.listener ?? listener);
  }
  const events = emitter._events;
  const handler = events[type];
  if (handler === undefined) {
    events[type] = listener;
    emitter._eventsCount++;
  } else {
    const list = joined(handler, listener, prepend);
    events[type] = list;
    checkCount(emitter, type, list);
  }
  return emitter;
}

/**
 * @param {any} handler one listener or several
 * @param {Listener} listener
 * @param {boolean} prepend
 */
function joined(handler, listener, prepend) {
  if (typeof handler === 'function') {
    return prepend ? ListenerList.of(listener, handler) : ListenerList.of(handler, listener);
  }
  const list = ListenerList.own(handler);
  if (prepend) list.unshift(listener);
  else list.push(listener);
  return list;
}

/**
 * @param {import('./listener-list.js').Listeners} handler
 * @param {number} position
 */
function without(handler, position) {
  if (handler.length === 2) return handler[1 - position];
  const list = ListenerList.own(handler);
  if (position === 0) {
    list.shift();
  } else {
    // What splice() does, without the array that it returns: 20 times as fast.
    for (let i = position + 1; i < list.length; i++) list[i - 1] = list[i];
    list.pop();
  }
  return list;
}

/** @param {Listener[]} list @param {Function} listener */
function lastPosition(list, listener) {
  let i = list.length - 1;
  while (i >= 0 && !isListener(list[i], listener)) i--;
  return i;
}

/**
 * Whether `added` is what on() or once() added for `listener`.
 *
 * @param {Listener} added
 * @param {Function} listener
 */
function isListener(added, listener) {
  return added === listener || added.listener === listener;
}

/** @param {EventEmitter} emitter */
function clear(emitter) {
  emitter._events = createTable();
  emitter._eventsCount = 0;
}

/** @param {EventEmitter} emitter @param {EventName} type an event that has listeners */
function removeName(emitter, type) {
  if (--emitter._eventsCount === 0) clear(emitter);
  else delete emitter._events[type];
}

/** @param {EventEmitter} emitter */
function maxListeners(emitter) {
  return emitter._maxListeners === undefined ? defaultMaxListeners : emitter._maxListeners;
}

/**
 * Warns, once for a list, of more listeners than the emitter may have.
 *
 * @param {EventEmitter} emitter
 * @param {EventName} type
 * @param {import('./listener-list.js').Listeners} list
 */
function checkCount(emitter, type, list) {
  const max = maxListeners(emitter);
  const exceeded = max > 0 && list.length > max;
  if (!exceeded || list.warned) return;
  list.warned = true;
  const shown = lo.library('lib/inspect.js').inspect(emitter, { depth: -1 });
  emitWarning(Object.assign(
    new Error(`Possible EventEmitter memory leak detected. ${list.length} ${String(type)} ` +
      `listeners added to ${shown}. MaxListeners is ${max}. Use emitter.setMaxListeners() to ` +
      'increase limit'),
    { name: 'MaxListenersExceededWarning', emitter, type, count: list.length },
  ));
}

/**
 * @param {EventEmitter} emitter
 * @param {EventName} type
 * @param {Function} listener
 * @returns {Listener} a function that removes itself, and calls `listener`; it does so once, also
 *   when an emit that began before it was removed calls it again
 */
function onceWrapper(emitter, type, listener) {
  let fired = false;
  /** @type {Listener} */
  const wrapper = function onceWrapper(/** @type {any[]} */ ...args) {
    if (fired) return undefined;
    emitter.removeListener(type, wrapper);
    fired = true;
    return listener.apply(emitter, args);
  };
  wrapper.listener = listener;
  return wrapper;
}

/**
 * @param {EventEmitter} emitter
 * @param {EventName} type
 * @returns {Listener[]}
 */
function copyListeners(emitter, type) {
  const handler = emitter._events?.[type];
  if (handler === undefined) return [];
  return typeof handler === 'function' ? [handler] : handler.slice();
}

/**
 * @param {EventEmitter} emitter
 * @param {EventName} type
 * @param {Function | null} [listener]
 */
function countListeners(emitter, type, listener) {
  const handler = emitter._events?.[type];
  if (handler === undefined) return 0;
  const list = typeof handler === 'function' ? [handler] : handler;
  if (listener === undefined || listener === null) return list.length;
  return list.filter((/** @type {Listener} */ added) => isListener(added, listener)).length;
}

/**
 * What 'error' has over other events: the monitor hears of it, and somebody must listen.
 *
 * @param {EventEmitter} emitter
 * @param {any} events its table, as it is before the monitor runs
 * @param {any[]} args
 */
function beforeError(emitter, events, ...args) {
  if (events?.[errorMonitor] !== undefined) emitter.emit(errorMonitor, ...args);
  if (events?.error !== undefined) return;

  const [error] = args;
  if (error instanceof Error) throw error; // nobody listens to 'error'
  const message = `Unhandled error. (${lo.library('lib/inspect.js').inspect(error)})`;
  throw Object.assign(codedError(Error, 'ERR_UNHANDLED_ERROR', message), { context: error });
}

/**
 * Sees to it that a rejection of `promise`, which a listener returned, is handled.
 *
 * @param {EventEmitter} emitter
 * @param {any} promise maybe one
 * @param {EventName} type
 * @param {any[]} args
 */
function captureRejection(emitter, promise, type, ...args) {
  try {
    const { then } = promise;
    if (typeof then !== 'function') return;
    then.call(promise, undefined, (/** @type {unknown} */ error) => {
      // Out of the promise's reach: what the handler throws is an uncaught error.
      queueMicrotask(() => handleRejection(emitter, error, type, args));
    });
  } catch (error) {
    emitter.emit('error', error);
  }
}

/**
 * @param {EventEmitter} emitter
 * @param {unknown} error
 * @param {EventName} type
 * @param {any[]} args
 */
function handleRejection(emitter, error, type, args) {
  const handler = /** @type {any} */ (emitter)[captureRejectionSymbol];
  if (typeof handler === 'function') {
    handler.call(emitter, error, type, ...args);
    return;
  }
  const captures = emitter[kCapture];
  // An async listener to 'error' that rejects would be told of its own error, for ever.
  emitter[kCapture] = false;
  try {
    emitter.emit('error', error);
  } finally {
    emitter[kCapture] = captures;
  }
}

/** @param {any} target */
function isEventTarget(target) {
  return typeof target?.[kEventListeners] === 'function';
}

/**
 * @param {any} emitterOrTarget an EventEmitter, or an EventTarget
 * @param {EventName} type
 * @returns {Function[]} a copy of its listeners to the event
 */
export function getEventListeners(emitterOrTarget, type) {
  if (typeof emitterOrTarget.listeners === 'function') return emitterOrTarget.listeners(type);
  if (isEventTarget(emitterOrTarget)) return emitterOrTarget[kEventListeners](type);
  throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], emitterOrTarget);
}

/**
 * @param {any} emitterOrTarget an EventEmitter, or an EventTarget
 * @returns {number} how many listeners an event of it may have
 */
export function getMaxListeners(emitterOrTarget) {
  if (typeof emitterOrTarget?.getMaxListeners === 'function') return maxListeners(emitterOrTarget);
  if (isEventTarget(emitterOrTarget)) return emitterOrTarget[kMaxListeners] ?? defaultMaxListeners;
  throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], emitterOrTarget);
}

/**
 * Sets how many listeners an event may have, of emitters, or by default. (An EventTarget remembers
 * the number, and does not warn.)
 *
 * @param {number} [n]
 * @param {any[]} targets EventEmitters and EventTargets; if there are none, all emitters that have
 *   no number of their own
 */
export function setMaxListeners(n = defaultMaxListeners, ...targets) {
  validateNumber(n, 'setMaxListeners', 0);
  if (targets.length === 0) defaultMaxListeners = n;
  for (const target of targets) {
    if (isEventTarget(target)) {
      Object.defineProperty(target, kMaxListeners, { value: n, configurable: true });
    } else if (typeof target.setMaxListeners === 'function') {
      target.setMaxListeners(n);
    } else {
      throw invalidArgType('eventTargets', ['EventEmitter', 'EventTarget'], target);
    }
  }
}

/**
 * @param {any} emitter
 * @param {EventName} type
 * @returns {number}
 */
export function listenerCount(emitter, type) {
  if (typeof emitter.listenerCount === 'function') return emitter.listenerCount(type);
  return countListeners(emitter, type);
}

/**
 * Makes an object that the constructor did not make, `this`, an emitter.
 *
 * @this {EventEmitter}
 * @param {{ captureRejections?: boolean }} [options]
 */
export function init(options) {
  EventEmitter.call(this, options);
}

Object.assign(EventEmitter, {
  EventEmitter,
  addAbortListener,
  captureRejectionSymbol,
  errorMonitor,
  getEventListeners,
  getMaxListeners,
  init,
  listenerCount,
  on,
  once,
  setMaxListeners,
});

Object.defineProperties(EventEmitter, {
  captureRejections: {
    get: () => captureRejections,
    set: (value) => {
      validateBoolean(value, 'EventEmitter.captureRejections');
      captureRejections = value;
      EventEmitter.prototype[kCapture] = value;
    },
    enumerable: true,
  },
  defaultMaxListeners: {
    get: () => defaultMaxListeners,
    set: (value) => {
      validateNumber(value, 'defaultMaxListeners', 0);
      defaultMaxListeners = value;
    },
    enumerable: true,
  },
});

export { addAbortListener, on, once };
export default EventEmitter;
