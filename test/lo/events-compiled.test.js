// How often lo makes functions for hot lists of listeners, and how many it keeps.
import assert from 'node:assert';
import EventEmitter from 'node:events';
import { describe, it } from 'node:test';
import { HOT, compile } from 'lib/compiled-emit.js';

const nothing = () => {};
const canCompile = (() => {
  try {
    return new Function('return true')();
  } catch {
    return false;
  }
})();

/** How many functions are made from text while `body` runs. */
function compilations(body) {
  const { Function } = globalThis;
  let count = 0;
  globalThis.Function = function(...args) {
    count++;
    return new Function(...args);
  };
  try {
    body();
  } finally {
    globalThis.Function = Function;
  }
  return count;
}

function emitterWith(count) {
  const emitter = new EventEmitter().setMaxListeners(0);
  for (let i = 0; i < count; i++) emitter.on('x', () => {});
  return emitter;
}

function emitTimes(emitter, times) {
  for (let i = 0; i < times; i++) emitter.emit('x', 1);
}

describe('a function for a list of listeners', { skip: !canCompile }, () => {
  it('is made once, when the list is hot', () => {
    const emitter = emitterWith(3);
    assert.strictEqual(compilations(() => emitTimes(emitter, HOT - 1)), 0);
    assert.strictEqual(compilations(() => emitTimes(emitter, 10 * HOT)), 1);
  });

  it('is not made for one listener, or for very many', () => {
    for (const count of [0, 1, 1000]) {
      const emitter = emitterWith(count);
      assert.strictEqual(compilations(() => emitTimes(emitter, 2 * HOT)), 0, `${count}`);
    }
  });

  it('is not made while the list changes all the time', () => {
    const emitter = emitterWith(3);
    const count = compilations(() => {
      for (let i = 0; i < 3 * HOT; i++) {
        emitter.on('x', nothing);
        emitter.emit('x');
        emitter.off('x', nothing);
        emitter.emit('x');
      }
    });
    assert.strictEqual(count, 0);
  });

  it('calls only the listeners that it was made for, with as many arguments', () => {
    const calls = [];
    const list = ['a', 'b'].map((name) => (...args) => {
      calls.push(name, ...args);
    });
    const made = compile(list, 1, nothing, nothing);
    assert.strictEqual(made({}, list, 'x', 1), true);
    assert.deepStrictEqual(calls.splice(0), ['a', 1, 'b', 1]);
    assert.strictEqual(made({}, list, 'x'), false);
    assert.strictEqual(made({}, list, 'x', 1, 2), false);
    assert.strictEqual(made({}, [list[0]], 'x', 1), false);
    assert.strictEqual(made({}, [list[1], list[0]], 'x', 1), false);
    assert.deepStrictEqual(calls, []);
  });

  it('goes with its list', async () => {
    let ref;
    (() => {
      const emitter = emitterWith(2);
      emitTimes(emitter, 2 * HOT);
      ref = new WeakRef(emitter._events.x[0]);
    })();
    // A compiler thread that is still busy with the function holds on to it, too.
    for (let i = 0; i < 1000 && ref.deref() !== undefined; i++) {
      await new Promise((resolve) => { setTimeout(resolve, 5); });
      gc();
    }
    assert.strictEqual(ref.deref(), undefined);
  });

  // The last test, since these lists aren't of emitters.
  it('is taken from the oldest list when there are too many', () => {
    const lists = [];
    const dropped = [];
    for (let i = 0; i < 600; i++) {
      lists.push([() => {}, () => {}]);
      compile(lists[i], 0, nothing, (list) => dropped.push(lists.indexOf(list)));
    }
    // Of 600 and those of other tests, 512 are left, and the first ones are gone.
    const ours = dropped.filter((i) => i >= 0);
    assert.deepStrictEqual(ours, Array.from({ length: 600 - 512 }, (_, i) => i));
  });
});

describe('where code may not be made from strings', { skip: canCompile }, () => {
  it('a hot list gets no function, and works', () => {
    assert.strictEqual(compile([nothing, nothing], 0, nothing, nothing), undefined);
    let calls = 0;
    const emitter = emitterWith(2).on('x', () => calls++);
    emitTimes(emitter, 2 * HOT);
    assert.strictEqual(calls, 2 * HOT);
  });
});
