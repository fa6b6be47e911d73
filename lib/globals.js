/**
 * The global names that are not JavaScript's own. Those that need a library load it when they are
 * first touched.
 */
import { validateFunction } from './errors.js';
import {
  clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout,
} from './timers.js';

const { enqueueMicrotask, library } = lo.load('runtime');

/** Which library each global comes from. */
const LIBRARIES = {
  console: 'lib/console.js',
  performance: 'lib/performance.js',
  TextEncoder: 'lib/encoding.js',
  TextDecoder: 'lib/encoding.js',
  structuredClone: 'lib/structured-clone.js',
  Event: 'lib/event-target.js',
  CustomEvent: 'lib/event-target.js',
  EventTarget: 'lib/event-target.js',
  AbortController: 'lib/abort.js',
  AbortSignal: 'lib/abort.js',
  DOMException: 'lib/dom-exception.js',
};

/**
 * Runs `callback` after the running script or callback, before the loop goes on.
 * @param {() => void} callback
 */
function queueMicrotask(callback) {
  validateFunction(callback, 'callback');
  enqueueMicrotask(callback);
}

/** Defines all of them on the global object. */
export function defineGlobals() {
  const functions = {
    setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate,
    queueMicrotask,
  };
  for (const [name, value] of Object.entries(functions)) {
    Object.defineProperty(globalThis, name, {
      value, writable: true, enumerable: true, configurable: true,
    });
  }
  for (const [name, library] of Object.entries(LIBRARIES)) defineLazily(name, library);
}

/**
 * @param {string} name
 * @param {string} from
 */
function defineLazily(name, from) {
  const define = (/** @type {unknown} */ value) => {
    Object.defineProperty(globalThis, name, {
      value, writable: true, enumerable: false, configurable: true,
    });
  };
  Object.defineProperty(globalThis, name, {
    get() {
      const value = library(from)[name];
      define(value);
      return value;
    },
    set: define,
    enumerable: false,
    configurable: true,
  });
}
