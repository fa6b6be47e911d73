/**
 * Functions that call the listeners of one event, made from text for a list that is hot.
 *
 * V8 inlines a function where it knows from earlier calls which one it will be. A loop over several
 * listeners has one call site for all, which therefore knows nothing. So a list that has been
 * walked HOT times gets a loop unrolled for it alone; for two listeners and one argument:
 *
 *     function callListeners(emitter, list, type, a0) {
 *       if (arguments.length !== 4 || list.length !== 2 || list[0] !== l0 || list[1] !== l1) {
 *         return false;
 *       }
 *       let result;
 *       result = l0.call(emitter, a0);
 *       if (result !== undefined && result !== null) returned(emitter, result, type, a0);
 *       result = l1.call(emitter, a0);
 *       if (result !== undefined && result !== null) returned(emitter, result, type, a0);
 *       return true;
 *     }
 *
 * It is right whatever happens, because it trusts nothing: it first compares the list with the one
 * that it was made for, and its caller goes through the list by itself if they differ or the number
 * of arguments does. From there on it has the listeners as constants, a snapshot, so that nested
 * emits, listeners that throw and changes of the list do what they do in the loop. A list that
 * somebody walks is never changed, only replaced (listener-list.js), and the function belongs to
 * the list: it goes when the list does.
 *
 * What it gains on V8 10.2, ns an emit with 2 arguments: 5 listeners 45 in the loop, 8 here; 10
 * listeners 100 and 10. At a place that emits to 100 emitters with 5 listeners each, where V8 can
 * inline the listeners here but not this function: 190 and 31. One listener needs none of it: the
 * call site in emit() names it. Details that V8 10.2 forces: the arguments are parameters, since of
 * several uses of a rest parameter it inlines the last only; and the text is strict, since sloppy
 * `arguments` are an object (13 ns).
 */

/**
 * How often a list is walked before it gets a function. Making one costs 130 us for five listeners,
 * and an emit of them saves 65 ns (both on a slow day): that is the crossover, and a program whose
 * lists never last pays at most twice.
 */
export const HOT = 2000;

/** Longer lists gain less from each call, and V8 stops inlining before that. */
const MAX_LISTENERS = 32;
const MAX_ARGUMENTS = 16;

/** How many functions there may be. The oldest list then loses its own, and gets none again. */
const MAX_FUNCTIONS = 512;

/**
 * Calls the listeners of `list`, unless it is not what the function was made for, or there are more
 * or fewer arguments.
 * @typedef {(emitter: any, list: Function[], type: string | symbol, ...args: any[]) => boolean}
 *   CallListeners
 */

/**
 * What to do with a result that is neither undefined nor null.
 * @typedef {(emitter: any, result: any, type: string | symbol, ...args: any[]) => void} Returned
 */

const { apply, call } = Function.prototype;

/** @type {WeakRef<any>[]} */
const owners = [];
let compilations = 0;
let allowed = true;

/**
 * Whether it is the same to call a listener by `call`, here, and by `apply`, as a loop does. Some
 * have their own.
 * @param {Function} listener
 */
function isOrdinary(listener) {
  return listener.call === call && listener.apply === apply;
}

/**
 * @param {number} listeners
 * @param {number} argc
 */
function textFor(listeners, argc) {
  const indices = Array.from({ length: listeners }, (_, i) => i);
  const args = Array.from({ length: argc }, (_, i) => `, a${i}`).join('');
  const differs = indices.map((i) => ` || list[${i}] !== l${i}`).join('');
  const calls = indices.map((i) => `
  result = l${i}.call(emitter${args});
  if (result !== undefined && result !== null) returned(emitter, result, type${args});`).join('');
  return `'use strict';
return function callListeners(emitter, list, type${args}) {
  if (arguments.length !== ${3 + argc} || list.length !== ${listeners}${differs}) return false;
  let result;${calls}
  return true;
};`;
}

/**
 * Remembers who has a function, and takes it from the list that has had one for the longest.
 * @param {any} list
 * @param {(list: any) => void} drop
 */
function limit(list, drop) {
  const slot = compilations % MAX_FUNCTIONS;
  const oldest = owners[slot]?.deref();
  if (oldest !== undefined) drop(oldest);
  owners[slot] = new WeakRef(list);
}

/**
 * @param {Function[]} list
 * @param {number} argc how many arguments the emits have
 * @param {Returned} returned
 * @param {(list: any) => void} drop takes the function from a list
 * @returns {CallListeners | undefined} nothing if the list is too long or a listener has a `call` of
 *   its own, or where code may not be made from strings
 */
export function compile(list, argc, returned, drop) {
  if (!allowed || list.length > MAX_LISTENERS || argc > MAX_ARGUMENTS) return undefined;
  if (!list.every(isOrdinary)) return undefined;
  const names = list.map((_, i) => `l${i}`);
  // V8 gives equal texts one feedback for all; the number keeps them apart, and names the frames.
  const text = `${textFor(list.length, argc)}\n//# sourceURL=lib/events.js/${compilations}`;
  try {
    const made = new Function('returned', ...names, text)(returned, ...list);
    limit(list, drop);
    compilations++;
    return made;
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    allowed = false; // --disallow-code-generation-from-strings
    return undefined;
  }
}
