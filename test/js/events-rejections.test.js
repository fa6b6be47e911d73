// captureRejections: what async listeners reject with.
import assert from 'node:assert';
import EventEmitter, { captureRejectionSymbol } from 'node:events';
import { afterEach, describe, it } from 'node:test';

/** After promises, and what they set off. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1));

const capturing = () => new EventEmitter({ captureRejections: true });

describe('an emitter that captures rejections', () => {
  it('emits them as errors', async () => {
    const emitter = capturing();
    const heard = [];
    const error = new Error('rejected');
    emitter.on('error', (...args) => heard.push(args));
    emitter.on('x', async () => {
      throw error;
    });
    emitter.emit('x', 1);
    assert.deepStrictEqual(heard, []);
    await settled();
    assert.deepStrictEqual(heard, [[error]]);
  });

  it('does so for each of several listeners', async () => {
    const emitter = capturing();
    const heard = [];
    emitter.on('error', (error) => heard.push(error));
    for (const value of [1, 2, 3]) emitter.on('x', () => Promise.reject(value));
    emitter.on('x', () => Promise.resolve());
    emitter.emit('x');
    await settled();
    assert.deepStrictEqual(heard, [1, 2, 3]);
  });

  it('has its method told of them instead, with the event and its arguments', async () => {
    for (const count of [0, 1, 3, 5]) {
      const emitter = capturing();
      const heard = [];
      const args = Array.from({ length: count }, (_, i) => i);
      emitter[captureRejectionSymbol] = function(...told) {
        heard.push([this === emitter, ...told]);
      };
      emitter.on('error', () => assert.fail());
      emitter.on('x', async () => {
        throw 'rejected';
      });
      emitter.emit('x', ...args);
      await settled();
      assert.deepStrictEqual(heard, [[true, 'rejected', 'x', ...args]]);
    }
  });

  it('does not tell a listener to errors of its own rejection', async () => {
    const emitter = capturing();
    const heard = [];
    emitter.once('x', async () => {
      throw 'first';
    });
    emitter.on('error', (error) => {
      heard.push(error);
      return { then: (_, reject) => reject('second') };
    });
    emitter.emit('x');
    await settled();
    assert.deepStrictEqual(heard, ['first']);
    emitter.emit('error', 'third');
    await settled();
    assert.deepStrictEqual(heard, ['first', 'third', 'second']);
  });

  it('takes anything with a method then for a promise', async () => {
    const emitter = capturing();
    const heard = [];
    emitter.on('error', (error) => heard.push(error));
    let thenArguments;
    emitter.on('x', () => ({
      then(...args) {
        thenArguments = args;
        args[1]('rejected');
      },
    }));
    for (const value of [1, 'text', {}, { then: 1 }, () => {}, Symbol('s')]) {
      emitter.on('x', () => value);
    }
    emitter.emit('x');
    await settled();
    assert.strictEqual(thenArguments.length, 2);
    assert.strictEqual(thenArguments[0], undefined);
    assert.deepStrictEqual(heard, ['rejected']);
  });

  it('emits what getting or calling then throws, at once', () => {
    const emitter = capturing();
    const heard = [];
    emitter.on('error', (error) => heard.push(error));
    emitter.once('x', () => ({
      get then() {
        throw 'from the getter';
      },
    }));
    emitter.on('x', () => ({
      then() {
        throw 'from the call';
      },
    }));
    emitter.emit('x');
    assert.deepStrictEqual(heard, ['from the getter', 'from the call']);
  });

  it('does so for once() and events.once()', async () => {
    const emitter = capturing();
    emitter.once('x', async () => {
      throw new Error('rejected');
    });
    const promise = EventEmitter.once(emitter, 'y');
    emitter.emit('x');
    await assert.rejects(promise, /rejected/);
  });

  it('shows in its option, which must be a boolean', () => {
    for (const value of [1, 'text', {}, []]) {
      assert.throws(() => new EventEmitter({ captureRejections: value }), {
        name: 'TypeError',
        code: 'ERR_INVALID_ARG_TYPE',
        message: /^The "options\.captureRejections" property must be of type boolean\. /,
      });
    }
    for (const value of [undefined, null, 0, '']) new EventEmitter({ captureRejections: value });
    new EventEmitter(null);
  });
});

describe('an emitter that does not', () => {
  it('looks at nothing that listeners return', () => {
    const emitter = new EventEmitter();
    const trap = {
      get then() {
        return assert.fail();
      },
    };
    emitter.on('x', () => trap);
    emitter.emit('x');
    emitter.on('x', () => trap);
    emitter.emit('x');
  });
});

describe('EventEmitter.captureRejections', () => {
  afterEach(() => {
    EventEmitter.captureRejections = false;
  });

  it('is what new emitters do, not those there are', async () => {
    const heard = [];
    const make = (name) => {
      const emitter = new EventEmitter();
      emitter.on('error', () => heard.push(name));
      emitter.on('x', () => ({ then: (_, reject) => reject('rejected') }));
      return emitter;
    };
    const before = make('before');
    assert.strictEqual(EventEmitter.captureRejections, false);
    EventEmitter.captureRejections = true;
    assert.strictEqual(EventEmitter.captureRejections, true);
    const after = make('after');
    EventEmitter.captureRejections = false;
    for (const emitter of [before, after]) emitter.emit('x');
    await settled();
    assert.deepStrictEqual(heard, ['after']);
  });

  it('must be a boolean', () => {
    for (const value of [undefined, 1, 'true', {}]) {
      assert.throws(() => {
        EventEmitter.captureRejections = value;
      }, { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
    }
  });
});

describe('the symbol of the method', () => {
  it('is registered', () => {
    assert.strictEqual(captureRejectionSymbol, Symbol.for('nodejs.rejection'));
    assert.strictEqual(EventEmitter.captureRejectionSymbol, captureRejectionSymbol);
  });
});
