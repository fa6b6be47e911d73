/** Waiting by poll(2), which every Unix has. Its cost grows with the number of descriptors. */
const { wait, block, NVAL } = lo.load('poll');
const { EBADF, EEXIST, EINVAL, ENOENT } = lo.load('errno');

/** What stands in a record for a descriptor that is no longer open: poll() passes over it. */
const NOBODY = -1;

/**
 * A record is the kernel's struct pollfd: a 32-bit descriptor, then 16 bits of what is asked for
 * and 16 of what is ready. So two words each, in an array that grows by doubling.
 *
 * @implements {Backend}
 */
export class Poll {
  constructor() {
    this.name = 'poll';
    this.waitCall = 'poll';
    this.changeCall = 'poll';
    this.ready = new Int32Array(3);
    this._records = new Int32Array(2);
    this._length = 0;
    /** The place of each descriptor's record. @type {Map<number, number>} */
    this._places = new Map();
    /** By place. @type {number[]} */
    this._fds = [];
    /** By place. @type {number[]} */
    this._generations = [];
  }

  /**
   * What epoll_ctl(2) would say: poll(2) itself takes anything, and tells when it waits. Only one
   * that was closed without being removed, and opened again before the loop waited, is taken for
   * the one that it was. epoll's own flags are refused.
   * @type {Backend['add']}
   */
  add(fd, events, generation) {
    if ((events & ~0xffff) !== 0) return -EINVAL;
    if (!isOpen(fd)) return -EBADF;
    const place = this._places.get(fd);
    if (place !== undefined && this._records[2 * place] !== NOBODY) return -EEXIST;
    this._put(place ?? this._newPlace(fd), fd, events, generation);
    return 0;
  }

  /** @type {Backend['modify']} */
  modify(fd, events, generation) {
    const place = this._places.get(fd);
    if (place === undefined) return -ENOENT;
    if ((events & ~0xffff) !== 0) return -EINVAL;
    this._put(place, fd, events, generation);
    return 0;
  }

  /** The last record takes the place of the one removed. @type {Backend['remove']} */
  remove(fd) {
    const place = this._places.get(fd);
    if (place === undefined) return -ENOENT;
    this._places.delete(fd);
    const last = --this._length;
    if (place === last) return 0;
    this._places.set(this._fds[last], place);
    this._fds[place] = this._fds[last];
    this._generations[place] = this._generations[last];
    this._records.copyWithin(2 * place, 2 * last, 2 * last + 2);
    return 0;
  }

  check() {
    return this._collect(wait(this._records, this._length, 0));
  }

  /** @param {number} timeout */
  block(timeout) {
    return this._collect(block(this._records, this._length, timeout));
  }

  close() {
    this._length = 0;
    this._places.clear();
  }

  /** @param {number} fd */
  _newPlace(fd) {
    const place = this._length++;
    if (2 * place === this._records.length) this._grow();
    this._places.set(fd, place);
    this._fds[place] = fd;
    return place;
  }

  _grow() {
    const records = new Int32Array(2 * this._records.length);
    records.set(this._records);
    this._records = records;
    this.ready = new Int32Array(3 * records.length / 2);
  }

  /**
   * @param {number} place
   * @param {number} fd
   * @param {number} events
   * @param {number} generation
   */
  _put(place, fd, events, generation) {
    this._records[2 * place] = fd;
    this._records[2 * place + 1] = events & 0xffff;
    this._generations[place] = generation;
  }

  /**
   * Finds the records that are ready, which are `count`. One whose descriptor was closed is put
   * aside, as epoll does.
   * @param {number} count
   */
  _collect(count) {
    const { ready, _records: records } = this;
    let found = 0;
    for (let place = 0, left = count; left > 0; place++) {
      const events = records[2 * place + 1] >>> 16;
      if (events === 0) continue;
      left--;
      if ((events & NVAL) !== 0) {
        records[2 * place] = NOBODY;
      } else {
        ready[3 * found] = records[2 * place];
        ready[3 * found + 1] = this._generations[place];
        ready[3 * found + 2] = events;
        found++;
      }
    }
    return count < 0 ? count : found;
  }
}

/** @param {number} fd */
function isOpen(fd) {
  const record = Int32Array.of(fd, 0);
  wait(record, 1, 0);
  return fd >= 0 && (record[1] >>> 16 & NVAL) === 0;
}
