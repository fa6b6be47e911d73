// What a binding throws into optimised code is caught there. On V8 10.2 an exception from a fast
// call's own fallback passes by every `try` of the same optimised function, and of those that it
// was inlined into.
import { it } from 'node:test';
import assert from 'node:assert';
import { Caught, compile, optimize, slowCallsIn, tried } from './optimize.js';

const { int32, double, manyMixed, checksumOf } = lo.load('echo');
const wrong = [undefined, null, 'x', {}, Symbol('s'), 10n];

/**
 * Optimises `caller` with good arguments only, and lets it meet a wrong one.
 * @param {(value: any) => any} caller
 * @param {any} value
 */
function meet(caller, value) {
  optimize(caller, [[1]]);
  return caller(value);
}

for (const [name, expression] of Object.entries({
  int32: 'fn(value)',
  double: 'fn(value)',
  manyMixed: 'fn(1, 2, 3, true, 5, value, 7, 8, 9, 10, 11, 12)',
  checksumOf: 'fn(null, value)',
})) {
  it(`${name} throws into the try around it`, () => {
    const fn = { int32, double, manyMixed, checksumOf }[name];
    for (const value of wrong) {
      assert(meet(compile({ fn, Caught }, 'value', tried(expression)), value) instanceof Caught);
    }
  });
}

it('a function that is inlined throws into the try of its caller', () => {
  for (const value of wrong) {
    const inner = compile({ int32 }, 'value', 'return int32(value);');
    const middle = compile({ inner }, 'value', 'return inner(value);');
    const outer = compile({ middle, Caught }, 'value', tried('middle(value)'));
    assert(meet(outer, value) instanceof Caught);
  }
});

it('the finally block runs, once', () => {
  for (const value of wrong) {
    const log = [];
    const caller = compile({ int32, log }, 'value', `
      try {
        try { return int32(value); } finally { log.push('inner'); }
      } catch (error) {
        log.push(error.name);
      } finally {
        log.push('outer');
      }`);
    optimize(caller, [[1]]);
    log.length = 0;
    caller(value);
    assert.deepStrictEqual(log, ['inner', 'TypeError', 'outer']);
  }
});

it('the caught error has the stack of the call', () => {
  const caller = compile({ int32 }, 'value',
    'try { return int32(value); } catch (error) { return error.stack; }');
  assert.match(meet(caller, 'x'), /TypeError: The "value" argument of int32\(\)[^\n]*\n +at /);
});

it('a loop that catches goes on', () => {
  const loop = compile({ int32 }, 'values', `
    let caught = 0;
    for (const value of values) {
      try { int32(value); } catch { caught++; }
    }
    return caught;`);
  const values = Array.from({ length: 1000 },
    (_, i) => (i % 10 === 9 ? wrong[i % wrong.length] : i));
  optimize(loop, [[[1, 2, 3]]]);
  assert.strictEqual(loop(values), 100);
  optimize(loop, [[values]]);
  assert.strictEqual(loop(values), 100);
});

it('an error outside of any try leaves the function', () => {
  const caller = compile({ int32 }, 'value', 'int32(value);');
  optimize(caller, [[1]]);
  assert.throws(() => caller('x'), { name: 'TypeError' });
});

it('a generator and an async function catch it too', async () => {
  const generator = compile({ int32 }, '', `
    return function* (value) {
      try { yield int32(value); } catch (error) { yield error.name; }
    };`)();
  optimize((value) => generator(value).next(), [[1]]);
  assert.strictEqual(generator('x').next().value, 'TypeError');
  const asynchronous = compile({ int32 }, '', `
    return async (value) => {
      try { return int32(await value); } catch (error) { return error.name; }
    };`)();
  optimize(asynchronous, [[1]]);
  assert.strictEqual(await asynchronous('x'), 'TypeError');
});

it('good calls stay fast in a function with a try', () => {
  const caller = compile({ int32, Caught }, 'value', tried('int32(value)'));
  optimize(caller, [[1]]);
  assert.strictEqual(slowCallsIn(int32, () => caller(2)), 0);
});
