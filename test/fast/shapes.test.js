// What optimised code knows of an argument before the call (its type, its range, how it is
// represented) does not change what arrives.
import { it } from 'node:test';
import assert from 'node:assert';
import { Caught, compile, optimize, tried } from './optimize.js';

const echo = lo.load('echo');

const tables = {
  holey: [1.5, , -2.5],
  holeySmall: [1, , 3],
  int32s: Int32Array.of(5, -1),
  uint32s: Uint32Array.of(1, 2 ** 32 - 1),
  doubles: Float64Array.of(NaN, 1.5, -0),
  bigints: BigInt64Array.of(5n, -5n),
};

/** Expressions in x. */
const shapes = [
  // Numbers, in each of V8's representations.
  'x', '+x', '-x', 'x | 0', 'x >>> 0', '-(x | 0)', '~~x', 'x * 2', 'x * 1.5', 'x / 3', 'x % 10',
  '(x | 0) / 2', '(x | 0) + 0.5', '(x | 0) * (x | 0)', '(x | 0) * 4294967296',
  '(x >>> 0) * 4294967296', '(x >>> 0) + 4294967295', 'Math.fround(x)', 'Math.floor(x / 2)',
  'Math.abs(x)', 'Math.max(x, 3)', 'Math.min(x | 0, 3)', 'Math.round(x)', 'int32s[x & 1]',
  'uint32s[x & 1]', 'doubles[x & 1]', 'doubles[2]', '"abc".charCodeAt(x & 1)', '"abc".length',
  'x--', 'Number("7")', 'parseInt("12")',
  // Constants.
  '0', '-0', '-1', '1.5', '2 ** 31', '2 ** 32 + 5', '2 ** 53', '2 ** 63', '-(2 ** 63)', '2 ** 64',
  '1e20', 'NaN', 'Infinity', 'undefined', 'null', 'true', 'false', '"7"', '10n',
  'Symbol.iterator', 'globalThis',
  // What is no Number, or only sometimes one.
  '!x', '!!x', 'x === 1', 'x > 1', 'x == null', 'x in holey', 'x ? 5 : undefined',
  'x ? 1.5 : undefined', 'x ? 5 : null', 'x ? 5 : true', 'x ? 1.5 : false', 'x ? true : null',
  'x ? undefined : null', 'x || undefined', 'x && null', 'x ?? true', 'holey[x & 1]',
  'holeySmall[x & 1]', 'uint32s[9]', 'bigints[x & 1]', 'BigInt.asUintN(64, BigInt(x | 0))',
  'BigInt.asIntN(64, BigInt(x | 0)) + 1n', 'typeof x', 'x + "a"', 'String(x)', '"abc"[x & 1]',
  '({ x })', '[x]', '() => x', 'Object(x)', 'new Number(x)', 'new Date(0)', '/x/', 'void x',
];

const values = [0, 1, 1.5, -1, 2 ** 31, 2 ** 32 + 5, NaN, -0];
/** What V8 has seen of x before it optimises. */
const histories = [[0, 1], [1], [0]];

/**
 * @param {Function} fn
 * @param {string} shape
 * @param {string} call
 */
function callerOf(fn, shape, call) {
  return compile({ ...tables, fn, Caught }, 'x', `const value = ${shape}; ${tried(call)}`);
}

for (const name of ['int32', 'uint32', 'int64', 'uint64', 'double', 'bool', 'kind', 'size']) {
  it(`${name} gets the same from optimised code, whatever that knows`, () => {
    for (const shape of shapes) {
      const slow = callerOf(echo[name], shape, 'Reflect.apply(fn, undefined, [value])');
      for (const history of histories) {
        const fast = callerOf(echo[name], shape, 'fn(value)');
        optimize(fast, history.map((x) => [x]));
        for (const x of values) {
          assert.deepStrictEqual(fast(x), slow(x), `${shape}, x = ${x}`);
        }
      }
    }
  });
}
