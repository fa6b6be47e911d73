/**
 * Where the timers of a queue that are set are kept: each has a slot, a number, and what is known
 * of it stands in columns, at its slot.
 *
 * In fields of the timer, a deadline would be an object of its own (V8 boxes a double), a link to a
 * neighbour another pointer for the garbage collector to follow, and all of it would be copied,
 * twice, on a timer's way to the old generation. The columns are typed arrays outside of the heap:
 * the collector sees the timer alone, half as large.
 */

/** @typedef {import('./timer-queue.js').Timeout} Timeout */

/** No slot. */
export const NONE = -1;

/** How many slots there are at first, and how many are kept after a burst. */
const KEEP = 1024;

/**
 * Timers in the order in which they were added, linked by slot.
 * @typedef {{ head: number, tail: number }} Chain
 */

export class TimerSlots {
  constructor() {
    /** The timer of each slot; null in a free one. @type {(Timeout | null)[]} */
    this._timers = [];
    /** Of each slot the next one of its chain, and the one before. */
    this._links = new Int32Array(2 * KEEP);
    /** Of each slot the deadline and the sequence number. */
    this._keys = new Float64Array(2 * KEEP);
    /** The first free slot. Its `next` is another. */
    this._free = NONE;
    /** How many are taken. */
    this.size = 0;
  }

  /** @param {number} slot @returns {Timeout} */
  timer(slot) {
    return /** @type {Timeout} */ (this._timers[slot]);
  }

  /** @param {number} slot */
  deadline(slot) {
    return this._keys[2 * slot];
  }

  /** @param {number} slot */
  sequence(slot) {
    return this._keys[2 * slot + 1];
  }

  /**
   * Puts a timer into a slot, at the end of a chain.
   * @param {Chain} chain
   * @param {Timeout} timer
   * @param {number} deadline
   * @param {number} sequence
   * @returns {number} its slot
   */
  add(chain, timer, deadline, sequence) {
    const slot = this._take(timer);
    const keys = this._keys;
    keys[2 * slot] = deadline;
    keys[2 * slot + 1] = sequence;
    const links = this._links;
    const { tail } = chain;
    links[2 * slot] = NONE;
    links[2 * slot + 1] = tail;
    if (tail === NONE) {
      chain.head = slot;
    } else {
      links[2 * tail] = slot;
    }
    chain.tail = slot;
    return slot;
  }

  /**
   * Frees a slot.
   * @param {Chain} chain the one that it is in
   * @param {number} slot
   */
  remove(chain, slot) {
    const links = this._links;
    const next = links[2 * slot];
    const previous = links[2 * slot + 1];
    if (previous === NONE) {
      chain.head = next;
    } else {
      links[2 * previous] = next;
    }
    if (next === NONE) {
      chain.tail = previous;
    } else {
      links[2 * next + 1] = previous;
    }
    this._timers[slot] = null;
    links[2 * slot] = this._free;
    this._free = slot;
    if (--this.size === 0 && this._timers.length > KEEP) this._shrink();
  }

  /** @param {Timeout} timer */
  _take(timer) {
    this.size++;
    const slot = this._free;
    if (slot === NONE) return this._append(timer);
    this._free = this._links[2 * slot];
    this._timers[slot] = timer;
    return slot;
  }

  /** @param {Timeout} timer */
  _append(timer) {
    const slot = this._timers.length;
    if (2 * slot === this._links.length) this._grow();
    this._timers.push(timer);
    return slot;
  }

  _grow() {
    const links = new Int32Array(2 * this._links.length);
    links.set(this._links);
    this._links = links;
    const keys = new Float64Array(2 * this._keys.length);
    keys.set(this._keys);
    this._keys = keys;
  }

  /** Gives the memory of a burst back. Nothing is set. */
  _shrink() {
    this._timers = [];
    this._links = new Int32Array(2 * KEEP);
    this._keys = new Float64Array(2 * KEEP);
    this._free = NONE;
  }
}
