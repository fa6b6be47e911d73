// What node:events does with EventTargets and AbortSignals.
import assert from 'node:assert';
import EventEmitter, { addAbortListener, getEventListeners, listenerCount } from 'node:events';
import { describe, it } from 'node:test';

const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

describe('getEventListeners', () => {
  it('gives those of an emitter, as they were given', () => {
    const emitter = new EventEmitter();
    const listener = () => {};
    emitter.on('x', listener).once('x', listener);
    const listeners = getEventListeners(emitter, 'x');
    assert.deepStrictEqual(listeners, [listener, listener]);
    listeners.pop();
    assert.strictEqual(getEventListeners(emitter, 'x').length, 2);
    assert.deepStrictEqual(getEventListeners(emitter, 'y'), []);
  });

  it('gives those of a target', () => {
    const target = new EventTarget();
    const listeners = [() => {}, { handleEvent() {} }];
    for (const listener of listeners) target.addEventListener('x', listener);
    assert.deepStrictEqual(getEventListeners(target, 'x'), listeners);
    assert.deepStrictEqual(getEventListeners(target, 'y'), []);
    target.removeEventListener('x', listeners[0]);
    assert.deepStrictEqual(getEventListeners(target, 'x'), [listeners[1]]);
  });

  it('refuses what is neither', () => {
    assert.throws(() => getEventListeners({}, 'x'), {
      name: 'TypeError',
      code: 'ERR_INVALID_ARG_TYPE',
      message: 'The "emitter" argument must be an instance of EventEmitter or EventTarget. ' +
        'Received an instance of Object',
    });
  });
});

describe('listenerCount', () => {
  it('asks the emitter, or counts in it', () => {
    assert.strictEqual(listenerCount({ listenerCount: (type) => `${type}!` }, 'x'), 'x!');
    const emitter = new EventEmitter();
    emitter.on('x', () => {}).on('x', () => {});
    assert.strictEqual(listenerCount(emitter, 'x'), 2);
    assert.strictEqual(listenerCount({ _events: emitter._events }, 'x'), 2);
  });
});

describe('addAbortListener', () => {
  it('calls a listener when the signal aborts, once', () => {
    const controller = new AbortController();
    const calls = [];
    addAbortListener(controller.signal, (event) => calls.push(event.type));
    assert.deepStrictEqual(calls, []);
    controller.abort();
    controller.abort();
    assert.deepStrictEqual(calls, ['abort']);
  });

  it('calls it although another one stops the event', () => {
    const controller = new AbortController();
    let calls = 0;
    const { signal } = controller;
    signal.addEventListener('abort', (event) => event.stopImmediatePropagation());
    addAbortListener(signal, () => calls++);
    signal.addEventListener('abort', () => assert.fail());
    controller.abort();
    assert.strictEqual(calls, 1);
  });

  it('calls it soon when the signal has aborted', async () => {
    const calls = [];
    addAbortListener(AbortSignal.abort(), (...args) => calls.push(args));
    assert.deepStrictEqual(calls, []);
    await undefined;
    assert.deepStrictEqual(calls, [[]]);
  });

  it('takes it off again when what it returns is disposed of', () => {
    const controller = new AbortController();
    const disposable = addAbortListener(controller.signal, () => assert.fail());
    assert.strictEqual(Object.getPrototypeOf(disposable), null);
    assert.strictEqual(getEventListeners(controller.signal, 'abort').length, 1);
    disposable[dispose]();
    disposable[dispose]();
    assert.strictEqual(getEventListeners(controller.signal, 'abort').length, 0);
    controller.abort();
    addAbortListener(controller.signal, () => {})[dispose]();
  });

  it('refuses wrong arguments', () => {
    for (const signal of [undefined, null, {}, 1, () => {}]) {
      assert.throws(() => addAbortListener(signal, () => {}), {
        name: 'TypeError',
        code: 'ERR_INVALID_ARG_TYPE',
        message: /^The "signal" argument must be an instance of AbortSignal\. /,
      });
    }
    const { signal } = new AbortController();
    for (const listener of [undefined, null, {}, 'text']) {
      assert.throws(() => addAbortListener(signal, listener), {
        name: 'TypeError',
        code: 'ERR_INVALID_ARG_TYPE',
        message: /^The "listener" argument must be of type function\. /,
      });
    }
  });
});
