/** What JavaScript can pass, in tables. */

/** How often a value's valueOf, toString or other trap ran. Nothing may ever run one. */
export const conversions = { count: 0 };

function convert() {
  conversions.count++;
  return 1;
}

function refuse() {
  conversions.count++;
  throw new RangeError('converted');
}

export const numbers = [
  0, -0, 1, -1, 1.5, -1.5, 0.5, -0.5, NaN, Infinity, -Infinity, 1e20, -1e20, 5e-324, -5e-324,
  Number.MAX_VALUE, -Number.MAX_VALUE,
  2 ** 30 - 1, 2 ** 30, -(2 ** 30) - 1,
  2 ** 31 - 1, 2 ** 31, 2 ** 31 + 0.5, -(2 ** 31), -(2 ** 31) - 1,
  2 ** 32 - 1, 2 ** 32, 2 ** 32 + 5, -(2 ** 32) - 1,
  2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 53) - 2,
  2 ** 62, -(2 ** 62), 2 ** 63 - 1024, 2 ** 63, 2 ** 63 + 2048, -(2 ** 63), -(2 ** 63) - 2048,
  2 ** 64 - 2048, 2 ** 64,
];

/** @type {[name: string, value: unknown][]} */
export const others = [
  ['undefined', undefined],
  ['null', null],
  ['true', true],
  ['false', false],
  ['an empty string', ''],
  ['a numeric string', '7'],
  ['a string', 'x'],
  ['a long string', 'x'.repeat(100000)],
  ['a symbol', Symbol('s')],
  ['a BigInt', 10n],
  ['a large BigInt', 2n ** 70n],
  ['an object', {}],
  ['an object without prototype', Object.create(null)],
  ['an array', []],
  ['an array of a number', [7]],
  ['an arrow function', () => {}],
  ['a class', class {}],
  ['a date', new Date(0)],
  ['a boxed number', Object(7)],
  ['a boxed boolean', Object(false)],
  ['an object that converts', convertible(convert)],
  ['an object that refuses to', convertible(refuse)],
  ['a proxy of an object', new Proxy({}, { get: refuse })],
  ['a proxy of a function', new Proxy(() => {}, { get: refuse, apply: refuse })],
  ['a revoked proxy', revoked()],
  ['an error', new Error('x')],
  ['a regular expression', /x/],
  ['a promise', Promise.resolve(1)],
  ['a map', new Map()],
  ['arguments', (function () { return arguments; })()],
  ['globalThis', globalThis],
];

/** @param {() => any} by */
function convertible(by) {
  return { valueOf: by, toString: by, [Symbol.toPrimitive]: by };
}

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** Numbers and others. @type {[name: string, value: any][]} */
export const all = [];
for (const n of numbers) all.push([describe(n), n]);
all.push(...others);

/** @param {number} n */
function describe(n) {
  return Object.is(n, -0) ? '-0' : String(n);
}
