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
 * - An interval's next deadline is counted from the last one (it does not drift), and so may lie
 *   before that of a timer set meanwhile. Then it goes to a second list of its delay, or a third.
 *
 * Why lists: nanoseconds to set and fire a timer, of 200,000, by bench/timer-structures.js on a
 * busy machine (V8 10.2):
 *
 *                              lists   binary heap   4-ary heap   wheel
 *     all of 1 ms                553          1266         1028    1155
 *     1 to 50 ms                1017          2209         2420    1205
 *     5,000 different delays    1823          2292         2141    1604
 *     all different             7065          2440         2755    1470
 *     set and clear              131           110          116     291
 *     the same, at random       2300           303          239     415
 *
 * Programs are taken to use a few delays, and those fire in half of the time (of the four, only the
 * lists had the columns of timer-slots.js). A heap or a wheel is by far the better one where each
 * timer has a delay of its own, such as a random fraction; a wheel must sort the timers of a tick,
 * though, to keep their order, and visit ticks in which there are none.
 *
 * Nothing here reads a clock or knows of a loop: the time is an argument.
 */
import './dispose.js';
import * as microtasks from './microtasks.js';
import { TimerHeap } from './timer-heap.js';
import { NONE, TimerSlots } from './timer-slots.js';

// A constant is built into the code that uses it, while an import is looked up each time.
const { runMicrotasks } = microtasks;
const { reportUncaught } = lo.load('runtime');

const NANOSECONDS_PER_MILLISECOND = 1e6;

/** How many lists must have become empty, at least, before it is worth looking which still are. */
const FEW = 1024;

/** A timer's state, in bits. */
const REFED = 1;
const NUMBERED = 2;
const REPEATS = 4;

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

/** Timers of one delay, in the order in which they are due. */
export class TimerList {
  /**
   * @param {TimerQueue} queue
   * @param {number} delay in milliseconds
   */
  constructor(queue, delay) {
    this.queue = queue;
    this.delay = delay;
    /** For intervals that are due before its last timer. @type {TimerList | null} */
    this.second = null;
    // The slots of the first and of the last.
    this.head = NONE;
    this.tail = NONE;
    // Its key in the heap, and its place there.
    this.deadline = 0.5; // a fraction: the field holds a double from the start
    this.sequence = 0;
    this.index = NONE;
  }
}

/**
 * What setTimeout() and setInterval() return when the callback gets no arguments. It is small
 * because a pending timer's cost is that of copying it.
 */
export class Timeout {
  /**
   * @param {TimerList} list
   * @param {boolean} repeats
   * @param {Function} callback
   */
  constructor(list, repeats, callback) {
    this._list = list;
    this._slot = NONE; // while it is not set
    this._state = repeats ? REFED | REPEATS : REFED;
    /** Null when it was cleared. */
    this._onTimeout = /** @type {any} */ (callback);
  }

  /** Lets it keep the loop alive (again). */
  ref() {
    if (!this.hasRef() && this._slot !== NONE) this._list.queue.refed++;
    this._state |= REFED;
    return this;
  }

  /** Lets the loop end without it. */
  unref() {
    if (this.hasRef() && this._slot !== NONE) this._list.queue.refed--;
    this._state &= ~REFED;
    return this;
  }

  /** Whether it keeps the loop alive while it is set. */
  hasRef() {
    return (this._state & REFED) !== 0;
  }

  /** Sets it anew from now on, also when it has fired. A cleared timer stays cleared. */
  refresh() {
    if (this._onTimeout === null) return this;
    const { queue } = this._list;
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

  [Symbol.dispose]() {
    this.clear();
  }

  /** A number that clearTimeout() takes in its place. */
  [Symbol.toPrimitive]() {
    const number = numbers.get(this) ?? ++lastNumber;
    numbers.set(this, number);
    this._state |= NUMBERED;
    if (this._slot !== NONE) numbered.set(number, this);
    return number;
  }

  /** Called by the queue: the callback as a method of its handle, as node has it. */
  run() {
    this._onTimeout();
  }
}

/** What they return when the callback gets arguments. */
export class TimeoutWithArguments extends Timeout {
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
    super(list, repeats, callback);
    this._count = count;
    this._argument1 = argument1;
    this._argument2 = argument2;
  }

  run() {
    switch (this._count) {
      case 1: this._onTimeout(this._argument1); break;
      case 2: this._onTimeout(this._argument1, this._argument2); break;
      default: this._onTimeout(...this._argument1);
    }
  }
}
// Both are the same to whoever looks at them.
Object.defineProperty(TimeoutWithArguments, 'name', { value: 'Timeout' });

export class TimerQueue {
  /** @param {() => number} clock nanoseconds; read by refresh() and by who sets a timer */
  constructor(clock) {
    this.clock = clock;
    /** When the next timer may be due; Infinity if none is set. */
    this.earliest = Infinity;
    /** How many timers that are set keep the loop alive. */
    this.refed = 0;
    this._sequence = 0;
    this._slots = new TimerSlots();
    this._heap = new TimerHeap();
    /** How often a list has become empty since all that were have been dropped. */
    this._emptied = 0;
    /** @type {Map<number, TimerList>} */
    this._lists = new Map();
    this._noList = new TimerList(this, 0);
    this._lastList = this._noList;
  }

  /**
   * The list for timers of `delay` milliseconds.
   * @param {number} delay
   */
  list(delay) {
    // Most programs ask for the same delay again and again.
    return this._lastList.delay === delay ? this._lastList : this._find(delay);
  }

  /**
   * Sets a timer that is not set.
   * @param {Timeout} timer
   * @param {number} now in nanoseconds
   */
  add(timer, now) {
    this._schedule(timer, now + timer._list.delay * NANOSECONDS_PER_MILLISECOND);
  }

  /**
   * Unsets a timer, if it is set. Its list stays in the heap, also when it is empty: whoever clears
   * a timer is likely to set another of the same delay.
   * @param {Timeout} timer
   */
  remove(timer) {
    const slot = timer._slot;
    if (slot === NONE) return;
    const list = timer._list;
    timer._slot = NONE;
    this._slots.remove(list, slot);
    if ((timer._state & REFED) !== 0) this.refed--;
    if ((timer._state & NUMBERED) !== 0) forgetNumber(timer);
    if (list.head === NONE && ++this._emptied > FEW) this._dropEmpty();
  }

  /**
   * Runs the timers that are due, in order of deadline, then of setting. An error that a callback
   * throws is reported, and the others still run.
   * @param {number} now in nanoseconds
   */
  run(now) {
    const heap = this._heap;
    while (heap.size !== 0 && heap.lists[0].deadline <= now) this._runFirst(heap.lists[0], now);
    this.earliest = heap.size === 0 ? Infinity : heap.lists[0].deadline;
  }

  /**
   * Runs the first timer of a list, or puts the list where it belongs.
   * @param {TimerList} list the first of the heap
   * @param {number} now
   */
  _runFirst(list, now) {
    const slots = this._slots;
    const { head } = list;
    if (head === NONE) {
      this._heap.shift();
      this._forget(list);
    } else if (list.sequence !== slots.sequence(head)) {
      this._copyKey(list);
      this._heap.delay(list);
    } else {
      this._fire(slots.timer(head), now);
    }
  }

  /**
   * @param {Timeout} timer
   * @param {number} now
   */
  _fire(timer, now) {
    const list = timer._list;
    const { deadline } = list;
    this.remove(timer);
    if ((timer._state & REPEATS) !== 0) this._repeat(timer, deadline, now);
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
   * @param {number} deadline of this beat
   * @param {number} now
   */
  _repeat(timer, deadline, now) {
    const period = timer._list.delay * NANOSECONDS_PER_MILLISECOND;
    // By no rounding after `now + period`: what is set now can go to the end of any list.
    const next = now + (period - (now - deadline) % period);
    timer._list = this._listUntil(timer._list.delay, next);
    this._schedule(timer, next);
  }

  /**
   * A list of a delay, to whose end a timer that is due at `deadline` can go. There are seldom more
   * than two: intervals repeat in order, but for those that have missed a beat.
   * @param {number} delay
   * @param {number} deadline
   */
  _listUntil(delay, deadline) {
    let list = this.list(delay);
    while (this._lastDeadline(list) > deadline) {
      list = list.second ??= new TimerList(this, delay);
    }
    return list;
  }

  /** That of a list's last timer; if it is empty, that of its place in the heap, which it keeps. */
  _lastDeadline(/** @type {TimerList} */ list) {
    if (list.tail !== NONE) return this._slots.deadline(list.tail);
    return list.index === NONE ? 0 : list.deadline;
  }

  /**
   * @param {Timeout} timer
   * @param {number} deadline
   */
  _schedule(timer, deadline) {
    const list = timer._list;
    timer._slot = this._slots.add(list, timer, deadline, ++this._sequence);
    if (list.index === NONE) this._insert(list);
    if (deadline < this.earliest) this.earliest = deadline;
    if ((timer._state & REFED) !== 0) this.refed++;
    if ((timer._state & NUMBERED) !== 0) rememberNumber(timer);
  }

  /** @param {number} delay */
  _find(delay) {
    let list = this._lists.get(delay);
    if (list === undefined) {
      list = new TimerList(this, delay);
      this._lists.set(delay, list);
    }
    this._lastList = list;
    return list;
  }

  /** Puts a list into the heap. @param {TimerList} list not empty */
  _insert(list) {
    this._copyKey(list);
    this._heap.push(list);
  }

  /** Gives a list the key of its first timer. @param {TimerList} list */
  _copyKey(list) {
    list.deadline = this._slots.deadline(list.head);
    list.sequence = this._slots.sequence(list.head);
  }

  /**
   * Drops the empty lists, once they may be half of all: a program may set and clear timers of ever
   * other delays, and fire none.
   */
  _dropEmpty() {
    if (this._emptied < this._heap.size / 2) return;
    this._emptied = 0;
    for (const list of this._heap.takeOut((each) => each.head === NONE)) this._forget(list);
  }

  /** Drops a list that is not in the heap. @param {TimerList} list */
  _forget(list) {
    if (this._lists.get(list.delay) === list) this._lists.delete(list.delay);
    if (this._lastList === list) this._lastList = this._noList;
  }
}

/** @param {Timeout} timer */
function rememberNumber(timer) {
  numbered.set(/** @type {number} */ (numbers.get(timer)), timer);
}

/** @param {Timeout} timer */
function forgetNumber(timer) {
  numbered.delete(/** @type {number} */ (numbers.get(timer)));
}
