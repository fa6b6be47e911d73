// Where lo keeps to the standard and node 20 does not.
import { describe, test } from 'node:test';
import assert from 'node:assert';

describe('EventTarget', () => {
  test('clears currentTarget after a dispatch', () => {
    const event = new Event('x');
    new EventTarget().dispatchEvent(event);
    assert.strictEqual(event.currentTarget, null);
  });

  test('starts afresh with an event that was stopped before', () => {
    const target = new EventTarget();
    let calls = 0;
    target.addEventListener('x', (event) => {
      calls++;
      event.stopImmediatePropagation();
    });
    const event = new Event('x');
    target.dispatchEvent(event);
    assert.strictEqual(event.cancelBubble, false);
    target.dispatchEvent(event);
    assert.strictEqual(calls, 2);
  });

  test('makes preventDefault() do nothing in a passive listener', () => {
    const target = new EventTarget();
    const event = new Event('x', { cancelable: true });
    target.addEventListener('x', () => event.preventDefault(), { passive: true });
    assert.strictEqual(target.dispatchEvent(event), true);
    target.addEventListener('x', () => event.preventDefault());
    assert.strictEqual(target.dispatchEvent(event), false);
  });

  test('removes no listener with another capture', () => {
    const target = new EventTarget();
    const log = [];
    const plain = () => log.push('plain');
    const captures = () => log.push('captures');
    target.addEventListener('x', plain);
    target.addEventListener('x', captures, true);
    target.removeEventListener('x', plain, true);
    target.removeEventListener('x', captures);
    target.dispatchEvent(new Event('x'));
    assert.deepStrictEqual(log, ['plain', 'captures']);
  });

  test('removes by signal before the signal\'s own listeners run', () => {
    const target = new EventTarget();
    const controller = new AbortController();
    const log = [];
    controller.signal.addEventListener('abort', (event) => {
      event.stopImmediatePropagation();
      target.dispatchEvent(new Event('x'));
    });
    target.addEventListener('x', () => log.push(1), { signal: controller.signal });
    controller.abort();
    assert.deepStrictEqual(log, []);
  });

  test('reports what a getter of handleEvent throws, and calls the others', async () => {
    const target = new EventTarget();
    const errors = [];
    let calls = 0;
    target.addEventListener('x', { get handleEvent() { throw new RangeError('getter'); } });
    target.addEventListener('x', () => { calls++; });
    const before = lo.onUncaughtException;
    lo.onUncaughtException = (error) => errors.push(error.message);
    target.dispatchEvent(new Event('x'));
    assert.deepStrictEqual(errors, []);
    assert.strictEqual(calls, 1);
    await new Promise((resolve) => setImmediate(resolve));
    lo.onUncaughtException = before;
    assert.deepStrictEqual(errors, ['getter']);
  });

  test('does not call methods that a subclass overrides', () => {
    class Mine extends EventTarget {
      removeEventListener() {
        throw new Error('called');
      }
    }
    const mine = new Mine();
    let calls = 0;
    mine.addEventListener('x', () => { calls++; }, { once: true });
    mine.dispatchEvent(new Event('x'));
    mine.dispatchEvent(new Event('x'));
    assert.strictEqual(calls, 1);
  });
});

describe('Event', () => {
  test('returnValue = false prevents the default', () => {
    const event = new Event('x', { cancelable: true });
    event.returnValue = true;
    assert.strictEqual(event.defaultPrevented, false);
    event.returnValue = false;
    assert.strictEqual(event.defaultPrevented, true);
  });

  test('initEvent() does nothing during a dispatch', () => {
    const target = new EventTarget();
    const event = new Event('x');
    target.addEventListener('x', () => event.initEvent('y', true, true));
    target.dispatchEvent(event);
    assert.deepStrictEqual([event.type, event.bubbles, event.cancelable], ['x', false, false]);
  });

  test('has the constants of the phases on its prototype too', () => {
    assert.strictEqual(new Event('x').AT_TARGET, 2);
    assert.throws(() => { Event.AT_TARGET = 3; }, TypeError);
  });
});
