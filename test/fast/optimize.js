/**
 * Code that V8's optimising compiler has compiled, on demand: what --allow-natives-syntax offers.
 */
import assert from 'node:assert';

const prepare = new Function('f', '%PrepareFunctionForOptimization(f)');
const optimizeOnNextCall = new Function('f', '%OptimizeFunctionOnNextCall(f)');

let compiled = 0;

/** What an outcome is when the call threw. */
export class Caught {
  /** @param {any} error */
  constructor(error) {
    this.name = error.name;
    this.message = error.message;
  }
}

/**
 * A new function. V8 shares what it has learned between functions of the same source, so each gets
 * one of its own.
 *
 * @param {Record<string, any>} scope what `body` may use
 * @param {string} parameters
 * @param {string} body
 * @returns {(...args: any[]) => any}
 */
export function compile(scope, parameters, body) {
  const source = `return (${parameters}) => { ${body} } // ${compiled++}`;
  return new Function(...Object.keys(scope), source)(...Object.values(scope));
}

/**
 * Has V8 learn from calls with each of `examples`, and then optimise.
 * @param {(...args: any[]) => any} fn
 * @param {any[][]} examples
 */
export function optimize(fn, examples) {
  prepare(fn);
  for (let i = 0; i < 2; i++) {
    for (const args of examples) fn(...args);
  }
  optimizeOnNextCall(fn);
  for (const args of examples) fn(...args);
}

/**
 * How many calls of `fn` took the slow path while `action` ran.
 * @param {Function} fn
 * @param {() => void} action
 */
export function slowCallsIn(fn, action) {
  const before = lo.slowCalls(fn);
  action();
  return lo.slowCalls(fn) - before;
}

/**
 * `call`, an expression, as a body that returns its value or what it threw.
 * @param {string} call
 */
export function tried(call) {
  return `try { return ${call}; } catch (error) { return new Caught(error); }`;
}

/** @param {number} count */
export function names(count) {
  return Array.from({ length: count }, (_, i) => `a${i}`).join(', ');
}

/**
 * A function that calls the binding's function `fn` from optimised code, with as many arguments as
 * `good` has. It returns what `fn` does, or a Caught. With `good` it is seen to take the fast path.
 *
 * @param {Function} fn
 * @param {any[]} good
 */
export function fastCaller(fn, good) {
  const list = names(good.length);
  const caller = compile({ fn, Caught }, list, tried(`fn(${list})`));
  optimize(caller, [good]);
  assert.strictEqual(slowCallsIn(fn, () => caller(...good)), 0, `${fn.name} is not called fast`);
  return caller;
}

/**
 * What `fn` does on the slow path: its value, or a Caught.
 * @param {Function} fn
 * @param {any[]} args
 */
export function slowOutcome(fn, args) {
  let outcome;
  const count = slowCallsIn(fn, () => {
    try {
      outcome = Reflect.apply(fn, undefined, args);
    } catch (error) {
      outcome = new Caught(error);
    }
  });
  assert.strictEqual(count, 1, `${fn.name} is not called slowly`);
  return outcome;
}
