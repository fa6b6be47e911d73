// Every value that JavaScript has, as every argument: the fast and the slow path do the same.
import { describe, it } from 'node:test';
import assert from 'node:assert';
import { Caught, fastCaller, slowCallsIn, slowOutcome } from './optimize.js';
import { all, conversions, numbers, others } from './values.js';

const echo = lo.load('echo');

/** ToIntegerOrInfinity, as near as 64 bits come to it. @param {number} n */
function toInt64(n) {
  const limit = 2n ** 63n;
  if (Number.isNaN(n)) return 0n;
  if (n >= Number(limit)) return limit - 1n;
  if (n <= -Number(limit)) return -limit;
  return BigInt(Math.trunc(n));
}

/** What a function does with a Number. @type {Record<string, (n: number) => any>} */
const converted = {
  int32: (n) => n | 0,
  uint32: (n) => n >>> 0,
  int64: (n) => Number(toInt64(n)),
  uint64: (n) => Number(BigInt.asUintN(64, toInt64(n))),
  double: (n) => n,
  bool: Boolean,
};

const typed = ['int32', 'uint32', 'int64', 'uint64', 'double'];

/** Arguments with which each function takes the fast path. @type {Record<string, any[]>} */
const good = {
  int32: [1],
  uint32: [1],
  int64: [1],
  uint64: [1],
  double: [1.5],
  bool: [true],
  kind: [{}],
  same: [{}, {}],
  discard: [1],
  size: [new Uint8Array(8)],
  first: [new Uint8Array(8)],
  checksum: [new Uint8Array(8)],
  checksumOf: [new Uint8Array(8), 8],
  fill: [new Uint8Array(8), 1],
  manyMixed: [1, 1.5, 1, true, 1, 1.5, 1, {}, new Uint8Array(8), 1.5, 1, 1],
  manyIntegers: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  manyDoubles: [1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10],
};

/** What the last many...() got. */
function arrived() {
  return Array.from({ length: 12 }, (_, i) => echo.arrived(i));
}

const distinct = [
  -1, 2.5, 2 ** 32 - 1, 1, 2 ** 40, -6.5, 2 ** 41, null, new Uint8Array(9), 1e300, 5, 6,
];
const distinctArrived = [-1, 2.5, 2 ** 32 - 1, 1, 2 ** 40, -6.5, 2 ** 41, 2, 9, 1e300, 5, 6];

describe('the slow path', () => {
  for (const name of Object.keys(converted)) {
    it(`converts Numbers as ${name}`, () => {
      for (const n of numbers) {
        assert.strictEqual(slowOutcome(echo[name], [n]), converted[name](n), String(n));
      }
    });
  }

  for (const name of typed) {
    it(`refuses what is no Number as ${name}`, () => {
      for (const [what, value] of others) {
        assert.deepStrictEqual(slowOutcome(echo[name], [value]), new Caught(new TypeError(
          `The "value" argument of ${name}() must be of type number. Received type ${typeof value}`,
        )), what);
      }
    });
  }

  it('takes anything as a Boolean, by its truth', () => {
    for (const [what, value] of all) {
      assert.strictEqual(slowOutcome(echo.bool, [value]), Boolean(value), what);
    }
  });

  it('names the first argument that is wrong', () => {
    const args = [...good.manyMixed];
    args[5] = 'x';
    args[9] = Symbol('s');
    assert.throws(() => echo.manyMixed(...args), {
      name: 'TypeError',
      message: 'The "f" argument of manyMixed() must be of type number. Received type string',
    });
  });

  it('hands over every argument in its place', () => {
    slowOutcome(echo.manyMixed, distinct);
    assert.deepStrictEqual(arrived(), distinctArrived);
  });
});

describe('the fast path does what the slow one does with', () => {
  for (const [name, args] of Object.entries(good)) {
    args.forEach((_, place) => it(`any value as argument ${place} of ${name}`, () => {
      const fn = echo[name];
      const observe = name.startsWith('many') ? arrived : () => [];
      let caller = fastCaller(fn, args);
      for (const [what, value] of all) {
        const list = args.map((arg, i) => (i === place ? value : arg));
        const expected = [slowOutcome(fn, list), ...observe()];
        const slow = slowCallsIn(fn, () => {
          assert.deepStrictEqual([caller(...list), ...observe()], expected, what);
        });
        // It was deoptimised.
        if (slow !== 0) caller = fastCaller(fn, args);
      }
    }));
  }
});

describe('the fast path takes', () => {
  /** @type {[name: string, values: any[]][]} */
  const fast = [
    ['int32', numbers.filter((n) => Number.isInteger(n) && Math.abs(n) < 2 ** 63)],
    ['uint32', numbers.filter((n) => Number.isInteger(n) && Math.abs(n) < 2 ** 63)],
    ['int64', numbers.filter((n) => Number.isInteger(n) && Math.abs(n) < 2 ** 63)],
    ['uint64', numbers.filter((n) => Number.isInteger(n) && Math.abs(n) < 2 ** 63)],
    ['double', numbers],
    ['bool', all.map(([, value]) => value)],
    ['kind', all.map(([, value]) => value)],
    ['size', all.map(([, value]) => value)],
  ];
  for (const [name, values] of fast) {
    it(`${values.length} of these values as ${name}`, () => {
      const caller = fastCaller(echo[name], good[name]);
      for (const value of values) {
        assert.strictEqual(slowCallsIn(echo[name], () => caller(value)), 0, typeof value);
      }
    });
  }

  it('every argument in its place', () => {
    const caller = fastCaller(echo.manyMixed, good.manyMixed);
    assert.strictEqual(slowCallsIn(echo.manyMixed, () => caller(...distinct)), 0);
    assert.deepStrictEqual(arrived(), distinctArrived);
  });

  it('a function without arguments, and one without a result', () => {
    assert.strictEqual(fastCaller(echo.answer, [])(), 42);
    assert.strictEqual(fastCaller(echo.nothing, [])(), undefined);
  });
});

it('no argument is ever converted by calling JavaScript', () => {
  assert.strictEqual(conversions.count, 0);
});
