// What lo's inspect() does where node's throws, and the binding below it.
import { describe, test } from 'node:test';
import assert from 'node:assert';
import { inspect } from 'lib/inspect.js';
import { format } from 'lib/format.js';

const binding = lo.load('inspect');

function boom() {
  throw new Error('boom');
}

/** A proxy whose every trap throws. */
const hostile = (target) => new Proxy(target, new Proxy({}, { get: () => boom }));
const getter = (target, key) => Object.defineProperty(target, key, { get: boom });
const custom = Symbol.for('nodejs.util.inspect.custom');

const hostiles = {
  'a proxy': [hostile({}), '{}'],
  'a proxy around a proxy': [hostile(hostile([1])), '[ 1 ]'],
  'a prototype that is a proxy': [
    Object.create(hostile({})), '[Object: Inspection threw (boom)]'],
  'a tag': [getter({}, Symbol.toStringTag), '[Object: Inspection threw (boom)]'],
  'a constructor': [getter(new Map(), 'constructor'), 'Map(0) {}'],
  'the constructor of an object with a custom function': [
    getter({ [custom]: boom }, 'constructor'), '[Object: Inspection threw (boom)]'],
  'the name of a class': [new (class A { static get name() { return boom(); } })(),
    '[A: Inspection threw (boom)]'],
  'the name of a function': [getter(() => {}, 'name'), '[Function: Inspection threw (boom)]'],
  'Symbol.hasInstance': [new (class A { static [Symbol.hasInstance]() { boom(); } })(), '{}'],
  'a custom function': [{ [custom]: boom }, '[Object: Inspection threw (boom)]'],
  'a custom function that throws a proxy': [{ [custom]() { throw hostile(class {}); } },
    '[Object: Inspection threw (something that throws too)]'],
  'a custom function without end': [(() => {
    const object = { [custom]: () => ({ ...object }) };
    return object;
  })(), '[Object: Inspection interrupted prematurely. Maximum call stack size exceeded.]'],
  'the stack of an error': [
    getter(new TypeError('x'), 'stack'), '[TypeError: Inspection threw (boom)]'],
  'the size of a map': [getter(new Map([[1, 2]]), 'size'), 'Map(1) { 1 => 2 }'],
  'the iterator of a set': [
    Object.defineProperty(new Set([1]), Symbol.iterator, { value: boom }), 'Set(1) { 1 }'],
  'a getter': [getter({}, 'a'), '{}'],
  'a getter in a list that is put in columns': [
    Object.defineProperty([1, 2, 3, 4, 5, 6, 7], 3, { get: boom, enumerable: true }),
    '[ 1, 2, 3, [Getter], 5, 6, 7 ]'],
};

describe('what throws is shown, and does not throw', () => {
  for (const [name, [value, expected]] of Object.entries(hostiles)) {
    test(name, () => {
      assert.strictEqual(inspect(value), expected);
      for (const options of [{ showHidden: true }, { showProxy: true }, { getters: true }]) {
        assert.strictEqual(typeof inspect([value], options), 'string');
      }
    });
  }

  test('nor does format(), whatever the directive', () => {
    const values = [...Object.values(hostiles).map(([value]) => value),
      { toString: boom }, { toJSON: boom }, { [Symbol.toPrimitive]: boom }, Object.create(null)];
    for (const value of values) {
      for (const directive of ['%s', '%d', '%i', '%f', '%j', '%o', '%O', '%c']) {
        assert.strictEqual(typeof format(directive, value, value), 'string');
      }
    }
    assert.strictEqual(format('%s', { toString: boom }), '<Inspection threw (boom)>');
  });

  test('the rest of the object is shown', () => {
    assert.strictEqual(inspect({ a: getter({}, Symbol.toStringTag), b: 1 }),
      '{ a: [Object: Inspection threw (boom)], b: 1 }');
  });

  test('an object that is nested too deeply', () => {
    let object = {};
    for (let i = 0; i < 1e5; i++) object = { object };
    assert.match(inspect(object, { depth: null, compact: 0 }),
      /\[Object: Inspection interrupted prematurely\. Maximum call stack size exceeded\.\]/);
  });
});

test('lists of any length are shown whole if asked for', () => {
  const array = Array.from({ length: 2e5 }, (_, i) => i);
  assert.ok(inspect(array, { maxArrayLength: null }).endsWith('199999\n]'));
});

describe('lo.load(\'inspect\')', () => {
  test('kind() tells objects apart by what they are', () => {
    const kinds = [
      ['PROXY', new Proxy([], {})], ['ARRAY', []], ['FUNCTION', () => {}], ['FUNCTION', class {}],
      ['ASYNC_FUNCTION', async () => {}], ['GENERATOR_FUNCTION', function* f() {}],
      ['ASYNC_GENERATOR_FUNCTION', async function* f() {}], ['MAP', new Map()], ['SET', new Set()],
      ['ERROR', new TypeError()], ['TYPED_ARRAY', new Uint8Array()], ['DATE', new Date()],
      ['REGEXP', /r/], ['PROMISE', Promise.resolve()], ['ARRAY_BUFFER', new ArrayBuffer()],
      ['SHARED_ARRAY_BUFFER', new SharedArrayBuffer()],
      ['DATA_VIEW', new DataView(new ArrayBuffer())],
      ['ARGUMENTS', (function f() { return arguments; })()],
      ['MAP_ITERATOR', new Map().keys()], ['SET_ITERATOR', new Set().keys()],
      ['WEAK_MAP', new WeakMap()], ['WEAK_SET', new WeakSet()], ['NUMBER_OBJECT', Object(1)],
      ['STRING_OBJECT', Object('')], ['BOOLEAN_OBJECT', Object(true)],
      ['BIGINT_OBJECT', Object(1n)], ['SYMBOL_OBJECT', Object(Symbol())],
      ['PLAIN', {}], ['PLAIN', new WeakRef({})], ['PLAIN', 1], ['PLAIN', null],
    ];
    for (const [name, value] of kinds) assert.strictEqual(binding.kind(value), binding[name], name);
  });

  test('its functions refuse what they are not for', () => {
    for (const name of ['proxyDetails', 'promiseDetails', 'previewEntries', 'nonIndexKeys',
      'constructorName', 'externalAddress']) {
      assert.throws(() => binding[name](1), TypeError, name);
      assert.throws(() => binding[name](), TypeError, name);
    }
    for (const name of ['proxyDetails', 'promiseDetails', 'externalAddress']) {
      assert.throws(() => binding[name]({}), TypeError, name);
    }
    assert.strictEqual(binding.previewEntries({}), undefined);
  });

  test('nonIndexKeys() runs no getter, and lets a proxy\'s trap throw', () => {
    assert.deepStrictEqual(binding.nonIndexKeys(Object.assign([1], { a: 1 }), true), ['a']);
    assert.throws(() => binding.nonIndexKeys(hostile({}), true), { message: 'boom' });
  });
});
