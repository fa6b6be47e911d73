/**
 * Immediates: callbacks that run once, in the next turn of the loop.
 *
 * The first immediate of a turn has a slot of its own, since most turns of a spinning loop have
 * just one; the others are in an array, swapped for a second one while it runs, so that what a
 * callback queues waits for the next turn. An entry is the callback itself, or an Immediate, which
 * is a handle that can be cleared.
 */
import { runMicrotasks } from './microtasks.js';

const { reportUncaught } = lo.load('runtime');

/** An array that grew beyond this many entries in a burst is dropped afterwards. */
const KEEP = 4096;

/** Whether any immediate was ever unreferenced: only then must they be counted one by one. */
let someUnrefed = false;

/**
 * What setImmediate() returns when the callback gets no arguments. A spinning loop makes one each
 * turn, so it is small: a field more costs a nanosecond.
 */
export class Immediate {
  /** @param {Function} callback */
  constructor(callback) {
    /** Null when it has run or was cleared. */
    this._onImmediate = /** @type {any} */ (callback);
    this._refed = true;
  }

  /** Lets it keep the loop alive (again). */
  ref() {
    this._refed = true;
    return this;
  }

  /** Lets the loop end without it. */
  unref() {
    this._refed = false;
    someUnrefed = true;
    return this;
  }

  /** Whether it keeps the loop alive. */
  hasRef() {
    return this._refed && this._onImmediate !== null;
  }

  /** Keeps the callback from running. Clearing again does nothing. */
  clear() {
    // It stays in its queue until its turn, and does nothing then.
    this._onImmediate = null;
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.clear();
  }

  /** Called by the queue, once: the callback as a method of its handle, as node has it. */
  run() {
    if (this._onImmediate === null) return;
    this._onImmediate();
    this._onImmediate = null;
  }
}

/** What setImmediate() returns when the callback gets arguments. */
export class ImmediateWithArguments extends Immediate {
  /**
   * @param {Function} callback
   * @param {number} count how many arguments the callback gets; from three on, `argument1` is their
   *   array
   * @param {any} argument1
   * @param {any} argument2
   */
  constructor(callback, count, argument1, argument2) {
    super(callback);
    this._count = count;
    this._argument1 = argument1;
    this._argument2 = argument2;
  }

  run() {
    if (this._onImmediate === null) return;
    switch (this._count) {
      case 1: this._onImmediate(this._argument1); break;
      case 2: this._onImmediate(this._argument1, this._argument2); break;
      default: this._onImmediate(...this._argument1);
    }
    this._onImmediate = null;
  }
}
// Both are the same to whoever looks at them.
Object.defineProperty(ImmediateWithArguments, 'name', { value: 'Immediate' });

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
  }

  /** How many queued entries keep the loop alive. */
  get size() {
    if (this.first === null) return 0;
    return someUnrefed ? this._countRefed() : 1 + this.restLength;
  }

  /** @param {Entry} entry */
  add(entry) {
    if (this.first === null) {
      this.first = entry;
    } else {
      this.rest[this.restLength++] = entry;
    }
  }

  /**
   * Runs what is queued now. An error that a callback throws is reported, and the others still run.
   */
  run() {
    const first = this.first;
    if (first === null) return;
    const { rest, restLength } = this;
    this.first = null;
    if (restLength !== 0) this._swap();
    runEntry(first);
    if (restLength !== 0) this._runRest(rest, restLength);
  }

  _countRefed() {
    let count = isRefed(/** @type {Entry} */ (this.first)) ? 1 : 0;
    for (let i = 0; i < this.restLength; i++) {
      if (isRefed(/** @type {Entry} */ (this.rest[i]))) count++;
    }
    return count;
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
function isRefed(entry) {
  return typeof entry === 'function' || entry.hasRef();
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
  runMicrotasks();
}
