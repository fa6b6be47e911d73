/**
 * The event loop. A turn, poll(), does this:
 *
 * 1. wait for descriptors that are ready: not at all if there are immediates, else until the next
 *    timer is due
 * 2. call back for each ready descriptor
 * 3. run the immediates that were queued before this phase
 * 4. run the timers that are due
 *
 * and the microtasks after every callback. How it waits is a backend's: one file for each
 * (epoll.js, poll.js, doorbell.js).
 *
 * A turn that has immediates reads no clock: with a timer set, a timerfd is armed for the earliest
 * deadline, and its readiness, seen by the wait that happens anyway, tells that a timer is due.
 */
import { Epoll } from './epoll.js';
import { SystemError, codedError, invalidArgType, outOfRange, validateFunction, validateInteger, validateNumber }
  from './errors.js';
import { ImmediateQueue } from './immediates.js';
import * as microtasks from './microtasks.js';
import { Poll } from './poll.js';
import { TimerDescriptor } from './timerfd.js';
import { TimerQueue } from './timer-queue.js';

const { monotonic } = lo.load('clock');
const { EBADF, EINTR, ENOENT } = lo.load('errno');
const { IN, OUT, PRI, ERR, HUP } = lo.load('poll');
// A constant is built into the code of a turn, while an import is looked up each time.
const { runMicrotasks } = microtasks;
const { reportUncaught, wakeDescriptor, runTasks, awaitTasks } = lo.load('runtime');

const NANOSECONDS_PER_MILLISECOND = 1e6;

/** The ways of waiting, by name. The first is the default. */
const BACKENDS = {
  epoll: () => new Epoll(),
  poll: () => new Poll(),
  doorbell: () => lo.library('lib/doorbell.js').doorbellOrEpoll(),
};

/** What --loop and `new Loop()` take. */
export const BACKEND_NAMES = Object.keys(BACKENDS);

/** A descriptor that the loop watches. */
class Watcher {
  /**
   * @param {number} generation tells it from other watchers of the same descriptor, before and
   *   after
   * @param {(fd: number, events: number) => void} callback
   * @param {number} events
   */
  constructor(generation, callback, events) {
    this.generation = generation;
    this.callback = callback;
    this.events = events;
    this.refed = true;
  }
}

export class Loop {
  // What a descriptor can be ready for, here and on each loop. The bits are poll(2)'s, and epoll's.
  static READABLE = IN;
  static WRITABLE = OUT;
  static PRIORITY = PRI;
  static ERROR = ERR;
  static HANGUP = HUP;

  /**
   * @param {string | Backend} [backend] 'epoll', 'poll', 'doorbell', or an object that waits; the
   *   default is what --loop names
   */
  constructor(backend = lo.load('runtime').loop || 'epoll') {
    /** How it waits. */
    this.backend = typeof backend === 'string' ? makeBackend(backend) : validBackend(backend);
    /** What runs next turn. */
    this.immediates = new ImmediateQueue();
    /** What runs at a certain time. */
    this.timers = new TimerQueue(monotonic);

    this._polling = false;
    this._timersDue = false;
    /** The deadline that the timerfd is armed for. */
    this._armed = Infinity;
    /** @type {TimerDescriptor | null} */
    this._timer = null;
    /** By descriptor. @type {(Watcher | undefined)[]} */
    this._watchers = [];
    this._generation = 0;
    this._size = 0;
    this._refed = 0;

    this._watchOwn(wakeDescriptor(), () => runTasks());
  }

  /**
   * Makes one turn.
   *
   * @param {number} [timeout] the longest time to wait in milliseconds; -1 (or below 0) for no
   *   limit. With immediates queued it does not wait.
   * @returns {number} how many things keep the loop alive: 0 when nothing does, and it is over
   * @throws {Error} ERR_NESTED_POLL when called from a callback of this loop
   */
  poll(timeout = -1) {
    if (this._polling) throw nestedPoll();
    if (timeout !== -1) validateTimeout(timeout);
    this._polling = true;
    try {
      runMicrotasks();
      const ready = this.immediates.first !== null ? this._check() : this._block(timeout);
      if (ready > 0) this._dispatch(ready);
      this.immediates.run();
      if (this._timersDue) this._runTimers();
    } catch (error) {
      // Callbacks don't throw out of here, but a backend may, and any call when the stack is full.
      // (That there is no `finally` saves each turn 2 ns.)
      this._polling = false;
      throw error;
    }
    this._polling = false;
    return this.alive || Number(awaitTasks());
  }

  /**
   * How many things keep the loop alive: descriptors, timers and immediates that are referenced.
   */
  get alive() {
    return this._refed + this.timers.refed + this.immediates.size;
  }

  /** How many descriptors are watched. */
  get size() {
    return this._size;
  }

  /**
   * Calls `callback` next turn. Unlike the global setImmediate() it makes no handle, and passes no
   * arguments.
   * @param {() => void} callback
   */
  setImmediate(callback) {
    if (typeof callback !== 'function') validateFunction(callback, 'callback');
    this.immediates.add(callback);
  }

  /**
   * Calls `callback(fd, ready)` in each turn in which the descriptor is ready for one of `events`.
   * An error or a hang-up makes it ready for what was asked, with ERROR or HANGUP added: read(2)
   * tells what is left and what went wrong.
   *
   * Remove a descriptor before closing it.
   *
   * @param {number} fd
   * @param {(fd: number, ready: number) => void} callback
   * @param {number} [events] READABLE, WRITABLE or both; on epoll also its own flags (ET, ONESHOT,
   *   ...)
   * @throws {SystemError} EEXIST if it is watched already, EBADF if it is not open, EPERM if it
   *   can't be waited for
   */
  add(fd, callback, events = Loop.READABLE) {
    validateDescriptor(fd);
    validateFunction(callback, 'callback');
    validateInteger(events, 'events', -(2 ** 31), 2 ** 32 - 1);
    const before = this._watchers[fd];
    this._register(fd, new Watcher(this._nextGeneration(), callback, events));
    // If the system took it, one before it was closed without being removed.
    if (before !== undefined) this._forget(before);
    this._size++;
    this._refed++;
  }

  /**
   * Changes what a descriptor is watched for, and its callback if one is given.
   * @param {number} fd
   * @param {number} events
   * @param {(fd: number, ready: number) => void} [callback]
   * @throws {SystemError} ENOENT if it is not watched
   */
  modify(fd, events, callback) {
    const watcher = this._watcher(fd);
    validateInteger(events, 'events', -(2 ** 31), 2 ** 32 - 1);
    if (callback !== undefined) validateFunction(callback, 'callback');
    const result = this.backend.modify(fd, events, watcher.generation);
    if (result < 0) throw new SystemError(result, this.backend.changeCall);
    watcher.events = events;
    if (callback !== undefined) watcher.callback = callback;
  }

  /**
   * Stops watching a descriptor; events of it that this turn has still to deliver are dropped.
   * @param {number} fd
   * @throws {SystemError} ENOENT if it is not watched
   */
  remove(fd) {
    const watcher = this._watcher(fd);
    this._watchers[fd] = undefined;
    this._forget(watcher);
    const result = this.backend.remove(fd);
    // Closed before it was removed: the system has forgotten it already.
    if (result < 0 && result !== -EBADF && result !== -ENOENT) {
      throw new SystemError(result, this.backend.changeCall);
    }
  }

  /** Lets a descriptor keep the loop alive (again). @param {number} fd */
  ref(fd) {
    const watcher = this._watcher(fd);
    if (!watcher.refed) this._refed++;
    watcher.refed = true;
  }

  /** Lets the loop end although it watches this descriptor. @param {number} fd */
  unref(fd) {
    const watcher = this._watcher(fd);
    if (watcher.refed) this._refed--;
    watcher.refed = false;
  }

  /** Gives back the loop's own descriptors. It must not be used any more. */
  close() {
    this.backend.close();
    if (this._timer !== null) this._timer.close();
  }

  // The phases of a turn.

  /** Looks what is ready, without waiting: the wait of a turn that has immediates. */
  _check() {
    if (this.timers.earliest !== this._armed) this._arm();
    const ready = this.backend.check();
    if (ready < 0 && ready !== -EINTR) throw new SystemError(ready, this.backend.waitCall);
    return ready;
  }

  /**
   * Waits until something is ready or a timer is due.
   * @param {number} timeout in milliseconds
   */
  _block(timeout) {
    if (this.alive === 0 && !awaitTasks()) return 0;
    const limit = timeout < 0 ? Infinity : monotonic() + timeout * NANOSECONDS_PER_MILLISECOND;
    const ready = this._blockUntil(limit);
    this._timersDue = this.timers.earliest !== Infinity && this.timers.earliest <= monotonic();
    return ready;
  }

  /**
   * @param {number} limit in nanoseconds
   */
  _blockUntil(limit) {
    const until = Math.min(limit, this.timers.earliest);
    for (;;) {
      const ready = this.backend.block(until === Infinity ? -1 : Math.max(until - monotonic(), 0));
      if (ready >= 0) return ready;
      if (ready !== -EINTR) throw new SystemError(ready, this.backend.waitCall);
    }
  }

  /**
   * Calls back for the `count` events that the backend has collected.
   * @param {number} count
   */
  _dispatch(count) {
    const { ready } = this.backend;
    for (let i = 0; i < 3 * count; i += 3) {
      const fd = ready[i];
      const watcher = this._watchers[fd];
      // An earlier callback may have removed it, and another may have the number by now.
      if (watcher === undefined || watcher.generation !== ready[i + 1]) continue;
      this._call(watcher, fd, ready[i + 2]);
    }
  }

  /**
   * @param {Watcher} watcher
   * @param {number} fd
   * @param {number} events
   */
  _call(watcher, fd, events) {
    const gone = (events & (ERR | HUP)) !== 0;
    try {
      watcher.callback(fd, gone ? events | (watcher.events & (IN | OUT)) : events);
    } catch (error) {
      reportUncaught(error);
    }
    runMicrotasks();
  }

  _runTimers() {
    this._timersDue = false;
    this.timers.run(monotonic());
  }

  /** Has the next deadline seen by the waits of a spinning loop. */
  _arm() {
    if (this._timer === null) {
      this._timer = new TimerDescriptor();
      this._watchOwn(this._timer.fd, () => this._ring());
    }
    this._armed = this.timers.earliest;
    this._timer.arm(this._armed);
  }

  /** The timerfd says that a timer is due. Disarmed, it is not ready any more. */
  _ring() {
    this._timersDue = true;
    this._armed = Infinity;
    this._timer?.arm(Infinity);
  }

  // The descriptors.

  /**
   * Watches a descriptor of the loop's own, which does not count.
   * @param {number} fd
   * @param {() => void} callback
   */
  _watchOwn(fd, callback) {
    if (fd < 0) throw new SystemError(fd, 'eventfd');
    const watcher = new Watcher(this._nextGeneration(), callback, IN);
    watcher.refed = false;
    this._register(fd, watcher);
  }

  /**
   * @param {number} fd
   * @param {Watcher} watcher
   */
  _register(fd, watcher) {
    const result = this.backend.add(fd, watcher.events, watcher.generation);
    if (result < 0) throw new SystemError(result, this.backend.changeCall);
    // Dense up to the highest descriptor, so that reading it never meets a hole.
    for (let i = this._watchers.length; i <= fd; i++) this._watchers[i] = undefined;
    this._watchers[fd] = watcher;
  }

  /** @param {Watcher} watcher */
  _forget(watcher) {
    this._size--;
    if (watcher.refed) this._refed--;
  }

  /** @param {number} fd */
  _watcher(fd) {
    validateDescriptor(fd);
    const watcher = this._watchers[fd];
    if (watcher === undefined) throw new SystemError(-ENOENT, this.backend.changeCall);
    return watcher;
  }

  _nextGeneration() {
    this._generation = (this._generation + 1) | 0;
    return this._generation;
  }
}

function nestedPoll() {
  return codedError(Error, 'ERR_NESTED_POLL', 'poll() was called from a callback of the same loop');
}

const { READABLE, WRITABLE, PRIORITY, ERROR, HANGUP } = Loop;
Object.assign(Loop.prototype, { READABLE, WRITABLE, PRIORITY, ERROR, HANGUP });

/** @param {string} name */
function makeBackend(name) {
  if (!Object.hasOwn(BACKENDS, name)) {
    throw outOfRange('backend', `one of ${BACKEND_NAMES.join(', ')}`, name);
  }
  return BACKENDS[/** @type {keyof typeof BACKENDS} */ (name)]();
}

/** @param {Backend} backend */
function validBackend(backend) {
  if (typeof backend?.check !== 'function' || typeof backend.block !== 'function') {
    throw invalidArgType('backend', ['string', 'Backend'], backend);
  }
  return backend;
}

/** @param {unknown} fd */
function validateDescriptor(fd) {
  validateInteger(fd, 'fd', 0, 2 ** 31 - 1);
}

/** @param {unknown} timeout */
function validateTimeout(timeout) {
  validateNumber(timeout, 'timeout');
  if (Number.isNaN(timeout)) throw outOfRange('timeout', 'a number of milliseconds', timeout);
}
