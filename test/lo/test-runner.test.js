// What the test runner does on lo and not on node, and what it prints. Failures are those of tests
// marked todo: they don't count, but are reported as others are.
import { describe, it } from 'node:test';
import assert from 'node:assert';
import { Loop } from 'lib/loop.js';

/** What was printed until now. */
let output = '';
const { log: print } = console;
console.log = (text) => {
  output += `${text}\n`;
  print(text);
};

const sleep = (delay) => new Promise((resolve) => { setTimeout(resolve, delay); });

describe('a test function', () => {
  it('may drive a loop of its own, with promises in it', () => {
    const log = [];
    const loop = new Loop();
    loop.setImmediate(() => Promise.resolve().then(() => log.push('microtask')));
    loop.setImmediate(() => log.push('next'));
    while (loop.poll() > 0);
    assert.deepStrictEqual(log, ['microtask', 'next']);
  });

  it('may set a handler for uncaught errors', () => {
    lo.onUncaughtException = null;
  });

  it('is called with the one of the runner in place', () => {
    assert.strictEqual(typeof lo.onUncaughtException, 'function');
  });

  it('is called while the exit status would be 1', () => assert.strictEqual(lo.exitCode, 1));
});

describe('a promise that never settles', () => {
  it.todo('fails the test', () => new Promise(() => {}));
  it.todo('fails the test by its callback, too', (t, done) => { assert.ok(done); });

  it('is reported, and the next test runs', () => {
    const reason = /Promise resolution is still pending but the event loop has already resolved/g;
    assert.strictEqual(output.match(reason).length, 2);
  });
});

describe('a timeout', () => {
  let signal;
  it('fails the test', { timeout: 5, todo: true }, (t) => {
    ({ signal } = t);
    return new Promise(() => {});
  });

  it('is reported, and has aborted the signal', () => {
    assert.match(output, /test timed out after 5ms/);
    assert.strictEqual(signal.aborted, true);
  });

  describe('of a suite', { timeout: 5 }, () => {
    it.todo('is that of its tests', () => new Promise(() => {}));
    it('is not if they have their own', { timeout: 10_000 }, () => sleep(20));
  });
});

describe('an uncaught error', () => {
  it.todo('in a timer fails the test', async () => {
    setTimeout(() => { throw new RangeError('from a timer'); }, 1);
    await sleep(10);
  });

  it.todo('in a promise that nobody handles fails the test', () => {
    Promise.reject(new RangeError('from a promise'));
  });

  it('is reported', () => {
    assert.match(output, /RangeError: from a timer/);
    assert.match(output, /RangeError: from a promise/);
  });
});

describe('a failure', () => {
  describe('in a suite', () => {
    it.todo('of an assertion', () => assert.deepStrictEqual({ a: 1, b: [2] }, { a: 1, b: [3] }));
    it.todo('with a cause', () => { throw new Error('outer', { cause: new TypeError('inner') }); });
    it.todo('of another value', () => { throw undefined; });
  });

  it('has the path of the test', () => {
    assert.match(output, /^ +path: a failure > in a suite > of an assertion$/m);
  });

  it('has what differs, and the place', () => {
    assert.match(output, /^ +\+ {5}2$/m);
    assert.match(output, /^ +- {5}3$/m);
    assert.match(output, /^ +at .*test-runner\.test\.js:\d+:\d+/m);
  });

  it('has the cause', () => {
    assert.match(output, /Error: outer/);
    assert.match(output, /\[cause\]: TypeError: inner/);
  });

  it('may be any value', () => assert.match(output, /^ +undefined$/m));
});

describe('calls of done', () => {
  it.todo('twice are an error', (t, done) => {
    done();
    done();
  });
  it.todo('with an error fail the test', (t, done) => done(new Error('by callback')));
  it.todo('with a promise are one', (t, done) => {
    done();
    return Promise.resolve();
  });

  it('are reported', () => {
    assert.match(output, /callback invoked multiple times/);
    assert.match(output, /Error: by callback/);
    assert.match(output, /passed a callback but also returned a Promise/);
  });
});

describe('a plan', () => {
  it.todo('that is not kept fails the test', (t) => {
    t.plan(2);
    t.assert.ok(true);
  });

  it('is reported', () => assert.match(output, /plan expected 2 assertions but received 1/));
});

describe('a subtest', () => {
  let late;
  it('is waited for also without await', (t) => { t.test('subtest', () => sleep(5)); });

  it('can not be added when its test is over', async () => {
    assert.match(output, /^ +ok 1 - subtest\n +1\.\.1\n +ok 1 - is waited for also/m);
    let context;
    it('in a test of its own', (t) => { context = t; });
    await sleep(20);
    late = context;
    assert.strictEqual(typeof late?.test, 'function');
    assert.throws(() => late.test('late', () => {}), /is over/);
  });
});

it('names are escaped where they would be syntax: # \\', () => {
  assert.match(output, /^# Subtest: names are escaped where they would be syntax: \\# \\\\$/m);
});
