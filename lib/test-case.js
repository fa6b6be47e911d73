/** One test of `lib/test.js`, or one suite, and how it runs: hooks, children, timeout, verdict. */

import * as tap from './tap.js';
import { clearTimeout, setImmediate, setTimeout } from './timers.js';

/**
 * @typedef {object} Options
 * @property {boolean | string} [skip] not run; a string is the reason
 * @property {boolean} [only] if any of its siblings has this, those without it are skipped
 * @property {boolean | string} [todo] run, but a failure does not count; a string is the reason
 * @property {number} [timeout] milliseconds until the test fails; tests inherit it from a suite
 * @property {unknown} [concurrency] accepted, without effect
 */

/** @typedef {(context: any, done: (error?: unknown) => void) => unknown} TestFunction */
/** @typedef {{ fn: TestFunction, timeout: number }} Hook */
/** @typedef {'before' | 'after' | 'beforeEach' | 'afterEach'} HookKind */

const noop = () => {};

/** A test, a suite or, as the root of all others, the file. */
export class Test {
  /** @type {Test[]} */ children = [];
  /** @type {Record<HookKind, Hook[]>} */
  hooks = { before: [], after: [], beforeEach: [], afterEach: [] };
  /** @type {string[]} */ diagnostics = [];
  /** @type {AbortController | undefined} */ controller;
  /** @type {number | undefined} */ planned;
  assertions = 0;
  failed = false;
  /** How many of its children failed, if that is why it did. */
  failedInside = 0;
  /** @type {unknown} */ error;
  /** Its tests can't run, because its body or one of its `before` hooks failed. */
  broken = false;
  /** Not run, because something around it is broken. */
  cancelled = false;
  finished = false;
  /** @type {unknown} what the body of a suite returned */ collected;
  /** @type {((reason: unknown) => void) | undefined} fails what is waited for */ interrupt;
  /** @type {Promise<void> | undefined} */ #draining;
  #ran = 0;

  /**
   * @param {Test | undefined} parent
   * @param {boolean} isSuite
   * @param {string} name
   * @param {Options} options
   * @param {TestFunction} fn
   */
  constructor(parent, isSuite, name, options, fn) {
    this.parent = parent;
    this.isSuite = isSuite;
    this.name = name;
    this.fn = fn;
    this.skip = options.skip ?? false;
    this.todo = options.todo ?? false;
    this.only = options.only ?? false;
    this.timeout = options.timeout ?? parent?.timeout ?? Infinity;
    /** @type {object | undefined} what its functions get as their first argument */
    this.context = undefined;
    this.settle = () => {};
    /** @type {Promise<void>} */
    this.settled = new Promise((resolve) => { this.settle = resolve; });
  }

  /** @returns {Test[]} the file and what else is around this, outermost first */
  get ancestors() {
    return this.parent ? [...this.parent.ancestors, this.parent] : [];
  }

  /** @returns {string} the names from the outermost suite to this */
  get path() {
    return [...this.ancestors, this].slice(1).map((test) => test.name).join(' > ');
  }

  get depth() { return this.ancestors.length - 1; }
  /** How many of its children have run. */
  get size() { return this.#ran; }
  get number() { return (this.parent?.children.indexOf(this) ?? 0) + 1; }

  /** @returns {boolean} whether this or anything in it is marked `only` */
  get focused() {
    return this.only || this.children.some((child) => child.focused);
  }

  /** @param {unknown} error the first one is reported */
  fail(error) {
    if (!this.failed) this.error = error;
    this.failed = true;
  }

  /** Calls the body of a suite, which registers its tests. */
  collect() {
    try {
      this.collected = registerIn(this, () => this.fn.call(this.context, this.context, noop));
    } catch (error) {
      this.collected = Promise.reject(error);
    }
    // Until the suite's turn comes, nobody waits for this promise: it isn't unhandled for that.
    Promise.resolve(this.collected).catch(noop);
  }

  /** Runs this and everything in it, and reports the result. Never rejects. */
  async run() {
    this.cancelled = this.parent?.cancelled || this.parent?.broken || false;
    tap.begin(this);
    if (!this.skip) await (this.isSuite ? this.#runSuite() : this.#runTest());
    this.finished = true;
    this.controller?.abort();
    this.#report();
    this.settle();
  }

  async #runSuite() {
    if (!this.cancelled) {
      this.broken = !await this.#attempt({ fn: () => this.collected, timeout: Infinity });
    }
    await this.drain();
    await this.runAfter();
  }

  async #runTest() {
    if (this.cancelled) return;
    const around = this.ancestors;
    let ready = true;
    for (const hook of around.flatMap((suite) => suite.hooks.beforeEach)) {
      ready &&= await this.#attempt(hook);
    }
    if (ready) await this.#attempt(this);
    await this.drain();
    this.#checkPlan();
    for (const hook of around.reverse().flatMap((suite) => suite.hooks.afterEach)) {
      await this.#attempt(hook);
    }
    await this.runAfter();
  }

  /** Runs the children that are registered, and those that they add meanwhile, one by one. */
  drain() {
    this.#draining ??= this.#drain();
    return this.#draining;
  }

  async #drain() {
    await this.#runBefore();
    for (; this.#ran < this.children.length; this.#ran++) {
      const child = this.children[this.#ran];
      const others = this.children.some((sibling) => sibling.focused);
      if (others && !child.focused) child.skip = "'only' option not set";
      await child.run();
      await this.#runBefore();
    }
    this.#draining = undefined;
  }

  /** Runs each `before` hook once: also one that a test adds while it runs. */
  async #runBefore() {
    while (this.hooks.before.length > 0 && !this.cancelled) {
      const [hook] = this.hooks.before.splice(0, 1);
      if (!await this.#attempt(hook)) this.broken = true;
    }
  }

  async runAfter() {
    if (this.cancelled) return;
    for (const hook of this.hooks.after) await this.#attempt(hook);
  }

  /**
   * Calls a test or a hook and waits until it is over. One more turn of the loop passes then, in
   * which the rejections that nobody handled are reported: they are this test's.
   * @param {Hook} hook
   * @returns {Promise<boolean>} whether it went well; if not, this test has failed
   */
  async #attempt({ fn, timeout }) {
    let timer;
    running.push(this);
    // Set again each time, for a test that had a handler of its own may have left it there.
    lo.onUncaughtException = failRunning;
    try {
      await new Promise((resolve, reject) => {
        this.interrupt = reject;
        if (timeout !== Infinity) {
          const timedOut = failure(`test timed out after ${timeout}ms`);
          timer = setTimeout(reject, timeout, timedOut);
        }
        setImmediate(() => {
          const called = new Promise((end) => end(registerIn(this, () => this.#call(fn))));
          called.then(resolve, reject);
        });
      });
    } catch (error) {
      this.fail(error);
    }
    clearTimeout(timer);
    this.interrupt = undefined;
    await new Promise((resolve) => setImmediate(resolve));
    running.splice(running.lastIndexOf(this), 1);
    return !this.failed;
  }

  /**
   * A function of two parameters gets a callback; any other one may return a promise.
   * @param {TestFunction} fn
   */
  #call(fn) {
    if (fn.length < 2) return fn.call(this.context, this.context, noop);
    return new Promise((resolve, reject) => {
      let calls = 0;
      const result = fn.call(this.context, this.context, (error) => {
        if (++calls > 1) this.fail(failure('callback invoked multiple times'));
        else if (error) reject(error);
        else resolve(undefined);
      });
      if (typeof (/** @type {any} */ (result)?.then) === 'function') {
        this.fail(failure('passed a callback but also returned a Promise'));
        resolve(undefined);
      }
    });
  }

  #checkPlan() {
    const done = this.assertions + this.children.length;
    if (this.planned !== undefined && done !== this.planned) {
      this.fail(failure(`plan expected ${this.planned} assertions but received ${done}`));
    }
  }

  #report() {
    if (this.cancelled && !this.skip) {
      this.fail(failure('not run, because its suite failed before it'));
    }
    const inside = this.children.filter((child) => child.failed && !child.todo).length;
    this.failedInside = this.failed ? 0 : inside;
    this.failed ||= inside > 0;
    tap.end(this);
  }
}

/** The suite around all others. */
export const file = new Test(undefined, true, '', {}, noop);

/** Those whose functions are under way, the innermost one last. */
const running = [file];

/** What `test`, `describe` and the hooks add to: the one whose function is being called. */
export let registrant = file;

/**
 * @template T
 * @param {Test} test
 * @param {() => T} fn
 * @returns {T} what `fn` returned
 */
function registerIn(test, fn) {
  const outer = registrant;
  registrant = test;
  try {
    return fn();
  } finally {
    registrant = outer;
  }
}

/** @param {unknown} error that nothing caught */
function failRunning(error) {
  running[running.length - 1].fail(error);
}

/**
 * What the runner itself finds wrong: a stack would only show the runner.
 * @param {string} message
 */
function failure(message) {
  return Object.assign(new Error(message), { stack: `Error: ${message}` });
}

/**
 * Fails the innermost test or hook that is being waited for.
 * @param {string} reason
 * @returns {boolean} whether there was one
 */
export function interruptRunning(reason) {
  const { interrupt } = running[running.length - 1];
  interrupt?.(failure(reason));
  return interrupt !== undefined;
}
