/** How the loop watches descriptors, on each way of waiting. */
import { describe, it } from 'lib/test.js';
import assert from 'lib/assert.js';
import { Loop } from 'lib/loop.js';
import { BACKENDS, drive, put, take, withLoop, withPipe } from './support.js';

const { READABLE, WRITABLE, HANGUP } = Loop;
const { close } = lo.core;
const { dup, dup2, pipe, socketpair } = lo.load('descriptors');
const noop = () => {};

for (const backend of BACKENDS) {
  const onLoop = (name, test) => it(name, () => withLoop(backend, test));
  /** The same, with a pipe. */
  const onPipe = (name, test) => onLoop(name, (loop) => {
    withPipe((reader, writer) => test(loop, reader, writer));
  });

  describe(`a watched descriptor (${backend})`, () => {
    onPipe('calls back with itself and what it is ready for', (loop, reader, writer) => {
      const calls = [];
      put(writer, 3);
      loop.add(reader, (...args) => { calls.push(args); take(reader); });
      loop.add(writer, (...args) => { calls.push(args); loop.remove(writer); }, WRITABLE);
      loop.poll();
      loop.poll(0);
      loop.remove(reader);
      assert.deepStrictEqual(calls.sort((a, b) => a[0] - b[0]),
        [[reader, READABLE], [writer, WRITABLE]]);
    });

    onPipe('is level-triggered: what is left half-read calls back again', (loop, reader, writer) => {
      put(writer, 10);
      const counts = [];
      loop.add(reader, () => {
        counts.push(take(reader, 4));
        if (counts.length === 3) loop.remove(reader);
      });
      drive(loop);
      assert.deepStrictEqual(counts, [4, 4, 2]);
    });

    onPipe('that hangs up with bytes buffered loses none of them', (loop, reader, writer) => {
      put(writer, 10);
      close(writer);
      const seen = [];
      loop.add(reader, (fd, ready) => {
        const count = take(reader, 4);
        seen.push([ready & (READABLE | HANGUP), count]);
        if (count === 0) loop.remove(reader);
      });
      drive(loop);
      const both = READABLE | HANGUP;
      assert.deepStrictEqual(seen, [[both, 4], [both, 4], [both, 2], [both, 0]]);
    });

    onPipe('is writable for its watcher when the other end is gone', (loop, reader, writer) => {
      close(reader);
      const seen = [];
      loop.add(writer, (fd, ready) => {
        seen.push(ready & WRITABLE);
        loop.remove(writer);
      }, WRITABLE);
      drive(loop);
      assert.deepStrictEqual(seen, [WRITABLE]);
    });

    onLoop('can be watched for both directions, and for another one later', (loop) => {
      const [a, b] = socketpair();
      const seen = [];
      const other = () => { seen.push('other'); loop.remove(a); };
      put(b);
      loop.add(a, (fd, ready) => {
        seen.push(ready);
        if (seen.length === 1) loop.modify(a, WRITABLE);
        if (seen.length === 2) loop.modify(a, READABLE, other);
      }, READABLE | WRITABLE);
      drive(loop);
      close(a);
      close(b);
      assert.deepStrictEqual(seen, [READABLE | WRITABLE, WRITABLE, 'other']);
    });

    onLoop('removed by an earlier callback of the batch is not called', (loop) => {
      const pipes = Array.from({ length: 10 }, pipe);
      const called = [];
      for (const [reader, writer] of pipes) {
        put(writer);
        loop.add(reader, () => {
          called.push(reader);
          for (const [other] of pipes) loop.remove(other);
        });
      }
      drive(loop);
      pipes.flat().forEach((fd) => close(fd));
      assert.strictEqual(called.length, 1);
    });

    onLoop('closed and reused in the same batch does not get the old one\'s event', (loop) => {
      const [first, firstWriter] = pipe();
      const [second, secondWriter] = pipe();
      const [quiet, quietWriter] = pipe();
      const called = [];
      let reused = -1;
      put(firstWriter);
      put(secondWriter);
      const swap = (self, other) => () => {
        called.push('swap');
        loop.remove(self);
        loop.remove(other);
        take(self);
        dup2(quiet, other); // `other` is now a descriptor with nothing to read
        reused = other;
        loop.add(other, () => called.push('stale'));
      };
      loop.add(first, swap(first, second));
      loop.add(second, swap(second, first));
      loop.poll();
      loop.poll(0);
      assert.deepStrictEqual(called, ['swap']);
      put(quietWriter);
      loop.poll(1000);
      assert.deepStrictEqual(called, ['swap', 'stale']);
      loop.remove(reused);
      [first, firstWriter, second, secondWriter, quiet, quietWriter].forEach((fd) => close(fd));
    });

    it('is among more that are ready than one wait reports', (t) => withLoop(backend, (loop) => {
      const [reader, writer] = pipe();
      put(writer);
      const copies = Array.from({ length: 1500 }, () => dup(reader)).filter((fd) => fd >= 0);
      if (copies.length < 1500) t.skip('the limit on open descriptors is too low');
      const called = new Set();
      for (const fd of copies) loop.add(fd, () => called.add(fd));
      for (let turn = 0; turn < 3; turn++) loop.poll(0);
      assert.strictEqual(loop.size, copies.length);
      assert.strictEqual(called.size, copies.length, 'some were never called');
      for (const fd of copies) {
        loop.remove(fd);
        close(fd);
      }
      close(reader);
      close(writer);
      assert.strictEqual(loop.size, 0);
    }));

    onPipe('wakes a loop that waits', (loop, reader, writer) => {
      let got = -1;
      loop.add(reader, () => { got = take(reader); loop.remove(reader); });
      setTimeout(() => put(writer, 7), 5);
      const start = lo.hrtime();
      drive(loop);
      assert.strictEqual(got, 7);
      assert.ok(lo.hrtime() - start < 10e9);
    });

    onPipe('may be added, changed and removed by its own callback', (loop, reader, writer) => {
      put(writer, 1);
      let calls = 0;
      const again = () => {
        calls++;
        loop.remove(reader);
        if (calls < 3) loop.add(reader, again);
      };
      loop.add(reader, again);
      drive(loop);
      assert.strictEqual(calls, 3);
    });

    onLoop('closed before it was removed does not make the loop spin', (loop) => {
      const [reader, writer] = pipe();
      loop.add(reader, noop);
      close(reader);
      close(writer);
      assert.strictEqual(loop.poll(0), 1);
      const start = lo.hrtime();
      loop.poll(20);
      assert.ok(lo.hrtime() - start >= 20e6);
      loop.remove(reader);
      assert.strictEqual(loop.poll(), 0);
    });
  });

  describe(`add(), modify() and remove() (${backend})`, () => {
    onPipe('tell what is wrong with a descriptor', (loop, reader) => {
      loop.add(reader, noop);
      assert.throws(() => loop.add(reader, noop), { code: 'EEXIST' });
      loop.remove(reader);
      assert.throws(() => loop.remove(reader), { code: 'ENOENT' });
      assert.throws(() => loop.modify(reader, READABLE), { code: 'ENOENT' });
      assert.throws(() => loop.ref(reader), { code: 'ENOENT' });
      assert.throws(() => loop.unref(100_000), { code: 'ENOENT' });
      assert.throws(() => loop.add(100_000, noop), { code: 'EBADF' });
      assert.strictEqual(loop.size, 0);
      assert.strictEqual(loop.alive, 0);
    });

    onLoop('refuse garbage', (loop) => {
      for (const fd of [-1, 1.5, NaN, Infinity, 2 ** 31]) {
        assert.throws(() => loop.add(fd, noop), { code: 'ERR_OUT_OF_RANGE' });
        assert.throws(() => loop.remove(fd), { code: 'ERR_OUT_OF_RANGE' });
      }
      for (const fd of [undefined, null, '1', {}, 1n, Symbol('fd')]) {
        assert.throws(() => loop.add(fd, noop), { code: 'ERR_INVALID_ARG_TYPE' });
        assert.throws(() => loop.modify(fd, READABLE), { code: 'ERR_INVALID_ARG_TYPE' });
      }
      for (const callback of [undefined, null, {}, 'f']) {
        assert.throws(() => loop.add(0, callback), { code: 'ERR_INVALID_ARG_TYPE' });
      }
      for (const events of [null, '1', {}]) {
        assert.throws(() => loop.add(0, noop, events), { code: 'ERR_INVALID_ARG_TYPE' });
      }
      assert.strictEqual(loop.size, 0);
    });

    onPipe('keep the loop alive while it is referenced', (loop, reader, writer) => {
      let calls = 0;
      loop.add(reader, () => { calls++; take(reader); });
      loop.unref(reader);
      put(writer);
      setImmediate(noop);
      drive(loop);
      assert.strictEqual(calls, 1);
      loop.remove(reader);
    });
  });
}
