// The events 'newListener' and 'removeListener', which emitters emit themselves.
import assert from 'node:assert';
import EventEmitter from 'node:events';
import { describe, it } from 'node:test';

describe('newListener', () => {
  it('tells the event and the listener, before it is there', () => {
    const emitter = new EventEmitter();
    const listener = () => {};
    const told = [];
    emitter.on('newListener', function(type, added) {
      assert.strictEqual(this, emitter);
      told.push([type, added, emitter.listenerCount(type)]);
    });
    emitter.on('x', listener).prependListener('x', listener);
    assert.deepStrictEqual(told, [['x', listener, 0], ['x', listener, 1]]);
  });

  it('is not emitted for its own first listener, but for the next', () => {
    const emitter = new EventEmitter();
    const told = [];
    const first = (type, added) => told.push(['first', type, added]);
    const second = (type, added) => told.push(['second', type, added]);
    emitter.on('newListener', first).on('newListener', second);
    assert.deepStrictEqual(told, [['first', 'newListener', second]]);
  });

  it('tells what once() was given', () => {
    const emitter = new EventEmitter();
    const listener = () => {};
    const told = [];
    emitter.on('newListener', (type, added) => told.push(added));
    emitter.once('x', listener).prependOnceListener('x', listener);
    assert.deepStrictEqual(told, [listener, listener]);
  });

  it('lets its listener add others, which come before', () => {
    const emitter = new EventEmitter();
    const calls = [];
    emitter.once('newListener', (type) => {
      emitter.on(type, () => calls.push('before'));
    });
    emitter.on('x', () => calls.push('x'));
    emitter.emit('x');
    assert.deepStrictEqual(calls, ['before', 'x']);
  });

  it('lets its listener remove all, itself too', () => {
    const emitter = new EventEmitter();
    const listener = () => {};
    emitter.on('y', () => {});
    emitter.on('newListener', () => emitter.removeAllListeners());
    emitter.on('x', listener);
    assert.deepStrictEqual(emitter.eventNames(), ['x']);
    assert.deepStrictEqual(emitter.listeners('x'), [listener]);
  });

  it('lets its listener remove the listener that is not there yet, to no effect', () => {
    const emitter = new EventEmitter();
    const listener = () => {};
    emitter.on('newListener', (type, added) => emitter.off(type, added));
    emitter.on('x', listener).once('x', listener);
    assert.deepStrictEqual(emitter.listeners('x'), [listener]);
  });

  it('keeps the listener out when its listener throws', () => {
    const emitter = new EventEmitter();
    emitter.on('newListener', () => {
      throw new Error('no more');
    });
    assert.throws(() => emitter.on('x', () => {}), /no more/);
    assert.deepStrictEqual(emitter.eventNames(), ['newListener']);
  });
});

describe('removeListener', () => {
  it('tells the event and the listener, when it is gone', () => {
    const emitter = new EventEmitter();
    const told = [];
    const [a, b, c] = [() => {}, () => {}, () => {}];
    emitter.on('x', a).on('x', b).on('x', c);
    emitter.on('removeListener', (type, removed) => {
      told.push([type, removed, emitter.listeners('x')]);
    });
    emitter.off('x', b).off('x', a).off('x', c).off('x', c);
    assert.deepStrictEqual(told, [['x', b, [a, c]], ['x', a, [c]], ['x', c, []]]);
  });

  it('is not emitted when nothing was removed', () => {
    const emitter = new EventEmitter();
    emitter.on('removeListener', () => assert.fail());
    emitter.off('x', () => {});
    emitter.on('x', () => {});
    emitter.off('x', () => {});
    emitter.removeAllListeners('y');
  });

  it('is not emitted to the listener that was removed itself', () => {
    const emitter = new EventEmitter();
    const told = [];
    const first = () => told.push('first');
    const second = () => told.push('second');
    emitter.on('removeListener', first).on('removeListener', second);
    emitter.off('removeListener', first).off('removeListener', second);
    assert.deepStrictEqual(told, ['second']);
  });

  it('tells what once() was given when its name goes with it', () => {
    const emitter = new EventEmitter();
    const told = [];
    const listener = () => told.push('called');
    emitter.on('removeListener', (type, removed) => told.push(removed));
    emitter.once('x', listener);
    emitter.emit('x');
    emitter.once('x', listener).off('x', listener);
    assert.deepStrictEqual(told, [listener, 'called', listener]);
  });

  it('tells the function removed where other listeners stay', () => {
    const emitter = new EventEmitter();
    const told = [];
    const listener = () => {};
    emitter.on('removeListener', (type, removed) => told.push(removed));
    emitter.on('x', () => {}).once('x', listener);
    const [, wrapper] = emitter.rawListeners('x');
    emitter.emit('x');
    emitter.once('x', listener).off('x', listener);
    assert.deepStrictEqual(told, [wrapper, listener]);
  });

  it('is emitted for each of all listeners, the last first', () => {
    const emitter = new EventEmitter();
    const told = [];
    const [a, b, c] = [() => {}, () => {}, () => {}];
    emitter.on('removeListener', (type, removed) => told.push([type, removed]));
    emitter.on('x', a).on('x', b).once('x', c).on('y', a);
    emitter.removeAllListeners('x');
    assert.deepStrictEqual(told.map(([type]) => type), ['x', 'x', 'x']);
    assert.deepStrictEqual(told.splice(0).slice(1), [['x', b], ['x', a]]);
    emitter.removeAllListeners();
    assert.deepStrictEqual(told, [['y', a]]);
    assert.deepStrictEqual(emitter.eventNames(), []);
  });

  it('comes last when all are removed', () => {
    const emitter = new EventEmitter();
    const told = [];
    const [first, second] = [1, 2].map((n) => (type) => told.push([n, type]));
    emitter.on('removeListener', first).on('removeListener', second).on('x', () => {});
    emitter.removeAllListeners();
    assert.deepStrictEqual(told, [[1, 'x'], [2, 'x'], [1, 'removeListener']]);
  });

  it('lets its listener add the listener again', () => {
    const emitter = new EventEmitter();
    const listener = () => {};
    emitter.once('removeListener', (type, removed) => emitter.on(type, removed));
    emitter.on('x', listener).off('x', listener);
    assert.deepStrictEqual(emitter.listeners('x'), [listener]);
  });

  it('is emitted before once() calls its listener', () => {
    const emitter = new EventEmitter();
    const calls = [];
    emitter.on('removeListener', () => calls.push(['removed', emitter.listenerCount('x')]));
    emitter.once('x', () => calls.push('called'));
    emitter.emit('x');
    assert.deepStrictEqual(calls, [['removed', 0], 'called']);
  });

  it('keeps once() from calling its listener when its listener throws', () => {
    const emitter = new EventEmitter();
    emitter.on('removeListener', () => {
      throw new Error('stop');
    });
    let calls = 0;
    emitter.once('x', () => calls++);
    const [wrapper] = emitter.rawListeners('x');
    assert.throws(() => emitter.emit('x'), /stop/);
    assert.strictEqual(emitter.emit('x'), false);
    assert.strictEqual(calls, 0);
    wrapper(); // it has not called it yet
    wrapper();
    assert.strictEqual(calls, 1);
  });
});
