import { describe, test } from 'node:test';
import assert from 'node:assert';

/** Dispatches an event of type 'x' and returns what the listeners logged. */
function logOf(prepare, init) {
  const target = new EventTarget();
  const log = [];
  prepare(target, log);
  target.dispatchEvent(new Event('x', init));
  return log;
}

/** The errors that are reported as uncaught during `action` or soon after it. */
async function uncaughtBy(action) {
  const errors = [];
  const collect = (error) => void errors.push(error);
  // Node reports one error a turn.
  const turns = async () => {
    for (let i = 0; i < 4; i++) await new Promise((resolve) => { setImmediate(resolve); });
  };
  if (globalThis.lo) {
    const before = lo.onUncaughtException;
    lo.onUncaughtException = collect;
    action();
    await turns();
    lo.onUncaughtException = before;
  } else {
    const before = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', collect);
    action();
    await turns();
    process.removeAllListeners('uncaughtException');
    for (const listener of before) process.on('uncaughtException', listener);
  }
  return errors;
}

describe('Event', () => {
  test('has what its constructor was given', () => {
    const event = new Event('x', { bubbles: true, cancelable: true, composed: true });
    assert.strictEqual(event.type, 'x');
    assert.strictEqual(event.bubbles, true);
    assert.strictEqual(event.cancelable, true);
    assert.strictEqual(event.composed, true);
  });

  test('has defaults for the rest', () => {
    for (const options of [undefined, null, {}]) {
      const event = new Event('x', options);
      assert.deepStrictEqual(
        [event.bubbles, event.cancelable, event.composed, event.defaultPrevented, event.isTrusted],
        [false, false, false, false, false],
      );
      const { target, currentTarget, srcElement } = event;
      assert.deepStrictEqual([target, currentTarget, srcElement], [null, null, null]);
      assert.strictEqual(event.eventPhase, Event.NONE);
    }
  });

  test('takes its options by their truth', () => {
    const event = new Event('x', { bubbles: 1, cancelable: '', composed: {} });
    assert.deepStrictEqual([event.bubbles, event.cancelable, event.composed], [true, false, true]);
  });

  test('makes its type a string', () => {
    assert.strictEqual(new Event(undefined).type, 'undefined');
    assert.strictEqual(new Event(null).type, 'null');
    assert.strictEqual(new Event({ toString: () => 'object' }).type, 'object');
    assert.throws(() => new Event(Symbol('x')), TypeError);
  });

  test('can\'t be made without a type', () => {
    assert.throws(() => new Event(), { code: 'ERR_MISSING_ARGS' });
  });

  test('can\'t be made without new', () => {
    assert.throws(() => Event('x'), TypeError);
  });

  test('takes no primitive for options', () => {
    for (const options of [1, true, 'x', Symbol('x')]) {
      assert.throws(() => new Event('x', options), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });

  test('passes on what a getter of its options throws', () => {
    const options = { get cancelable() { throw new RangeError('mine'); } };
    assert.throws(() => new Event('x', options), { name: 'RangeError', message: 'mine' });
  });

  test('has a time stamp of the clock of performance.now()', () => {
    const before = performance.now();
    const { timeStamp } = new Event('x');
    assert.ok(before <= timeStamp && timeStamp <= performance.now());
  });

  test('can\'t have its properties assigned', () => {
    const event = new Event('x');
    for (const name of ['type', 'target', 'cancelable', 'defaultPrevented', 'isTrusted']) {
      assert.throws(() => { event[name] = 1; }, TypeError, name);
    }
  });

  test('prevents the default only if it is cancelable', () => {
    const fixed = new Event('x');
    fixed.preventDefault();
    assert.strictEqual(fixed.defaultPrevented, false);
    assert.strictEqual(fixed.returnValue, true);
    const cancelable = new Event('x', { cancelable: true });
    assert.strictEqual(cancelable.returnValue, true);
    cancelable.preventDefault();
    assert.strictEqual(cancelable.defaultPrevented, true);
    assert.strictEqual(cancelable.returnValue, false);
  });

  test('cancelBubble can only be set', () => {
    const event = new Event('x');
    event.cancelBubble = false;
    assert.strictEqual(event.cancelBubble, false);
    event.cancelBubble = true;
    event.cancelBubble = false;
    assert.strictEqual(event.cancelBubble, true);
  });

  test('stopPropagation() and stopImmediatePropagation() set cancelBubble', () => {
    for (const method of ['stopPropagation', 'stopImmediatePropagation']) {
      const event = new Event('x');
      event[method]();
      assert.strictEqual(event.cancelBubble, true, method);
    }
  });

  test('initEvent() changes it', () => {
    const event = new Event('x');
    event.initEvent('y', true, true);
    assert.deepStrictEqual([event.type, event.bubbles, event.cancelable], ['y', true, true]);
  });

  test('has the constants of the phases', () => {
    const { NONE, CAPTURING_PHASE, AT_TARGET, BUBBLING_PHASE } = Event;
    assert.deepStrictEqual([NONE, CAPTURING_PHASE, AT_TARGET, BUBBLING_PHASE], [0, 1, 2, 3]);
  });

  test('has members that are enumerable and configurable', () => {
    for (const name of ['type', 'target', 'defaultPrevented', 'preventDefault', 'composedPath']) {
      const descriptor = Object.getOwnPropertyDescriptor(Event.prototype, name);
      assert.strictEqual(descriptor.enumerable, true, name);
      assert.strictEqual(descriptor.configurable, true, name);
    }
  });

  test('has an isTrusted that can\'t be redefined', () => {
    assert.throws(() => Object.defineProperty(Event.prototype, 'isTrusted', { value: true }));
  });

  test('is named by Object.prototype.toString', () => {
    assert.strictEqual(String(new Event('x')), '[object Event]');
  });

  test('keeps its members from other objects', () => {
    const { get } = Object.getOwnPropertyDescriptor(Event.prototype, 'type');
    for (const other of [{}, null, undefined, 1, Event.prototype, Object.create(Event.prototype)]) {
      assert.throws(() => get.call(other), TypeError);
      assert.throws(() => Event.prototype.preventDefault.call(other), TypeError);
    }
  });

  test('can be subclassed', () => {
    class Mine extends Event {
      extra = 1;
    }
    const seen = [];
    const target = new EventTarget();
    target.addEventListener('x', (event) => seen.push(event instanceof Mine, event.extra));
    target.dispatchEvent(new Mine('x'));
    assert.deepStrictEqual(seen, [true, 1]);
  });
});

describe('CustomEvent', () => {
  test('has a detail, null if there is none', () => {
    const detail = {};
    assert.strictEqual(new CustomEvent('x', { detail }).detail, detail);
    assert.strictEqual(new CustomEvent('x').detail, null);
    assert.strictEqual(new CustomEvent('x', null).detail, null);
    assert.strictEqual(new CustomEvent('x', { detail: undefined }).detail, null);
    assert.strictEqual(new CustomEvent('x', { detail: 0 }).detail, 0);
  });

  test('is an Event', () => {
    const event = new CustomEvent('x', { cancelable: true });
    assert.ok(event instanceof Event);
    assert.strictEqual(event.cancelable, true);
    assert.strictEqual(String(event), '[object CustomEvent]');
  });
});

describe('addEventListener()', () => {
  test('calls a function with the target as this', () => {
    const log = logOf((target, log) => target.addEventListener('x', function (event) {
      log.push(this === target, event.type);
    }));
    assert.deepStrictEqual(log, [true, 'x']);
  });

  test('calls handleEvent of an object with the object as this', () => {
    const log = logOf((target, log) => {
      const listener = { handleEvent(event) { log.push(this === listener, event.type); } };
      target.addEventListener('x', listener);
    });
    assert.deepStrictEqual(log, [true, 'x']);
  });

  test('looks handleEvent up at each event', () => {
    const log = logOf((target, log) => {
      const listener = {};
      target.addEventListener('x', listener);
      listener.handleEvent = () => log.push('late');
    });
    assert.deepStrictEqual(log, ['late']);
  });

  test('calls a proxy of a function', () => {
    const log = logOf((target, log) => {
      target.addEventListener('x', new Proxy(() => log.push(1), {}));
    });
    assert.deepStrictEqual(log, [1]);
  });

  test('calls a function that has properties of its own called call and apply', () => {
    const log = logOf((target, log) => {
      target.addEventListener('x', Object.assign(() => log.push(1), { call: null, apply: null }));
    });
    assert.deepStrictEqual(log, [1]);
  });

  test('keeps the order in which listeners were added', () => {
    const log = logOf((target, log) => {
      for (const name of ['a', 'b', 'c']) target.addEventListener('x', () => log.push(name));
    });
    assert.deepStrictEqual(log, ['a', 'b', 'c']);
  });

  test('ignores a listener that is there already', () => {
    const log = logOf((target, log) => {
      const listener = () => log.push(1);
      target.addEventListener('x', listener);
      target.addEventListener('x', listener);
      target.addEventListener('x', listener, { once: true, passive: true });
      target.addEventListener('x', listener, false);
    });
    assert.deepStrictEqual(log, [1]);
  });

  test('tells listeners apart by capture', () => {
    const log = logOf((target, log) => {
      const listener = () => log.push(1);
      target.addEventListener('x', listener);
      target.addEventListener('x', listener, { capture: true });
      target.addEventListener('x', listener, true);
    });
    assert.deepStrictEqual(log, [1, 1]);
  });

  test('tells listeners apart by type, as a string', () => {
    const target = new EventTarget();
    const log = [];
    const object = { toString: () => 'object' };
    for (const type of [1, null, undefined, object, '__proto__', 'constructor']) {
      target.addEventListener(type, (event) => log.push(event.type));
    }
    const types = ['1', 'null', 'undefined', 'object', '__proto__', 'constructor', 'toString'];
    for (const type of types) target.dispatchEvent(new Event(type));
    assert.deepStrictEqual(log, types.slice(0, -1));
  });

  test('does nothing when the listener is null or undefined', () => {
    const target = new EventTarget();
    assert.strictEqual(target.addEventListener('x', null), undefined);
    assert.strictEqual(target.addEventListener('x', undefined), undefined);
    assert.strictEqual(target.dispatchEvent(new Event('x')), true);
  });

  test('takes no other primitive for a listener', () => {
    for (const listener of [1, 'x', true, 1n]) {
      assert.throws(() => new EventTarget().addEventListener('x', listener), {
        code: 'ERR_INVALID_ARG_TYPE',
      });
    }
  });

  test('needs a type and a listener', () => {
    assert.throws(() => new EventTarget().addEventListener(), { code: 'ERR_MISSING_ARGS' });
    assert.throws(() => new EventTarget().addEventListener('x'), { code: 'ERR_MISSING_ARGS' });
  });

  test('takes no symbol for a type', () => {
    assert.throws(() => new EventTarget().addEventListener(Symbol('x'), () => {}), TypeError);
  });

  test('takes no number or string for options', () => {
    for (const options of [1, 'x']) {
      assert.throws(() => new EventTarget().addEventListener('x', () => {}, options), {
        code: 'ERR_INVALID_ARG_TYPE',
      });
    }
  });

  test('passes on what a getter of its options throws, and adds nothing', () => {
    const log = logOf((target, log) => {
      const options = { get once() { throw new RangeError('mine'); } };
      assert.throws(() => target.addEventListener('x', () => log.push(1), options), {
        message: 'mine',
      });
    });
    assert.deepStrictEqual(log, []);
  });

  test('once removes the listener before it is called', () => {
    const log = logOf((target, log) => {
      target.addEventListener('x', () => {
        log.push(1);
        target.dispatchEvent(new Event('x'));
      }, { once: true });
    });
    assert.deepStrictEqual(log, [1]);
  });

  test('once lets a listener add itself again', () => {
    const target = new EventTarget();
    let calls = 0;
    const listener = () => {
      calls++;
      target.addEventListener('x', listener, { once: true });
    };
    listener();
    for (let i = 0; i < 3; i++) target.dispatchEvent(new Event('x'));
    assert.strictEqual(calls, 4);
  });

  test('with a signal that aborts removes the listener', () => {
    const log = logOf((target, log) => {
      const controller = new AbortController();
      target.addEventListener('x', () => log.push('gone'), { signal: controller.signal });
      target.addEventListener('x', () => log.push('stays'));
      controller.abort();
    });
    assert.deepStrictEqual(log, ['stays']);
  });

  test('with a signal that has aborted adds nothing', () => {
    const log = logOf((target, log) => {
      target.addEventListener('x', () => log.push(1), { signal: AbortSignal.abort() });
    });
    assert.deepStrictEqual(log, []);
  });

  test('with a signal that aborts during a dispatch skips the listener', () => {
    const log = logOf((target, log) => {
      const controller = new AbortController();
      target.addEventListener('x', () => {
        log.push(1);
        controller.abort();
      });
      target.addEventListener('x', () => log.push(2), { signal: controller.signal });
    });
    assert.deepStrictEqual(log, [1]);
  });

  test('with a signal removes only the listener that it was given for', () => {
    const log = logOf((target, log) => {
      const controller = new AbortController();
      const listener = () => log.push(1);
      target.addEventListener('x', listener, { signal: controller.signal });
      target.removeEventListener('x', listener);
      controller.abort();
      target.addEventListener('x', listener);
    });
    assert.deepStrictEqual(log, [1]);
  });

  test('takes nothing but an AbortSignal for a signal', () => {
    for (const signal of [null, 1, 'x', {}, new EventTarget()]) {
      assert.throws(() => new EventTarget().addEventListener('x', () => {}, { signal }), {
        code: 'ERR_INVALID_ARG_TYPE',
      });
    }
  });
});

describe('removeEventListener()', () => {
  test('removes by type and callback', () => {
    const log = logOf((target, log) => {
      const gone = () => log.push('gone');
      const stays = () => log.push('stays');
      target.addEventListener('x', gone);
      target.addEventListener('x', stays);
      target.removeEventListener('x', gone);
      target.removeEventListener('y', stays);
      target.removeEventListener('x', () => log.push('stays'));
    });
    assert.deepStrictEqual(log, ['stays']);
  });

  test('removes whatever the other options were', () => {
    const log = logOf((target, log) => {
      const listener = () => log.push(1);
      target.addEventListener('x', listener, { once: true, passive: true, capture: true });
      target.removeEventListener('x', listener, { capture: true });
    });
    assert.deepStrictEqual(log, []);
  });

  test('during a dispatch keeps a later listener from being called', () => {
    const log = logOf((target, log) => {
      const later = () => log.push('later');
      target.addEventListener('x', () => {
        log.push('first');
        target.removeEventListener('x', later);
      });
      target.addEventListener('x', later);
    });
    assert.deepStrictEqual(log, ['first']);
  });

  test('does nothing for what is not there', () => {
    const target = new EventTarget();
    assert.strictEqual(target.removeEventListener('x', () => {}), undefined);
    assert.strictEqual(target.removeEventListener('x', null), undefined);
  });

  test('needs a type and a listener', () => {
    assert.throws(() => new EventTarget().removeEventListener('x'), { code: 'ERR_MISSING_ARGS' });
  });
});

describe('dispatchEvent()', () => {
  test('does not call listeners added meanwhile', () => {
    const log = logOf((target, log) => {
      target.addEventListener('x', () => {
        log.push('first');
        target.addEventListener('x', () => log.push('added'));
      });
    });
    assert.deepStrictEqual(log, ['first']);
  });

  test('does not call a listener that was removed and added again meanwhile', () => {
    const log = logOf((target, log) => {
      const later = () => log.push('later');
      target.addEventListener('x', () => {
        log.push('first');
        target.removeEventListener('x', later);
        target.addEventListener('x', later);
      });
      target.addEventListener('x', later);
    });
    assert.deepStrictEqual(log, ['first']);
  });

  test('tells whether the default was prevented', () => {
    const target = new EventTarget();
    assert.strictEqual(target.dispatchEvent(new Event('x', { cancelable: true })), true);
    target.addEventListener('x', (event) => event.preventDefault());
    assert.strictEqual(target.dispatchEvent(new Event('x', { cancelable: true })), false);
    assert.strictEqual(target.dispatchEvent(new Event('x')), true);
  });

  test('sets target, currentTarget, eventPhase and composedPath() while it runs', () => {
    const log = logOf((target, log) => target.addEventListener('x', (event) => {
      log.push(event.target === target, event.currentTarget === target);
      log.push(event.eventPhase, event.composedPath().length, event.composedPath()[0] === target);
    }));
    assert.deepStrictEqual(log, [true, true, Event.AT_TARGET, 1, true]);
  });

  test('leaves target set and clears the rest', () => {
    const target = new EventTarget();
    const event = new Event('x');
    target.dispatchEvent(event);
    assert.strictEqual(event.target, target);
    assert.strictEqual(event.eventPhase, Event.NONE);
    assert.deepStrictEqual(event.composedPath(), []);
  });

  test('stops after stopImmediatePropagation()', () => {
    const log = logOf((target, log) => {
      target.addEventListener('x', (event) => {
        log.push(1);
        event.stopImmediatePropagation();
      });
      target.addEventListener('x', () => log.push(2));
    });
    assert.deepStrictEqual(log, [1]);
  });

  test('goes on after stopPropagation()', () => {
    const log = logOf((target, log) => {
      target.addEventListener('x', (event) => {
        log.push(1);
        event.stopPropagation();
      });
      target.addEventListener('x', () => log.push(2));
    });
    assert.deepStrictEqual(log, [1, 2]);
  });

  test('throws for an event that is being dispatched', () => {
    const log = logOf((target, log) => {
      target.addEventListener('x', (event) => {
        for (const other of [target, new EventTarget()]) {
          assert.throws(() => other.dispatchEvent(event), { code: 'ERR_EVENT_RECURSION' });
        }
        log.push('threw');
      });
    });
    assert.deepStrictEqual(log, ['threw']);
  });

  test('nests with another event', () => {
    const log = logOf((target, log) => {
      target.addEventListener('y', (event) => log.push(event.type));
      target.addEventListener('x', (event) => {
        target.dispatchEvent(new Event('y'));
        log.push(event.type, event.eventPhase);
      });
    });
    assert.deepStrictEqual(log, ['y', 'x', Event.AT_TARGET]);
  });

  test('takes an event again', () => {
    const target = new EventTarget();
    let calls = 0;
    target.addEventListener('x', () => { calls++; });
    const event = new Event('x');
    target.dispatchEvent(event);
    target.dispatchEvent(event);
    assert.strictEqual(calls, 2);
  });

  test('takes nothing but an Event', () => {
    for (const event of [{}, null, 'x', { type: 'x' }]) {
      assert.throws(() => new EventTarget().dispatchEvent(event), { code: 'ERR_INVALID_ARG_TYPE' });
    }
    assert.throws(() => new EventTarget().dispatchEvent(), { code: 'ERR_MISSING_ARGS' });
  });

  test('throws for an object that has only the prototype of an Event', () => {
    assert.throws(() => new EventTarget().dispatchEvent(Object.create(Event.prototype)), TypeError);
  });

  test('reports what a listener throws as uncaught, and calls the others', async () => {
    const log = [];
    const errors = await uncaughtBy(() => {
      const target = new EventTarget();
      target.addEventListener('x', () => { throw new Error('first'); });
      target.addEventListener('x', () => log.push('second'));
      target.addEventListener('x', { handleEvent() { throw new Error('third'); } });
      log.push(target.dispatchEvent(new Event('x')));
    });
    assert.deepStrictEqual(errors.map((error) => error.message), ['first', 'third']);
    assert.deepStrictEqual(log, ['second', true]);
  });

  test('reports a handleEvent that is no function', async () => {
    const errors = await uncaughtBy(() => {
      const target = new EventTarget();
      target.addEventListener('x', { handleEvent: 5 });
      target.dispatchEvent(new Event('x'));
    });
    assert.deepStrictEqual(errors.map((error) => error.name), ['TypeError']);
  });

  test('can be used again after a listener threw', async () => {
    const target = new EventTarget();
    const event = new Event('x');
    await uncaughtBy(() => {
      target.addEventListener('x', () => { throw new Error('once'); }, { once: true });
      target.dispatchEvent(event);
    });
    assert.strictEqual(event.eventPhase, Event.NONE);
    assert.strictEqual(target.dispatchEvent(event), true);
  });

  test('calls five thousand listeners', () => {
    const log = logOf((target, log) => {
      for (let i = 0; i < 5000; i++) target.addEventListener('x', () => log.push(i));
    });
    assert.strictEqual(log.length, 5000);
  });
});

describe('EventTarget', () => {
  test('can\'t be called without new', () => {
    assert.throws(() => EventTarget(), TypeError);
  });

  test('can be subclassed', () => {
    class Mine extends EventTarget {
      calls = 0;
      constructor() {
        super();
        this.addEventListener('x', () => this.calls++);
      }
    }
    const mine = new Mine();
    mine.dispatchEvent(new Event('x'));
    assert.strictEqual(mine.calls, 1);
  });

  test('has members that are enumerable', () => {
    const names = Object.keys(EventTarget.prototype);
    assert.deepStrictEqual(names, ['addEventListener', 'removeEventListener', 'dispatchEvent']);
  });

  test('is named by Object.prototype.toString', () => {
    assert.strictEqual(String(new EventTarget()), '[object EventTarget]');
  });

  test('keeps its methods from other objects', () => {
    const { addEventListener, dispatchEvent } = EventTarget.prototype;
    for (const other of [{}, null, 1, Object.create(EventTarget.prototype)]) {
      assert.throws(() => addEventListener.call(other, 'x', () => {}), TypeError);
      assert.throws(() => dispatchEvent.call(other, new Event('x')), TypeError);
    }
  });

  test('has the lengths of the standard', () => {
    const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
    const methods = [addEventListener, removeEventListener, dispatchEvent, Event];
    assert.deepStrictEqual(methods.map((method) => method.length), [2, 2, 1, 1]);
  });
});
