/**
 * The doorbell: what it must see without asking epoll on every turn. What holds for every way of
 * waiting is tested in loop.test.js and descriptors.test.js; under load, it is test/native/soak.js
 * that tests it.
 */
import { describe, it } from 'lib/test.js';
import assert from 'lib/assert.js';
import { Doorbell, DoorbellLoop } from 'lib/doorbell.js';
import { Epoll } from 'lib/epoll.js';
import { Loop } from 'lib/loop.js';
import { cputime } from 'lib/proc.js';
import { drive, put, take, withLoop, withPipe } from './support.js';

const ring = lo.load('io_uring');
const { SQ_CQ_OVERFLOW, SQ_TASKRUN } = ring;
const { EAGAIN, EBADF, EINVAL } = lo.load('errno');
const { dup, dup2, pipe } = lo.load('descriptors');
const { wakeDescriptor } = lo.load('runtime');
const noop = () => {};

/** Where io_uring is refused there is nothing to test: why, or false. */
const skip = refusal();

/** A test with a doorbell loop of its own. */
const onDoorbell = (name, test) => it(name, () => withLoop('doorbell', test));

function refusal() {
  try {
    new Doorbell().close();
    return false;
  } catch (error) {
    return error.message;
  }
}

/** Makes `count` turns that spin, and returns how many of them called epoll_wait. */
function spin(loop, count) {
  const { check } = Epoll.prototype;
  let calls = 0;
  Epoll.prototype.check = function counted() { calls++; return check.call(this); };
  try {
    for (let i = 0; i < count; i++) { loop.setImmediate(noop); loop.poll(); }
  } finally {
    Epoll.prototype.check = check;
  }
  return calls;
}

/**
 * Lets a loop find that nothing is ready, so that from now on it trusts the bell. Tasks of V8's,
 * for which the bell may ring at any time, are left to the next loop.
 */
function settle(loop) {
  loop.backend.remove(wakeDescriptor());
  spin(loop, 3);
  assert.strictEqual(spin(loop, 1), 0);
}

/** The lowest descriptor that is free. */
function freeDescriptor() {
  const fd = dup(0);
  lo.core.close(fd);
  return fd;
}

describe('a spinning doorbell loop', { skip }, () => {
  onDoorbell('does not call epoll_wait while nothing is ready', (loop) => withPipe((reader) => {
    loop.add(reader, noop);
    settle(loop);
    assert.strictEqual(spin(loop, 1000), 0);
    loop.remove(reader);
  }));

  onDoorbell('calls it for an event, and once more to find that there is no other', (loop) =>
    withPipe((reader, writer) => {
      let got = 0;
      loop.add(reader, () => { got += take(reader); });
      settle(loop);
      put(writer, 5);
      assert.strictEqual(spin(loop, 1000), 2);
      assert.strictEqual(got, 5);
      loop.remove(reader);
    }));

  onDoorbell('reports what is left half-read in each turn, although the bell rang once', (loop) =>
    withPipe((reader, writer) => {
      let got = 0;
      loop.add(reader, () => { got += take(reader, 1); });
      settle(loop);
      put(writer, 100);
      spin(loop, 100);
      assert.strictEqual(got, 100);
      loop.remove(reader);
    }));

  onDoorbell('reports all of more descriptors than the events buffer holds', (loop) => {
    const pipes = Array.from({ length: 1500 }, pipe);
    const calls = new Map();
    for (const [reader] of pipes) {
      loop.add(reader, () => { take(reader); calls.set(reader, (calls.get(reader) ?? 0) + 1); });
    }
    settle(loop);
    for (const [, writer] of pipes) put(writer);
    spin(loop, 5);
    for (const [reader] of pipes) loop.remove(reader);
    pipes.flat().forEach((fd) => lo.core.close(fd));
    assert.strictEqual(calls.size, pipes.length);
    assert.deepStrictEqual([...new Set(calls.values())], [1]);
  });

  onDoorbell('hears a bell that rings while it drains', (loop) => {
    const pipes = Array.from({ length: 50 }, pipe);
    const order = [];
    pipes.forEach(([reader], i) => loop.add(reader, () => {
      take(reader);
      order.push(i);
      if (i + 1 < pipes.length) put(pipes[i + 1][1]);
    }));
    settle(loop);
    put(pipes[0][1]);
    spin(loop, pipes.length + 1);
    for (const [reader] of pipes) loop.remove(reader);
    pipes.flat().forEach((fd) => lo.core.close(fd));
    assert.deepStrictEqual(order, pipes.map((_, i) => i));
  });

  onDoorbell('hears a bell that rings again before it has looked', (loop) =>
    withPipe((reader, writer) => {
      let got = 0;
      loop.add(reader, () => { got += take(reader); });
      settle(loop);
      for (let i = 1; i <= 1000; i++) {
        put(writer);
        put(writer);
        assert.ok(spin(loop, 4) > 0, `ring ${i}`);
        assert.strictEqual(got, 2 * i);
      }
      loop.remove(reader);
    }));

  onDoorbell('sees a descriptor that is ready when it is added', (loop) =>
    withPipe((reader, writer) => {
      let got = 0;
      put(writer, 3);
      settle(loop);
      loop.add(reader, () => { got += take(reader); });
      spin(loop, 3);
      assert.strictEqual(got, 3);
      loop.remove(reader);
    }));

  onDoorbell('sees a descriptor that is ready for what it is changed to', (loop) =>
    withPipe((reader, writer) => {
      let calls = 0;
      loop.add(writer, () => { calls++; loop.remove(writer); }, Loop.PRIORITY);
      settle(loop);
      loop.modify(writer, Loop.WRITABLE);
      spin(loop, 3);
      assert.strictEqual(calls, 1);
    }));

  onDoorbell('sees a hang-up', (loop) => {
    const [reader, writer] = pipe();
    let ready = 0;
    loop.add(reader, (fd, events) => { ready = events; loop.remove(reader); });
    settle(loop);
    lo.core.close(writer);
    spin(loop, 3);
    lo.core.close(reader);
    assert.strictEqual(ready & Loop.HANGUP, Loop.HANGUP);
  });

  onDoorbell('sees what became ready while a wait slept, and was left there', (loop) =>
    withPipe((reader, writer) => {
      let got = 0;
      loop.add(reader, () => { got += take(reader, 1); });
      settle(loop);
      put(writer, 10);
      loop.poll(1000);
      assert.strictEqual(got, 1);
      spin(loop, 9);
      assert.strictEqual(got, 10);
      loop.remove(reader);
    }));

  onDoorbell('loses nothing in a random order of writes, reads, turns and waits', (loop) => {
    const pipes = Array.from({ length: 20 }, pipe);
    let random = 12345;
    const below = (most) => {
      random = (Math.imul(random, 1103515245) + 12345) & 0x7fffffff;
      return (random >>> 8) % most;
    };
    let written = 0;
    let got = 0;
    for (const [reader] of pipes) loop.add(reader, () => { got += take(reader, 1 + below(4)); });
    for (let i = 0; i < 20_000; i++) {
      for (let n = below(3); n > 0; n--) {
        written += Math.max(put(pipes[below(20)][1], 1 + below(8)), 0);
      }
      if (below(10) === 0) loop.poll(0);
      else spin(loop, below(4));
      // At times all is read, and only then the bell counts.
      if (below(100) === 0) {
        spin(loop, 1000);
        assert.strictEqual(got, written);
      }
    }
    for (const [reader] of pipes) loop.remove(reader);
    pipes.flat().forEach((fd) => lo.core.close(fd));
  });

  onDoorbell('sees timers, by the bell', (loop) => {
    let fired = 0;
    setTimeout(() => fired++, 5);
    const turn = () => { if (fired === 0) loop.setImmediate(turn); };
    loop.setImmediate(turn);
    const start = lo.hrtime();
    while (loop.poll() > 0 && lo.hrtime() - start < 10e9);
    assert.strictEqual(fired, 1);
  });
});

describe('a doorbell loop that waits', { skip }, () => {
  onDoorbell('uses no processor time', (loop) => withPipe((reader) => {
    loop.add(reader, noop);
    settle(loop);
    cputime();
    const start = lo.hrtime();
    while (lo.hrtime() - start < 0.5e9) loop.poll(100);
    const [user, , system, , , ticksPerSecond] = cputime();
    const used = (user + system) / ticksPerSecond;
    assert.ok(used < 0.1, `${used} s of 0.5 s`);
    loop.remove(reader);
  }));

  onDoorbell('wakes up for a descriptor that a bell has rung for already', (loop) =>
    withPipe((reader, writer) => {
      let got = 0;
      loop.add(reader, () => { got += take(reader); });
      settle(loop);
      for (let i = 1; i <= 200; i++) {
        put(writer);
        loop.poll(1000);
        assert.strictEqual(got, i);
      }
      loop.remove(reader);
    }));
});

describe('the bell', { skip }, () => {
  onDoorbell('is read anew by a loop that calls nothing', (loop) => {
    const { _bell: bell } = loop.backend;
    const look = (limit) => {
      let looks = 0;
      while (bell[0] === 0 && looks < limit) looks++;
      return looks;
    };
    settle(loop);
    for (let i = 0; i < 100; i++) look(100_000);
    // In the midst of the last of these a timer rings it, when `look` has long been optimised;
    // unless this process is put aside for so long that the timer fires before.
    const limit = 2 ** 36;
    let looks = 0;
    while (looks === 0) {
      let fired = false;
      setTimeout(() => { fired = true; }, 20);
      spin(loop, 3);
      if (!fired) looks = look(limit);
    }
    assert.ok(looks < limit);
    assert.strictEqual(bell[0], SQ_TASKRUN);
  });

  onDoorbell('that rings for nothing costs one look', (loop) => {
    settle(loop);
    loop.backend._bell[0] = SQ_TASKRUN;
    assert.strictEqual(spin(loop, 100), 1);
  });

  onDoorbell('does not stop a system call that blocks', (loop) => withPipe((reader) => {
    // Without IORING_SETUP_DEFER_TASKRUN this wait would end with EINTR.
    const other = new Epoll();
    loop.add(reader, noop);
    // As one does when a ring is closed, once, a moment later: those of the tests before.
    while (other.block(100e6) !== 0);
    const timer = setTimeout(noop, 5);
    settle(loop);
    const start = lo.hrtime();
    assert.strictEqual(other.block(30e6), 0);
    assert.ok(lo.hrtime() - start >= 30e6);
    other.close();
    clearTimeout(timer);
    loop.remove(reader);
  }));
});

describe('a ring without room for a completion', { skip }, () => {
  /** Has the kernel post completions that nobody takes. */
  function overflow(loop, writer) {
    const { _ring: number, _bell: bell } = loop.backend;
    for (let i = 0; i < 100 && (bell[0] & SQ_CQ_OVERFLOW) === 0; i++) {
      put(writer);
      ring.enter(number);
    }
    assert.strictEqual(bell[0] & SQ_CQ_OVERFLOW, SQ_CQ_OVERFLOW);
  }

  for (const completions of [1, 16]) {
    it(`ends the poll, which is armed again (${completions})`, () =>
      withLoop(new Doorbell(completions), (loop) => withPipe((reader, writer) => {
        let got = 0;
        loop.add(reader, () => { got += take(reader); });
        settle(loop);
        for (let i = 0; i < 3; i++) {
          overflow(loop, writer);
          spin(loop, 10);
          assert.strictEqual(take(reader), -EAGAIN);
          settle(loop);
          const before = got;
          put(writer);
          assert.ok(spin(loop, 3) > 0, 'the bell does not ring any more');
          assert.strictEqual(got, before + 1);
        }
        loop.remove(reader);
      })));
  }

  it('says that the poll has ended', () => withPipe((reader, writer) => {
    const [number, bell] = ring.create(reader, 1);
    put(writer);
    assert.strictEqual(bell[0], SQ_TASKRUN);
    ring.enter(number);
    assert.strictEqual(bell[0], 0);
    put(writer);
    ring.enter(number);
    assert.strictEqual(bell[0], SQ_CQ_OVERFLOW);
    assert.strictEqual(ring.take(number), 0);
    ring.enter(number);
    assert.strictEqual(bell[0], 0);
    assert.strictEqual(ring.take(number), 1);
    put(writer);
    assert.strictEqual(bell[0], 0);
    assert.strictEqual(ring.arm(number), 0);
    assert.strictEqual(bell[0], SQ_TASKRUN);
    ring.close(number);
  }));
});

describe('a doorbell', { skip }, () => {
  it('is what DoorbellLoop waits by', () => {
    const before = lo.loop;
    const loop = new DoorbellLoop();
    assert.strictEqual(loop.backend.name, 'doorbell');
    assert.ok(loop.backend instanceof Doorbell);
    lo.loop = loop;
    let fired = 0;
    setImmediate(() => setTimeout(() => fired++, 1));
    drive(loop);
    lo.loop = before;
    loop.close();
    assert.strictEqual(fired, 1);
  });

  it('gives its descriptors back, and its bell is silent then', () => {
    const free = freeDescriptor();
    for (let i = 0; i < 100; i++) {
      const doorbell = new Doorbell();
      doorbell.close();
      assert.strictEqual(doorbell._bell[0], 0);
    }
    assert.strictEqual(freeDescriptor(), free);
  });

  it('is closed on exec', () => {
    const doorbell = new Doorbell();
    // Its descriptor is the one after epoll's.
    const [, flags] = /flags:\s*([0-7]+)/.exec(
      new TextDecoder().decode(lo.core.readFile(`/proc/self/fdinfo/${doorbell.fd + 1}`)));
    doorbell.close();
    assert.strictEqual(parseInt(flags, 8) & 0o2000000, 0o2000000);
  });

  onDoorbell('that cannot be armed any more is an epoll', (loop) => withPipe((reader, writer) => {
    let got = 0;
    loop.add(reader, () => { got += take(reader); });
    settle(loop);
    dup2(0, loop.backend.fd + 1); // the ring's
    put(writer);
    assert.strictEqual(spin(loop, 10), 10);
    put(writer);
    assert.strictEqual(spin(loop, 10), 10);
    assert.strictEqual(got, 2);
    loop.remove(reader);
  }));
});

describe('the binding of io_uring', { skip }, () => {
  it('returns what is wrong', () => {
    assert.strictEqual(ring.create(100_000, 16), -EBADF);
    assert.strictEqual(ring.create(-1, 16), -EBADF);
    withPipe((reader) => {
      for (const entries of [0, -1, 2 ** 30]) {
        assert.strictEqual(ring.create(reader, entries), -EINVAL);
      }
    });
    for (const number of [-1, 1e6, 2 ** 31 - 1]) {
      for (const name of ['arm', 'enter', 'take', 'close']) {
        assert.strictEqual(ring[name](number), -EBADF, name);
      }
    }
  });

  it('leaves no descriptor open when it fails', () => {
    const free = freeDescriptor();
    for (let i = 0; i < 10; i++) ring.create(100_000, 16);
    assert.strictEqual(freeDescriptor(), free);
  });

  it('knows a ring no more once it is closed, and uses its number again', () =>
    withPipe((reader) => {
      const [first] = ring.create(reader, 1);
      const [second] = ring.create(reader, 1);
      assert.notStrictEqual(first, second);
      assert.strictEqual(ring.close(first), 0);
      assert.strictEqual(ring.close(first), -EBADF);
      assert.strictEqual(ring.enter(first), -EBADF);
      assert.strictEqual(ring.create(reader, 1)[0], first);
      ring.close(first);
      ring.close(second);
    }));
});
