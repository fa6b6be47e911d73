// setTimeout(), setInterval() and their clear functions, as far as a program can see them.
//
// Nothing here measures how long a timer takes: which of two timers fires first tells their
// delays, on a busy machine too.
import { describe, test } from 'node:test';
import assert from 'node:assert';
import * as timersModule from 'node:timers';

/** Fulfilled when a timer of `delay` milliseconds has fired. */
const sleep = (delay) => new Promise((resolve) => { setTimeout(resolve, delay); });

/** Keeps the thread busy. */
function block(milliseconds) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** A log, and functions that write into it. */
function makeLog() {
  const log = [];
  return { log, write: (entry) => () => { log.push(entry); } };
}

/** Which of the delays is over first. Of equal ones that is the first, since it was set first. */
async function firstOf(...delays) {
  const { log, write } = makeLog();
  const timers = delays.map((delay, i) => setTimeout(write(i), delay));
  while (log.length === 0) await sleep(1);
  for (const timer of timers) clearTimeout(timer);
  return log[0];
}

/** The messages of the warnings of that name that `fn` causes. */
async function warningsOf(fn, type) {
  const messages = [];
  const listener = ({ name, message }) => {
    if (name === type) messages.push(message);
  };
  const runtime = globalThis.lo;
  if (runtime) runtime.onWarning = listener;
  else process.on('warning', listener);
  fn();
  await sleep(1);
  if (runtime) runtime.onWarning = null;
  else process.off('warning', listener);
  return messages;
}

// They must not keep this file from ending.
setTimeout(() => {}, 2 ** 30).unref();
setInterval(() => {}, 2 ** 30).unref();

// Delays that are too long warn, in node each time, on lo the first time.
const overflowWarnings = await warningsOf(
  () => clearTimeout(setTimeout(() => {}, 2 ** 31)), 'TimeoutOverflowWarning');

describe('setTimeout', () => {
  test('calls back once, later', async () => {
    let calls = 0;
    setTimeout(() => { calls++; }, 1);
    assert.strictEqual(calls, 0);
    await Promise.resolve();
    assert.strictEqual(calls, 0);
    await sleep(5);
    await sleep(5);
    assert.strictEqual(calls, 1);
  });

  test('does not fire early', async () => {
    const start = performance.now();
    await sleep(30);
    // node counts in whole milliseconds.
    assert.ok(performance.now() - start >= 29);
  });

  for (let count = 0; count <= 5; count++) {
    test(`passes on ${count} arguments`, async () => {
      const sent = Array.from({ length: count }, (_, i) => i);
      const got = await new Promise((resolve) => {
        setTimeout((...args) => resolve(args), 1, ...sent);
      });
      assert.deepStrictEqual(got, sent);
    });
  }

  test('calls back with the timer as this', async () => {
    let timer;
    const self = await new Promise((resolve) => {
      timer = setTimeout(function callback() { resolve(this); }, 1);
    });
    assert.strictEqual(self, timer);
  });

  test('returns a Timeout', () => {
    const timer = setTimeout(() => {}, 1);
    clearTimeout(timer);
    assert.strictEqual(timer.constructor.name, 'Timeout');
  });

  test('refuses a callback that is not a function', () => {
    for (const callback of [undefined, null, 'code', {}, 1]) {
      const invalid = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };
      assert.throws(() => setTimeout(callback, 1), invalid);
      assert.throws(() => setInterval(callback, 1), invalid);
    }
    assert.throws(() => setTimeout('code'), {
      message: 'The "callback" argument must be of type function. Received type string (\'code\')',
    });
  });

  test('refuses a delay that can be no number', () => {
    assert.throws(() => setTimeout(() => {}, Symbol('1')), TypeError);
    assert.throws(() => setTimeout(() => {}, 1n), TypeError);
  });
});

describe('delays', () => {
  test('order timers', async () => {
    assert.strictEqual(await firstOf(60, 5), 1);
  });

  const none = [undefined, null, '', 'x', {}, [], false, NaN];
  for (const delay of [...none, 0, -1, -(2 ** 40), -Infinity]) {
    test(`of ${String(delay)} (${typeof delay}) are 1`, async () => {
      assert.strictEqual(await firstOf(delay, 1), 0);
      assert.strictEqual(await firstOf(40, delay), 1);
    });
  }

  for (const delay of [2 ** 31, 2 ** 32 + 50, 2 ** 53, Infinity, '1e10']) {
    test(`of ${delay} (${typeof delay}) are too long, and 1 instead`, async () => {
      assert.strictEqual(await firstOf(delay, 1), 0);
    });
  }

  test('of 2 ** 31 - 1 are the longest', async () => {
    assert.strictEqual(await firstOf(2 ** 31 - 1, 5), 1);
  });

  test('that are too long warn', () => {
    assert.deepStrictEqual(overflowWarnings, [
      '2147483648 does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.',
    ]);
  });

  test('may be strings and objects with a number', async () => {
    assert.strictEqual(await firstOf('60', 5), 1);
    assert.strictEqual(await firstOf({ valueOf: () => 60 }, 5), 1);
    assert.strictEqual(await firstOf(new Date(60), 5), 1);
    assert.strictEqual(await firstOf(60, '0x5'), 1);
  });

  test('may be fractions', async () => {
    assert.strictEqual(await firstOf(60.5, 5.5), 1);
    assert.strictEqual(await firstOf(0.5, 1), 0);
  });
});

describe('the order of timers', () => {
  test('is that of creation if the delay is the same', async () => {
    const { log, write } = makeLog();
    for (let i = 0; i < 20; i++) setTimeout(write(i), 3);
    while (log.length < 20) await sleep(3);
    assert.deepStrictEqual(log, Array.from({ length: 20 }, (_, i) => i));
  });

  test('is that of the deadlines, also when all are due at once', async () => {
    const { log, write } = makeLog();
    for (const delay of [25, 5, 15, 35, 10]) setTimeout(write(delay), delay);
    block(60);
    while (log.length < 5) await sleep(1);
    assert.deepStrictEqual(log, [5, 10, 15, 25, 35]);
  });

  test('has one that a callback sets after those that were due with it', async () => {
    const { log, write } = makeLog();
    setTimeout(() => {
      log.push('first');
      setTimeout(write('nested'), 0);
    }, 1);
    setTimeout(write('second'), 1);
    block(5);
    while (log.length < 3) await sleep(1);
    assert.deepStrictEqual(log, ['first', 'second', 'nested']);
  });

  test('has the microtasks of a callback before the next callback', async () => {
    const { log, write } = makeLog();
    setTimeout(() => {
      log.push('first');
      queueMicrotask(() => {
        log.push('microtask');
        Promise.resolve().then(write('its microtask'));
      });
    }, 1);
    setTimeout(write('second'), 1);
    block(5);
    while (log.length < 4) await sleep(1);
    assert.deepStrictEqual(log, ['first', 'microtask', 'its microtask', 'second']);
  });

  test('is that of creation for each of many delays', async () => {
    const fired = new Map();
    for (let i = 0; i < 4000; i++) {
      const delay = 1 + i % 40;
      fired.set(delay, []);
      setTimeout(() => fired.get(delay).push(i), delay);
    }
    block(60);
    while ([...fired.values()].some((numbers) => numbers.length < 100)) await sleep(1);
    for (const [delay, numbers] of fired) {
      const expected = Array.from({ length: 100 }, (_, i) => delay - 1 + i * 40);
      assert.deepStrictEqual(numbers, expected);
    }
  });
});

describe('clearTimeout', () => {
  test('keeps a timer from firing', async () => {
    const { log, write } = makeLog();
    clearTimeout(setTimeout(write('cleared'), 1));
    setTimeout(write('other'), 1);
    await sleep(5);
    assert.deepStrictEqual(log, ['other']);
  });

  test('may be called again, and after the timer has fired', async () => {
    const { log, write } = makeLog();
    const cleared = setTimeout(write('cleared'), 1);
    clearTimeout(cleared);
    clearTimeout(cleared);
    const fired = setTimeout(write('fired'), 1);
    await sleep(5);
    clearTimeout(fired);
    clearTimeout(fired);
    await sleep(5);
    assert.deepStrictEqual(log, ['fired']);
  });

  test('may be called by the callback itself', async () => {
    let calls = 0;
    const timer = setTimeout(() => {
      calls++;
      clearTimeout(timer);
    }, 1);
    await sleep(5);
    await sleep(5);
    assert.strictEqual(calls, 1);
  });

  test('keeps a timer from firing that is due with the one that clears it', async () => {
    const { log, write } = makeLog();
    setTimeout(() => {
      log.push('first');
      clearTimeout(second);
    }, 1);
    const second = setTimeout(write('second'), 1);
    setTimeout(write('third'), 1);
    block(5);
    while (!log.includes('third')) await sleep(1);
    assert.deepStrictEqual(log, ['first', 'third']);
  });

  test('ignores what is no timer', () => {
    const nothings = [
      undefined, null, {}, [], 'x', '', NaN, -1, 0, 1e9, 1.5, true, 1n, Symbol('1'), () => {},
      new Date(), Object.create(null),
    ];
    for (const nothing of nothings) {
      clearTimeout(nothing);
      clearInterval(nothing);
    }
    clearTimeout();
  });

  test('clears an interval too, and clearInterval a timeout', async () => {
    const { log, write } = makeLog();
    clearTimeout(setInterval(write('interval'), 1));
    clearInterval(setTimeout(write('timeout'), 1));
    await sleep(10);
    assert.deepStrictEqual(log, []);
  });

  test('leaves the others of the same delay in order', async () => {
    const { log, write } = makeLog();
    const timers = Array.from({ length: 10 }, (_, i) => setTimeout(write(i), 5));
    for (const i of [0, 3, 4, 9]) clearTimeout(timers[i]);
    while (log.length < 6) await sleep(5);
    assert.deepStrictEqual(log, [1, 2, 5, 6, 7, 8]);
  });
});

describe('a timer as a number', () => {
  test('is the same each time, and another for each timer', () => {
    const a = setTimeout(() => {}, 1000);
    const b = setTimeout(() => {}, 1000);
    assert.strictEqual(typeof a[Symbol.toPrimitive](), 'number');
    assert.strictEqual(+a, +a);
    assert.strictEqual(`${a}`, String(+a));
    assert.notStrictEqual(+a, +b);
    clearTimeout(a);
    clearTimeout(b);
  });

  for (const [type, convert] of Object.entries({ number: Number, string: String })) {
    test(`clears the timer: as a ${type}`, async () => {
      const { log, write } = makeLog();
      clearTimeout(convert(setTimeout(write('timeout'), 1)));
      clearInterval(convert(setInterval(write('interval'), 1)));
      await sleep(10);
      assert.deepStrictEqual(log, []);
    });
  }

  test('is nothing any more when the timer has fired', async () => {
    const fired = setTimeout(() => {}, 1);
    const number = +fired;
    await sleep(5);
    clearTimeout(number);
    const { log, write } = makeLog();
    const next = setTimeout(write('next'), 1);
    assert.notStrictEqual(+next, number);
    while (log.length === 0) await sleep(1);
  });

  test('still clears it after refresh', async () => {
    const { log, write } = makeLog();
    const timer = setTimeout(write('fired'), 5);
    const number = +timer;
    timer.refresh();
    clearTimeout(number);
    await sleep(15);
    assert.deepStrictEqual(log, []);
  });
});

describe('a Timeout', () => {
  test('has ref, unref and hasRef', () => {
    const timer = setTimeout(() => {}, 1000);
    assert.strictEqual(timer.hasRef(), true);
    assert.strictEqual(timer.unref(), timer);
    assert.strictEqual(timer.hasRef(), false);
    timer.unref();
    assert.strictEqual(timer.ref(), timer);
    assert.strictEqual(timer.hasRef(), true);
    timer.ref();
    clearTimeout(timer);
  });

  test('fires without a reference as long as something else is alive', async () => {
    const { log, write } = makeLog();
    setTimeout(write('unref'), 1).unref();
    await sleep(10);
    assert.deepStrictEqual(log, ['unref']);
  });

  test('that was cleared does not come back by ref', async () => {
    const { log, write } = makeLog();
    const timer = setTimeout(write('fired'), 1);
    clearTimeout(timer);
    timer.unref();
    timer.ref();
    await sleep(10);
    assert.deepStrictEqual(log, []);
  });

  test('starts anew with refresh', async () => {
    const { log, write } = makeLog();
    const first = setTimeout(write('first'), 20);
    setTimeout(write('second'), 20);
    // node takes the time from the loop's turn, and would see no difference within one.
    await sleep(5);
    assert.strictEqual(first.refresh(), first);
    while (log.length < 2) await sleep(5);
    assert.deepStrictEqual(log, ['second', 'first']);
  });

  test('fires once more when it is refreshed after it has fired', async () => {
    let calls = 0;
    const timer = setTimeout(() => { calls++; }, 1);
    while (calls === 0) await sleep(1);
    timer.refresh();
    while (calls === 1) await sleep(1);
    await sleep(10);
    assert.strictEqual(calls, 2);
  });

  test('may be refreshed by its own callback', async () => {
    let calls = 0;
    const timer = setTimeout(() => {
      if (++calls < 3) timer.refresh();
    }, 1);
    while (calls < 3) await sleep(1);
    await sleep(10);
    assert.strictEqual(calls, 3);
  });

  test('that was cleared is not set again by refresh', async () => {
    const { log, write } = makeLog();
    const timer = setTimeout(write('fired'), 1);
    clearTimeout(timer);
    timer.refresh();
    await sleep(10);
    assert.deepStrictEqual(log, []);
  });

  test('is cleared by close', async () => {
    const { log, write } = makeLog();
    const timer = setTimeout(write('fired'), 1);
    assert.strictEqual(timer.close(), timer);
    timer.close();
    await sleep(10);
    assert.deepStrictEqual(log, []);
  });
});

describe('setInterval', () => {
  test('calls back until it is cleared by its own callback', async () => {
    let calls = 0;
    const timer = setInterval(() => {
      if (++calls === 3) clearInterval(timer);
    }, 1);
    while (calls < 3) await sleep(1);
    await sleep(10);
    assert.strictEqual(calls, 3);
  });

  test('calls back until it is cleared from elsewhere', async () => {
    let calls = 0;
    const timer = setInterval(() => { calls++; }, 1);
    while (calls < 3) await sleep(1);
    clearInterval(timer);
    const before = calls;
    await sleep(10);
    assert.strictEqual(calls, before);
  });

  for (let count = 0; count <= 5; count++) {
    test(`passes on ${count} arguments each time`, async () => {
      const sent = Array.from({ length: count }, (_, i) => i);
      const got = [];
      const timer = setInterval((...args) => { got.push(args); }, 1, ...sent);
      while (got.length < 2) await sleep(1);
      clearInterval(timer);
      assert.deepStrictEqual(got.slice(0, 2), [sent, sent]);
    });
  }

  test('calls back with the timer as this, and the timer is a Timeout', async () => {
    let timer;
    const self = await new Promise((resolve) => {
      timer = setInterval(function callback() { resolve(this); }, 1);
    });
    clearInterval(timer);
    assert.strictEqual(self, timer);
    assert.strictEqual(timer.constructor.name, 'Timeout');
  });

  test('takes a delay below 1 for 1', async () => {
    let calls = 0;
    const timer = setInterval(() => { calls++; }, 0);
    while (calls < 3) await sleep(1);
    clearInterval(timer);
  });

  test('counts from beat to beat, and not from the end of a callback', async () => {
    const beats = [];
    const timer = setInterval(() => {
      beats.push(performance.now());
      block(30);
    }, 40);
    while (beats.length < 8) await sleep(10);
    clearInterval(timer);
    const gaps = beats.slice(1).map((beat, i) => beat - beats[i]);
    // 70 if each beat waited for 40 after the callback's 30; noise only makes gaps longer.
    assert.ok(Math.min(...gaps) < 60, `gaps: ${gaps}`);
  });

  test('skips the beats that were missed', async () => {
    let calls = 0;
    const timer = setInterval(() => { calls++; }, 2);
    block(50);
    await new Promise((resolve) => { setImmediate(() => setImmediate(resolve)); });
    clearInterval(timer);
    assert.ok(calls <= 3, `${calls} calls`);
  });

  test('beats on when it is refreshed', async () => {
    let calls = 0;
    const timer = setInterval(() => { calls++; }, 1);
    timer.refresh();
    while (calls < 3) {
      timer.refresh();
      await sleep(5);
    }
    clearInterval(timer);
  });

  test('loses and gets back its reference in its callback', async () => {
    const seen = await new Promise((resolve) => {
      const timer = setInterval(() => {
        const before = timer.hasRef();
        timer.unref();
        const after = timer.hasRef();
        timer.ref();
        clearInterval(timer);
        resolve([before, after]);
      }, 1);
    });
    assert.deepStrictEqual(seen, [true, false]);
  });

  test('is cleared by close', async () => {
    const { log, write } = makeLog();
    setInterval(write('beat'), 1).close();
    await sleep(10);
    assert.deepStrictEqual(log, []);
  });
});

test('node:timers has the functions of the global object', () => {
  const names = [
    'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate',
  ];
  for (const name of names) assert.strictEqual(timersModule[name], globalThis[name]);
});
