/**
 * What a turn of the loop does, and when there is nothing left to do. Each test drives a loop of
 * its own.
 */
import { describe, it } from 'lib/test.js';
import assert from 'lib/assert.js';
import { Loop } from 'lib/loop.js';
import { BACKENDS, drive, put, sleep, withLoop, withPipe } from './support.js';

const noop = () => {};

for (const backend of BACKENDS) {
  /** A test that is one synchronous function, so that no other loop takes a turn meanwhile. */
  const onLoop = (name, test) => it(name, () => withLoop(backend, test));
  /** The same, with a pipe. */
  const onPipe = (name, test) => onLoop(name, (loop) => {
    withPipe((reader, writer) => test(loop, reader, writer));
  });

  describe(`a turn (${backend})`, () => {
    onPipe('calls descriptors, then immediates, then timers', (loop, reader, writer) => {
      const order = [];
      put(writer);
      loop.add(reader, () => { order.push('descriptor'); loop.remove(reader); });
      setTimeout(() => order.push('timer'), 1);
      setImmediate(() => order.push('immediate'));
      loop.setImmediate(() => order.push('immediate without a handle'));
      sleep(3);
      drive(loop);
      assert.deepStrictEqual(order,
        ['descriptor', 'immediate', 'immediate without a handle', 'timer']);
    });

    onPipe('drains the microtasks after every callback', (loop, reader, writer) => {
      const order = [];
      const say = (name) => () => {
        order.push(name);
        Promise.resolve().then(() => order.push(`${name}, then`));
      };
      put(writer);
      loop.add(reader, () => { loop.remove(reader); say('descriptor')(); });
      for (const name of ['immediate 1', 'immediate 2']) setImmediate(say(name));
      for (const name of ['timer 1', 'timer 2']) setTimeout(say(name), 1);
      sleep(3);
      drive(loop);
      assert.deepStrictEqual(order, [
        'descriptor', 'descriptor, then', 'immediate 1', 'immediate 1, then',
        'immediate 2', 'immediate 2, then', 'timer 1', 'timer 1, then', 'timer 2', 'timer 2, then',
      ]);
    });

    onLoop('runs the microtasks queued before it, and what they queue', (loop) => {
      const order = [];
      Promise.resolve().then(() => setImmediate(() => order.push('immediate')));
      queueMicrotask(() => queueMicrotask(() => order.push('nested')));
      drive(loop);
      assert.deepStrictEqual(order, ['nested', 'immediate']);
    });

    onLoop('leaves immediates that an immediate queues for the next turn', (loop) => {
      const turns = [];
      let turn = 0;
      const queue = (depth) => setImmediate(() => {
        turns.push(turn);
        if (depth > 0) { queue(depth - 1); queue(0); }
      });
      queue(2);
      for (turn = 1; loop.poll() > 0; turn++);
      assert.deepStrictEqual(turns, [1, 2, 2, 3, 3]);
    });

    onLoop('does not wait while there are immediates', (loop) => {
      setTimeout(noop, 10_000).unref();
      setImmediate(noop);
      const start = lo.hrtime();
      loop.poll(5000);
      assert.ok(lo.hrtime() - start < 1e9);
    });

    onLoop('waits no longer than its timeout, and an expired one is not the end', (loop) => {
      const timer = setTimeout(noop, 60_000);
      const start = lo.hrtime();
      assert.strictEqual(loop.poll(20), 1);
      const waited = lo.hrtime() - start;
      assert.ok(waited >= 20e6, `waited ${waited} ns`);
      clearTimeout(timer);
      assert.strictEqual(loop.poll(0), 0);
    });

    onLoop('takes fractions of a millisecond, rounds them up and does not spin', (loop) => {
      const timer = setTimeout(noop, 60_000);
      const start = lo.hrtime();
      loop.poll(0.25);
      assert.ok(lo.hrtime() - start >= 0.25e6);
      clearTimeout(timer);
    });

    onLoop('fires no timer early', (loop) => {
      for (const delay of [1, 1.5, 2.25, 7.001]) {
        const start = lo.hrtime();
        let fired = 0;
        setTimeout(() => { fired = lo.hrtime(); }, delay);
        let turns = 0;
        while (loop.poll() > 0) turns++;
        assert.ok(fired - start >= delay * 1e6, `${delay} ms after ${fired - start} ns`);
        assert.ok(turns < 5, `${turns} turns for one timer`);
      }
    });

    onLoop('sees timers that are due while immediates spin', (loop) => {
      let spinning = true;
      let turns = 0;
      const spin = () => { turns++; if (spinning) setImmediate(spin); };
      const beats = [];
      setImmediate(spin);
      const start = lo.hrtime();
      const timer = setInterval(() => beats.push(lo.hrtime() - start), 5);
      setTimeout(() => { spinning = false; clearInterval(timer); }, 52);
      drive(loop);
      assert.ok(turns > 10, `${turns} turns`);
      assert.ok(beats.length >= 1 && beats.length <= 10, `${beats.length} beats`);
      beats.forEach((at) => assert.ok(at >= 5e6));
    });

    onLoop('reads no clock while immediates spin, also with a timer set', (loop) => {
      const clock = loop.timers.clock;
      let reads = 0;
      setTimeout(noop, 60_000).unref();
      setImmediate(noop);
      loop.poll();
      loop.timers.clock = () => { reads++; return clock(); };
      for (let i = 0; i < 100; i++) { setImmediate(noop); loop.poll(); }
      assert.strictEqual(reads, 0);
    });

    onLoop('can go from spinning to waiting and back with the same timer set', (loop) => {
      let fired = 0;
      setTimeout(() => fired++, 15);
      setImmediate(noop);
      loop.poll();
      const start = lo.hrtime();
      let turns = 0;
      while (loop.poll() > 0) turns++;
      assert.strictEqual(fired, 1);
      assert.ok(turns < 5, `${turns} turns in ${lo.hrtime() - start} ns`);
    });
  });

  describe(`poll() (${backend})`, () => {
    onLoop('returns 0 at once when nothing is alive, whatever the timeout', (loop) => {
      const start = lo.hrtime();
      assert.strictEqual(loop.poll(), 0);
      assert.strictEqual(loop.poll(10_000), 0);
      assert.ok(lo.hrtime() - start < 5e9);
    });

    onPipe('counts what keeps the loop alive', (loop, reader) => {
      loop.add(reader, noop);
      const timer = setTimeout(noop, 60_000);
      setImmediate(noop);
      assert.strictEqual(loop.alive, 3);
      assert.strictEqual(loop.poll(), 2);
      timer.unref();
      assert.strictEqual(loop.poll(0), 1);
      loop.remove(reader);
      assert.strictEqual(loop.poll(0), 0);
    });

    onPipe('does not count what is not referenced', (loop, reader) => {
      loop.add(reader, noop);
      loop.unref(reader);
      const immediate = setImmediate(noop).unref();
      const timer = setTimeout(noop, 60_000).unref();
      assert.strictEqual(loop.alive, 0);
      immediate.ref();
      timer.ref();
      loop.ref(reader);
      loop.ref(reader);
      assert.strictEqual(loop.alive, 3);
      clearImmediate(immediate);
      clearTimeout(timer);
      loop.remove(reader);
      assert.strictEqual(loop.poll(), 0);
    });

    onLoop('throws when a callback of the same loop calls it, and works on', (loop) => {
      const codes = [];
      const nested = () => {
        try { loop.poll(); } catch (error) { codes.push(error.code); }
      };
      setImmediate(nested);
      setTimeout(nested, 1);
      setImmediate(() => queueMicrotask(nested));
      drive(loop);
      assert.deepStrictEqual(codes, ['ERR_NESTED_POLL', 'ERR_NESTED_POLL', 'ERR_NESTED_POLL']);
      assert.strictEqual(loop.poll(), 0);
    });

    onLoop('of another loop may be called from a callback', (loop) => {
      const other = new Loop(backend);
      const order = [];
      loop.setImmediate(() => {
        other.setImmediate(() => order.push('inner'));
        drive(other);
        order.push('outer');
      });
      drive(loop);
      other.close();
      assert.deepStrictEqual(order, ['inner', 'outer']);
    });

    onLoop('works on after a wait that threw', (loop) => {
      const { check } = loop.backend;
      loop.backend.check = () => { throw new Error('no wait'); };
      let ran = 0;
      loop.setImmediate(() => ran++);
      assert.throws(() => loop.poll(), /no wait/);
      loop.backend.check = check;
      drive(loop);
      assert.strictEqual(ran, 1);
    });

    onLoop('refuses a timeout that is not a number', (loop) => {
      for (const timeout of ['1', null, {}, 5n]) {
        assert.throws(() => loop.poll(timeout), { code: 'ERR_INVALID_ARG_TYPE' });
      }
      assert.throws(() => loop.poll(NaN), { code: 'ERR_OUT_OF_RANGE' });
      assert.strictEqual(loop.poll(Infinity), 0);
      assert.strictEqual(loop.poll(-Infinity), 0);
    });
  });

  describe(`a callback that throws (${backend})`, () => {
    onPipe('does not keep the others of the batch from running', (loop, reader, writer) => {
      const errors = [];
      const ran = [];
      const fail = (name) => () => { ran.push(name); throw new Error(name); };
      const before = lo.onUncaughtException;
      lo.onUncaughtException = (error) => errors.push(error.message);
      try {
        put(writer);
        loop.add(reader, () => { loop.remove(reader); fail('descriptor')(); });
        setImmediate(fail('immediate 1'));
        loop.setImmediate(fail('immediate 2'));
        setTimeout(fail('timer 1'), 1);
        setTimeout(fail('timer 2'), 1);
        sleep(3);
        setImmediate(() => queueMicrotask(fail('microtask')));
        drive(loop);
      } finally {
        lo.onUncaughtException = before;
      }
      assert.deepStrictEqual(ran,
        ['descriptor', 'immediate 1', 'immediate 2', 'microtask', 'timer 1', 'timer 2']);
      assert.deepStrictEqual(errors, ran);
    });

    onLoop('and a rejection that nobody handles go to lo.onUncaughtException', (loop) => {
      const errors = [];
      const before = lo.onUncaughtException;
      lo.onUncaughtException = (error) => errors.push(error);
      try {
        setImmediate(() => { Promise.reject('unhandled'); });
        setImmediate(() => {
          const rejected = Promise.reject('handled in time');
          queueMicrotask(() => rejected.catch(noop));
        });
        drive(loop);
      } finally {
        lo.onUncaughtException = before;
      }
      assert.deepStrictEqual(errors, ['unhandled']);
    });
  });
}

describe('lo.loop', () => {
  it('can be replaced by a subclass, which timers and immediates then go to', () => {
    class Counting extends Loop {
      turns = 0;
      poll(timeout) {
        this.turns++;
        return super.poll(timeout);
      }
    }
    const before = lo.loop;
    const loop = new Counting();
    let ran = 0;
    lo.loop = loop;
    try {
      setImmediate(() => setTimeout(() => ran++, 1));
      drive(lo.loop);
    } finally {
      lo.loop = before;
      loop.close();
    }
    assert.strictEqual(ran, 1);
    assert.ok(loop.turns >= 2);
    assert.strictEqual(before.immediates.first, null);
  });

  it('has the constants of its class', () => {
    const names = ['READABLE', 'WRITABLE', 'PRIORITY', 'ERROR', 'HANGUP'];
    const bits = names.map((name) => lo.loop[name]);
    assert.deepStrictEqual(bits, names.map((name) => Loop[name]));
    assert.strictEqual(new Set(bits).size, names.length);
  });

  it('takes nothing but a Loop', () => {
    for (const value of [null, undefined, {}, 1, { poll() {} }]) {
      assert.throws(() => { lo.loop = value; }, { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });

  it('is made with a way of waiting that exists', () => {
    assert.throws(() => new Loop('nonsense'), { code: 'ERR_OUT_OF_RANGE' });
    assert.throws(() => new Loop('toString'), { code: 'ERR_OUT_OF_RANGE' });
    for (const backend of [{}, null, 1, () => {}]) {
      assert.throws(() => new Loop(backend), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });

  it('refuses an immediate that is not a function', () => {
    for (const value of [undefined, null, {}, 'f']) {
      assert.throws(() => lo.loop.setImmediate(value), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });
});
