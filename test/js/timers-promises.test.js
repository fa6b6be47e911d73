// node:timers/promises: values, options, aborting, and the async iterator of an interval.
import { describe, test } from 'node:test';
import assert from 'node:assert';
import promises, {
  scheduler, setImmediate as immediate, setInterval as interval, setTimeout as timeout,
} from 'node:timers/promises';

/** Counts the 'abort' listeners of a signal. */
function watchListeners(signal) {
  const watch = { count: 0 };
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = function add(...args) {
    watch.count++;
    return addEventListener.apply(this, args);
  };
  signal.removeEventListener = function remove(...args) {
    watch.count--;
    return removeEventListener.apply(this, args);
  };
  return watch;
}

const isAbort = (cause) => (error) => {
  assert.strictEqual(error.name, 'AbortError');
  assert.strictEqual(error.code, 'ABORT_ERR');
  assert.strictEqual(error.message, 'The operation was aborted');
  assert.strictEqual(error.cause, cause);
  return true;
};

const invalid = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };

// They must not keep this file from ending.
timeout(2 ** 30, undefined, { ref: false });
interval(2 ** 30, undefined, { ref: false }).next();

/** What setTimeout and setImmediate have in common: a call with a value and options. */
const calls = {
  setTimeout: (value, options) => timeout(1, value, options),
  setImmediate: (value, options) => immediate(value, options),
};

for (const [name, call] of Object.entries(calls)) {
  describe(name, () => {
    test('returns a promise of the value', async () => {
      const promise = call('value');
      assert.ok(promise instanceof Promise);
      assert.strictEqual(await promise, 'value');
      assert.strictEqual(await call(), undefined);
      assert.strictEqual(await call(Promise.resolve(1)), 1);
    });

    test('takes undefined for its options', async () => {
      assert.strictEqual(await call(1, undefined), 1);
      assert.strictEqual(await call(1, { ref: undefined, signal: undefined }), 1);
    });

    test('waits without a reference as long as something else is alive', async () => {
      const alive = setInterval(() => {}, 5);
      assert.strictEqual(await call(1, { ref: false }), 1);
      clearInterval(alive);
    });

    test('rejects for options that are none', async () => {
      for (const options of [null, 1, 'x', [], () => {}]) {
        await assert.rejects(call(1, options), invalid);
      }
      for (const signal of [null, 1, {}, 'x']) {
        await assert.rejects(call(1, { signal }), invalid);
      }
      for (const ref of [null, 1, 'true', {}]) {
        await assert.rejects(call(1, { ref }), invalid);
      }
      await assert.rejects(call(1, { ref: 1 }), {
        message: 'The "options.ref" property must be of type boolean. Received type number (1)',
      });
    });

    test('rejects at once with a signal that has aborted', async () => {
      await assert.rejects(call(1, { signal: AbortSignal.abort('why') }), isAbort('why'));
    });

    test('rejects when its signal aborts', async () => {
      const controller = new AbortController();
      const promise = call(1, { signal: controller.signal });
      controller.abort('why');
      await assert.rejects(promise, isAbort('why'));
    });

    test('lets the signal abort afterwards', async () => {
      const controller = new AbortController();
      assert.strictEqual(await call(1, { signal: controller.signal }), 1);
      controller.abort();
    });

    test('leaves no listener behind', async () => {
      const controller = new AbortController();
      const watch = watchListeners(controller.signal);
      const promise = call(1, { signal: controller.signal });
      assert.strictEqual(watch.count, 1);
      await promise;
      assert.strictEqual(watch.count, 0);
    });
  });
}

describe('setTimeout', () => {
  test('waits for its delay', async () => {
    const log = [];
    const entry = async (delay) => { log.push(await timeout(delay, delay)); };
    await Promise.all([entry(60), entry(5)]);
    assert.deepStrictEqual(log, [5, 60]);
  });

  test('takes any number and undefined for its delay', async () => {
    for (const delay of [undefined, 0, -1, NaN, 1.5]) {
      assert.strictEqual(await timeout(delay, 'value'), 'value');
    }
  });

  test('rejects for a delay that is no number', async () => {
    for (const delay of ['1', null, {}, true, 1n, Symbol('1')]) {
      await assert.rejects(timeout(delay), invalid);
    }
    await assert.rejects(timeout('1'), {
      message: 'The "delay" argument must be of type number. Received type string (\'1\')',
    });
  });

  test('is cleared by its signal', async () => {
    const controller = new AbortController();
    // The file would not end before that.
    const promise = timeout(2 ** 30, 1, { signal: controller.signal });
    controller.abort();
    await assert.rejects(promise, { name: 'AbortError' });
  });
});

describe('setImmediate', () => {
  test('comes with the other immediates', async () => {
    const log = [];
    setImmediate(() => log.push('before'));
    const promise = immediate().then(() => log.push('promise'));
    setImmediate(() => log.push('after'));
    await promise;
    await immediate();
    assert.deepStrictEqual(log, ['before', 'promise', 'after']);
  });
});

describe('setInterval', () => {
  test('yields the value at each beat', async () => {
    const values = [];
    for await (const value of interval(1, 'value')) {
      values.push(value);
      if (values.length === 3) break;
    }
    assert.deepStrictEqual(values, ['value', 'value', 'value']);
  });

  test('returns an async iterator', async () => {
    const iterator = interval(1, 'value');
    assert.strictEqual(iterator[Symbol.asyncIterator](), iterator);
    assert.deepStrictEqual(await iterator.next(), { value: 'value', done: false });
    assert.deepStrictEqual(await iterator.return('end'), { value: 'end', done: true });
    assert.deepStrictEqual(await iterator.next(), { value: undefined, done: true });
  });

  test('ends when the loop body throws', async () => {
    const error = new Error('out');
    await assert.rejects(async () => {
      for await (const _ of interval(1)) throw error;
    }, error);
  });

  test('answers requests in order', async () => {
    const iterator = interval(1, 'value');
    const results = await Promise.all([iterator.next(), iterator.next(), iterator.return('end')]);
    assert.deepStrictEqual(results, [
      { value: 'value', done: false },
      { value: 'value', done: false },
      { value: 'end', done: true },
    ]);
  });

  test('yields at once the beats that nobody waited for', async () => {
    const iterator = interval(5, 'value');
    await iterator.next();
    let beats = 0;
    // On a busy machine it may see more beats than the iterator does, but not thrice as many.
    await new Promise((resolve) => {
      const timer = setInterval(() => {
        if (++beats < 10) return;
        clearInterval(timer);
        resolve();
      }, 5);
    });
    let turned = false;
    setImmediate(() => { turned = true; });
    for (let i = 0; i < 3; i++) await iterator.next();
    assert.strictEqual(turned, false);
    await iterator.return();
  });

  test('starts with the first request', async () => {
    const iterator = interval('not a number');
    await assert.rejects(iterator.next(), invalid);
    assert.deepStrictEqual(await interval('1').return('end'), { value: 'end', done: true });
  });

  test('rejects for options that are none', async () => {
    await assert.rejects(interval(1, 1, null).next(), invalid);
    await assert.rejects(interval(1, 1, { signal: 1 }).next(), invalid);
    await assert.rejects(interval(1, 1, { ref: 1 }).next(), invalid);
  });

  test('rejects with a signal that has aborted', async () => {
    const iterator = interval(1, 1, { signal: AbortSignal.abort('why') });
    await assert.rejects(iterator.next(), isAbort('why'));
    assert.deepStrictEqual(await iterator.next(), { value: undefined, done: true });
  });

  test('rejects when its signal aborts', async () => {
    const controller = new AbortController();
    const iterator = interval(2 ** 30, 1, { signal: controller.signal });
    const next = iterator.next();
    controller.abort('why');
    await assert.rejects(next, isAbort('why'));
    assert.deepStrictEqual(await iterator.next(), { value: undefined, done: true });
  });

  test('yields the beats before an abort first', async () => {
    const controller = new AbortController();
    const iterator = interval(1, 'value', { signal: controller.signal });
    await iterator.next();
    await timeout(30);
    controller.abort('why');
    assert.deepStrictEqual(await iterator.next(), { value: 'value', done: false });
    await assert.rejects(async () => {
      while (!(await iterator.next()).done);
    }, isAbort('why'));
  });

  test('leaves no listener behind', async () => {
    const controller = new AbortController();
    const watch = watchListeners(controller.signal);
    const iterator = interval(1, 1, { signal: controller.signal });
    await iterator.next();
    assert.strictEqual(watch.count, 1);
    await iterator.return();
    assert.strictEqual(watch.count, 0);
  });
});

describe('scheduler', () => {
  test('waits', async () => {
    const log = [];
    const entry = async (delay) => {
      assert.strictEqual(await scheduler.wait(delay), undefined);
      log.push(delay);
    };
    await Promise.all([entry(60), entry(5)]);
    assert.deepStrictEqual(log, [5, 60]);
  });

  test('stops waiting when its signal aborts', async () => {
    const controller = new AbortController();
    const promise = scheduler.wait(2 ** 30, { signal: controller.signal });
    controller.abort('why');
    await assert.rejects(promise, isAbort('why'));
    await assert.rejects(scheduler.wait('1'), invalid);
  });

  test('yields to the immediates that are queued', async () => {
    let ran = false;
    setImmediate(() => { ran = true; });
    assert.strictEqual(await scheduler.yield(), undefined);
    assert.strictEqual(ran, true);
  });
});

test('the default export has all of them', () => {
  assert.strictEqual(promises.setTimeout, timeout);
  assert.strictEqual(promises.setImmediate, immediate);
  assert.strictEqual(promises.setInterval, interval);
  assert.strictEqual(promises.scheduler, scheduler);
});
