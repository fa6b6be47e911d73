/**
 * Immediates: callbacks that run once, in the next turn of the loop.
 *
 * The first immediate of a turn has a slot of its own, since most turns of a spinning loop have
 * just one; the others are in an array, swapped for a second one while it runs, so that what a
 * callback queues waits for the next turn. An entry is the callback itself, or an Immediate, which
 * is a handle that can be cleared.
 */
import * as microtasks from './microtasks.js';

// A constant is built into the code of a turn, while an import is looked up each time.
const { runMicrotasks } = microtasks;
const { reportUncaught } = lo.load('runtime');

/** An array that grew beyond this many entries in a burst is dropped afterwards. */
const KEEP = 4096;

/** How many handles a slot is used for. */
const SLOT_USES = 8192;

/** Handles that don't keep the loop alive. So few are ever asked to that they have no field. */
const unrefed = new WeakSet();

/**
 * Whether any ever was: only then must they be counted one by one. Without the field until then,
 * because what is constant costs nothing to look at (see current.js).
 * @type {{ some?: boolean }}
 */
const everUnrefed = {};

/**
 * What setImmediate() returns when the callback gets no arguments. A spinning loop makes one each
 * turn, so it is small: a field more costs a nanosecond.
 */
export class Immediate {
  /** @param {Function} callback */
  constructor(callback) {
    /** Null when it has run or was cleared. */
    this._onImmediate = /** @type {any} */ (callback);
  }

  /** Lets it keep the loop alive (again). */
  ref() {
    unrefed.delete(this);
    return this;
  }

  /** Lets the loop end without it. */
  unref() {
    unrefed.add(this);
    everUnrefed.some = true;
    return this;
  }

  /** Whether it keeps the loop alive. */
  hasRef() {
    return this._onImmediate !== null && !unrefed.has(this);
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

/**
 * Holds the first entry of a turn. To store a new object, a handle, in an old one costs 5 ns of the
 * garbage collector's bookkeeping, in a new one nothing: so a queue takes a new slot now and then,
 * more often than the collector comes by in a spinning loop.
 */
class Slot {
  /** @param {Entry | null} entry null exactly when nothing is queued */
  constructor(entry) {
    this.entry = entry;
  }
}

/** The immediates of one loop. */
export class ImmediateQueue {
  constructor() {
    this._slot = new Slot(null);
    this._slotUses = SLOT_USES;
    /** @type {(Entry | null)[]} */
    this.rest = [];
    /** How many entries of `rest` are queued. */
    this.restLength = 0;
    /** @type {(Entry | null)[]} */
    this.spare = [];
  }

  /** The first entry; null exactly when nothing is queued. */
  get first() {
    return this._slot.entry;
  }

  /** How many queued entries keep the loop alive. */
  get size() {
    if (this.first === null) return 0;
    return everUnrefed.some === true ? this._countRefed() : 1 + this.restLength;
  }

  /** @param {Immediate} handle */
  addHandle(handle) {
    if (--this._slotUses === 0) this._renewSlot();
    this.add(handle);
  }

  /** @param {Entry} entry */
  add(entry) {
    const slot = this._slot;
    if (slot.entry === null) {
      slot.entry = entry;
    } else {
      this.rest[this.restLength++] = entry;
    }
  }

  /**
   * Runs what is queued now. An error that a callback throws is reported, and the others still run.
   */
  run() {
    const slot = this._slot;
    const first = slot.entry;
    if (first === null) return;
    const { rest, restLength } = this;
    slot.entry = null;
    if (restLength !== 0) this._swap();
    runEntry(first);
    if (restLength !== 0) this._runRest(rest, restLength);
  }

  _renewSlot() {
    this._slot = new Slot(this.first);
    this._slotUses = SLOT_USES;
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
const runEntry = (entry) => {
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
};
