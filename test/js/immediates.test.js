// setImmediate() and clearImmediate(), as far as a program can see them.
import { describe, test } from 'node:test';
import assert from 'node:assert';

/** Fulfilled when an immediate that is queued now has run. */
const turn = () => new Promise((resolve) => { setImmediate(resolve); });

/** A log, and functions that write into it. */
function makeLog() {
  const log = [];
  return { log, write: (entry) => () => { log.push(entry); } };
}

describe('setImmediate', () => {
  test('calls back once, later, and after the microtasks', async () => {
    const { log, write } = makeLog();
    setImmediate(write('immediate'));
    queueMicrotask(write('microtask'));
    log.push('now');
    await turn();
    await turn();
    assert.deepStrictEqual(log, ['now', 'microtask', 'immediate']);
  });

  test('keeps the order of calls', async () => {
    const { log, write } = makeLog();
    for (let i = 0; i < 100; i++) setImmediate(write(i));
    await turn();
    assert.deepStrictEqual(log, Array.from({ length: 100 }, (_, i) => i));
  });

  test('keeps the order over tens of thousands of turns', async () => {
    const turns = 30_000;
    const log = [];
    await new Promise((resolve) => {
      let count = 0;
      setImmediate(function first() {
        log.push(3 * count);
        for (const i of [1, 2]) setImmediate(() => { log.push(3 * count + i); });
        setImmediate(() => {
          if (++count < turns) setImmediate(first);
          else resolve();
        });
      });
    });
    assert.strictEqual(log.length, 3 * turns);
    assert.strictEqual(log.findIndex((value, i) => value !== i), -1);
  });

  for (let count = 0; count <= 5; count++) {
    test(`passes on ${count} arguments`, async () => {
      const sent = Array.from({ length: count }, (_, i) => i);
      const got = await new Promise((resolve) => {
        setImmediate((...args) => resolve(args), ...sent);
      });
      assert.deepStrictEqual(got, sent);
    });
  }

  test('calls back with the immediate as this', async () => {
    let immediate;
    const self = await new Promise((resolve) => {
      immediate = setImmediate(function callback() { resolve(this); });
    });
    assert.strictEqual(self, immediate);
    assert.strictEqual(immediate.constructor.name, 'Immediate');
  });

  test('refuses a callback that is not a function', () => {
    for (const callback of [undefined, null, 'code', {}, 1]) {
      assert.throws(() => setImmediate(callback), {
        name: 'TypeError',
        code: 'ERR_INVALID_ARG_TYPE',
        message: /^The "callback" argument must be of type function\. Received /,
      });
    }
  });

  test('in an immediate waits for the next turn', async () => {
    const { log, write } = makeLog();
    setImmediate(() => {
      log.push('first');
      setImmediate(write('nested'));
    });
    setImmediate(write('second'));
    await turn();
    assert.deepStrictEqual(log, ['first', 'second']);
    await turn();
    assert.deepStrictEqual(log, ['first', 'second', 'nested']);
  });

  test('in a microtask of an immediate waits for the next turn too', async () => {
    const { log, write } = makeLog();
    setImmediate(() => queueMicrotask(() => setImmediate(write('nested'))));
    setImmediate(write('second'));
    await turn();
    await turn();
    assert.deepStrictEqual(log, ['second', 'nested']);
  });

  test('has the microtasks of a callback before the next callback', async () => {
    const { log, write } = makeLog();
    setImmediate(() => {
      log.push('first');
      Promise.resolve().then(() => {
        log.push('microtask');
        queueMicrotask(write('its microtask'));
      });
    });
    setImmediate(write('second'));
    await turn();
    assert.deepStrictEqual(log, ['first', 'microtask', 'its microtask', 'second']);
  });

  test('in a timer comes before a timer that is set with it', async () => {
    const { log, write } = makeLog();
    setTimeout(() => {
      setTimeout(write('timer'), 0);
      setImmediate(write('immediate'));
    }, 1);
    while (log.length < 2) await turn();
    assert.deepStrictEqual(log, ['immediate', 'timer']);
  });

  test('lets timers fire while immediates queue immediates', async () => {
    let fired = false;
    setTimeout(() => { fired = true; }, 1);
    await new Promise((resolve) => {
      const again = () => { fired ? resolve() : setImmediate(again); };
      setImmediate(again);
    });
  });

  test('takes many at once, time and again', async () => {
    let calls = 0;
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 20_000; i++) setImmediate(() => { calls++; });
      await turn();
    }
    assert.strictEqual(calls, 60_000);
  });
});

describe('clearImmediate', () => {
  test('keeps an immediate from running', async () => {
    const { log, write } = makeLog();
    const immediates = [0, 1, 2, 3].map((i) => setImmediate(write(i)));
    clearImmediate(immediates[0]);
    clearImmediate(immediates[2]);
    await turn();
    assert.deepStrictEqual(log, [1, 3]);
  });

  test('may be called again, and after the immediate has run', async () => {
    const { log, write } = makeLog();
    const cleared = setImmediate(write('cleared'));
    clearImmediate(cleared);
    clearImmediate(cleared);
    const ran = setImmediate(write('ran'));
    await turn();
    clearImmediate(ran);
    clearImmediate(ran);
    await turn();
    assert.deepStrictEqual(log, ['ran']);
  });

  test('may be called by the callback itself', async () => {
    const { log, write } = makeLog();
    const self = setImmediate(() => {
      log.push('self');
      clearImmediate(self);
    });
    setImmediate(write('next'));
    await turn();
    await turn();
    assert.deepStrictEqual(log, ['self', 'next']);
  });

  test('keeps a later one of the same turn from running', async () => {
    const { log, write } = makeLog();
    setImmediate(() => {
      log.push('first');
      clearImmediate(second);
    });
    const second = setImmediate(write('second'));
    setImmediate(write('third'));
    await turn();
    assert.deepStrictEqual(log, ['first', 'third']);
  });

  test('keeps one from running that was queued in the same turn', async () => {
    const { log, write } = makeLog();
    setImmediate(() => clearImmediate(setImmediate(write('cleared'))));
    setImmediate(write('second'));
    await turn();
    await turn();
    assert.deepStrictEqual(log, ['second']);
  });

  test('ignores nothing', () => {
    clearImmediate();
    clearImmediate(undefined);
    clearImmediate(null);
  });

  test('of all that are queued leaves the next ones alone', async () => {
    const { log, write } = makeLog();
    for (const immediate of [0, 1, 2].map((i) => setImmediate(write(i)))) clearImmediate(immediate);
    setImmediate(write('next'));
    await turn();
    assert.deepStrictEqual(log, ['next']);
  });
});

describe('an Immediate', () => {
  test('has ref, unref and hasRef', () => {
    const immediate = setImmediate(() => {});
    assert.strictEqual(immediate.hasRef(), true);
    assert.strictEqual(immediate.unref(), immediate);
    assert.strictEqual(immediate.hasRef(), false);
    immediate.unref();
    assert.strictEqual(immediate.ref(), immediate);
    assert.strictEqual(immediate.hasRef(), true);
    immediate.ref();
    clearImmediate(immediate);
  });

  test('has no reference any more when it was cleared', () => {
    const immediate = setImmediate(() => {});
    clearImmediate(immediate);
    assert.strictEqual(immediate.hasRef(), false);
  });

  test('has no reference any more when it has run', async () => {
    const immediate = setImmediate(() => {});
    await turn();
    assert.strictEqual(immediate.hasRef(), false);
  });

  test('runs without a reference as long as something else is alive', async () => {
    const { log, write } = makeLog();
    setImmediate(write('unref')).unref();
    await turn();
    assert.deepStrictEqual(log, ['unref']);
  });

  test('that was cleared does not come back by ref', async () => {
    const { log, write } = makeLog();
    const immediate = setImmediate(write('ran'));
    clearImmediate(immediate);
    immediate.unref();
    immediate.ref();
    await turn();
    await turn();
    assert.deepStrictEqual(log, []);
  });
});
