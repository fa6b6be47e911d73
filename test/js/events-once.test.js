// The method once(), and the function events.once(), which gives a promise.
import assert from 'node:assert';
import EventEmitter, { once } from 'node:events';
import { describe, it } from 'node:test';

describe('the method once', () => {
  it('calls a listener with the arguments of the first emit only', () => {
    const emitter = new EventEmitter();
    const calls = [];
    emitter.once('x', function(...args) {
      calls.push([this === emitter, ...args]);
    });
    assert.strictEqual(emitter.emit('x', 1, 2, 3, 4, 5), true);
    assert.strictEqual(emitter.emit('x', 6), false);
    assert.deepStrictEqual(calls, [[true, 1, 2, 3, 4, 5]]);
  });

  it('adds a listener as often as it is called', () => {
    const emitter = new EventEmitter();
    let calls = 0;
    const listener = () => calls++;
    emitter.once('x', listener).once('x', listener);
    emitter.emit('x');
    emitter.emit('x');
    assert.strictEqual(calls, 2);
  });

  it('removes before it calls, so that an emit inside does not call again', () => {
    const emitter = new EventEmitter();
    let calls = 0;
    emitter.once('x', () => {
      calls++;
      assert.strictEqual(emitter.emit('x'), false);
    });
    emitter.emit('x');
    assert.strictEqual(calls, 1);
  });

  it('calls once, also when an emit inside another reaches it first', () => {
    const emitter = new EventEmitter();
    const calls = [];
    let depth = 0;
    emitter.on('x', () => {
      if (depth++ === 0) emitter.emit('x', 'inner');
    });
    emitter.once('x', (value) => calls.push(value));
    emitter.emit('x', 'outer');
    assert.deepStrictEqual(calls, ['inner']);
  });

  it('may be used by its own listener for the next emit', () => {
    const emitter = new EventEmitter();
    const calls = [];
    emitter.once('x', function listener(value) {
      calls.push(value);
      if (value < 3) emitter.once('x', listener);
    });
    for (let i = 1; i <= 5; i++) emitter.emit('x', i);
    assert.deepStrictEqual(calls, [1, 2, 3]);
  });

  it('removes a listener that throws', () => {
    const emitter = new EventEmitter();
    emitter.once('x', () => {
      throw new Error('once');
    });
    assert.throws(() => emitter.emit('x'), /once/);
    assert.strictEqual(emitter.emit('x'), false);
  });

  it('is on() with a function that removes itself: a subclass may override both', () => {
    const calls = [];
    class Traced extends EventEmitter {
      on(type, listener) {
        calls.push(['on', type]);
        return super.on(type, listener);
      }
      removeListener(type, listener) {
        calls.push(['removeListener', type]);
        return super.removeListener(type, listener);
      }
    }
    const emitter = new Traced();
    emitter.once('x', () => {});
    emitter.emit('x');
    assert.deepStrictEqual(calls, [['on', 'x'], ['removeListener', 'x']]);
  });
});

describe('the function once', () => {
  it('resolves to the arguments of the event', async () => {
    const emitter = new EventEmitter();
    const promise = once(emitter, 'x');
    assert.ok(promise instanceof Promise);
    emitter.emit('x', 1, 2);
    emitter.emit('x', 3);
    assert.deepStrictEqual(await promise, [1, 2]);
    assert.deepStrictEqual(emitter.eventNames(), []);
  });

  it('rejects with what is emitted as an error', async () => {
    const emitter = new EventEmitter();
    const promise = once(emitter, 'x');
    const error = new Error('emitted');
    emitter.emit('error', error);
    await assert.rejects(promise, (thrown) => thrown === error);
    assert.deepStrictEqual(emitter.eventNames(), []);
  });

  it('resolves to the error that it waits for', async () => {
    const emitter = new EventEmitter();
    const promise = once(emitter, 'error');
    emitter.emit('error', 1);
    assert.deepStrictEqual(await promise, [1]);
  });

  it('does not swallow errors after the event', async () => {
    const emitter = new EventEmitter();
    const promise = once(emitter, 'x');
    emitter.emit('x');
    assert.throws(() => emitter.emit('error', new Error('later')), /later/);
    await promise;
  });

  it('can be awaited several times over', async () => {
    const emitter = new EventEmitter();
    const promises = [once(emitter, 'x'), once(emitter, 'x'), once(emitter, 'y')];
    emitter.emit('x', 1);
    emitter.emit('y', 2);
    assert.deepStrictEqual(await Promise.all(promises), [[1], [1], [2]]);
  });

  it('rejects when its signal aborts', async () => {
    const emitter = new EventEmitter();
    const controller = new AbortController();
    const promise = once(emitter, 'x', { signal: controller.signal });
    controller.abort('the reason');
    await assert.rejects(promise, {
      name: 'AbortError',
      code: 'ABORT_ERR',
      message: 'The operation was aborted',
      cause: 'the reason',
    });
    assert.deepStrictEqual(emitter.eventNames(), []);
  });

  it('rejects when its signal has aborted, and listens to nothing', async () => {
    const emitter = new EventEmitter();
    const promise = once(emitter, 'x', { signal: AbortSignal.abort() });
    assert.deepStrictEqual(emitter.eventNames(), []);
    await assert.rejects(promise, { name: 'AbortError' });
  });

  it('takes its listener off the signal', async () => {
    const emitter = new EventEmitter();
    const { signal } = new AbortController();
    const promises = [
      once(emitter, 'x', { signal }),
      once(emitter, 'y', { signal }).catch(() => {}),
    ];
    emitter.emit('x');
    emitter.emit('error', new Error('for y'));
    await Promise.all(promises);
    assert.strictEqual(EventEmitter.getEventListeners(signal, 'abort').length, 0);
  });

  it('rejects wrong arguments', async () => {
    const emitter = new EventEmitter();
    for (const signal of [1, 'text', {}, null, () => {}]) {
      await assert.rejects(once(emitter, 'x', { signal }), { code: 'ERR_INVALID_ARG_TYPE' });
    }
    await assert.rejects(once({}, 'x'), {
      code: 'ERR_INVALID_ARG_TYPE',
      message: 'The "emitter" argument must be an instance of EventEmitter. ' +
        'Received an instance of Object',
    });
    assert.deepStrictEqual(emitter.eventNames(), []);
  });

  it('waits for an event of an EventTarget', async () => {
    const target = new EventTarget();
    const promise = once(target, 'x');
    const event = new Event('x');
    target.dispatchEvent(new Event('error'));
    target.dispatchEvent(event);
    const args = await promise;
    assert.strictEqual(args.length, 1);
    assert.strictEqual(args[0], event);
    assert.strictEqual(EventEmitter.getEventListeners(target, 'x').length, 0);
  });

  it('gives up waiting for an event of an EventTarget', async () => {
    const target = new EventTarget();
    const controller = new AbortController();
    const promise = once(target, 'x', { signal: controller.signal });
    controller.abort();
    await assert.rejects(promise, { name: 'AbortError' });
    assert.strictEqual(EventEmitter.getEventListeners(target, 'x').length, 0);
  });

  it('hears of an event although another listener stops it', async () => {
    const target = new EventTarget();
    target.addEventListener('x', (event) => event.stopImmediatePropagation());
    const promise = once(target, 'x');
    target.dispatchEvent(new Event('x'));
    await promise;
  });
});
