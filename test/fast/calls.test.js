// Ways to call a binding's function, with too few and too many arguments too: always the same
// result.
import { describe, it } from 'node:test';
import assert from 'node:assert';
import { Caught, compile, fastCaller, names, optimize, slowCallsIn, slowOutcome, tried }
  from './optimize.js';

const echo = lo.load('echo');

/** Arguments that each function accepts. @type {Record<string, any[]>} */
const good = {
  answer: [],
  nothing: [],
  int32: [-7],
  uint32: [2 ** 32 - 7],
  int64: [2 ** 40],
  double: [1.5],
  bool: [true],
  kind: [null],
  size: [new Uint8Array(8)],
  same: [echo, echo],
  checksumOf: [Uint8Array.of(1, 2, 3), 3],
  manyMixed: [1, 1.5, 1, true, 1, 1.5, 1, {}, new Uint8Array(8), 1.5, 1, 1],
  manyIntegers: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  manyDoubles: [1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10],
};


/** Expressions that call fn with the arguments in LIST. @type {Record<string, string>} */
const forms = {
  'a plain call': 'fn(LIST)',
  'a method call': 'holder.fn(LIST)',
  'an optional call': 'holder?.fn?.(LIST)',
  'call()': 'fn.call(undefined, LIST)',
  'call() on a number': 'fn.call(5, LIST)',
  'call() on null': 'fn.call(null, LIST)',
  'call() on a string': 'fn.call("x", LIST)',
  'call() on a symbol': 'fn.call(Symbol.iterator, LIST)',
  'call() on a proxy': 'fn.call(new Proxy({}, {}), LIST)',
  'apply()': 'fn.apply(undefined, [LIST])',
  'Reflect.apply()': 'Reflect.apply(fn, undefined, [LIST])',
  'a spread': 'fn(...[LIST])',
  'a half spread': '((...rest) => fn(...rest))(LIST)',
  'a bound function': 'fn.bind(null)(LIST)',
  'a proxy': 'new Proxy(fn, {})(LIST)',
  'map()': '[0].map(() => fn(LIST))[0]',
};

describe('the slow path, the fast one and', () => {
  for (const [form, expression] of Object.entries(forms)) {
    it(`${form} give the same result`, () => {
      for (const [name, args] of Object.entries(good)) {
        const scope = { fn: echo[name], holder: { fn: echo[name] }, Caught };
        const list = names(args.length);
        const caller = compile(scope, list, tried(expression.replace('LIST', list)));
        const expected = slowOutcome(echo[name], args);
        assert.deepStrictEqual(caller(...args), expected, `${name}, not optimised`);
        optimize(caller, [args]);
        assert.deepStrictEqual(caller(...args), expected, `${name}, optimised`);
      }
    });
  }

  for (const [name, args] of Object.entries(good)) {
    it(`any number of arguments of ${name} give the same result`, () => {
      for (let count = 0; count < args.length + 3; count++) {
        const given = [...args, 'extra', 'extra'].slice(0, count);
        const list = names(count);
        const caller = compile({ fn: echo[name], Caught }, list, tried(`fn(${list})`));
        optimize(caller, [given]);
        const expected = slowOutcome(echo[name], given);
        assert.deepStrictEqual(caller(...given), expected, `${count} arguments`);
      }
    });
  }
});

it('a missing argument is undefined', () => {
  assert.throws(() => echo.int32(), {
    name: 'TypeError',
    message: 'The "value" argument of int32() must be of type number. Received type undefined',
  });
  assert.strictEqual(echo.bool(), false);
  assert.strictEqual(echo.size(), 0);
});

it('a call site is fast again after a call with a wrong argument', () => {
  const caller = compile({ fn: echo.int32, Caught }, 'value', tried('fn(value)'));
  optimize(caller, [[1], ['x']]);
  optimize(caller, [[1]]);
  assert.strictEqual(slowCallsIn(echo.int32, () => caller(2)), 0);
});

it('a hot loop becomes fast by itself', () => {
  const loop = compile({ fn: echo.int32 }, 'count', 'for (let i = 0; i < count; i++) fn(i);');
  const deadline = lo.hrtime() + 20e9;
  let slow;
  do {
    slow = slowCallsIn(echo.int32, () => loop(10000));
  } while (slow !== 0 && lo.hrtime() < deadline);
  assert.strictEqual(slow, 0);
});

it('is no constructor', () => {
  assert.throws(() => new echo.int32(1), { name: 'TypeError' });
  assert.throws(() => Reflect.construct(Object, [], echo.int32), { name: 'TypeError' });
});

it('has its name and its number of arguments', () => {
  assert.deepStrictEqual([echo.checksumOf.name, echo.checksumOf.length], ['checksumOf', 2]);
});

it('functions of the same signature are called each for itself', () => {
  const { int32, answer, uint32 } = echo;
  const caller = compile({ int32, answer, uint32 }, 'x', 'return [int32(x), answer(), uint32(x)];');
  optimize(caller, [[-1]]);
  assert.deepStrictEqual(caller(-1), [-1, 42, 2 ** 32 - 1]);
  assert.strictEqual(fastCaller(echo.uint32, [1])(-1), 2 ** 32 - 1);
});
