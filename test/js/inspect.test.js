import { describe, test } from 'node:test';
import assert from 'node:assert';

const { inspect } = globalThis.lo ? await import('lib/inspect.js') : await import('node:util');

/** One test: `value` is shown as `expected`. */
function shows(name, value, expected, options = undefined) {
  test(name, () => assert.strictEqual(inspect(value, options), expected));
}

/** An error whose stack doesn't depend on where it was made. */
function withStack(error, stack) {
  Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true });
  return error;
}

class Point {
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }
}
class Point3 extends Point {}

describe('primitives', () => {
  shows('an integer', 42, '42');
  shows('negative zero keeps its sign', -0, '-0');
  shows('NaN', NaN, 'NaN');
  shows('a large number', 1e21, '1e+21');
  shows('a BigInt has an n', -12n, '-12n');
  shows('a boolean', true, 'true');
  shows('null', null, 'null');
  shows('undefined', undefined, 'undefined');
  shows('a symbol', Symbol('s'), 'Symbol(s)');
  shows('a symbol without description', Symbol(), 'Symbol()');
  shows('a numeric separator for those who want it', 1234567.8901, '1_234_567.890_1',
    { numericSeparator: true });
});

describe('strings', () => {
  shows('apostrophes are the usual quotes', 'abc', "'abc'");
  shows('double quotes around an apostrophe', "it's", '"it\'s"');
  shows('backticks around both', `it's "it"`, '`it\'s "it"`');
  shows('an escape where all three occur', '\'"`', "'\\'\"`'");
  shows('no backticks around a placeholder', '\'"${', "'\\'\"${'");
  shows('control characters are escaped', '\b\t\n\f\r\x00\x1b\x7f\x9f\\',
    "'\\b\\t\\n\\f\\r\\x00\\x1B\\x7F\\x9F\\\\'");
  shows('lone surrogates are escaped', 'a\ud83db\udc00', "'a\\ud83db\\udc00'");
  shows('pairs of surrogates are not', '\u{1f600}', "'\u{1f600}'");
  shows('a long string is cut', 'x'.repeat(10001),
    `'${'x'.repeat(10000)}'... 1 more character`);
  shows('and says how much was cut', 'abcdef', "'abc'... 3 more characters",
    { maxStringLength: 3 });
  shows('a string in a property is split at its line feeds when it is long',
    { text: `${'a'.repeat(40)}\n${'b'.repeat(40)}\n` },
    `{\n  text: '${'a'.repeat(40)}\\n' +\n    '${'b'.repeat(40)}\\n'\n}`);
  shows('a short one is not', { text: 'a\nb' }, "{ text: 'a\\nb' }");
});

describe('keys', () => {
  shows('identifiers stand as they are', { a: 1, _b: 2, C3: 3 }, '{ a: 1, _b: 2, C3: 3 }');
  shows('others are quoted', { 'a-b': 1, $: 2, "it's": 3, '': 4 },
    `{ 'a-b': 1, '$': 2, "it's": 3, '': 4 }`);
  shows('integers come first, quoted', { a: 1, 2: 3 }, "{ '2': 3, a: 1 }");
  shows('symbols are in brackets', { [Symbol('s')]: 1 }, '{ [Symbol(s)]: 1 }');
  shows('symbols that aren\'t enumerable are left out',
    Object.defineProperty({}, Symbol('s'), { value: 1 }), '{}');
  shows('an own __proto__ is no prototype', { ['__proto__']: 1 }, "{ ['__proto__']: 1 }");
});

describe('accessors', () => {
  const calls = [];
  shows('a getter is not called', { get a() { calls.push(1); return 1; } }, '{ a: [Getter] }');
  shows('a setter', { set a(value) {} }, '{ a: [Setter] }');
  shows('both', { get a() { return 1; }, set a(value) {} }, '{ a: [Getter/Setter] }');
  shows('a getter is called for those who ask', { get a() { return { b: 1 }; } },
    '{ a: [Getter] { b: 1 } }', { getters: true });
  shows('and may throw', { get a() { throw new Error('no'); } },
    '{ a: [Getter: <Inspection threw (no)>] }', { getters: true });
  test('none of them was called', () => {
    assert.deepStrictEqual(calls, []);
  });
});

describe('objects', () => {
  shows('an empty one', {}, '{}');
  shows('an instance has its class in front', new Point(1, 2), 'Point { x: 1, y: 2 }');
  shows('of a subclass', new Point3(1, 2), 'Point3 { x: 1, y: 2 }');
  shows('without properties', new (class Empty {})(), 'Empty {}');
  shows('no prototype', Object.create(null), '[Object: null prototype] {}');
  shows('no prototype, with properties', Object.assign(Object.create(null), { a: 1 }),
    '[Object: null prototype] { a: 1 }');
  shows('an instance that lost its prototype', Object.setPrototypeOf(new Point(1, 2), null),
    '[Point: null prototype] { x: 1, y: 2 }');
  shows('a prototype without prototype', Object.create(Object.create(null)),
    'Object <[Object: null prototype] {}> {}');
  shows('a prototype is no instance', Point3.prototype, 'Point {}');
  shows('Object.prototype itself', Object.prototype, '[Object: null prototype] {}');
  shows('the tag is in brackets', new (class A { get [Symbol.toStringTag]() { return 'T'; } })(),
    'A [T] {}');
  shows('unless it is the class', new (class A { get [Symbol.toStringTag]() { return 'A'; } })(),
    'A {}');
  shows('or an own property', { [Symbol.toStringTag]: 'T' },
    "{ [Symbol(Symbol.toStringTag)]: 'T' }");
  shows('the arguments of a function', (function f() { return arguments; })(1, 'a'),
    "[Arguments] { '0': 1, '1': 'a' }");
  shows('private fields are private', new (class P { #secret = 1; open = this.#secret; })(),
    'P { open: 1 }');
});

describe('depth', () => {
  const nested = { a: { b: { c: { d: 1 } } } };
  shows('two levels below the first are shown', nested, '{ a: { b: { c: [Object] } } }');
  shows('empty objects and arrays always are', { a: { b: { c: {}, d: [] } } },
    '{ a: { b: { c: {}, d: [] } } }');
  shows('an array beyond it', { a: { b: { c: [1] } } }, '{ a: { b: { c: [Array] } } }');
  shows('an instance beyond it', [[[new Point(1, 2)]]], '[ [ [ [Point] ] ] ]');
  shows('null for no limit', nested, '{\n  a: { b: { c: { d: 1 } } }\n}', { depth: null });
  shows('0 for the first level only', nested, '{ a: [Object] }', { depth: 0 });
});

describe('cycles', () => {
  test('an object that refers to itself', () => {
    const object = { a: 1 };
    object.self = object;
    assert.strictEqual(inspect(object), '<ref *1> { a: 1, self: [Circular *1] }');
  });

  test('two objects in one another are numbered in the order of their references', () => {
    const object = { inner: {} };
    object.inner.inner = object.inner;
    object.inner.outer = object;
    assert.strictEqual(inspect(object),
      '<ref *2> {\n  inner: <ref *1> { inner: [Circular *1], outer: [Circular *2] }\n}');
  });

  test('a map in itself', () => {
    const map = new Map();
    map.set('self', map);
    assert.strictEqual(inspect(map), "<ref *1> Map(1) { 'self' => [Circular *1] }");
  });

  test('a function that refers to itself', () => {
    const f = () => {};
    f.f = f;
    assert.strictEqual(inspect(f), '<ref *1> [Function: f] { f: [Circular *1] }');
  });

  test('an object that occurs twice is no cycle', () => {
    const shared = {};
    assert.strictEqual(inspect([shared, shared]), '[ {}, {} ]');
  });
});

describe('lines', () => {
  shows('an object of 71 characters stands on one', { a: 'x'.repeat(35), b: 'y'.repeat(20) },
    `{ a: '${'x'.repeat(35)}', b: '${'y'.repeat(20)}' }`);
  shows('one of 72 does not', { a: 'x'.repeat(36), b: 'y'.repeat(20) },
    `{\n  a: '${'x'.repeat(36)}',\n  b: '${'y'.repeat(20)}'\n}`);
  shows('nor one with more than three levels in it', { a: { b: { c: { d: { e: 1 } } } } },
    '{\n  a: {\n    b: { c: { d: { e: 1 } } }\n  }\n}', { depth: null });
  shows('nor one whose entries have lines', { f: { a: 'x'.repeat(40), b: 'y'.repeat(40) } },
    `{\n  f: {\n    a: '${'x'.repeat(40)}',\n    b: '${'y'.repeat(40)}'\n  }\n}`);
  shows('breakLength: Infinity', { a: 'x'.repeat(100), b: 1 }, `{ a: '${'x'.repeat(100)}', b: 1 }`,
    { breakLength: Infinity });
  shows('compact: false', { a: { b: 1 } }, '{\n  a: {\n    b: 1\n  }\n}', { compact: false });
  shows('compact: true', { a: { b: { c: {} } }, d: 'x'.repeat(70) },
    `{ a: { b: { c: {} } },\n  d: '${'x'.repeat(70)}' }`, { compact: true });
});

describe('arrays', () => {
  shows('an empty one', [], '[]');
  shows('up to six entries stand on a line', [1, 2, 3, 4, 5, 6], '[ 1, 2, 3, 4, 5, 6 ]');
  shows('more stand in columns, numbers to the right',
    Array.from({ length: 12 }, (_, i) => 10 ** (i % 4)), [
      '[',
      '  1, 10, 100, 1000,',
      '  1, 10, 100, 1000,',
      '  1, 10, 100, 1000',
      ']',
    ].join('\n'));
  shows('a column is as wide as its widest number', [1, 22, 333, 4, 5, 66, 7, 8], [
    '[',
    '  1, 22, 333, 4,',
    '  5, 66,   7, 8',
    ']',
  ].join('\n'));
  shows('strings to the left', ['a', 'bb', 'ccc', 'd', 'ee', 'fff', 'g', 'hh'], [
    '[',
    "  'a', 'bb', 'ccc',",
    "  'd', 'ee', 'fff',",
    "  'g', 'hh'",
    ']',
  ].join('\n'));
  shows('wide characters take two columns', ['\u6f22\u5b57', 'b', 'c', 'd', 'e', 'f', 'g'], [
    '[',
    "  '\u6f22\u5b57', 'b',",
    "  'c',    'd',",
    "  'e',    'f',",
    "  'g'",
    ']',
  ].join('\n'));
  shows('entries of very different length stay one below the other',
    ['x'.repeat(70), 1, 2, 3, 4, 5, 6], [
      '[',
      `  '${'x'.repeat(70)}',`,
      '  1,',
      '  2,',
      '  3,',
      '  4,',
      '  5,',
      '  6',
      ']',
    ].join('\n'));
  test('the rest of a long one is counted', () => {
    const lines = inspect(Array.from({ length: 102 }, (_, i) => i)).split('\n');
    assert.strictEqual(lines[1], '   0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11,');
    assert.strictEqual(lines.at(-2), '  ... 2 more items');
  });
  shows('maxArrayLength', [1, 2, 3], '[ 1, ... 2 more items ]', { maxArrayLength: 1 });
  shows('a hole', [1, , 2], '[ 1, <1 empty item>, 2 ]');
  shows('a run of holes', [, , , 1, , ,], '[ <3 empty items>, 1, <2 empty items> ]');
  shows('nothing but holes', new Array(5), '[ <5 empty items> ]');
  shows('properties come behind', Object.assign([1, 2], { key: 'v', '-1': 0 }),
    "[ 1, 2, key: 'v', '-1': 0 ]");
  shows('a subclass', new (class Row extends Array {})(2), 'Row(2) [ <2 empty items> ]');
  shows('no prototype', Object.setPrototypeOf([1], null), '[Array(1): null prototype] [ 1 ]');
  test('no getter of an element is called', () => {
    const array = [1, 2, 3, 4, 5, 6];
    Object.defineProperty(array, 2, { get: () => assert.fail(), enumerable: true });
    assert.strictEqual(inspect(array), '[ 1, 2, [Getter], 4, 5, 6 ]');
  });
});

describe('maps, sets and their iterators', () => {
  const map = new Map([['a', { b: 1 }], [{ c: 2 }, 'd']]);
  const set = new Set([1, 'a', { b: 2 }]);
  shows('a map', map, "Map(2) { 'a' => { b: 1 }, { c: 2 } => 'd' }");
  shows('an empty map', new Map(), 'Map(0) {}');
  shows('a set', set, "Set(3) { 1, 'a', { b: 2 } }");
  shows('an empty set', new Set(), 'Set(0) {}');
  shows('of a class and with properties',
    Object.assign(new (class Cache extends Map {})([[1, 2]]), { hits: 3 }),
    'Cache(1) [Map] { 1 => 2, hits: 3 }');
  shows('many entries', new Set(Array.from({ length: 4 }, (_, i) => i)),
    'Set(4) { 0, 1, ... 2 more items }', { maxArrayLength: 2 });
  shows('no prototype', Object.setPrototypeOf(new Map([[1, 2]]), null),
    '[Map(1): null prototype] { 1 => 2 }');
  shows('keys()', map.keys(), "[Map Iterator] { 'a', { c: 2 } }");
  shows('entries()', map.entries(), "[Map Entries] { [ 'a', { b: 1 } ], [ { c: 2 }, 'd' ] }");
  shows('values() of a set', set.values(), "[Set Iterator] { 1, 'a', { b: 2 } }");
  test('an iterator is not moved, and shows what is left', () => {
    const iterator = new Set([1, 2]).values();
    iterator.next();
    assert.strictEqual(inspect(iterator), '[Set Iterator] { 2 }');
    assert.deepStrictEqual(iterator.next(), { value: 2, done: false });
  });
  shows('a weak map keeps its secrets', new WeakMap(), 'WeakMap { <items unknown> }');
  shows('a weak set too', new WeakSet(), 'WeakSet { <items unknown> }');
  test('but not from showHidden, which sorts them', () => {
    const [b, a] = [{ b: 1 }, { a: 1 }];
    const texts = [new WeakSet([b, a]), new WeakMap([[b, 'x'], [a, 'y']])]
      .map((collection) => inspect(collection, { showHidden: true }));
    assert.deepStrictEqual(texts, [
      'WeakSet { { a: 1 }, { b: 1 } }',
      "WeakMap { { a: 1 } => 'y', { b: 1 } => 'x' }",
    ]);
    assert.ok(a && b, 'they must live until here');
  });
});

describe('memory', () => {
  shows('a typed array', new Uint8Array([1, 2, 3]), 'Uint8Array(3) [ 1, 2, 3 ]');
  shows('of floats', new Float64Array([0.5, -0]), 'Float64Array(2) [ 0.5, -0 ]');
  shows('of BigInts', new BigInt64Array([1n]), 'BigInt64Array(1) [ 1n ]');
  shows('an empty one', new Int16Array(), 'Int16Array(0) []');
  shows('with a property', Object.assign(new Uint8Array(1), { a: 1 }), 'Uint8Array(1) [ 0, a: 1 ]');
  shows('with what showHidden shows', new Uint8Array(1), [
    'Uint8Array(1) [',
    '  0,',
    '  [BYTES_PER_ELEMENT]: 1,',
    '  [length]: 1,',
    '  [byteLength]: 1,',
    '  [byteOffset]: 0,',
    '  [buffer]: ArrayBuffer { byteLength: 1 }',
    ']',
  ].join('\n'), { showHidden: true });
  shows('an ArrayBuffer', new Uint8Array([1, 255]).buffer,
    'ArrayBuffer { [Uint8Contents]: <01 ff>, byteLength: 2 }');
  shows('a long ArrayBuffer', new ArrayBuffer(3),
    'ArrayBuffer { [Uint8Contents]: <00 00 ... 1 more byte>, byteLength: 3 }',
    { maxArrayLength: 2 });
  shows('a SharedArrayBuffer', new SharedArrayBuffer(1),
    'SharedArrayBuffer { [Uint8Contents]: <00>, byteLength: 1 }');
  shows('a DataView', new DataView(new ArrayBuffer(2), 1), [
    'DataView {',
    '  byteLength: 1,',
    '  byteOffset: 1,',
    '  buffer: ArrayBuffer { [Uint8Contents]: <00 00>, byteLength: 2 }',
    '}',
  ].join('\n'));
  test('a detached ArrayBuffer', () => {
    const buffer = new ArrayBuffer(2);
    structuredClone(null, { transfer: [buffer] });
    assert.strictEqual(inspect(buffer), 'ArrayBuffer { (detached), byteLength: 0 }');
  });
});

describe('functions and classes', () => {
  shows('a function', function f() {}, '[Function: f]');
  shows('without a name', (() => () => {})(), '[Function (anonymous)]');
  shows('an async function', async function f() {}, '[AsyncFunction: f]');
  shows('a generator function', function* f() {}, '[GeneratorFunction: f]');
  shows('an async generator function', async function* f() {}, '[AsyncGeneratorFunction: f]');
  shows('a built-in', Math.max, '[Function: max]');
  shows('with a property', Object.assign(function f() {}, { a: 1 }), '[Function: f] { a: 1 }');
  shows('no prototype', Object.setPrototypeOf(function f() {}, null),
    '[Function (null prototype): f]');
  shows('a class', class A {}, '[class A]');
  shows('without a name', (() => class {})(), '[class (anonymous)]');
  shows('that extends another', Point3, '[class Point3 extends Point]');
  shows('that extends null', class A extends null {}, '[class A]');
  shows('whose parent was taken away', Object.setPrototypeOf(class A {}, null),
    '[class A extends [null prototype]]');
  shows('with a static property', class A { static a = 1; }, '[class A] { a: 1 }');
  shows('a method that looks like a class', ({ 'class A {'() {} })['class A {'],
    '[Function: class A {]');
});

describe('errors', () => {
  const stack = 'Error: message\n    at f (file.js:1:2)\n    at g (file.js:3:4)';
  shows('the stack', withStack(new Error('message'), stack), stack);
  shows('brackets without frames', withStack(new Error('message'), 'Error: message'),
    '[Error: message]');
  shows('no stack', withStack(new Error('message'), undefined), '[Error: message]');
  shows('further properties', Object.assign(withStack(new Error('message'), stack), { code: 'X' }),
    `${stack} {\n  code: 'X'\n}`);
  shows('indented in an object', { e: withStack(new Error('message'), stack) },
    `{\n  e: ${stack.replace(/\n/g, '\n  ')}\n}`);
  shows('the class, where the stack has another name',
    withStack(new (class MyError extends Error {})('message'), stack),
    stack.replace('Error', 'MyError'));
  shows('the class and the name, where they have nothing in common',
    withStack(new (class Problem extends Error {})('message'), 'Error: message'),
    '[Problem [Error]: message]');
  shows('a name that the stack does not have',
    Object.assign(withStack(new Error('message'), stack), { name: 'Other' }),
    `${stack} {\n  name: 'Other'\n}`);
  shows('a name that is no text',
    Object.assign(withStack(new Error('message'), stack), { name: undefined }),
    `${stack} {\n  name: undefined\n}`);
  test('a cause', () => {
    const cause = withStack(new TypeError('why'), 'TypeError: why');
    const error = withStack(new Error('message', { cause }), stack);
    assert.strictEqual(inspect(error), `${stack} {\n  [cause]: [TypeError: why]\n}`);
  });
  test('frames that the cause has too are counted', () => {
    const common = ['at b', 'at c', 'at d', 'at e'].map((line) => `\n    ${line}`).join('');
    const cause = withStack(new Error('why'), `Error: why\n    at z${common}`);
    const error = withStack(new Error('message', { cause }), `Error: message\n    at a${common}`);
    assert.strictEqual(inspect(error), [
      'Error: message',
      '    at a',
      '    at b',
      '    ... 2 lines matching cause stack trace ...',
      '    at e {',
      '  [cause]: Error: why',
      '      at z',
      '      at b',
      '      at c',
      '      at d',
      '      at e',
      '}',
    ].join('\n'));
  });
  test('the errors of an AggregateError', () => {
    const one = withStack(new Error('one'), 'Error: one');
    const error = withStack(new AggregateError([one, 'two'], 'all'),
      'AggregateError: all\n    at f');
    assert.strictEqual(inspect(error),
      "AggregateError: all\n    at f {\n  [errors]: [ [Error: one], 'two' ]\n}");
  });
  shows('no prototype', Object.setPrototypeOf(withStack(new TypeError('m'), 'TypeError: m'), null),
    '[[TypeError: null prototype]: m]');
});

describe('other built-in objects', () => {
  shows('a date', new Date(0), '1970-01-01T00:00:00.000Z');
  shows('a date that is none', new Date(NaN), 'Invalid Date');
  shows('a date of a class and with a property',
    Object.assign(new (class Day extends Date {})(0), { a: 1 }),
    'Day 1970-01-01T00:00:00.000Z { a: 1 }');
  shows('a regular expression', /a+/gi, '/a+/gi');
  shows('with a property', Object.assign(/a/, { b: 1 }), '/a/ { b: 1 }');
  shows('a Number', new Number(-0), '[Number: -0]');
  shows('a String', new String("it's"), '[String: "it\'s"]');
  shows('a String with a property', Object.assign(new String('ab'), { c: 1 }),
    "[String: 'ab'] { c: 1 }");
  shows('a Boolean', new Boolean(false), '[Boolean: false]');
  shows('a BigInt', Object(1n), '[BigInt: 1n]');
  shows('a Symbol', Object(Symbol('s')), '[Symbol: Symbol(s)]');
  shows('a Number of a class', new (class Age extends Number {})(3), '[Number (Age): 3]');
  test('promises', () => {
    const rejected = Promise.reject(new Map());
    rejected.catch(() => {});
    const promises = [new Promise(() => {}), Promise.resolve({ a: 1 }), rejected];
    // node's test runner marks every promise with symbols.
    for (const promise of promises) {
      for (const mark of Object.getOwnPropertySymbols(promise)) delete promise[mark];
    }
    assert.deepStrictEqual(promises.map((promise) => inspect(promise)), [
      'Promise { <pending> }',
      'Promise { { a: 1 } }',
      'Promise { <rejected> Map(0) {} }',
    ]);
  });
  shows('a generator', (function* f() {})(), 'Object [Generator] {}');
  shows('Math, whose functions are not enumerable', Math, 'Object [Math] {}');
  shows('a weak reference', new WeakRef({ a: 1 }), 'WeakRef {}');
});

describe('module namespaces', () => {
  test('their exports', async () => {
    const module = await import('../fixtures/inspect/exports.mjs');
    assert.strictEqual(inspect(module),
      '[Module: null prototype] {\n  default: [Function: main],\n  version: [ 1, 2 ]\n}');
  });
  test('an export that has no value yet', async () => {
    let text;
    globalThis.showEarly = (module) => {
      text = inspect(module);
    };
    await import('../fixtures/inspect/early.mjs');
    delete globalThis.showEarly;
    assert.strictEqual(text,
      '[Module: null prototype] {\n  hoisted: [Function: hoisted],\n  late: <uninitialized>\n}');
  });
});

describe('proxies', () => {
  const hostile = new Proxy({}, {
    get: () => () => assert.fail('a trap was called'),
  });
  shows('the target is shown', new Proxy({ a: 1 }, {}), '{ a: 1 }');
  shows('no trap is called', new Proxy({ a: 1 }, hostile), '{ a: 1 }');
  shows('around a function', new Proxy(function f() {}, hostile), '[Function: f]');
  shows('around an array', new Proxy([1, 2], hostile), '[ 1, 2 ]');
  shows('showProxy', new Proxy({ a: 1 }, { b: 2 }), 'Proxy [ { a: 1 }, { b: 2 } ]',
    { showProxy: true });
  test('one that was revoked', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    assert.strictEqual(inspect(proxy), '<Revoked Proxy>');
  });
});

describe('custom functions', () => {
  const custom = Symbol.for('nodejs.util.inspect.custom');
  shows('a text stands for the object', { [custom]: () => 'text' }, 'text');
  shows('its lines are indented', { a: { [custom]: () => 'two\nlines' } },
    '{\n  a: two\n  lines\n}');
  shows('any other value is inspected', { [custom]: () => ({ a: 1 }) }, '{ a: 1 }');
  shows('the object itself means that it has nothing to say',
    { a: 1, [custom]() { return this; } },
    '{\n  a: 1,\n' +
    '  [Symbol(nodejs.util.inspect.custom)]: [Function: [nodejs.util.inspect.custom]]\n}');
  test('it is called with the depth that is left, the options and inspect', () => {
    const calls = [];
    inspect({ a: { [custom](...args) { calls.push([this === undefined, args]); return ''; } } },
      { depth: 5, own: 1 });
    const [[isLost, [depth, options, given]]] = calls;
    assert.strictEqual(isLost, false);
    assert.strictEqual(depth, 4);
    assert.strictEqual(options.depth, 5);
    assert.strictEqual(options.own, 1);
    assert.strictEqual(options.stylize('x', 'number'), 'x');
    assert.strictEqual(given, inspect);
  });
  test('it can go on with the options that it got', () => {
    const inner = { a: { b: {} } };
    const object = { [custom]: (depth, options) => inspect(inner, { ...options, depth: 0 }) };
    assert.strictEqual(inspect(object), '{ a: [Object] }');
  });
  shows('customInspect: false', { [custom]: 1 }, '{ [Symbol(nodejs.util.inspect.custom)]: 1 }',
    { customInspect: false });
  shows('a prototype is not asked', (class A { [custom]() { return 'text'; } }).prototype, '{}');
  shows('through a proxy', new Proxy({ [custom]: () => 'text' }, {}), 'text');
});

describe('options', () => {
  shows('colors', { a: 1, b: 'x', c: true, d: null, e: undefined },
    '{ a: \x1b[33m1\x1b[39m, b: \x1b[32m\'x\'\x1b[39m, c: \x1b[33mtrue\x1b[39m, ' +
    'd: \x1b[1mnull\x1b[22m, e: \x1b[90mundefined\x1b[39m }', { colors: true });
  shows('more colors', [Symbol('s'), 1n, class A {}, /r/, new Date(0), new Map()], [
    '[ \x1b[32mSymbol(s)\x1b[39m',
    '\x1b[33m1n\x1b[39m',
    '\x1b[36m[class A]\x1b[39m',
    '\x1b[31m/r/\x1b[39m',
    '\x1b[35m1970-01-01T00:00:00.000Z\x1b[39m',
    'Map(0) {} ]',
  ].join(', '), { colors: true });
  shows('sorted', { b: 1, a: 2 }, '{ a: 2, b: 1 }', { sorted: true });
  shows('sorted by a function', { a: 2, b: 1 }, '{ b: 1, a: 2 }',
    { sorted: (a, b) => (a < b ? 1 : -1) });
  shows('an array is not sorted', Object.assign([2, 1], { b: 1, a: 2 }), '[ 2, 1, a: 2, b: 1 ]',
    { sorted: true });
  shows('showHidden', Object.defineProperty([1], 'hidden', { value: 2 }),
    '[ 1, [length]: 1, [hidden]: 2 ]', { showHidden: true });
  shows('showHidden shows data of the class', new (class A { get a() { return 1; } b() {} })(),
    'A { [a]: [Getter] }', { showHidden: true });
  test('defaults can be changed', () => {
    inspect.defaultOptions = { depth: 0 };
    try {
      assert.strictEqual(inspect({ a: {}, b: { c: 1 } }), '{ a: {}, b: [Object] }');
    } finally {
      inspect.defaultOptions = { depth: 2 };
    }
  });
});
