/**
 * Ways to keep timers, behind one interface, for bench/timer-structures.js: each the usual form of
 * its kind, with a timer object for each timer, as setTimeout() must return one.
 */
import { Timeout, TimerQueue } from 'lib/timer-queue.js';

/**
 * @typedef {object} Structure
 * @property {(delay: number, now: number) => any} set a timer, `delay` milliseconds from now (ns)
 * @property {(timer: any) => void} clear
 * @property {(now: number) => void} fire calls the callbacks of the timers that are due, in order
 */

/** lo's own: a list for each delay, in columns, and a heap of the lists. @implements {Structure} */
class Lists {
  /** @param {() => void} callback */
  constructor(callback) {
    this.callback = callback;
    this.queue = new TimerQueue(() => 0);
  }

  /** @param {number} delay @param {number} now */
  set(delay, now) {
    const timer = new Timeout(this.queue.list(delay), false, this.callback);
    this.queue.add(timer, now);
    return timer;
  }

  /** @param {any} timer */
  clear(timer) {
    timer.clear();
  }

  /** @param {number} now */
  fire(now) {
    this.queue.run(now);
  }
}

/** A heap of all timers, where each has so many children. @implements {Structure} */
class Heap {
  /** @param {() => void} callback @param {number} arity */
  constructor(callback, arity) {
    this.callback = callback;
    this.arity = arity;
    this.sequence = 0;
    /** @type {any[]} */
    this.timers = [];
  }

  /** @param {number} delay @param {number} now */
  set(delay, now) {
    const timer = {
      deadline: now + delay * 1e6 + 0.5, sequence: ++this.sequence, index: 0,
      callback: this.callback,
    };
    this.rise(timer, this.timers.push(timer) - 1);
    return timer;
  }

  /** @param {any} timer */
  clear(timer) {
    const { index } = timer;
    if (index === -1) return;
    timer.index = -1;
    const last = this.timers.pop();
    if (last === timer) return;
    this.sink(last, index);
    this.rise(last, last.index);
  }

  /** @param {number} now */
  fire(now) {
    while (this.timers.length !== 0 && this.timers[0].deadline <= now) {
      const timer = this.timers[0];
      this.clear(timer);
      timer.callback();
    }
  }

  /** @param {any} timer @param {number} index */
  rise(timer, index) {
    const { timers, arity } = this;
    while (index > 0) {
      const up = Math.floor((index - 1) / arity);
      if (!isBefore(timer, timers[up])) break;
      timers[index] = timers[up];
      timers[index].index = index;
      index = up;
    }
    timers[index] = timer;
    timer.index = index;
  }

  /** @param {any} timer @param {number} index */
  sink(timer, index) {
    const { timers, arity } = this;
    for (;;) {
      const first = arity * index + 1;
      const end = Math.min(first + arity, timers.length);
      if (first >= end) break;
      let least = first;
      for (let i = first + 1; i < end; i++) if (isBefore(timers[i], timers[least])) least = i;
      if (!isBefore(timers[least], timer)) break;
      timers[index] = timers[least];
      timers[index].index = index;
      index = least;
    }
    timers[index] = timer;
    timer.index = index;
  }
}

/** @param {any} a @param {any} b */
function isBefore(a, b) {
  return a.deadline < b.deadline || (a.deadline === b.deadline && a.sequence < b.sequence);
}

const BITS = 8;
const SIZE = 1 << BITS;
const LEVELS = 4;

/**
 * A hierarchical timing wheel with ticks of a millisecond: four levels of 256 slots, each slot a
 * linked list. Timers of one tick are sorted when it comes. @implements {Structure}
 */
class Wheel {
  /** @param {() => void} callback */
  constructor(callback) {
    this.callback = callback;
    this.sequence = 0;
    this.tick = 0;
    this.size = 0;
    /** @type {any[]} */
    this.slots = Array.from({ length: LEVELS * SIZE }, () => {
      /** @type {any} */
      const slot = { next: null, previous: null };
      slot.next = slot.previous = slot;
      return slot;
    });
  }

  /** @param {number} delay @param {number} now */
  set(delay, now) {
    const timer = {
      next: null, previous: null, deadline: now + delay * 1e6 + 0.5, sequence: ++this.sequence,
      callback: this.callback,
    };
    this.size++;
    this.place(timer);
    return timer;
  }

  /** @param {any} timer */
  place(timer) {
    const due = Math.max(Math.ceil(timer.deadline / 1e6), this.tick + 1);
    let level = 0;
    while (level < LEVELS - 1 && due - this.tick >= 2 ** (BITS * (level + 1))) level++;
    const slot = this.slots[level * SIZE + (Math.floor(due / 2 ** (BITS * level)) & (SIZE - 1))];
    timer.next = slot;
    timer.previous = slot.previous;
    slot.previous.next = timer;
    slot.previous = timer;
  }

  /** @param {any} timer */
  clear(timer) {
    if (timer.next === null) return;
    timer.previous.next = timer.next;
    timer.next.previous = timer.previous;
    timer.next = timer.previous = null;
    this.size--;
  }

  /** Empties a slot. @param {any} slot */
  take(slot) {
    const timers = [];
    for (let each = slot.next; each !== slot;) {
      const { next } = each;
      timers.push(each);
      each.next = each.previous = null;
      each = next;
    }
    slot.next = slot.previous = slot;
    return timers;
  }

  /** @param {number} now */
  fire(now) {
    const until = Math.floor(now / 1e6);
    while (this.tick < until && this.size !== 0) {
      const tick = ++this.tick;
      for (let level = LEVELS - 1; level > 0; level--) {
        const span = 2 ** (BITS * level);
        if (tick % span !== 0) continue;
        const slot = this.slots[level * SIZE + (tick / span & (SIZE - 1))];
        if (slot.next === slot) continue;
        this.tick--;
        for (const timer of this.take(slot)) this.place(timer);
        this.tick++;
      }
      const slot = this.slots[tick & (SIZE - 1)];
      if (slot.next === slot) continue;
      for (const timer of this.take(slot).sort((a, b) => (isBefore(a, b) ? -1 : 1))) {
        this.size--;
        timer.callback();
      }
    }
    this.tick = until;
  }
}

/** @type {Record<string, (callback: () => void) => Structure>} */
export const STRUCTURES = {
  lists: (callback) => new Lists(callback),
  'binary-heap': (callback) => new Heap(callback, 2),
  '4-ary-heap': (callback) => new Heap(callback, 4),
  wheel: (callback) => new Wheel(callback),
};
