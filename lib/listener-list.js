/**
 * The listeners of one event, when they are two or more: an array, as in node, that an emit walks
 * without copying it.
 *
 * An emit marks the array as walked, and whoever changes an array that is so marked changes a copy
 * instead. That costs an emit one store, needs no undoing when a listener throws, and copies at
 * most once for each emit, which has gone through the whole array anyway.
 *
 * The mark is a private field on an ordinary array: programs that look at `emitter._events` see
 * what node shows. An array that such a program put there itself has no mark; it counts as walked.
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
  #walked = false;

  /**
   * @param {Listener} first
   * @param {Listener} second
   * @returns {Listeners}
   */
  static of(first, second) {
    return /** @type {any} */ (new ListenerList([first, second]));
  }

  /**
   * Says that somebody goes through `list`, from now on.
   *
   * @param {any} list
   */
  static walk(list) {
    if (#walked in list) list.#walked = true;
  }

  /**
   * @param {any} list
   * @returns {Listeners} `list` itself, or a copy of it, that may be changed
   */
  static own(list) {
    if (#walked in list && !list.#walked) return /** @type {any} */ (list);
    const copy = /** @type {any} */ (new ListenerList(list.slice()));
    // How node remembers, and shows, that it has warned of too many listeners.
    if (list.warned) copy.warned = true;
    return copy;
  }
}
