import assert from 'node:assert';
import EventEmitter from 'node:events';
import { describe, it } from 'node:test';

/** An emitter, and a function that makes a listener which logs its name, then does something. */
function logged() {
  const emitter = new EventEmitter();
  const calls = [];
  const listener = (name, then = () => {}) => () => {
    calls.push(name);
    then();
  };
  return { emitter, calls, listener };
}

describe('an emit in progress', () => {
  it('does not call a listener added meanwhile, the next one does', () => {
    for (const method of ['on', 'prependListener', 'once', 'prependOnceListener']) {
      const { emitter, calls, listener } = logged();
      const added = listener('added');
      emitter.once('x', listener('a', () => emitter[method]('x', added)));
      emitter.on('x', listener('b'));
      emitter.emit('x');
      assert.deepStrictEqual(calls.splice(0), ['a', 'b'], method);
      emitter.emit('x');
      assert.deepStrictEqual(calls.sort(), ['added', 'b'], method);
    }
  });

  it('does not call what its only listener adds', () => {
    const { emitter, calls, listener } = logged();
    emitter.on('x', listener('a', () => emitter.on('x', listener('b'))));
    emitter.emit('x');
    assert.deepStrictEqual(calls.splice(0), ['a']);
    emitter.emit('x');
    assert.deepStrictEqual(calls.splice(0), ['a', 'b']);
    emitter.emit('x');
    assert.deepStrictEqual(calls, ['a', 'b', 'b']);
  });

  it('still calls a listener removed meanwhile, the next one does not', () => {
    for (const count of [2, 3, 4]) {
      const { emitter, calls, listener } = logged();
      const last = listener('last');
      emitter.on('x', listener('first', () => emitter.off('x', last)));
      for (let i = 2; i < count; i++) emitter.on('x', listener(i));
      emitter.on('x', last);
      emitter.emit('x');
      assert.strictEqual(calls.splice(0).at(-1), 'last');
      emitter.emit('x');
      assert.strictEqual(calls.includes('last'), false);
      assert.strictEqual(emitter.listenerCount('x'), count - 1);
    }
  });

  it('calls each of those that remove themselves', () => {
    const { emitter, calls, listener } = logged();
    for (const name of ['a', 'b', 'c', 'd']) {
      const itself = listener(name, () => emitter.off('x', itself));
      emitter.on('x', itself);
    }
    emitter.emit('x');
    assert.deepStrictEqual(calls, ['a', 'b', 'c', 'd']);
    assert.deepStrictEqual(emitter.eventNames(), []);
  });

  it('calls them all when the first removes them all', () => {
    for (const remove of ['x', undefined]) {
      const { emitter, calls, listener } = logged();
      const all = remove === undefined ? [] : [remove];
      emitter.on('x', listener('a', () => emitter.removeAllListeners(...all)));
      emitter.on('x', listener('b')).on('x', listener('c'));
      assert.strictEqual(emitter.emit('x'), true);
      assert.strictEqual(emitter.emit('x'), false);
      assert.deepStrictEqual(calls, ['a', 'b', 'c']);
    }
  });

  it('is not changed by one inside it', () => {
    const { emitter, calls, listener } = logged();
    let depth = 0;
    emitter.on('x', listener('a', () => {
      if (++depth === 3) return;
      emitter.on('x', listener(`added at ${depth}`));
      emitter.emit('x');
    }));
    emitter.on('x', listener('b'));
    emitter.emit('x');
    assert.deepStrictEqual(calls, [
      'a', 'a', 'a', 'b', 'added at 1', 'added at 2', 'b', 'added at 1', 'b',
    ]);
  });

  it('goes on after one inside it that changed the list and threw', () => {
    const { emitter, calls, listener } = logged();
    let depth = 0;
    emitter.on('x', listener('a', () => {
      if (depth++ !== 0) return;
      assert.throws(() => emitter.emit('x'), /^Error: from b$/);
      emitter.on('x', listener('c'));
    }));
    emitter.on('x', listener('b', () => {
      if (depth++ === 2) throw new Error('from b');
    }));
    emitter.emit('x');
    assert.deepStrictEqual(calls.splice(0), ['a', 'a', 'b', 'b']);
    emitter.emit('x');
    assert.deepStrictEqual(calls, ['a', 'b', 'c']);
  });

  it('may be of another event of the emitter', () => {
    const { emitter, calls, listener } = logged();
    emitter.on('x', listener('x1', () => emitter.emit('y')));
    emitter.on('x', listener('x2'));
    emitter.on('y', listener('y1', () => emitter.removeAllListeners('x')));
    emitter.on('y', listener('y2', () => emitter.emit('x')));
    emitter.emit('x');
    assert.deepStrictEqual(calls, ['x1', 'y1', 'y2', 'x2']);
  });

  it('survives that all listeners go, and others come', () => {
    const { emitter, calls, listener } = logged();
    emitter.on('x', listener('a', () => {
      emitter.removeAllListeners();
      emitter.on('x', listener('new')).on('x', listener('newer'));
      emitter.emit('x');
    }));
    emitter.on('x', listener('b'));
    emitter.emit('x');
    assert.deepStrictEqual(calls, ['a', 'new', 'newer', 'b']);
  });
});

describe('a list of listeners', () => {
  it('can be changed again and again, between emits and in them', () => {
    const { emitter, calls, listener } = logged();
    const expected = [];
    const listeners = [];
    emitter.setMaxListeners(0);
    for (let round = 0; round < 50; round++) {
      const fn = listener(round);
      listeners.push([round, fn]);
      emitter.on('x', fn);
      if (round % 3 === 0) emitter.emit('x');
      if (round % 3 === 0) expected.push(...listeners.map(([name]) => name));
      if (round % 4 === 0) emitter.off('x', listeners.splice(round % listeners.length, 1)[0][1]);
    }
    emitter.emit('x');
    expected.push(...listeners.map(([name]) => name));
    assert.deepStrictEqual(calls, expected);
  });

  it('given to a program is not the one that is walked', () => {
    const { emitter, calls, listener } = logged();
    emitter.on('x', listener('a', () => emitter.rawListeners('x').length = 0));
    emitter.on('x', listener('b'));
    emitter.emit('x');
    assert.deepStrictEqual(calls, ['a', 'b']);
  });
});
