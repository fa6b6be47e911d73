import { describe, test } from 'node:test';
import assert from 'node:assert';

const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

describe('AbortController', () => {
  test('has one signal, which is not aborted', () => {
    const controller = new AbortController();
    assert.ok(controller.signal instanceof AbortSignal);
    assert.ok(controller.signal instanceof EventTarget);
    assert.strictEqual(controller.signal, controller.signal);
    assert.strictEqual(controller.signal.aborted, false);
    assert.strictEqual(controller.signal.reason, undefined);
  });

  test('aborts its signal with an AbortError', () => {
    const controller = new AbortController();
    controller.abort();
    const { aborted, reason } = controller.signal;
    assert.strictEqual(aborted, true);
    assert.ok(reason instanceof DOMException);
    assert.ok(reason instanceof Error);
    assert.deepStrictEqual(
      [reason.name, reason.code, reason.message],
      ['AbortError', 20, 'This operation was aborted'],
    );
  });

  test('aborts with the reason it is given, also a falsy one', () => {
    for (const reason of [null, 0, '', false, NaN, { mine: true }]) {
      const controller = new AbortController();
      controller.abort(reason);
      assert.strictEqual(controller.signal.aborted, true);
      assert.ok(Object.is(controller.signal.reason, reason));
    }
  });

  test('takes undefined for no reason', () => {
    const controller = new AbortController();
    controller.abort(undefined);
    assert.strictEqual(controller.signal.reason.name, 'AbortError');
  });

  test('aborts only once', () => {
    const controller = new AbortController();
    let calls = 0;
    controller.signal.addEventListener('abort', () => { calls++; });
    controller.abort('first');
    controller.abort('second');
    assert.strictEqual(controller.signal.reason, 'first');
    assert.strictEqual(calls, 1);
  });

  test('aborts once when a listener aborts again', () => {
    const controller = new AbortController();
    let calls = 0;
    controller.signal.addEventListener('abort', () => {
      calls++;
      controller.abort('second');
    });
    controller.abort('first');
    assert.deepStrictEqual([calls, controller.signal.reason], [1, 'first']);
  });

  test('can\'t be called without new', () => {
    assert.throws(() => AbortController(), TypeError);
  });

  test('keeps its members from other objects', () => {
    const { get } = Object.getOwnPropertyDescriptor(AbortController.prototype, 'signal');
    for (const other of [{}, null, Object.create(AbortController.prototype)]) {
      assert.throws(() => get.call(other), TypeError);
      assert.throws(() => AbortController.prototype.abort.call(other), TypeError);
    }
  });

  test('is named by Object.prototype.toString, with its signal', () => {
    const controller = new AbortController();
    assert.strictEqual(String(controller), '[object AbortController]');
    assert.strictEqual(String(controller.signal), '[object AbortSignal]');
  });

  test('has members that are enumerable', () => {
    assert.deepStrictEqual(Object.keys(AbortController.prototype).sort(), ['abort', 'signal']);
  });
});

describe('AbortSignal', () => {
  test('can\'t be made by a script', () => {
    assert.throws(() => new AbortSignal(), { name: 'TypeError', code: 'ERR_ILLEGAL_CONSTRUCTOR' });
    assert.throws(() => new AbortSignal(Symbol('create')), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
  });

  test('fires an event that is trusted and can\'t be cancelled', () => {
    const controller = new AbortController();
    const seen = [];
    controller.signal.addEventListener('abort', function (event) {
      seen.push(this === controller.signal, event.type, event.target === controller.signal);
      seen.push(event.isTrusted, event.bubbles, event.cancelable, event instanceof Event);
    });
    controller.abort();
    assert.deepStrictEqual(seen, [true, 'abort', true, true, false, false, true]);
  });

  test('has aborted when its listeners run', () => {
    const controller = new AbortController();
    const seen = [];
    controller.signal.addEventListener('abort', () => {
      seen.push(controller.signal.aborted, controller.signal.reason);
    });
    controller.abort('why');
    assert.deepStrictEqual(seen, [true, 'why']);
  });

  test('is not aborted by an event that a script dispatches', () => {
    const { signal } = new AbortController();
    signal.dispatchEvent(new Event('abort'));
    assert.strictEqual(signal.aborted, false);
  });

  test('throwIfAborted() throws the reason', () => {
    const controller = new AbortController();
    assert.strictEqual(controller.signal.throwIfAborted(), undefined);
    const reason = { mine: true };
    controller.abort(reason);
    assert.throws(() => controller.signal.throwIfAborted(), (error) => error === reason);
  });

  test('keeps its members from other objects', () => {
    const { get } = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted');
    for (const other of [{}, null, new EventTarget(), Object.create(AbortSignal.prototype)]) {
      assert.throws(() => get.call(other), TypeError);
      assert.throws(() => AbortSignal.prototype.throwIfAborted.call(other), TypeError);
    }
  });
});

describe('AbortSignal.onabort', () => {
  test('is null at first', () => {
    assert.strictEqual(new AbortController().signal.onabort, null);
  });

  test('is called with the signal as this, and the event', () => {
    const controller = new AbortController();
    const seen = [];
    const handler = function (event) {
      seen.push(this === controller.signal, event.type);
    };
    controller.signal.onabort = handler;
    assert.strictEqual(controller.signal.onabort, handler);
    controller.abort();
    assert.deepStrictEqual(seen, [true, 'abort']);
  });

  test('has the place among the listeners at which it was first set', () => {
    const controller = new AbortController();
    const log = [];
    controller.signal.onabort = () => log.push('replaced');
    controller.signal.addEventListener('abort', () => log.push('listener'));
    controller.signal.onabort = () => log.push('handler');
    controller.abort();
    assert.deepStrictEqual(log, ['handler', 'listener']);
  });

  test('is taken away by null', () => {
    const controller = new AbortController();
    let calls = 0;
    controller.signal.onabort = () => { calls++; };
    controller.signal.onabort = null;
    assert.strictEqual(controller.signal.onabort, null);
    controller.abort();
    assert.strictEqual(calls, 0);
  });
});

describe('AbortSignal.abort()', () => {
  test('makes a signal that is aborted', () => {
    assert.strictEqual(AbortSignal.abort().aborted, true);
    assert.strictEqual(AbortSignal.abort().reason.name, 'AbortError');
    assert.strictEqual(AbortSignal.abort('why').reason, 'why');
    assert.strictEqual(AbortSignal.abort(null).reason, null);
  });
});

describe('AbortSignal.timeout()', () => {
  test('aborts with a TimeoutError', async () => {
    const signal = AbortSignal.timeout(1);
    assert.strictEqual(signal.aborted, false);
    await sleep(20);
    assert.strictEqual(signal.aborted, true);
    assert.deepStrictEqual([signal.reason.name, signal.reason.code], ['TimeoutError', 23]);
    assert.ok(signal.reason instanceof DOMException);
  });

  test('calls listeners', async () => {
    const signal = AbortSignal.timeout(1);
    let calls = 0;
    signal.addEventListener('abort', () => { calls++; });
    await sleep(20);
    assert.strictEqual(calls, 1);
  });

  test('does not abort early', async () => {
    const started = performance.now();
    const signal = AbortSignal.timeout(30);
    const elapsed = await new Promise((resolve) => {
      signal.onabort = () => resolve(performance.now() - started);
      sleep(100); // keeps the process alive
    });
    assert.ok(elapsed >= 29, `${elapsed}`);
  });

  test('takes whole milliseconds up to 2^32-1', () => {
    for (const delay of ['1', undefined, null, {}]) {
      assert.throws(() => AbortSignal.timeout(delay), { code: 'ERR_INVALID_ARG_TYPE' });
    }
    for (const delay of [-1, 1.5, NaN, Infinity, 2 ** 32]) {
      assert.throws(() => AbortSignal.timeout(delay), { code: 'ERR_OUT_OF_RANGE' });
    }
  });
});

describe('AbortSignal.any()', () => {
  test('aborts when any of its sources does, with its reason', () => {
    const [a, b] = [new AbortController(), new AbortController()];
    const signal = AbortSignal.any([a.signal, b.signal]);
    assert.strictEqual(signal.aborted, false);
    assert.strictEqual(signal.reason, undefined);
    b.abort('b');
    assert.deepStrictEqual([signal.aborted, signal.reason], [true, 'b']);
    assert.throws(() => signal.throwIfAborted(), (error) => error === 'b');
  });

  test('keeps the reason of the source that aborted first', () => {
    const [a, b] = [new AbortController(), new AbortController()];
    const signal = AbortSignal.any([a.signal, b.signal]);
    b.abort('b');
    a.abort('a');
    assert.strictEqual(signal.reason, 'b');
  });

  test('is aborted at once if a source is, with the reason of the first in the list', () => {
    const late = AbortSignal.abort('late');
    const early = AbortSignal.abort('early');
    assert.strictEqual(AbortSignal.any([early, late]).reason, 'early');
    assert.strictEqual(AbortSignal.any([late, early]).reason, 'late');
  });

  test('calls listeners once, whatever its sources do', () => {
    const [a, b] = [new AbortController(), new AbortController()];
    const signal = AbortSignal.any([a.signal, b.signal]);
    let calls = 0;
    signal.addEventListener('abort', () => { calls++; });
    a.abort();
    b.abort();
    assert.strictEqual(calls, 1);
  });

  test('calls onabort', () => {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal]);
    const log = [];
    signal.onabort = (event) => log.push(event.target === signal, event.isTrusted);
    controller.abort();
    assert.deepStrictEqual(log, [true, true]);
  });

  test('calls no listener that was removed', () => {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal]);
    const listener = () => assert.fail('called');
    signal.addEventListener('abort', listener);
    signal.removeEventListener('abort', listener);
    controller.abort();
    assert.strictEqual(signal.aborted, true);
  });

  test('runs the listeners of the source first, then those of the signals in order', () => {
    const controller = new AbortController();
    const log = [];
    const first = AbortSignal.any([controller.signal]);
    const second = AbortSignal.any([controller.signal]);
    const third = AbortSignal.any([second]);
    third.onabort = () => log.push('third');
    second.onabort = () => log.push('second');
    first.onabort = () => log.push('first');
    controller.signal.onabort = () => log.push('source');
    controller.abort();
    assert.deepStrictEqual(log, ['source', 'first', 'second', 'third']);
  });

  test('takes signals of its own kind', () => {
    const controller = new AbortController();
    let signal = controller.signal;
    for (let i = 0; i < 5; i++) signal = AbortSignal.any([signal, new AbortController().signal]);
    let calls = 0;
    signal.onabort = () => { calls++; };
    controller.abort('deep');
    assert.deepStrictEqual([signal.aborted, signal.reason, calls], [true, 'deep', 1]);
  });

  test('takes the same signal twice', () => {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, controller.signal]);
    let calls = 0;
    signal.onabort = () => { calls++; };
    controller.abort();
    assert.strictEqual(calls, 1);
  });

  test('of nothing never aborts', () => {
    assert.strictEqual(AbortSignal.any([]).aborted, false);
  });

  test('removes the listeners that were added with it', () => {
    const controller = new AbortController();
    const target = new EventTarget();
    let calls = 0;
    const signal = AbortSignal.any([controller.signal]);
    target.addEventListener('x', () => { calls++; }, { signal });
    target.dispatchEvent(new Event('x'));
    controller.abort();
    target.dispatchEvent(new Event('x'));
    assert.strictEqual(calls, 1);
  });

  test('aborts with a timeout', async () => {
    const signal = AbortSignal.any([new AbortController().signal, AbortSignal.timeout(1)]);
    await sleep(20);
    assert.strictEqual(signal.reason.name, 'TimeoutError');
  });

  test('takes nothing but signals', () => {
    for (const signals of [undefined, null, 5, [1], [null], [{}], [new EventTarget()]]) {
      assert.throws(() => AbortSignal.any(signals), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });
});

describe('DOMException', () => {
  test('has a name, a message and the code of the name', () => {
    const error = new DOMException('what', 'NotFoundError');
    assert.deepStrictEqual([error.name, error.message, error.code], ['NotFoundError', 'what', 8]);
  });

  test('has defaults', () => {
    const error = new DOMException();
    assert.deepStrictEqual([error.name, error.message, error.code], ['Error', '', 0]);
  });

  test('makes strings of its arguments', () => {
    const error = new DOMException(null, null);
    assert.deepStrictEqual([error.name, error.message], ['null', 'null']);
    assert.throws(() => new DOMException(Symbol('x')), TypeError);
    assert.throws(() => new DOMException('', Symbol('x')), TypeError);
  });

  test('has no code for newer names', () => {
    for (const name of ['EncodingError', 'NotAllowedError', 'constructor', '']) {
      assert.strictEqual(new DOMException('', name).code, 0, name);
    }
  });

  test('takes an object with name and cause', () => {
    const cause = {};
    const error = new DOMException('what', { name: 'DataError', cause });
    assert.deepStrictEqual([error.name, error.message], ['DataError', 'what']);
    assert.strictEqual(error.cause, cause);
  });

  test('has the constants of the codes', () => {
    for (const holder of [DOMException, DOMException.prototype, new DOMException()]) {
      assert.strictEqual(holder.INDEX_SIZE_ERR, 1);
      assert.strictEqual(holder.ABORT_ERR, 20);
      assert.strictEqual(holder.DATA_CLONE_ERR, 25);
    }
    const { enumerable, writable } = Object.getOwnPropertyDescriptor(DOMException, 'ABORT_ERR');
    assert.deepStrictEqual([enumerable, writable], [true, false]);
  });

  test('is an Error with a stack that begins with name and message', () => {
    const error = new DOMException('what', 'AbortError');
    assert.ok(error instanceof Error);
    assert.ok(error.stack.startsWith('AbortError: what\n'), error.stack);
    assert.strictEqual(String(error), 'AbortError: what');
    assert.strictEqual(Object.prototype.toString.call(error), '[object DOMException]');
  });

  test('has no own properties but the stack', () => {
    assert.deepStrictEqual(Object.keys(new DOMException('what')), []);
  });

  test('keeps its members from other objects', () => {
    for (const name of ['name', 'message', 'code']) {
      const { get } = Object.getOwnPropertyDescriptor(DOMException.prototype, name);
      assert.throws(() => get.call(new Error()), TypeError);
    }
  });
});
