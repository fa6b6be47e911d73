// lo.slowCalls(fn)
import { describe, it } from 'node:test';
import assert from 'node:assert';
import { compile, optimize, slowCallsIn } from './optimize.js';

const echo = lo.load('echo');

describe('lo.slowCalls()', () => {
  it('counts the calls of unoptimised code', () => {
    assert.strictEqual(slowCallsIn(echo.int32, () => {
      for (let i = 0; i < 3; i++) Reflect.apply(echo.int32, null, [i]);
    }), 3);
  });

  it('counts calls that throw', () => {
    assert.strictEqual(slowCallsIn(echo.int32, () => assert.throws(() => echo.int32('x'))), 1);
  });

  it('counts no fast call', () => {
    const caller = compile({ fn: echo.int32 }, 'count', 'for (let i = 0; i < count; i++) fn(i);');
    optimize(caller, [[10]]);
    assert.strictEqual(slowCallsIn(echo.int32, () => caller(1000)), 0);
  });

  it('counts the calls of functions that have no fast path', () => {
    const { name } = lo.load('errno');
    assert.strictEqual(slowCallsIn(name, () => name(1)), 1);
    const { block } = lo.load('poll');
    assert.strictEqual(slowCallsIn(block, () => block(null, 0, 0)), 1);
  });

  it('counts each function for itself', () => {
    assert.strictEqual(slowCallsIn(echo.uint32, () => Reflect.apply(echo.int32, null, [1])), 0);
  });

  it('knows the functions of every binding, by whatever name they are known', () => {
    assert.strictEqual(typeof lo.slowCalls(lo.hrtime), 'number');
    assert.strictEqual(typeof lo.slowCalls(lo.slowCalls), 'number');
    assert.strictEqual(lo.slowCalls(lo.core.close), lo.slowCalls(lo.load('files').close));
  });

  for (const [what, value] of Object.entries({
    'no argument': undefined,
    'null': null,
    'a number': 1,
    'a string': 'int32',
    'a symbol': Symbol('s'),
    'an object': {},
    'a binding': echo,
    'a plain function': () => {},
    'a method of the language': Array.prototype.push,
    'a class': class {},
    'a bound function': echo.int32.bind(null),
    'a proxy of a function': new Proxy(echo.int32, {}),
    'an object that inherits from a function': Object.create(echo.int32),
    'a function that inherits from one': Object.setPrototypeOf(() => {}, echo.int32),
  })) {
    it(`refuses ${what}`, () => {
      assert.throws(() => lo.slowCalls(value), {
        name: 'TypeError',
        message: 'lo.slowCalls() takes a function of a binding',
      });
    });
  }
});
