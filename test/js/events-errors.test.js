// The event 'error', which must not go unheard.
import assert from 'node:assert';
import EventEmitter, { errorMonitor } from 'node:events';
import { describe, it } from 'node:test';

describe('an error that nobody listens to', () => {
  it('is thrown', () => {
    for (const error of [new Error('a'), new TypeError('b'), Object.create(Error.prototype)]) {
      const emitter = new EventEmitter();
      assert.throws(() => emitter.emit('error', error), (thrown) => thrown === error);
      assert.throws(() => emitter.emit('error', error, 1, 2), (thrown) => thrown === error);
    }
  });

  it('is thrown, also after the last listener went', () => {
    const emitter = new EventEmitter();
    const listener = () => {};
    emitter.on('x', listener).on('error', listener).on('error', listener);
    assert.strictEqual(emitter.emit('error', new Error('heard')), true);
    emitter.off('error', listener).off('error', listener);
    assert.throws(() => emitter.emit('error', new Error('unheard')), /unheard/);
  });

  it('is thrown by an emitter that was never set up', () => {
    const emitter = Object.create(EventEmitter.prototype);
    assert.throws(() => emitter.emit('error', new Error('bare')), /bare/);
  });

  const values = [
    [[], 'undefined'], [[undefined], 'undefined'], [[null], 'null'], [[1], '1'], [[-0], '-0'],
    [['text'], "'text'"], [[true], 'true'], [[5n], '5n'], [[Symbol('s')], 'Symbol(s)'],
    [[{}], '{}'], [[{ a: 1 }], '{ a: 1 }'], [[[1, 2]], '[ 1, 2 ]'], [[() => {}],
      '[Function (anonymous)]'], [[{ message: 'like an error' }], "{ message: 'like an error' }"],
  ];
  for (const [args, shown] of values) {
    it(`is wrapped in one when it is none: ${shown}${args.length ? '' : ', not given'}`, () => {
      const emitter = new EventEmitter();
      assert.throws(() => emitter.emit('error', ...args), (error) => {
        assert.ok(error instanceof Error);
        assert.strictEqual(error.name, 'Error');
        assert.strictEqual(error.code, 'ERR_UNHANDLED_ERROR');
        assert.strictEqual(error.message, `Unhandled error. (${shown})`);
        assert.strictEqual(String(error), `Error [ERR_UNHANDLED_ERROR]: ${error.message}`);
        assert.ok(error.stack.startsWith(String(error)));
        assert.ok(Object.hasOwn(error, 'context'));
        assert.strictEqual(error.context, args[0]);
        return true;
      });
    });
  }

  it('may be one that cannot be shown', () => {
    const value = {
      [Symbol.for('nodejs.util.inspect.custom')]() {
        throw new Error('from inspect');
      },
    };
    assert.throws(() => new EventEmitter().emit('error', value), {
      code: 'ERR_UNHANDLED_ERROR', message: /^Unhandled error\. \(\[.*\]\)$/, context: value,
    });
  });
});

describe('an error that somebody listens to', () => {
  it('is an event like others', () => {
    const emitter = new EventEmitter();
    const heard = [];
    emitter.on('error', (...args) => heard.push(args));
    assert.strictEqual(emitter.emit('error'), true);
    assert.strictEqual(emitter.emit('error', 1, 2), true);
    assert.deepStrictEqual(heard, [[], [1, 2]]);
  });

  it('lets what its listener throws out', () => {
    const emitter = new EventEmitter();
    emitter.on('error', (error) => {
      throw new Error(`wrapped: ${error.message}`);
    });
    assert.throws(() => emitter.emit('error', new Error('inner')), /^Error: wrapped: inner$/);
  });
});

describe('the error monitor', () => {
  it('is a symbol that the class has too', () => {
    assert.strictEqual(typeof errorMonitor, 'symbol');
    assert.strictEqual(errorMonitor, EventEmitter.errorMonitor);
  });

  it('hears of an error first, which is still thrown', () => {
    const emitter = new EventEmitter();
    const heard = [];
    emitter.on(errorMonitor, (...args) => heard.push(args));
    assert.throws(() => emitter.emit('error', 1, 2), { code: 'ERR_UNHANDLED_ERROR' });
    emitter.on('error', () => heard.push('error'));
    emitter.emit('error', 3);
    assert.deepStrictEqual(heard, [[1, 2], [3], 'error']);
  });

  it('does not hear of other events', () => {
    const emitter = new EventEmitter();
    emitter.on(errorMonitor, () => assert.fail());
    assert.strictEqual(emitter.emit('x'), false);
  });

  it('may add the listener to the error', () => {
    const emitter = new EventEmitter();
    const heard = [];
    emitter.once(errorMonitor, () => emitter.on('error', (value) => heard.push(value)));
    emitter.on('x', () => {});
    assert.strictEqual(emitter.emit('error', 1), true);
    assert.deepStrictEqual(heard, [1]);
  });

  it('can be emitted by itself', () => {
    const emitter = new EventEmitter();
    assert.strictEqual(emitter.emit(errorMonitor, 1), false);
    emitter.on(errorMonitor, () => {});
    assert.strictEqual(emitter.emit(errorMonitor, 1), true);
  });
});
