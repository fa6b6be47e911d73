// What makes a call of a C function fast or slow? The same function, called in different ways.
import { dlopen } from 'lib/ffi.js';

const declaration = { name: 'abs', parameters: ['i32'], result: 'i32' };
const { symbols } = dlopen(null, {
  abs: declaration,
  slow: { ...declaration, nonblocking: false }, // may block, so V8 has to be told of each call
  wide: { name: 'labs', parameters: ['i64'], result: 'i64' },
  spread: declaration,
  one: declaration,
  other: declaration,
});

function report(what, call, ...functions) {
  for (let i = 0; i < 2e5; i++) call(i); // until V8 has optimised it
  const before = functions.reduce((sum, fn) => sum + lo.slowCalls(fn), 0);
  const start = lo.hrtime();
  for (let i = 0; i < 1e6; i++) call(i);
  const ns = (lo.hrtime() - start) / 1e6;
  const slow = functions.reduce((sum, fn) => sum + lo.slowCalls(fn), 0) - before;
  console.log(`${what.padEnd(34)} ${ns.toFixed(1).padStart(5)} ns, ${slow / 1e4} % slow`);
}

const { abs, slow, wide, spread, one, other } = symbols;
report('i32', (i) => abs(i), abs);
report('the same, nonblocking: false', (i) => slow(i), slow);
report('i64, a Number', (i) => wide(i), wide);
report('i64, a BigInt', (i) => wide(7n + 0n * BigInt(i & 1)), wide);
report('arguments from an array', (i) => spread(...[i]), spread);
report('two functions at one place', (i) => ((i & 1) === 0 ? one : other)(i), one, other);
