/**
 * Waiting by epoll(7) without asking it: while nothing is ready, a turn of a spinning loop makes no
 * system call.
 *
 * An io_uring(7) polls the epoll descriptor. When the epoll set becomes ready, the kernel sets a
 * bit in a word of memory that it shares with us: the bell, which a turn looks at. It rings once,
 * and stays rung until it is answered. So there must never be something ready that nothing will
 * ring for:
 *
 * - A silent bell counts only once epoll_wait(2) has found nothing. Until then each turn calls it:
 *   what a callback left half-read, and what the events buffer had no room for, stays ready without
 *   ringing again.
 * - A bell that has rung is answered before epoll_wait is called. What becomes ready after the
 *   answer rings again, and what did before is found.
 * - The bell is answered at no other time. What rings while events are being collected, here or by
 *   block(), stays rung until a turn looks, even if nothing is left of it by then.
 *
 * The kernel rings for whatever puts a descriptor on epoll's list of ready ones, which includes
 * epoll_ctl(2). It does so within a microsecond or two, so that there is no need to call epoll_wait
 * now and then to be in time.
 */
import { Epoll } from './epoll.js';
import { SystemError } from './errors.js';
import { Loop } from './loop.js';
import { emitWarning } from './warning.js';

const { create, enter, take, arm, close } = lo.load('io_uring');

/** How many completions there is room for. An answer finds one or two. */
const COMPLETIONS = 16;

/** A bell that never falls silent. @type {Uint32Array} */
const RINGING = Uint32Array.of(1);

/** @implements {Backend} */
export class Doorbell extends Epoll {
  /**
   * @param {number} [completions] how many the ring has room for, rounded up to a power of two
   * @throws {SystemError} where the kernel has no io_uring, or not before Linux 6.1, or refuses it
   */
  constructor(completions = COMPLETIONS) {
    super();
    this.name = 'doorbell';
    const made = create(this.fd, completions);
    if (typeof made === 'number') {
      super.close();
      throw new SystemError(made, 'io_uring_setup');
    }
    this._ring = made[0];
    /** Element 0 is 0 until the bell rings. @type {Uint32Array} */
    this._bell = made[1];
    this._armed = true;
    /** What a turn looks at: the bell, or RINGING while its silence does not count. */
    this._word = RINGING;
  }

  /** In a turn that spins, this reads one word. */
  check() {
    return this._word[0] === 0 ? 0 : this._collect();
  }

  close() {
    close(this._ring);
    // Who still asks hears from epoll_wait(2) that the descriptor is closed.
    this._armed = false;
    this._word = RINGING;
    super.close();
  }

  _collect() {
    if (this._word === this._bell) this._answer();
    const count = super.check();
    this._word = count === 0 && this._armed ? this._bell : RINGING;
    return count;
  }

  /** Silences the bell, ready to ring again. Should that fail, this is an Epoll from now on. */
  _answer() {
    const ended = enter(this._ring) < 0 || take(this._ring) !== 0;
    if (ended) this._armed = arm(this._ring) === 0;
  }
}

let warned = false;

/**
 * A Doorbell, or an Epoll where io_uring is refused. The first of those is told on stderr.
 * @returns {Epoll}
 */
export function doorbellOrEpoll() {
  try {
    return new Doorbell();
  } catch (error) {
    if (!(error instanceof SystemError) || error.syscall !== 'io_uring_setup') throw error;
    if (!warned) emitWarning(`No doorbell, the loop waits by epoll (${error.message})`);
    warned = true;
    return new Epoll();
  }
}

/** A loop that waits by the doorbell, where there is one: `backend.name` tells. */
export class DoorbellLoop extends Loop {
  constructor() {
    super(doorbellOrEpoll());
  }
}
