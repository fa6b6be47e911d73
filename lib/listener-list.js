/**
 * The listeners of one event, when they are two or more: an array, as in node, that an emit walks
 * without copying it.
 *
 * An emit counts itself in the array, and whoever changes an array that an emit has gone through
 * changes a copy instead. That costs an emit one store, needs no undoing when a listener throws,
 * and copies at most once for each emit, which has gone through the whole array anyway. The count
 * also says when the list is hot enough for a function of its own (compiled-emit.js).
 *
 * Count and function are private fields on an ordinary array: programs that look at
 * `emitter._events` see what node shows. An array that such a program put there itself has neither;
 * it is copied before a change, and never hot.
 */

/** A constructor that adds its fields to a given object. */
class Stamp {
  /** @param {object} object */
  constructor(object) {
    return object;
  }
}

/** @typedef {Function & { listener?: Function }} Listener what once() adds has the `listener` */
/** @typedef {Listener[] & { warned?: boolean }} Listeners */

export class ListenerList extends Stamp {
  /** How many emits have gone through the array. */
  #walks = 0;
  /** @type {import('./compiled-emit.js').CallListeners | undefined} */
  #compiled = undefined;

  /**
   * @param {Listener} first
   * @param {Listener} second
   * @returns {Listeners}
   */
  static of(first, second) {
    return /** @type {any} */ (new ListenerList([first, second]));
  }

  /**
   * Says that an emit goes through `list`, from now on.
   *
   * @param {any} list
   * @returns {number} how many that makes, 0 for an array that isn't from here
   */
  static walk(list) {
    return #walks in list ? ++list.#walks : 0;
  }

  /**
   * @param {any} list
   * @returns {import('./compiled-emit.js').CallListeners | undefined} the function of a hot list
   */
  static compiled(list) {
    return #compiled in list ? list.#compiled : undefined;
  }

  /**
   * @param {any} list one that was walked
   * @param {import('./compiled-emit.js').CallListeners | undefined} compiled
   */
  static setCompiled(list, compiled) {
    list.#compiled = compiled;
  }

  /**
   * @param {any} list
   * @returns {Listeners} `list` itself, or a copy of it, that may be changed
   */
  static own(list) {
    if (#walks in list && list.#walks === 0) return /** @type {any} */ (list);
    const copy = /** @type {any} */ (new ListenerList(list.slice()));
    // How node remembers, and shows, that it has warned of too many listeners.
    if (list.warned) copy.warned = true;
    return copy;
  }
}
