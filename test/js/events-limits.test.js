// How many listeners an event may have before a warning.
import assert from 'node:assert';
import EventEmitter, { getMaxListeners, setMaxListeners } from 'node:events';
import { describe, it } from 'node:test';
import { warningsOf } from './warnings.js';

/** Adds `count` listeners. */
function fill(emitter, type, count) {
  for (let i = 0; i < count; i++) emitter.on(type, () => {});
}

describe('more listeners than an emitter may have', () => {
  it('are warned of, once for an event', async () => {
    const emitter = new EventEmitter();
    const symbol = Symbol('s');
    const warnings = await warningsOf(() => {
      fill(emitter, 'x', 10);
      fill(emitter, symbol, 10);
      fill(emitter, symbol, 3);
      fill(emitter, 'x', 3);
    });
    assert.deepStrictEqual(warnings.map(({ type }) => type), [symbol, 'x']);
    const [, warning] = warnings;
    assert.ok(warning instanceof Error);
    assert.strictEqual(warning.name, 'MaxListenersExceededWarning');
    assert.strictEqual(warning.emitter, emitter);
    assert.strictEqual(warning.count, 11);
    assert.strictEqual(warning.message,
      'Possible EventEmitter memory leak detected. 11 x listeners added to [EventEmitter]. ' +
      'MaxListeners is 10. Use emitter.setMaxListeners() to increase limit');
    assert.match(warnings[0].message, /11 Symbol\(s\) listeners/);
  });

  it('are counted with those of once() and of prependListener()', async () => {
    const emitter = new EventEmitter();
    emitter.setMaxListeners(1);
    const warnings = await warningsOf(() => {
      emitter.once('x', () => {}).prependListener('x', () => {});
      emitter.on('y', () => {}).prependOnceListener('y', () => {});
    });
    assert.deepStrictEqual(warnings.map(({ type, count }) => [type, count]), [['x', 2], ['y', 2]]);
  });

  it('are not warned of again when an emit was between', async () => {
    const emitter = new EventEmitter();
    emitter.setMaxListeners(2);
    const warnings = await warningsOf(() => {
      fill(emitter, 'x', 3);
      emitter.emit('x');
      fill(emitter, 'x', 1);
      emitter.emit('x');
      emitter.off('x', emitter.listeners('x')[1]);
      fill(emitter, 'x', 2);
    });
    assert.strictEqual(warnings.length, 1);
  });

  it('are warned of again after all but one went', async () => {
    const emitter = new EventEmitter();
    emitter.setMaxListeners(1);
    const warnings = await warningsOf(() => {
      fill(emitter, 'x', 2);
      emitter.off('x', emitter.listeners('x')[0]);
      fill(emitter, 'x', 1);
    });
    assert.strictEqual(warnings.length, 2);
  });

  it('are named after their class', async () => {
    class Door extends EventEmitter {}
    const emitter = new Door().setMaxListeners(1);
    const [warning] = await warningsOf(() => fill(emitter, 'x', 2));
    assert.match(warning.message, /listeners added to \[Door\]\. MaxListeners is 1\./);
  });

  it('are there before the warning', async () => {
    const emitter = new EventEmitter().setMaxListeners(1);
    const warnings = await warningsOf(() => fill(emitter, 'x', 2));
    assert.strictEqual(warnings.length, 1);
    assert.strictEqual(emitter.listenerCount('x'), 2);
  });

  it('are fine when the limit is 0 or Infinity', async () => {
    const warnings = await warningsOf(() => {
      for (const limit of [0, Infinity]) fill(new EventEmitter().setMaxListeners(limit), 'x', 100);
    });
    assert.deepStrictEqual(warnings, []);
  });
});

describe('setMaxListeners and getMaxListeners', () => {
  it('of an emitter', () => {
    const emitter = new EventEmitter();
    assert.strictEqual(emitter.getMaxListeners(), 10);
    emitter.setMaxListeners(3);
    assert.strictEqual(emitter.getMaxListeners(), 3);
    assert.strictEqual(getMaxListeners(emitter), 3);
    assert.strictEqual(emitter._maxListeners, 3);
  });

  it('of several emitters and targets', () => {
    const emitters = [new EventEmitter(), new EventEmitter(), new EventTarget()];
    setMaxListeners(7, ...emitters);
    for (const emitter of emitters) assert.strictEqual(getMaxListeners(emitter), 7);
    assert.strictEqual(getMaxListeners(new EventTarget()), 10);
    assert.strictEqual(getMaxListeners(new EventEmitter()), 10);
  });

  it('of all emitters that have none of their own', () => {
    const before = new EventEmitter();
    const own = new EventEmitter().setMaxListeners(3);
    try {
      EventEmitter.defaultMaxListeners = 20;
      assert.strictEqual(before.getMaxListeners(), 20);
      assert.strictEqual(new EventEmitter().getMaxListeners(), 20);
      assert.strictEqual(own.getMaxListeners(), 3);
      setMaxListeners(30);
      assert.strictEqual(EventEmitter.defaultMaxListeners, 30);
      assert.strictEqual(before.getMaxListeners(), 30);
    } finally {
      EventEmitter.defaultMaxListeners = 10;
    }
  });

  it('take numbers from 0', () => {
    const emitter = new EventEmitter();
    const setters = [
      (value) => emitter.setMaxListeners(value),
      (value) => {
        EventEmitter.defaultMaxListeners = value;
      },
      (value) => setMaxListeners(value, emitter),
    ];
    for (const [i, set] of setters.entries()) {
      for (const value of [-1, NaN, -Infinity]) {
        assert.throws(() => set(value), { name: 'RangeError', code: 'ERR_OUT_OF_RANGE' });
      }
      for (const value of ['1', null, {}, 1n, true]) {
        assert.throws(() => set(value), { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
      }
      if (i < 2) assert.throws(() => set(undefined), { code: 'ERR_INVALID_ARG_TYPE' });
    }
    assert.strictEqual(EventEmitter.defaultMaxListeners, 10);
    assert.throws(() => emitter.setMaxListeners(-1), {
      message: 'The value of "setMaxListeners" is out of range. It must be >= 0. Received -1',
    });
    assert.throws(() => setters[1](-1), {
      message: 'The value of "defaultMaxListeners" is out of range. It must be >= 0. Received -1',
    });
  });

  it('take emitters and targets', () => {
    assert.throws(() => setMaxListeners(1, {}), { code: 'ERR_INVALID_ARG_TYPE' });
    for (const value of [{}, undefined, 1]) {
      assert.throws(() => getMaxListeners(value), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });
});
