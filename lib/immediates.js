/**
 * Immediates: callbacks that run once, in the next turn of the loop.
 *
 * The first immediate of a turn has a slot of its own, since most turns of a spinning loop have just one; the others
 * are in an array, swapped for a second one while it runs, so that what a callback queues waits for the next turn.
 * An entry is the callback itself, or an Immediate, which is a handle that can be cleared.
 */
import { drain, pending } from './microtasks.js';

const { reportUncaught } = lo.load('runtime');

/** An array that grew beyond this many entries in a burst is dropped afterwards. */
const KEEP = 4096;

/** The argument count of an Immediate that has run or was cleared. */
const DONE = -1;

/** What setImmediate() returns. */
export class Immediate {
  /**
   * @param {ImmediateQueue} queue
   * @param {Function} callback
   * @param {number} count how many arguments the callback gets; from three on, `argument1` is their array
   * @param {any} argument1
   * @param {any} argument2
   */
  constructor(queue, callback, count, argument1, argument2) {
    this._queue = queue;
    this._onImmediate = /** @type {any} */ (callback);
    this._count = count;
    this._argument1 = argument1;
    this._argument2 = argument2;
    this._refed = true;
  }

  /** Lets it keep the loop alive (again). */
  ref() {
    if (!this._refed && this._count !== DONE) this._queue.unrefed--;
    this._refed = true;
    return this;
  }

  /** Lets the loop end without it. */
  unref() {
    if (this._refed && this._count !== DONE) this._queue.unrefed++;
    this._refed = false;
    return this;
  }

  /** Whether it keeps the loop alive. */
  hasRef() {
    return this._refed && this._count !== DONE;
  }

  /** Keeps the callback from running. Clearing again does nothing. */
  clear() {
    // It stays in its queue until its turn, and does nothing then.
    this._leave();
    this._onImmediate = null;
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.clear();
  }

  /** Called by the queue, once: the callback as a method of its handle, as node has it. */
  run() {
    if (this._onImmediate === null) return;
    const count = this._count;
    this._leave();
    switch (count) {
      case 0: this._onImmediate(); break;
      case 1: this._onImmediate(this._argument1); break;
      case 2: this._onImmediate(this._argument1, this._argument2); break;
      default: this._onImmediate(...this._argument1);
    }
    this._onImmediate = null;
  }

  _leave() {
    if (!this._refed && this._count !== DONE) this._queue.unrefed--;
    this._count = DONE;
  }
}

/** @typedef {Immediate | (() => void)} Entry */

/** The immediates of one loop. */
export class ImmediateQueue {
  constructor() {
    /** Null exactly when nothing is queued. @type {Entry | null} */
    this.first = null;
    /** @type {(Entry | null)[]} */
    this.rest = [];
    /** How many entries of `rest` are queued. */
    this.restLength = 0;
    /** @type {(Entry | null)[]} */
    this.spare = [];
    /** How many of the queued immediates do not keep the loop alive. */
    this.unrefed = 0;
  }

  /** How many queued entries keep the loop alive. */
  get size() {
    return this.first === null ? 0 : 1 + this.restLength - this.unrefed;
  }

  /** @param {Entry} entry */
  add(entry) {
    if (this.first === null) {
      this.first = entry;
    } else {
      this.rest[this.restLength++] = entry;
    }
  }

  /** Runs what is queued now. An error that a callback throws is reported, and the others still run. */
  run() {
    const first = this.first;
    if (first === null) return;
    const { rest, restLength } = this;
    this.first = null;
    if (restLength !== 0) this._swap();
    runEntry(first);
    if (restLength !== 0) this._runRest(rest, restLength);
  }

  _swap() {
    const { rest } = this;
    this.rest = this.spare;
    this.spare = rest.length > KEEP ? [] : rest;
    this.restLength = 0;
  }

  /**
   * @param {(Entry | null)[]} entries
   * @param {number} length
   */
  _runRest(entries, length) {
    for (let i = 0; i < length; i++) {
      const entry = /** @type {Entry} */ (entries[i]);
      entries[i] = null;
      runEntry(entry);
    }
  }
}

/** @param {Entry} entry */
function runEntry(entry) {
  try {
    if (typeof entry === 'function') {
      entry();
    } else {
      entry.run();
    }
  } catch (error) {
    reportUncaught(error);
  }
  if (pending[0] !== 0) drain();
}
