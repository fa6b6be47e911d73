/**
 * A test runner with the interface of `node:test`, so that one file of tests runs on lo and on
 * node alike: `test`, `describe` and `it` with their `skip`, `only` and `todo`, hooks, subtests.
 *
 * Tests run by themselves once the module has registered them, one at a time, in order. The
 * results go to standard output as TAP, and the exit status is 1 if a test failed.
 *
 * What differs from node 20, on purpose:
 * - A test function is called from a callback of the loop and not from a promise job, because V8
 *   drains no microtasks inside one: so a test may drive a loop of its own that has promises.
 * - A promise that can never settle fails its own test, and the tests after it still run.
 * - A test waits for its subtests, awaited or not. `only` needs no flag. A timeout keeps the
 *   process alive until it is over.
 * - Nothing tracks asynchronous work: an uncaught error fails the test that is running, and what
 *   an async `describe` registers after its first `await` belongs to the file.
 *
 * Left out: mocks, snapshots, `run()`, coverage, concurrency and the `signal` option.
 */

import * as tap from './tap.js';
import { Test, file, interruptRunning, registrant } from './test-case.js';
import { setImmediate } from './timers.js';

/** @typedef {import('./test-case.js').Options} Options */
/** @typedef {import('./test-case.js').TestFunction} TestFunction */
/** @typedef {import('./test-case.js').HookKind} HookKind */

/** What a test function, the body of a suite and their hooks get as their first argument. */
class TestContext {
  #test;
  /** @type {Record<string, Function> | undefined} */ #assert;

  /** @param {Test} test */
  constructor(test) {
    this.#test = test;
  }

  get name() { return this.#test.name; }
  get fullName() { return this.#test.path; }

  /** Aborted when the test is over. */
  get signal() {
    this.#test.controller ??= new AbortController();
    return this.#test.controller.signal;
  }

  /** The functions of `node:assert`; calls of them count for `plan`. */
  get assert() {
    this.#assert ??= countingAssert(this.#test);
    return this.#assert;
  }

  /** @param {number} count how many calls of `this.assert` and subtests there will be */
  plan(count) { this.#test.planned = count; }

  /** @param {string} message printed after the result */
  diagnostic(message) { this.#test.diagnostics.push(message); }

  /** Reports the test as skipped, though it goes on. @param {string} [reason] */
  skip(reason) { this.#test.skip = reason ?? true; }

  /** Keeps a failure of the test from counting. @param {string} [reason] */
  todo(reason) { this.#test.todo = reason ?? true; }

  /**
   * Registers a subtest.
   * @param {...any} args as those of `test`
   * @returns {Promise<void>} fulfilled when the subtest is over, failed or not
   */
  test(...args) { return register(this.#test, false, args, {}); }

  /** @param {TestFunction} fn @param {Options} [options] */
  before(fn, options) { addHook(this.#test, 'before', fn, options); }
  /** @param {TestFunction} fn @param {Options} [options] */
  after(fn, options) { addHook(this.#test, 'after', fn, options); }
  /** @param {TestFunction} fn @param {Options} [options] */
  beforeEach(fn, options) { addHook(this.#test, 'beforeEach', fn, options); }
  /** @param {TestFunction} fn @param {Options} [options] */
  afterEach(fn, options) { addHook(this.#test, 'afterEach', fn, options); }
}

/**
 * @param {Test} parent
 * @param {boolean} isSuite
 * @param {any[]} args `(name?, options?, fn?)`
 * @param {Options} variant options that come from `.skip`, `.only` or `.todo`
 * @returns {Promise<void>} fulfilled when the test is over, failed or not
 */
function register(parent, isSuite, args, variant) {
  if (parent.finished) throw new Error(`"${parent.path}" is over: no test can be added to it`);
  const fn = args.find((arg) => typeof arg === 'function') ?? (() => {});
  const name = typeof args[0] === 'string' ? args[0] : fn.name || '<anonymous>';
  const options = args.find((arg) => typeof arg === 'object' && arg !== null);
  const test = new Test(parent, isSuite, name, { ...options, ...variant }, fn);
  test.context = new TestContext(test);
  parent.children.push(test);
  if (isSuite && !test.skip) test.collect();
  if (parent === file) start();
  else if (!parent.isSuite) parent.drain();
  return test.settled;
}

/**
 * @param {Test} test
 * @param {HookKind} kind
 * @param {TestFunction} fn
 * @param {Options} [options] of which a hook has the timeout
 */
function addHook(test, kind, fn, { timeout = Infinity } = {}) {
  test.hooks[kind].push({ fn, timeout });
}

/** @param {Test} test */
function countingAssert(test) {
  /** @type {Record<string, Function>} */
  const counting = {};
  for (const [name, fn] of Object.entries(lo.library('lib/assert.js').default)) {
    counting[name] = (/** @type {any[]} */ ...args) => {
      test.assertions++;
      return /** @type {Function} */ (fn)(...args);
    };
  }
  return counting;
}

file.context = new TestContext(file);

let startScheduled = false;

/** Runs what was registered once the code that registers has returned to the loop. */
function start() {
  if (startScheduled) return;
  startScheduled = true;
  lo.onBeforeExit = atRest;
  // Until the totals are printed: a process that ends before has not passed.
  lo.exitCode = 1;
  if (file.children.length === 1) tap.header();
  setImmediate(() => {
    startScheduled = false;
    file.drain();
  });
}

/** Nothing is alive any more: what a test still waits for never comes, or else all is done. */
function atRest() {
  const reason = 'Promise resolution is still pending but the event loop has already resolved';
  if (!interruptRunning(reason) && !file.finished) finish();
}

async function finish() {
  file.finished = true;
  await file.runAfter();
  lo.onBeforeExit = null;
  lo.onUncaughtException = null;
  if (file.failed) tap.errorOutside(file.error);
  if (tap.summarize(file.size)) lo.exitCode = 0;
}

/**
 * @param {boolean} isSuite
 * @returns the function that registers tests, or suites, in all the forms of `node:test`
 */
function makeRegistrar(isSuite) {
  /** @param {Options} variant */
  const withOptions = (variant) => (/** @type {any[]} */ ...args) =>
    register(registrant, isSuite, args, variant);
  return Object.assign(withOptions({}), {
    skip: withOptions({ skip: true }),
    only: withOptions({ only: true }),
    todo: withOptions({ todo: true }),
  });
}

/** @param {HookKind} kind */
function makeHook(kind) {
  return (/** @type {TestFunction} */ fn, /** @type {Options | undefined} */ options) =>
    addHook(registrant, kind, fn, options);
}

export const describe = makeRegistrar(true);
export const before = makeHook('before');
export const after = makeHook('after');
export const beforeEach = makeHook('beforeEach');
export const afterEach = makeHook('afterEach');
export const test = Object.assign(makeRegistrar(false), {
  describe, before, after, beforeEach, afterEach,
});
export const { skip, only, todo } = test;
export { test as it, describe as suite };
Object.assign(test, { test, it: test, suite: describe });
export default test;
