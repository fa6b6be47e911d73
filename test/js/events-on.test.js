// The function events.on(): an async iterator over events.
import assert from 'node:assert';
import EventEmitter, { on } from 'node:events';
import { describe, it } from 'node:test';

/** Reads all that an iterator gives. */
async function all(iterator) {
  const values = [];
  for await (const value of iterator) values.push(value);
  return values;
}

describe('the function on', () => {
  it('gives the arguments of the events that come, in their order', async () => {
    const emitter = new EventEmitter();
    const iterator = on(emitter, 'x');
    emitter.emit('x', 1, 2);
    emitter.emit('x');
    assert.deepStrictEqual(await iterator.next(), { value: [1, 2], done: false });
    assert.deepStrictEqual(await iterator.next(), { value: [], done: false });
    const next = [iterator.next(), iterator.next()];
    emitter.emit('x', 3);
    emitter.emit('x', 4);
    const values = await Promise.all(next);
    assert.deepStrictEqual(values.map(({ value }) => value), [[3], [4]]);
    await iterator.return();
  });

  it('listens from the call on, not from the first read', async () => {
    const emitter = new EventEmitter();
    const iterator = on(emitter, 'x');
    assert.strictEqual(emitter.listenerCount('x'), 1);
    assert.strictEqual(emitter.listenerCount('error'), 1);
    await iterator.return();
    assert.deepStrictEqual(emitter.eventNames(), []);
  });

  it('is an async iterator', () => {
    const iterator = on(new EventEmitter(), 'x');
    const generator = (async function*() {})();
    const base = Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf(generator)));
    assert.ok(Object.prototype.isPrototypeOf.call(base, iterator));
    assert.strictEqual(iterator[Symbol.asyncIterator](), iterator);
    return iterator.return();
  });

  it('stops listening when a loop over it ends', async () => {
    const emitter = new EventEmitter();
    for (const leave of ['break', 'throw']) {
      const iterator = on(emitter, 'x');
      emitter.emit('x', 1);
      emitter.emit('x', 2);
      try {
        for await (const value of iterator) {
          assert.deepStrictEqual(value, [1]);
          if (leave === 'break') break;
          throw new Error('left');
        }
      } catch (error) {
        assert.strictEqual(error.message, 'left');
      }
      assert.deepStrictEqual(emitter.eventNames(), []);
    }
  });

  it('ends those who wait when it is closed', async () => {
    const iterator = on(new EventEmitter(), 'x');
    const waiting = [iterator.next(), iterator.next()];
    assert.deepStrictEqual(await iterator.return(), { value: undefined, done: true });
    for (const promise of [...waiting, iterator.next()]) {
      assert.deepStrictEqual(await promise, { value: undefined, done: true });
    }
  });

  it('still gives the events that came before it was closed', async () => {
    const emitter = new EventEmitter();
    const iterator = on(emitter, 'x');
    emitter.emit('x', 1);
    await iterator.return();
    emitter.emit('x', 2);
    assert.deepStrictEqual(await all(iterator), [[1]]);
  });

  it('ends with the events named by close', async () => {
    const emitter = new EventEmitter();
    for (const end of ['end', 'finish']) {
      const iterator = on(emitter, 'x', { close: ['end', 'finish'] });
      emitter.emit('x', 1);
      emitter.emit(end, 'not a value');
      assert.deepStrictEqual(emitter.eventNames(), []);
      assert.deepStrictEqual(await all(iterator), [[1]]);
    }
  });

  it('does not wait for an event after one that closed it', async () => {
    const emitter = new EventEmitter();
    const iterator = on(emitter, 'x', { close: ['end'] });
    const waiting = iterator.next();
    emitter.emit('end');
    assert.deepStrictEqual(await waiting, { value: undefined, done: true });
  });

  it('keeps many events, in their order', async () => {
    const emitter = new EventEmitter();
    const iterator = on(emitter, 'x');
    let read = 0;
    for (let i = 0; i < 5000; i++) {
      emitter.emit('x', i);
      if (i % 3 === 0) assert.deepStrictEqual((await iterator.next()).value, [read++]);
    }
    await iterator.return();
    for await (const [value] of iterator) assert.strictEqual(value, read++);
    assert.strictEqual(read, 5000);
  });
});

describe('an error', () => {
  it('rejects who waits, and ends the iteration', async () => {
    const emitter = new EventEmitter();
    const iterator = on(emitter, 'x');
    const waiting = [iterator.next(), iterator.next()];
    const error = new Error('emitted');
    emitter.emit('error', error);
    await assert.rejects(waiting[0], (thrown) => thrown === error);
    assert.deepStrictEqual(await waiting[1], { value: undefined, done: true });
    assert.deepStrictEqual(emitter.eventNames(), []);
  });

  it('comes after the events before it, and once', async () => {
    const emitter = new EventEmitter();
    const iterator = on(emitter, 'x');
    emitter.emit('x', 1);
    emitter.emit('error', new Error('emitted'));
    assert.deepStrictEqual(await iterator.next(), { value: [1], done: false });
    await assert.rejects(iterator.next(), /emitted/);
    assert.deepStrictEqual(await iterator.next(), { value: undefined, done: true });
  });

  it('is an event like others for who iterates over errors', async () => {
    const emitter = new EventEmitter();
    const iterator = on(emitter, 'error');
    emitter.emit('error', 1);
    assert.deepStrictEqual(await iterator.next(), { value: [1], done: false });
    await iterator.return();
  });

  it('can be thrown into the iterator, if it is one', async () => {
    const emitter = new EventEmitter();
    const iterator = on(emitter, 'x');
    for (const value of [undefined, null, 'text', {}]) {
      assert.throws(() => iterator.throw(value), {
        name: 'TypeError',
        code: 'ERR_INVALID_ARG_TYPE',
        message: /^The "EventEmitter\.AsyncIterator" property must be an instance of Error\. /,
      });
    }
    const waiting = iterator.next();
    iterator.throw(new Error('thrown in'));
    await assert.rejects(waiting, /thrown in/);
    assert.deepStrictEqual(emitter.eventNames(), []);
  });
});

describe('a signal', () => {
  it('ends the iteration with an AbortError when it aborts', async () => {
    const emitter = new EventEmitter();
    const controller = new AbortController();
    const iterator = on(emitter, 'x', { signal: controller.signal });
    emitter.emit('x', 1);
    controller.abort('the reason');
    assert.deepStrictEqual(emitter.eventNames(), []);
    assert.deepStrictEqual(await iterator.next(), { value: [1], done: false });
    await assert.rejects(iterator.next(), {
      name: 'AbortError', code: 'ABORT_ERR', cause: 'the reason',
    });
    assert.deepStrictEqual(await iterator.next(), { value: undefined, done: true });
  });

  it('that has aborted makes it throw', () => {
    const emitter = new EventEmitter();
    const signal = AbortSignal.abort('the reason');
    assert.throws(() => on(emitter, 'x', { signal }), { name: 'AbortError', cause: 'the reason' });
    assert.deepStrictEqual(emitter.eventNames(), []);
  });

  it('is no longer listened to after the end', async () => {
    const { signal } = new AbortController();
    const iterator = on(new EventEmitter(), 'x', { signal });
    assert.strictEqual(EventEmitter.getEventListeners(signal, 'abort').length, 1);
    await iterator.return();
    assert.strictEqual(EventEmitter.getEventListeners(signal, 'abort').length, 0);
  });
});

describe('water marks', () => {
  /** An emitter that logs what is called to make it stop and go on. */
  function pausable() {
    const calls = [];
    const emitter = new EventEmitter();
    emitter.pause = () => calls.push('pause');
    emitter.resume = () => calls.push('resume');
    return { emitter, calls };
  }

  it('pause an emitter above the high one, and resume it below the low one', async () => {
    const { emitter, calls } = pausable();
    const iterator = on(emitter, 'x', { highWaterMark: 3, lowWaterMark: 2 });
    for (let i = 0; i < 3; i++) emitter.emit('x', i);
    assert.deepStrictEqual(calls, []);
    emitter.emit('x', 3);
    emitter.emit('x', 4);
    assert.deepStrictEqual(calls, ['pause']);
    for (let i = 0; i < 3; i++) await iterator.next();
    assert.deepStrictEqual(calls, ['pause']);
    await iterator.next();
    assert.deepStrictEqual(calls, ['pause', 'resume']);
    for (let i = 0; i < 3; i++) emitter.emit('x', i);
    assert.deepStrictEqual(calls, ['pause', 'resume', 'pause']);
    await iterator.return();
  });

  it('are one by default for the low one, and none for the high one', async () => {
    const { emitter, calls } = pausable();
    const iterator = on(emitter, 'x', { highWaterMark: 1 });
    emitter.emit('x', 1);
    emitter.emit('x', 2);
    await iterator.next();
    assert.deepStrictEqual(calls, ['pause']);
    await iterator.next();
    assert.deepStrictEqual(calls, ['pause', 'resume']);
    await iterator.return();
    const unlimited = on(emitter, 'x');
    for (let i = 0; i < 100; i++) emitter.emit('x');
    assert.deepStrictEqual(calls, ['pause', 'resume']);
    await unlimited.return();
  });

  it('must be integers from 1', () => {
    const emitter = new EventEmitter();
    for (const option of ['highWaterMark', 'lowWaterMark']) {
      for (const value of [0, -1, 1.5, NaN, Infinity]) {
        assert.throws(() => on(emitter, 'x', { [option]: value }), {
          name: 'RangeError', code: 'ERR_OUT_OF_RANGE',
        });
      }
      for (const value of ['1', {}, true, 1n]) {
        assert.throws(() => on(emitter, 'x', { [option]: value }), {
          name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE',
        });
      }
    }
    assert.deepStrictEqual(emitter.eventNames(), []);
  });
});

describe('wrong arguments', () => {
  it('are refused', () => {
    assert.throws(() => on({}, 'x'), { code: 'ERR_INVALID_ARG_TYPE' });
    const emitter = new EventEmitter();
    for (const signal of [1, 'text', {}, null]) {
      assert.throws(() => on(emitter, 'x', { signal }), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });
});

describe('an EventTarget', () => {
  it('can be iterated over too', async () => {
    const target = new EventTarget();
    const iterator = on(target, 'x', { close: ['end'] });
    const events = [new Event('x'), new Event('x')];
    for (const event of events) target.dispatchEvent(event);
    target.dispatchEvent(new Event('error'));
    target.dispatchEvent(new Event('end'));
    const read = await all(iterator);
    assert.strictEqual(read.length, 2);
    for (const [i, value] of read.entries()) assert.strictEqual(value[0], events[i]);
    assert.strictEqual(EventEmitter.getEventListeners(target, 'x').length, 0);
    assert.strictEqual(EventEmitter.getEventListeners(target, 'end').length, 0);
  });
});
