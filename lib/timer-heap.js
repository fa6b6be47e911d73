/**
 * The lists of a timer queue, in a binary heap: a parent's key is before those of its children. A
 * key is the deadline and the sequence number of a timer.
 */

/** @typedef {import('./timer-queue.js').TimerList} TimerList */

export class TimerHeap {
  constructor() {
    /** The first is the one that is due next. @type {TimerList[]} */
    this.lists = [];
  }

  get size() {
    return this.lists.length;
  }

  /** @param {TimerList} list with its key */
  push(list) {
    this._rise(list, this.lists.push(list) - 1);
  }

  /** Puts a list into its place, whose key is later than it was. @param {TimerList} list */
  delay(list) {
    this._sink(list, list.index);
  }

  /** Takes the first list out. */
  shift() {
    const { lists } = this;
    lists[0].index = -1;
    const last = /** @type {TimerList} */ (lists.pop());
    if (lists.length !== 0) this._sink(last, 0);
  }

  /**
   * Takes out the lists that `isUnwanted` says yes to.
   * @param {(list: TimerList) => boolean} isUnwanted
   * @returns {TimerList[]} them
   */
  takeOut(isUnwanted) {
    const before = this.lists;
    const out = before.filter(isUnwanted);
    for (const list of out) list.index = -1;
    this.lists = [];
    for (const list of before) {
      if (list.index !== -1) this.push(list);
    }
    return out;
  }

  /**
   * @param {TimerList} list
   * @param {number} index
   */
  _rise(list, index) {
    const { lists } = this;
    while (index > 0) {
      const up = (index - 1) >> 1;
      const parent = lists[up];
      if (!isBefore(list, parent)) break;
      lists[index] = parent;
      parent.index = index;
      index = up;
    }
    lists[index] = list;
    list.index = index;
  }

  /**
   * @param {TimerList} list
   * @param {number} index
   */
  _sink(list, index) {
    const { lists } = this;
    const { length } = lists;
    for (let down = 2 * index + 1; down < length; down = 2 * index + 1) {
      if (down + 1 < length && isBefore(lists[down + 1], lists[down])) down++;
      const child = lists[down];
      if (!isBefore(child, list)) break;
      lists[index] = child;
      child.index = index;
      index = down;
    }
    lists[index] = list;
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
