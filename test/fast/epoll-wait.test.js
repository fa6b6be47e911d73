// The fast forms of epoll_wait(2), of which a machine uses just one, and what they are next to.
import { describe, it } from 'node:test';
import assert from 'node:assert';
import { fastCaller, slowOutcome } from './optimize.js';

const epoll = lo.load('epoll');
const { EBADF, EINVAL } = lo.load('errno');
const { pipe } = lo.load('descriptors');

/** Calls `test(set)` with an epoll set that has something ready, if it is to. */
function withSet(isReady, test) {
  const set = epoll.create();
  const [reader, writer] = pipe();
  epoll.control(set, epoll.CTL_ADD, isReady ? writer : reader, isReady ? epoll.OUT : epoll.IN, 7);
  test(set, writer);
  for (const fd of [set, reader, writer]) lo.core.close(fd);
}

for (const name of ['wait', 'waitRet', 'waitJump']) {
  const wait = epoll[name];
  const skip = wait === undefined && 'not on this processor';

  describe(`epoll.${name}(), fast`, { skip }, () => {
    /** @type {(set: number, capacity: number, timeout: number) => number} */
    let call;
    it('returns 0 when nothing is ready', () => withSet(false, (set) => {
      call = fastCaller(wait, [set, epoll.CAPACITY, 0]);
      assert.strictEqual(call(set, epoll.CAPACITY, 0), 0);
    }));

    it('reports what is ready, where the kernel has put it', () => withSet(true, (set, fd) => {
      epoll.events.fill(0);
      assert.strictEqual(call(set, epoll.CAPACITY, 0), 1);
      const bytes = new DataView(epoll.events.buffer);
      assert.strictEqual(bytes.getUint32(epoll.EVENTS_OFFSET, true), epoll.OUT);
      assert.strictEqual(bytes.getInt32(epoll.FD_OFFSET, true), fd);
      assert.strictEqual(bytes.getInt32(epoll.GENERATION_OFFSET, true), 7);
    }));

    it('waits as long as it is told', () => withSet(false, (set) => {
      const start = lo.hrtime();
      assert.strictEqual(call(set, 1, 20), 0);
      assert.ok(lo.hrtime() - start >= 20e6);
    }));

    it('returns the error', () => {
      assert.strictEqual(call(-1, 1, 0), -EBADF);
    });

    it('has no more room than the buffer', () => withSet(true, (set) => {
      for (const capacity of [0, -1, epoll.CAPACITY + 1, 2 ** 31 - 1, -(2 ** 31)]) {
        assert.strictEqual(call(set, capacity, 0), -EINVAL);
        assert.strictEqual(slowOutcome(wait, [set, capacity, 0]), -EINVAL);
      }
    }));
  });
}
