import assert from 'node:assert';
import EventEmitter from 'node:events';
import { describe, it } from 'node:test';

describe('emit', () => {
  it('calls the listeners in the order they were added', () => {
    const emitter = new EventEmitter();
    const calls = [];
    for (const name of ['a', 'b', 'c']) emitter.on('x', () => calls.push(name));
    emitter.emit('x');
    assert.deepStrictEqual(calls, ['a', 'b', 'c']);
  });

  for (let count = 0; count <= 12; count++) {
    for (const listeners of [1, 2]) {
      it(`hands ${count} arguments to ${listeners} listeners, with the emitter as this`, () => {
        const emitter = new EventEmitter();
        const calls = [];
        for (let i = 0; i < listeners; i++) {
          emitter.on('x', function(...args) {
            calls.push([this === emitter, ...args]);
          });
        }
        const args = Array.from({ length: count }, (_, i) => i);
        emitter.emit('x', ...args);
        assert.deepStrictEqual(calls, Array(listeners).fill([true, ...args]));
      });
    }
  }

  it('hands undefined arguments on as arguments', () => {
    const emitter = new EventEmitter();
    let length;
    emitter.on('x', (...args) => {
      length = args.length;
    });
    emitter.emit('x', undefined, undefined);
    assert.strictEqual(length, 2);
  });

  it('returns whether there were listeners', () => {
    const emitter = new EventEmitter();
    assert.strictEqual(emitter.emit('x'), false);
    emitter.on('x', () => false);
    assert.strictEqual(emitter.emit('x'), true);
    emitter.on('x', () => false);
    assert.strictEqual(emitter.emit('x'), true);
  });

  it('ignores what listeners return', () => {
    const emitter = new EventEmitter();
    const values = [0, null, '', {}, Promise.resolve(), () => {}];
    for (const value of values) emitter.on('x', () => value);
    assert.strictEqual(emitter.emit('x'), true);
  });

  it('lets the error of a listener out, and does not call those after it', () => {
    const emitter = new EventEmitter();
    const calls = [];
    const error = new Error('thrown');
    emitter.on('x', () => calls.push(1));
    emitter.on('x', () => {
      throw error;
    });
    emitter.on('x', () => calls.push(3));
    assert.throws(() => emitter.emit('x'), (thrown) => thrown === error);
    assert.deepStrictEqual(calls, [1]);
    assert.throws(() => emitter.emit('x'), (thrown) => thrown === error);
    assert.deepStrictEqual(calls, [1, 1]);
  });

  it('calls a listener as often as it was added', () => {
    const emitter = new EventEmitter();
    let calls = 0;
    const listener = () => calls++;
    emitter.on('x', listener).on('x', listener).on('x', listener);
    emitter.emit('x');
    assert.strictEqual(calls, 3);
  });
});

describe('the names of events', () => {
  const names = [
    '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', '', 'emit',
    '_events', 'length', '0', Symbol('a symbol'), Symbol.iterator, Symbol.toPrimitive,
  ];
  for (const name of names) {
    it(`may be ${name === '' ? 'empty' : String(name)}`, () => {
      const emitter = new EventEmitter();
      assert.strictEqual(emitter.emit(name), false);
      assert.strictEqual(emitter.listenerCount(name), 0);
      assert.deepStrictEqual(emitter.listeners(name), []);
      const calls = [];
      const listener = (value) => calls.push(value);
      emitter.on(name, listener);
      assert.strictEqual(emitter.emit(name, 1), true);
      assert.deepStrictEqual(emitter.eventNames(), [name]);
      emitter.on(name, listener);
      emitter.emit(name, 2);
      emitter.off(name, listener).off(name, listener);
      assert.strictEqual(emitter.emit(name, 3), false);
      assert.deepStrictEqual(calls, [1, 2, 2]);
      assert.deepStrictEqual(emitter.eventNames(), []);
    });
  }

  it('are property keys: numbers and their strings are one', () => {
    const emitter = new EventEmitter();
    let calls = 0;
    emitter.on(5, () => calls++);
    emitter.emit('5');
    emitter.on({ toString: () => 'object' }, () => calls++);
    emitter.emit('object');
    assert.strictEqual(calls, 2);
    assert.deepStrictEqual(emitter.eventNames(), ['5', 'object']);
  });

  it('may be undefined and null', () => {
    const emitter = new EventEmitter();
    let calls = 0;
    emitter.on(undefined, () => calls++);
    emitter.on(null, () => calls++);
    assert.strictEqual(emitter.emit(), true);
    assert.strictEqual(emitter.emit(null), true);
    assert.strictEqual(calls, 2);
  });

  it('are told in the order of their first listeners, symbols last', () => {
    const emitter = new EventEmitter();
    const symbol = Symbol('s');
    for (const name of ['b', symbol, 'a', 'b', 'c']) emitter.on(name, () => {});
    assert.deepStrictEqual(emitter.eventNames(), ['b', 'a', 'c', symbol]);
    emitter.removeAllListeners('b');
    assert.deepStrictEqual(emitter.eventNames(), ['a', 'c', symbol]);
    emitter.on('b', () => {});
    assert.deepStrictEqual(emitter.eventNames(), ['a', 'c', 'b', symbol]);
  });

  it('can be a thousand', () => {
    const emitter = new EventEmitter();
    const seen = [];
    for (let i = 0; i < 1000; i++) emitter.on(`event ${i}`, () => seen.push(i));
    for (let i = 999; i >= 0; i--) emitter.emit(`event ${i}`);
    assert.deepStrictEqual(seen, Array.from({ length: 1000 }, (_, i) => 999 - i));
    for (let i = 0; i < 1000; i += 2) emitter.removeAllListeners(`event ${i}`);
    assert.strictEqual(emitter.eventNames().length, 500);
    assert.strictEqual(emitter.emit('event 4'), false);
    assert.strictEqual(emitter.emit('event 5'), true);
  });
});

describe('on', () => {
  it('returns the emitter, as all that changes listeners does', () => {
    const emitter = new EventEmitter();
    const listener = () => {};
    for (const method of ['on', 'addListener', 'prependListener', 'once', 'prependOnceListener',
      'off', 'removeListener', 'removeAllListeners']) {
      assert.strictEqual(emitter[method]('x', listener), emitter, method);
    }
    assert.strictEqual(emitter.removeAllListeners(), emitter);
    assert.strictEqual(emitter.setMaxListeners(1), emitter);
  });

  it('takes functions only', () => {
    const emitter = new EventEmitter();
    for (const method of ['on', 'addListener', 'prependListener', 'once', 'prependOnceListener',
      'off', 'removeListener']) {
      for (const value of [undefined, null, 1, 'text', {}, [], Symbol('s')]) {
        assert.throws(() => emitter[method]('x', value), {
          name: 'TypeError',
          code: 'ERR_INVALID_ARG_TYPE',
          message: /^The "listener" argument must be of type function\. Received /,
        });
      }
    }
    assert.deepStrictEqual(emitter.eventNames(), []);
  });

  it('is addListener, and off is removeListener', () => {
    const { prototype } = EventEmitter;
    assert.strictEqual(prototype.on, prototype.addListener);
    assert.strictEqual(prototype.off, prototype.removeListener);
  });
});

describe('prependListener', () => {
  it('puts a listener first', () => {
    const emitter = new EventEmitter();
    const calls = [];
    emitter.prependListener('x', () => calls.push('a'));
    emitter.prependListener('x', () => calls.push('b'));
    emitter.on('x', () => calls.push('c'));
    emitter.prependListener('x', () => calls.push('d'));
    emitter.prependOnceListener('x', () => calls.push('e'));
    emitter.emit('x');
    assert.deepStrictEqual(calls.splice(0), ['e', 'd', 'b', 'a', 'c']);
    emitter.emit('x');
    assert.deepStrictEqual(calls, ['d', 'b', 'a', 'c']);
  });
});

describe('removeListener', () => {
  it('removes the last one of equal listeners', () => {
    const emitter = new EventEmitter();
    const calls = [];
    const a = () => calls.push('a');
    const b = () => calls.push('b');
    emitter.on('x', a).on('x', b).on('x', a).on('x', b);
    emitter.off('x', a);
    emitter.emit('x');
    assert.deepStrictEqual(calls.splice(0), ['a', 'b', 'b']);
    emitter.off('x', a).off('x', a);
    emitter.emit('x');
    assert.deepStrictEqual(calls, ['b', 'b']);
  });

  it('removes the first, one in the middle, and the last', () => {
    for (const position of [0, 1, 2, 3]) {
      const emitter = new EventEmitter();
      const listeners = [() => {}, () => {}, () => {}, () => {}];
      for (const listener of listeners) emitter.on('x', listener);
      emitter.off('x', listeners[position]);
      const rest = listeners.filter((_, i) => i !== position);
      assert.deepStrictEqual(emitter.listeners('x'), rest);
    }
  });

  it('does nothing when the listener is not there', () => {
    const emitter = new EventEmitter();
    const listener = () => {};
    emitter.off('x', listener);
    emitter.on('x', () => {});
    emitter.off('x', listener);
    emitter.on('x', () => {});
    emitter.off('x', listener).off('y', listener);
    assert.strictEqual(emitter.listenerCount('x'), 2);
  });

  it('finds what once() added, by either function', () => {
    const emitter = new EventEmitter();
    const listener = () => assert.fail();
    for (const others of [0, 1, 2]) {
      for (let i = 0; i < others; i++) emitter.on('x', () => {});
      emitter.once('x', listener);
      emitter.off('x', listener);
      emitter.once('x', listener);
      emitter.off('x', emitter.rawListeners('x').at(-1));
      emitter.emit('x');
      emitter.removeAllListeners('x');
    }
  });
});

describe('removeAllListeners', () => {
  it('removes those of one event', () => {
    const emitter = new EventEmitter();
    emitter.on('x', () => {}).on('x', () => {}).on('y', () => {});
    emitter.removeAllListeners('x').removeAllListeners('z');
    assert.deepStrictEqual(emitter.eventNames(), ['y']);
  });

  it('removes all', () => {
    const emitter = new EventEmitter();
    emitter.on('x', () => {}).on('x', () => {}).on('y', () => {});
    emitter.removeAllListeners();
    assert.deepStrictEqual(emitter.eventNames(), []);
    assert.strictEqual(emitter.emit('x'), false);
  });

  it('takes undefined for the name of an event', () => {
    const emitter = new EventEmitter();
    emitter.on('x', () => {}).on(undefined, () => {});
    emitter.removeAllListeners(undefined);
    assert.deepStrictEqual(emitter.eventNames(), ['x']);
  });
});

describe('listenerCount, listeners and rawListeners', () => {
  it('count the listeners of an event, or one listener', () => {
    const emitter = new EventEmitter();
    const listener = () => {};
    assert.strictEqual(emitter.listenerCount('x'), 0);
    assert.strictEqual(emitter.listenerCount('x', listener), 0);
    emitter.once('x', listener);
    assert.strictEqual(emitter.listenerCount('x', listener), 1);
    assert.strictEqual(emitter.listenerCount('x', () => {}), 0);
    emitter.on('x', listener).on('x', () => {});
    assert.strictEqual(emitter.listenerCount('x'), 3);
    assert.strictEqual(emitter.listenerCount('x', listener), 2);
    assert.strictEqual(emitter.listenerCount('x', null), 3);
    assert.strictEqual(emitter.listenerCount('x', emitter.rawListeners('x')[0]), 1);
    assert.strictEqual(EventEmitter.listenerCount(emitter, 'x'), 3);
  });

  it('give copies', () => {
    const emitter = new EventEmitter();
    const listener = () => {};
    for (const count of [1, 2, 3]) {
      emitter.on('x', listener);
      emitter.listeners('x').push(1);
      emitter.rawListeners('x').pop();
      assert.deepStrictEqual(emitter.listeners('x'), Array(count).fill(listener));
      assert.deepStrictEqual(emitter.rawListeners('x'), Array(count).fill(listener));
    }
  });

  it('tell what once() was given, and what it added', () => {
    const emitter = new EventEmitter();
    let calls = 0;
    const listener = () => ++calls;
    for (const others of [0, 1]) {
      if (others) emitter.on('x', () => {});
      emitter.once('x', listener);
      assert.strictEqual(emitter.listeners('x').at(-1), listener);
      const raw = emitter.rawListeners('x').at(-1);
      assert.notStrictEqual(raw, listener);
      assert.strictEqual(raw.listener, listener);
      assert.strictEqual(raw(), others + 1);
      assert.strictEqual(raw(), undefined);
      assert.strictEqual(emitter.listenerCount('x'), others);
    }
  });
});
