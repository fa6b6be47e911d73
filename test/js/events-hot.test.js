// Events that are emitted thousands of times: lo then calls their listeners in another way
// (lib/compiled-emit.js), of which nothing may be seen.
import assert from 'node:assert';
import EventEmitter from 'node:events';
import { describe, it } from 'node:test';

const OFTEN = 3000;

/** An emitter whose event 'x' is hot, and a record of calls. `bodies` run once `armed` is set. */
function hot(...bodies) {
  const emitter = new EventEmitter();
  const state = { calls: [], armed: false };
  const listeners = bodies.map((body, i) => function(...args) {
    if (!state.armed) return undefined;
    state.calls.push(i);
    return body.apply(this, args);
  });
  for (const listener of listeners) emitter.on('x', listener);
  for (let i = 0; i < OFTEN; i++) emitter.emit('x', 1, 2);
  state.armed = true;
  return { emitter, listeners, state, calls: state.calls };
}

const nothing = () => {};

describe('a hot event', () => {
  it('hands on this and all arguments, however many there are', () => {
    const seen = [];
    const see = function(...args) {
      seen.push([this, ...args]);
    };
    const { emitter } = hot(see, see);
    for (let argc = 0; argc <= 20; argc++) {
      const args = Array.from({ length: argc }, (_, i) => i);
      assert.strictEqual(emitter.emit('x', ...args), true);
      assert.deepStrictEqual(seen.splice(0), [[emitter, ...args], [emitter, ...args]]);
    }
    emitter.emit('x', undefined, undefined);
    assert.strictEqual(seen[0].length, 3);
  });

  it('becomes hot with any number of arguments and listeners', () => {
    for (const argc of [0, 1, 3, 10, 16, 17, 30]) {
      for (const count of [2, 5, 32, 33, 60]) {
        const emitter = new EventEmitter().setMaxListeners(0);
        let sum = 0;
        const args = Array.from({ length: argc }, (_, i) => i + 1);
        for (let i = 0; i < count; i++) {
          emitter.on('x', (...given) => {
            sum += given.length;
          });
        }
        for (let i = 0; i < 2100; i++) emitter.emit('x', ...args);
        assert.strictEqual(sum, 2100 * argc * count);
      }
    }
  });

  it('still calls a listener that an earlier one removes, the next emit does not', () => {
    const { emitter, listeners, calls } = hot(
      () => emitter.off('x', listeners[1]).off('x', listeners[2]), nothing, nothing);
    emitter.emit('x', 1, 2);
    assert.deepStrictEqual(calls.splice(0), [0, 1, 2]);
    emitter.emit('x', 1, 2);
    assert.deepStrictEqual(calls, [0]);
  });

  it('does not call what a listener adds, the next emit does', () => {
    const added = [];
    const { emitter, calls } = hot(() => emitter.once('x', () => added.push(1)), nothing);
    emitter.emit('x', 1, 2);
    assert.deepStrictEqual([calls, added], [[0, 1], []]);
    emitter.emit('x', 1, 2);
    assert.deepStrictEqual([calls, added], [[0, 1, 0, 1], [1]]);
  });

  it('calls them all when the first removes them all', () => {
    const { emitter, calls } = hot(() => emitter.removeAllListeners(), nothing, nothing);
    assert.strictEqual(emitter.emit('x', 1, 2), true);
    assert.strictEqual(emitter.emit('x', 1, 2), false);
    assert.deepStrictEqual(calls, [0, 1, 2]);
  });

  it('may be emitted by its own listeners', () => {
    let depth = 0;
    const { emitter, calls, listeners } = hot(() => {
      if (++depth < 3) emitter.emit('x', 1, 2);
      else emitter.off('x', listeners[1]);
    }, nothing, nothing);
    emitter.emit('x', 1, 2);
    assert.deepStrictEqual(calls, [0, 0, 0, 1, 2, 1, 2, 1, 2]);
  });

  it('becomes hot inside an emit of itself', () => {
    const emitter = new EventEmitter();
    let inside = false;
    let calls = 0;
    emitter.on('x', () => {
      if (inside) return;
      inside = true;
      for (let i = 0; i < OFTEN; i++) emitter.emit('x');
      inside = false;
    });
    emitter.on('x', () => calls++);
    emitter.emit('x');
    assert.strictEqual(calls, OFTEN + 1);
  });

  it('ends when a listener throws, and goes on with the next emit', () => {
    let error = new Error('from 1');
    const { emitter, calls } = hot(nothing, () => {
      if (error !== undefined) throw error;
    }, nothing);
    assert.throws(() => emitter.emit('x', 1, 2), error);
    assert.deepStrictEqual(calls.splice(0), [0, 1]);
    error = undefined;
    emitter.emit('x', 1, 2);
    assert.deepStrictEqual(calls, [0, 1, 2]);
  });

  it('has listeners in the order of on() and prependListener()', () => {
    const { emitter, calls } = hot(nothing, nothing);
    const heat = () => {
      for (let i = 0; i < OFTEN; i++) emitter.emit('x', 1, 2);
      calls.length = 0;
    };
    emitter.prependListener('x', () => calls.push('first'));
    heat();
    emitter.on('x', () => calls.push('last'));
    heat();
    emitter.emit('x', 1, 2);
    assert.deepStrictEqual(calls, ['first', 0, 1, 'last']);
  });

  it('calls once() listeners once', () => {
    const { emitter, calls } = hot(nothing, nothing);
    let times = 0;
    emitter.once('x', () => times++);
    for (let i = 0; i < OFTEN; i++) emitter.emit('x', 1, 2);
    assert.strictEqual(times, 1);
    assert.strictEqual(calls.length, 2 * OFTEN);
  });

  it('follows programs that write to its array', () => {
    const { emitter, calls } = hot(nothing, nothing);
    emitter._events.x[0] = () => calls.push('other');
    emitter.emit('x', 1, 2);
    assert.deepStrictEqual(calls.splice(0), ['other', 1]);
    emitter._events.x.push(() => calls.push('more'));
    emitter.emit('x', 1, 2);
    assert.deepStrictEqual(calls, ['other', 1, 'more']);
  });

  it('shows nothing of it on the emitter', () => {
    const { emitter, listeners } = hot(nothing, nothing);
    assert.deepStrictEqual(Object.keys(emitter), ['_events', '_eventsCount', '_maxListeners']);
    assert.deepStrictEqual(Reflect.ownKeys(emitter._events), ['x']);
    assert.deepStrictEqual(Reflect.ownKeys(emitter._events.x), ['0', '1', 'length']);
    assert.deepStrictEqual(emitter._events.x, listeners);
    assert.deepStrictEqual(emitter.rawListeners('x'), listeners);
  });

  it('captures rejections', async () => {
    const emitter = new EventEmitter({ captureRejections: true });
    const errors = [];
    let fail = false;
    emitter.on('error', (error) => errors.push(error.message));
    emitter.on('x', nothing);
    emitter.on('x', () => (fail ? Promise.reject(new Error('rejected')) : undefined));
    for (let i = 0; i < OFTEN; i++) emitter.emit('x');
    fail = true;
    emitter.emit('x');
    await new Promise(setImmediate);
    assert.deepStrictEqual(errors, ['rejected']);
  });

  it('has stacks that name the listener and emit', () => {
    let stack;
    const { emitter } = hot(nothing, function listening() {
      stack = new Error('here').stack;
    });
    emitter.emit('x', 1, 2);
    const lines = stack.split('\n').map((line) => line.trim());
    assert.strictEqual(lines[0], 'Error: here');
    assert.match(lines[1], /^at .*listening \(.*events-hot\.test\.js/);
    assert.ok(lines.some((line) => /^at EventEmitter\.emit \(/.test(line)), stack);
    assert.ok(lines.every((line) => !line.includes('eval')), stack);
  });

  it('calls a listener by its own apply, if it has one, as before it was hot', () => {
    const calls = new Set();
    const listener = () => { calls.add('listener'); };
    listener.apply = () => { calls.add('apply'); };
    listener.call = () => { calls.add('call'); };
    const emitter = new EventEmitter().on('x', listener).on('x', () => {});
    for (let i = 0; i < 5000; i++) emitter.emit('x');
    assert.deepStrictEqual([...calls], ['apply']);
  });
});
