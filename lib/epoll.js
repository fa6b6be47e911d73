/**
 * Waiting by epoll(7), Linux's own way. One system call a turn, whatever the number of descriptors.
 */
import { SystemError } from './errors.js';

const {
  create, control, wait, block, events,
  CAPACITY, CTL_ADD, CTL_MOD, CTL_DEL, EVENT_SIZE, EVENTS_OFFSET, FD_OFFSET, GENERATION_OFFSET,
} = lo.load('epoll');
const { close } = lo.load('files');

// Where the fields of an event are, in 32-bit words: an event is 12 bytes long on x86-64 and 16 on
// AArch64.
const STRIDE = EVENT_SIZE / 4;
const EVENTS = EVENTS_OFFSET / 4;
const FD = FD_OFFSET / 4;
const GENERATION = GENERATION_OFFSET / 4;

/** @implements {Backend} */
export class Epoll {
  constructor() {
    this.name = 'epoll';
    this.waitCall = 'epoll_wait';
    this.changeCall = 'epoll_ctl';
    this.fd = create();
    if (this.fd < 0) throw new SystemError(this.fd, 'epoll_create1');
    this.ready = new Int32Array(CAPACITY * 3);
  }

  /** See epoll_ctl(2). @type {Backend['add']} */
  add(fd, events, generation) {
    return control(this.fd, CTL_ADD, fd, events, generation);
  }

  /** @type {Backend['modify']} */
  modify(fd, events, generation) {
    return control(this.fd, CTL_MOD, fd, events, generation);
  }

  /** @type {Backend['remove']} */
  remove(fd) {
    return control(this.fd, CTL_DEL, fd, 0, 0);
  }

  /** The fast call: of the whole loop, this is what a spinning turn does. */
  check() {
    const count = wait(this.fd, CAPACITY, 0);
    if (count > 0) this._copy(count);
    return count;
  }

  /** @param {number} timeout */
  block(timeout) {
    const count = block(this.fd, CAPACITY, timeout);
    if (count > 0) this._copy(count);
    return count;
  }

  close() {
    close(this.fd);
  }

  /**
   * The kernel's buffer is shared by all loops, and a callback may wait on another one.
   * @param {number} count
   */
  _copy(count) {
    const { ready } = this;
    for (let i = 0, to = 0, from = 0; i < count; i++, to += 3, from += STRIDE) {
      ready[to] = events[from + FD];
      ready[to + 1] = events[from + GENERATION];
      ready[to + 2] = events[from + EVENTS];
    }
  }
}
