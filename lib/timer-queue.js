/**
 * The timers of a loop, and which is due next.
 *
 * Timers of the same delay are due in the order in which they were set. So each delay has a list,
 * to which setting appends and from which clearing unlinks, both in constant time, and a binary
 * heap orders the lists by their first timer. A program has few different delays: the heap is
 * small, whatever the number of timers.
 *
 * - A deadline is in nanoseconds of the loop's clock. Equal deadlines are ordered by the number
 *   that each timer got when it was set.
 * - A list's place in the heap may be earlier than its first timer is due, after a clear; it is
 *   never later. It is put right when it reaches the top.
 * - An interval has a list of its own, because its next deadline is counted from the last one (it
 *   does not drift), and so may lie before that of a timer set meanwhile.
 *
 * Nothing here reads a clock or knows of a loop: the time is an argument.
 */
import { runMicrotasks } from './microtasks.js';

const { reportUncaught } = lo.load('runtime');

const NANOSECONDS_PER_MILLISECOND = 1e6;

/** A timer's state, in bits. */
const REFED = 1;
const REPEATS = 2;
const NUMBERED = 4;

/**
 * Timers that were asked for a primitive, while they are set: clearTimeout() takes that too.
 * @type {Map<number, Timeout>}
 */
const numbered = new Map();
/** @type {WeakMap<Timeout, number>} */
const numbers = new WeakMap();
let lastNumber = 0;

/**
 * The timer whose primitive value is `number`, if it is set.
 * @param {number} number
 */
export function timerOfNumber(number) {
  return numbered.get(number);
}

/** Timers of one delay, oldest first. */
class TimerList {
  /**
   * @param {TimerQueue} queue
   * @param {number} delay in milliseconds
   */
  constructor(queue, delay) {
    this.queue = queue;
    this.delay = delay;
    /** @type {Timeout | null} */
    this.head = null;
    /** @type {Timeout | null} */
    this.tail = null;
    // Its key in the heap, and its place there (-1 for none).
    this.deadline = 0.5; // a fraction: the field holds a double from the start
    this.sequence = 0;
    this.index = -1;
  }

  /** @param {Timeout} timer */
  append(timer) {
    const { tail } = this;
    timer._previous = tail;
    if (tail === null) {
      this.head = timer;
    } else {
      tail._next = timer;
    }
    this.tail = timer;
  }

  /** @param {Timeout} timer */
  unlink(timer) {
    const previous = timer._previous;
    const next = timer._next;
    if (previous === null) {
      this.head = next;
    } else {
      previous._next = next;
    }
    if (next === null) {
      this.tail = previous;
    } else {
      next._previous = previous;
    }
    timer._previous = null;
    timer._next = null;
  }

  /** Whether its place in the heap is that of its first timer. @param {Timeout} head */
  isInPlace(head) {
    return this.deadline === head._deadline && this.sequence === head._sequence;
  }
}

/** What setTimeout() and setInterval() return. */
export class Timeout {
  /**
   * @param {TimerList} list
   * @param {boolean} repeats
   * @param {Function} callback
   * @param {number} count how many arguments the callback gets; from three on, `argument1` is their
   *   array
   * @param {any} argument1
   * @param {any} argument2
   */
  constructor(list, repeats, callback, count, argument1, argument2) {
    /** @type {Timeout | null} */
    this._previous = null;
    /** @type {Timeout | null} */
    this._next = null;
    this._list = list;
    this._deadline = 0.5; // a fraction: the field holds a double from the start
    this._sequence = 0; // 0 while it is not set
    this._state = repeats ? REFED | REPEATS : REFED;
    this._onTimeout = /** @type {any} */ (callback);
    this._count = count;
    this._argument1 = argument1;
    this._argument2 = argument2;
  }

  /** Lets it keep the loop alive (again). */
  ref() {
    if ((this._state & REFED) === 0 && this._sequence !== 0) this._list.queue.refed++;
    this._state |= REFED;
    return this;
  }

  /** Lets the loop end without it. */
  unref() {
    if (this.hasRef() && this._sequence !== 0) this._list.queue.refed--;
    this._state &= ~REFED;
    return this;
  }

  /** Whether it keeps the loop alive while it is set. */
  hasRef() {
    return (this._state & REFED) !== 0;
  }

  /** Sets it anew from now on, also when it has fired. A cleared timer stays cleared. */
  refresh() {
    const { queue } = this._list;
    if (this._onTimeout === null) return this;
    queue.remove(this);
    queue.add(this, queue.clock());
    return this;
  }

  /** Clears it. */
  close() {
    this.clear();
    return this;
  }

  /** Clears it, for good: refresh() does not set it again. Clearing again does nothing. */
  clear() {
    this._list.queue.remove(this);
    this._onTimeout = null;
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.clear();
  }

  /** A number that clearTimeout() takes in its place. */
  [Symbol.toPrimitive]() {
    const number = numbers.get(this) ?? ++lastNumber;
    numbers.set(this, number);
    this._state |= NUMBERED;
    if (this._sequence !== 0) numbered.set(number, this);
    return number;
  }

  /** Called by the queue: the callback as a method of its handle, as node has it. */
  run() {
    switch (this._count) {
      case 0: this._onTimeout(); break;
      case 1: this._onTimeout(this._argument1); break;
      case 2: this._onTimeout(this._argument1, this._argument2); break;
      default: this._onTimeout(...this._argument1);
    }
  }
}

export class TimerQueue {
  /** @param {() => number} clock nanoseconds; read by refresh() and by who sets a timer */
  constructor(clock) {
    this.clock = clock;
    /** When the next timer may be due; Infinity if none is set. */
    this.earliest = Infinity;
    /** How many timers that are set keep the loop alive. */
    this.refed = 0;
    this._sequence = 0;
    /** @type {Map<number, TimerList>} */
    this._lists = new Map();
    this._noList = new TimerList(this, 0);
    this._lastList = this._noList;
    /** @type {TimerList[]} */
    this._heap = [];
  }

  /**
   * The list for timers of `delay` milliseconds.
   * @param {number} delay
   */
  list(delay) {
    // Most programs ask for the same delay again and again.
    if (this._lastList.delay === delay) return this._lastList;
    let list = this._lists.get(delay);
    if (list === undefined) {
      list = new TimerList(this, delay);
      this._lists.set(delay, list);
    }
    this._lastList = list;
    return list;
  }

  /**
   * A list for one interval.
   * @param {number} delay in milliseconds
   */
  ownList(delay) {
    return new TimerList(this, delay);
  }

  /**
   * Sets a timer that is not set.
   * @param {Timeout} timer
   * @param {number} now in nanoseconds
   */
  add(timer, now) {
    this._schedule(timer, now + timer._list.delay * NANOSECONDS_PER_MILLISECOND);
    if (timer.hasRef()) this.refed++;
  }

  /**
   * Unsets a timer, if it is set. Its list stays in the heap, also when it is empty: whoever clears
   * a timer is likely to set another of the same delay.
   * @param {Timeout} timer
   */
  remove(timer) {
    if (timer._sequence === 0) return;
    timer._list.unlink(timer);
    timer._sequence = 0;
    if (timer.hasRef()) this.refed--;
    if ((timer._state & NUMBERED) !== 0) {
      numbered.delete(/** @type {number} */ (numbers.get(timer)));
    }
  }

  /**
   * Runs the timers that are due, in order of deadline, then of setting. An error that a callback
   * throws is reported, and the others still run.
   * @param {number} now in nanoseconds
   */
  run(now) {
    const heap = this._heap;
    while (heap.length !== 0 && heap[0].deadline <= now) {
      const list = heap[0];
      const { head } = list;
      if (head === null) {
        this._drop(list);
      } else if (!list.isInPlace(head)) {
        this._moveDown(list, head);
      } else {
        this._fire(head, now);
      }
    }
    this.earliest = heap.length === 0 ? Infinity : heap[0].deadline;
  }

  /**
   * @param {Timeout} timer
   * @param {number} now
   */
  _fire(timer, now) {
    this.remove(timer);
    if ((timer._state & REPEATS) !== 0) this._repeat(timer, now);
    try {
      timer.run();
    } catch (error) {
      reportUncaught(error);
    }
    runMicrotasks();
  }

  /**
   * Sets an interval for its next beat after `now`. Beats that were missed are skipped.
   * @param {Timeout} timer
   * @param {number} now
   */
  _repeat(timer, now) {
    const period = timer._list.delay * NANOSECONDS_PER_MILLISECOND;
    const missed = Math.floor((now - timer._deadline) / period);
    this._schedule(timer, timer._deadline + (missed + 1) * period);
    if (timer.hasRef()) this.refed++;
  }

  /**
   * @param {Timeout} timer
   * @param {number} deadline
   */
  _schedule(timer, deadline) {
    const list = timer._list;
    timer._deadline = deadline;
    timer._sequence = ++this._sequence;
    list.append(timer);
    if (list.index === -1) this._push(list, timer);
    if (deadline < this.earliest) this.earliest = deadline;
    if ((timer._state & NUMBERED) !== 0) {
      numbered.set(/** @type {number} */ (numbers.get(timer)), timer);
    }
  }

  // The heap: a child's key is not before its parent's.

  /**
   * @param {TimerList} list
   * @param {Timeout} head
   */
  _push(list, head) {
    list.deadline = head._deadline;
    list.sequence = head._sequence;
    this._rise(list, this._heap.push(list) - 1);
  }

  /**
   * Takes the first list, which is empty, out of the heap.
   * @param {TimerList} list
   */
  _drop(list) {
    const last = /** @type {TimerList} */ (this._heap.pop());
    list.index = -1;
    if (last !== list) this._sink(last, 0);
    if (this._lists.get(list.delay) === list) this._lists.delete(list.delay);
    if (this._lastList === list) this._lastList = this._noList;
  }

  /**
   * @param {TimerList} list
   * @param {Timeout} head
   */
  _moveDown(list, head) {
    list.deadline = head._deadline;
    list.sequence = head._sequence;
    this._sink(list, list.index);
  }

  /**
   * @param {TimerList} list
   * @param {number} index
   */
  _rise(list, index) {
    const heap = this._heap;
    while (index > 0) {
      const up = (index - 1) >> 1;
      const parent = heap[up];
      if (!isBefore(list, parent)) break;
      heap[index] = parent;
      parent.index = index;
      index = up;
    }
    heap[index] = list;
    list.index = index;
  }

  /**
   * @param {TimerList} list
   * @param {number} index
   */
  _sink(list, index) {
    const heap = this._heap;
    const { length } = heap;
    for (let down = 2 * index + 1; down < length; down = 2 * index + 1) {
      if (down + 1 < length && isBefore(heap[down + 1], heap[down])) down++;
      const child = heap[down];
      if (!isBefore(child, list)) break;
      heap[index] = child;
      child.index = index;
      index = down;
    }
    heap[index] = list;
    list.index = index;
  }
}

/**
 * @param {TimerList} a
 * @param {TimerList} b
 */
function isBefore(a, b) {
  return a.deadline < b.deadline || (a.deadline === b.deadline && a.sequence < b.sequence);
}
