// Where lo keeps to the standard and node 20 does not, and what only lo promises.
import { describe, test } from 'node:test';
import assert from 'node:assert';

const tick = () => new Promise((resolve) => { setImmediate(resolve); });

describe('AbortSignal.any()', () => {
  test('has aborted by the time that the listeners of its source run', () => {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal]);
    const seen = [];
    controller.signal.onabort = () => seen.push(signal.aborted, signal.reason);
    controller.abort('why');
    assert.deepStrictEqual(seen, [true, 'why']);
  });

  test('calls listeners once when one source aborts another', () => {
    const [a, b] = [new AbortController(), new AbortController()];
    const signal = AbortSignal.any([a.signal, b.signal]);
    const log = [];
    a.signal.onabort = () => b.abort('b');
    signal.onabort = () => log.push(signal.reason);
    a.abort('a');
    assert.deepStrictEqual(log, ['a']);
  });

  test('takes any iterable', () => {
    assert.strictEqual(AbortSignal.any(new Set([AbortSignal.abort(1)])).reason, 1);
  });

  test('is not held by a source when nobody listens', async () => {
    const { signal: source } = new AbortController();
    const listener = () => {};
    const make = () => {
      const signal = AbortSignal.any([source]);
      signal.addEventListener('abort', listener);
      signal.removeEventListener('abort', listener);
      return new WeakRef(signal);
    };
    const reference = make();
    await tick();
    gc();
    assert.strictEqual(reference.deref(), undefined);
  });

  test('is held by a source while somebody listens', async () => {
    const controller = new AbortController();
    let calls = 0;
    const listen = () => {
      AbortSignal.any([controller.signal]).addEventListener('abort', () => { calls++; });
    };
    listen();
    await tick();
    gc();
    controller.abort();
    assert.strictEqual(calls, 1);
  });
});

describe('AbortSignal.onabort', () => {
  test('loses its place among the listeners when it is null meanwhile', () => {
    const controller = new AbortController();
    const log = [];
    controller.signal.onabort = () => log.push('handler');
    controller.signal.addEventListener('abort', () => log.push('listener'));
    controller.signal.onabort = null;
    controller.signal.onabort = () => log.push('handler');
    controller.abort();
    assert.deepStrictEqual(log, ['listener', 'handler']);
  });

  test('takes anything but a function or an object for null', () => {
    const { signal } = new AbortController();
    for (const value of [5, 'x', undefined, true]) {
      signal.onabort = () => {};
      signal.onabort = value;
      assert.strictEqual(signal.onabort, null);
    }
    const object = { handleEvent() { assert.fail('called'); } };
    signal.onabort = object;
    assert.strictEqual(signal.onabort, object);
    signal.dispatchEvent(new Event('abort'));
  });
});

describe('AbortSignal.timeout()', () => {
  test('waits longer than setTimeout() can', async () => {
    const signal = AbortSignal.timeout(2 ** 31);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
    assert.strictEqual(signal.aborted, false);
  });
});
