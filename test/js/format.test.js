import { describe, test } from 'node:test';
import assert from 'node:assert';

const { format, formatWithOptions } = globalThis.lo ? await import('lib/format.js') :
  await import('node:util');

/** One test: the arguments are formatted as `expected`. */
function formats(name, args, expected) {
  test(name, () => assert.strictEqual(format(...args), expected));
}

describe('without directives', () => {
  formats('nothing', [], '');
  formats('a string stands as it is', ['a\n"b"'], 'a\n"b"');
  formats('values are separated by spaces', ['a', 1, 'b', true, null, undefined],
    'a 1 b true null undefined');
  formats('objects are inspected', [{ a: 1 }, [2]], '{ a: 1 } [ 2 ]');
  formats('strings are not quoted, wherever they stand', [1, 'a', { b: 'c' }, 'd'],
    "1 a { b: 'c' } d");
  formats('a percent sign alone is a percent sign', ['100%', 1], '100% 1');
  formats('an unknown directive too', ['%x %y', 1], '%x %y 1');
  formats('and one that is not in the first argument', [1, '%s', 2], '1 %s 2');
});

describe('%s', () => {
  formats('a string', ['<%s>', 'a'], '<a>');
  formats('a number', ['%s', -0], '-0');
  formats('a BigInt', ['%s', 12n], '12n');
  formats('a symbol', ['%s', Symbol('s')], 'Symbol(s)');
  formats('undefined', ['%s', undefined], 'undefined');
  formats('an object, without what is in its objects', ['%s', { a: { b: 1 } }], '{ a: [Object] }');
  formats('an object without prototype', ['%s', Object.create(null)],
    '[Object: null prototype] {}');
  formats('an object with toString()', ['%s', { toString: () => 'own' }], 'own');
  formats('an instance of a class with toString()',
    ['%s', new (class A { toString() { return 'class'; } })()], 'class');
  formats('a subclass of it',
    ['%s', new (class B extends (class A { toString() { return 'class'; } }) {})()], 'class');
  formats('an object with Symbol.toPrimitive', ['%s', { [Symbol.toPrimitive]: () => 'primitive' }],
    'primitive');
  // node does so from 20.20 on.
  if (globalThis.lo) formats('a date as it is inspected', ['%s', new Date(0)],
    '1970-01-01T00:00:00.000Z');
  formats('a function, as its source', ['%s', (a) => a], '(a) => a');
  formats('a proxy, without its traps',
    ['%s', new Proxy({ a: 1 }, { get: () => assert.fail('a trap was called') })], '{ a: 1 }');
});

describe('numbers', () => {
  formats('%d', ['%d %d %d', 1.5, '42', -0], '1.5 42 -0');
  formats('%d of what is no number', ['%d %d %d', {}, 'a', Symbol('s')], 'NaN NaN NaN');
  formats('%d of a BigInt', ['%d', 12n], '12n');
  formats('%d of an object with valueOf()', ['%d', { valueOf: () => 7 }], '7');
  formats('%i', ['%i %i %i', 42.9, '12px', 'x'], '42 12 NaN');
  formats('%i of a BigInt', ['%i', 12n], '12n');
  formats('%f', ['%f %f %f', 42.5, '1.25em', Symbol('s')], '42.5 1.25 NaN');
});

describe('objects', () => {
  const nested = { a: { b: { c: { d: {} } } } };
  formats('%j is JSON', ['%j', { a: [1, 'b'] }], '{"a":[1,"b"]}');
  formats('%j of undefined', ['%j', undefined], 'undefined');
  test('%j of a cycle', () => {
    const object = {};
    object.self = object;
    assert.strictEqual(format('%j', object), '[Circular]');
  });
  formats('%O is inspect()', ['%O', nested], '{ a: { b: { c: [Object] } } }');
  formats('%o shows what is hidden, four levels deep', ['%o', { a: [1], f: function f() {} }], [
    '{',
    '  a: [ 1, [length]: 1 ],',
    '  f: <ref *1> [Function: f] {',
    '    [length]: 0,',
    "    [name]: 'f',",
    '    [prototype]: { [constructor]: [Circular *1] }',
    '  }',
    '}',
  ].join('\n'));
  formats('%c takes a style and shows nothing', ['%ca%cb', 'color: red', 'color: blue'], 'ab');
});

describe('counts', () => {
  formats('%% is a percent sign', ['%d%% of %s', 5, 'all'], '5% of all');
  formats('but not in a single argument', ['%%'], '%%');
  formats('directives without an argument stand as they are', ['%s %s %d', 'a'], 'a %s %d');
  formats('arguments without a directive follow', ['%s', 'a', 'b', { c: 1 }], 'a b { c: 1 }');
  formats('a percent sign ahead of a directive', ['%%%s%%', 'a'], '%a%');
});

test('formatWithOptions() inspects with the options', () => {
  assert.strictEqual(formatWithOptions({ colors: true }, '%s %O', 1, 1, 'a', 2),
    '1 \x1b[33m1\x1b[39m a \x1b[33m2\x1b[39m');
});
