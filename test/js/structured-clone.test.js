import { describe, test } from 'node:test';
import assert from 'node:assert';

const dataCloneError = (error) =>
  error instanceof DOMException && error.name === 'DataCloneError' && error.code === 25;

const buffer = (...values) => Uint8Array.from(values).buffer;

describe('structuredClone()', () => {
  test('copies primitives', () => {
    const values = [undefined, null, true, 0, -0, NaN, Infinity, 1.5, 2 ** 53, 10n, -(2n ** 100n),
      '', 'text', '\0\ud800€'];
    for (const value of values) assert.ok(Object.is(structuredClone(value), value), String(value));
  });

  test('copies boxed primitives', () => {
    for (const value of [Object(1), Object('text'), Object(true), Object(10n)]) {
      const copy = structuredClone(value);
      assert.notStrictEqual(copy, value);
      assert.strictEqual(Object.getPrototypeOf(copy), Object.getPrototypeOf(value));
      assert.strictEqual(copy.valueOf(), value.valueOf());
    }
  });

  test('copies objects and arrays deeply', () => {
    const value = { a: { b: [1, { c: 'd' }] } };
    const copy = structuredClone(value);
    assert.deepStrictEqual(copy, value);
    assert.notStrictEqual(copy.a, value.a);
    assert.notStrictEqual(copy.a.b[1], value.a.b[1]);
  });

  test('copies cycles', () => {
    const value = { list: [] };
    value.self = value;
    value.list.push(value.list, value);
    const copy = structuredClone(value);
    assert.strictEqual(copy.self, copy);
    assert.strictEqual(copy.list[0], copy.list);
    assert.strictEqual(copy.list[1], copy);
    assert.notStrictEqual(copy, value);
  });

  test('keeps an object that occurs twice one object', () => {
    const part = {};
    const copy = structuredClone([part, part]);
    assert.strictEqual(copy[0], copy[1]);
  });

  test('copies the holes and the properties of arrays', () => {
    const copy = structuredClone(Object.assign([, 1, undefined], { extra: 2 }));
    assert.strictEqual(copy.length, 3);
    assert.deepStrictEqual(Object.keys(copy), ['1', '2', 'extra']);
    assert.strictEqual(copy.extra, 2);
    assert.strictEqual(structuredClone(new Array(2 ** 32 - 1)).length, 2 ** 32 - 1);
  });

  test('copies dates', () => {
    const copy = structuredClone(new Date(12345));
    assert.ok(copy instanceof Date);
    assert.strictEqual(copy.getTime(), 12345);
    assert.ok(Number.isNaN(structuredClone(new Date(NaN)).getTime()));
  });

  test('copies regular expressions without lastIndex', () => {
    const value = /a(b)/giu;
    value.lastIndex = 3;
    const copy = structuredClone(value);
    assert.deepStrictEqual([copy.source, copy.flags, copy.lastIndex], ['a(b)', 'giu', 0]);
  });

  test('copies maps and sets, also those that contain themselves', () => {
    const map = new Map([['a', { b: 1 }]]);
    map.set(map, map);
    const copy = structuredClone(map);
    assert.deepStrictEqual(copy.get('a'), { b: 1 });
    assert.strictEqual(copy.get(copy), copy);
    const set = new Set([1, 'a']);
    set.add(set);
    const copied = structuredClone(set);
    assert.deepStrictEqual([copied.size, copied.has(1), copied.has(copied)], [3, true, true]);
  });

  test('copies errors with name, message and stack', () => {
    const types = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];
    for (const type of types) {
      const error = Object.assign(new type('what'), { extra: 1 });
      const copy = structuredClone(error);
      assert.ok(copy instanceof type, type.name);
      assert.deepStrictEqual([copy.name, copy.message], [type.name, 'what']);
      assert.strictEqual(copy.stack, error.stack);
      assert.strictEqual(copy.extra, undefined);
    }
  });

  test('makes an Error of an error with another name', () => {
    class Mine extends RangeError {
      get name() {
        return 'Mine';
      }
    }
    const copy = structuredClone(new Mine('what'));
    assert.strictEqual(Object.getPrototypeOf(copy), Error.prototype);
    assert.strictEqual(copy.message, 'what');
  });

  test('copies buffers', () => {
    const value = buffer(1, 2, 3);
    const copy = structuredClone(value);
    assert.ok(copy instanceof ArrayBuffer);
    assert.notStrictEqual(copy, value);
    assert.deepStrictEqual([...new Uint8Array(copy)], [1, 2, 3]);
    assert.strictEqual(value.byteLength, 3);
  });

  test('copies typed arrays of every kind', () => {
    const types = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array,
      Uint32Array, Float32Array, Float64Array];
    for (const type of types) {
      const copy = structuredClone(type.of(1, 2, 3));
      assert.ok(copy instanceof type);
      assert.deepStrictEqual([...copy], [1, 2, 3]);
    }
    assert.deepStrictEqual(structuredClone(BigInt64Array.of(-1n)), BigInt64Array.of(-1n));
    assert.deepStrictEqual(structuredClone(BigUint64Array.of(1n)), BigUint64Array.of(1n));
  });

  test('copies the whole buffer of a view, once for all views', () => {
    const value = new Uint8Array(buffer(1, 2, 3, 4));
    const part = value.subarray(1, 3);
    const data = new DataView(value.buffer, 2, 1);
    const [a, b, c] = structuredClone([value, part, data]);
    assert.deepStrictEqual([...b], [2, 3]);
    assert.strictEqual(b.byteOffset, 1);
    assert.strictEqual(a.buffer, b.buffer);
    assert.strictEqual(a.buffer, c.buffer);
    assert.deepStrictEqual([c.byteOffset, c.byteLength, c.getUint8(0)], [2, 1, 3]);
  });

  test('shares a SharedArrayBuffer', () => {
    const value = new SharedArrayBuffer(2);
    const [copy, view] = structuredClone([value, new Uint8Array(value, 1)]);
    assert.ok(copy instanceof SharedArrayBuffer);
    assert.strictEqual(view.buffer, copy);
    new Uint8Array(value)[1] = 7;
    assert.deepStrictEqual([new Uint8Array(copy)[1], view[0]], [7, 7]);
  });

  test('shares the code of a WebAssembly module', () => {
    const module = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    const copy = structuredClone({ module }).module;
    assert.ok(copy instanceof WebAssembly.Module);
    assert.ok(new WebAssembly.Instance(copy));
  });

  test('takes what getters return', () => {
    const copy = structuredClone({ get a() { return { b: 1 }; } });
    assert.deepStrictEqual(copy, { a: { b: 1 } });
    assert.strictEqual(Object.getOwnPropertyDescriptor(copy, 'a').get, undefined);
  });

  test('drops the class, and properties that are not own, enumerable and named by a string', () => {
    class Mine {
      #secret = 1;
      shown = 2;
      get inherited() {
        return 3;
      }
    }
    const value = Object.defineProperty(new Mine(), 'hidden', { value: 4 });
    value[Symbol('x')] = 5;
    const copy = structuredClone(value);
    assert.strictEqual(Object.getPrototypeOf(copy), Object.prototype);
    assert.deepStrictEqual(Reflect.ownKeys(copy), ['shown']);
  });

  test('copies objects without a prototype, and properties called __proto__', () => {
    assert.deepStrictEqual(structuredClone(Object.assign(Object.create(null), { a: 1 })), { a: 1 });
    const copy = structuredClone(JSON.parse('{"__proto__":{"a":1}}'));
    assert.deepStrictEqual(Object.keys(copy), ['__proto__']);
    assert.strictEqual(Object.getPrototypeOf(copy), Object.prototype);
  });

  test('leaves frozen objects frozen, and the copy not', () => {
    const copy = structuredClone(Object.freeze({ a: 1 }));
    copy.a = 2;
    assert.strictEqual(copy.a, 2);
  });

  test('needs a value', () => {
    assert.throws(() => structuredClone(), { name: 'TypeError', code: 'ERR_MISSING_ARGS' });
  });

  test('takes null and undefined for no options', () => {
    for (const options of [undefined, null, {}, { transfer: undefined }, { transfer: null }]) {
      assert.strictEqual(structuredClone(1, options), 1);
    }
    for (const options of [1, 'x', true]) {
      assert.throws(() => structuredClone(1, options), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });
});

describe('structuredClone() throws a DataCloneError', () => {
  const values = {
    'a function': () => {},
    'a class': class {},
    'a symbol': Symbol('x'),
    'a boxed symbol': Object(Symbol('x')),
    'a WeakMap': new WeakMap(),
    'a WeakSet': new WeakSet(),
    'a WeakRef': new WeakRef({}),
    'a promise': Promise.resolve(),
    'a proxy': new Proxy({}, {}),
    'a proxy of a function': new Proxy(() => {}, {}),
    'a generator': (function* () {})(),
    'the global object': globalThis,
    'a WebAssembly memory': new WebAssembly.Memory({ initial: 1 }),
    'a FinalizationRegistry': new FinalizationRegistry(() => {}),
    'arguments': (function () { return arguments; })(1),
  };
  for (const [name, value] of Object.entries(values)) {
    test(`for ${name}`, () => {
      assert.throws(() => structuredClone(value), dataCloneError);
      assert.throws(() => structuredClone({ deep: [value] }), dataCloneError);
      assert.throws(() => structuredClone(new Map([[1, value]])), dataCloneError);
    });
  }

  test('that says what could not be cloned', () => {
    const named = { 'Symbol(x)': Symbol('x'), '() => 1': () => 1, '#<WeakMap>': new WeakMap() };
    for (const [name, value] of Object.entries(named)) {
      assert.throws(() => structuredClone(value), { message: `${name} could not be cloned.` });
    }
  });

  test('for a detached buffer and its views', () => {
    const view = new Uint8Array(3);
    structuredClone(null, { transfer: [view.buffer] });
    const message = 'An ArrayBuffer is detached and could not be cloned.';
    assert.throws(() => structuredClone(view.buffer), { name: 'DataCloneError', message });
    assert.throws(() => structuredClone(view), { name: 'DataCloneError', message });
  });
});

describe('structuredClone() of hostile objects', () => {
  test('throws what a getter throws', () => {
    const value = { get a() { throw new RangeError('mine'); } };
    assert.throws(() => structuredClone(value), { name: 'RangeError', message: 'mine' });
    assert.throws(() => structuredClone([[value]]), { message: 'mine' });
  });

  test('throws a RangeError for what is nested too deeply', () => {
    let value = {};
    for (let i = 0; i < 1_000_000; i++) value = { value };
    assert.throws(() => structuredClone(value), RangeError);
  });

  test('passes on what a getter of the options throws', () => {
    const options = { get transfer() { throw new RangeError('mine'); } };
    assert.throws(() => structuredClone(1, options), { message: 'mine' });
  });

  test('passes on what the iterator of the transfer list throws', () => {
    const transfer = { *[Symbol.iterator]() { throw new RangeError('mine'); } };
    assert.throws(() => structuredClone(1, { transfer }), { message: 'mine' });
  });

  test('survives a getter that shrinks the array it is in', () => {
    const value = [0, 1, 2, 3, 4];
    const get = () => {
      value.length = 2;
      return 'first';
    };
    Object.defineProperty(value, 0, { get, enumerable: true });
    const copy = structuredClone(value);
    assert.deepStrictEqual([copy[0], copy[1], copy[3]], ['first', 1, undefined]);
  });

  test('survives a getter that deletes and adds properties', () => {
    const value = {
      get a() {
        delete value.b;
        value.c = 3;
        return 1;
      },
      b: 2,
    };
    assert.deepStrictEqual(structuredClone(value), { a: 1 });
  });

  test('survives getters that change the map and the set they are in', () => {
    const map = new Map();
    const set = new Set();
    const changes = { get a() { map.clear(); set.add(3); return 1; } };
    map.set('k', changes).set('l', 2);
    set.add(changes);
    const copy = structuredClone([map, set]);
    assert.deepStrictEqual(copy[0].get('k'), { a: 1 });
    assert.strictEqual(copy[0].size, 2);
  });

  test('survives a getter that clones', () => {
    const inner = { list: [1] };
    const value = { get a() { return structuredClone(inner); }, inner };
    assert.deepStrictEqual(structuredClone(value), { a: inner, inner });
  });

  test('throws when a getter detaches a buffer that comes later', () => {
    const later = new ArrayBuffer(1000);
    const value = { get a() { structuredClone(null, { transfer: [later] }); return 1; }, later };
    assert.throws(() => structuredClone(value), dataCloneError);
  });

  test('ignores what a script made of the prototypes', () => {
    const { toJSON } = Date.prototype;
    const fail = () => assert.fail('called');
    Object.defineProperty(Object.prototype, '0', { set: fail, configurable: true });
    Date.prototype.toJSON = fail;
    try {
      assert.strictEqual(structuredClone([5, new Date(7)])[0], 5);
      assert.strictEqual(structuredClone({ 0: 5 })[0], 5);
      assert.strictEqual(structuredClone(1, { transfer: [new ArrayBuffer(1)] }), 1);
    } finally {
      delete Object.prototype[0];
      Date.prototype.toJSON = toJSON;
    }
  });
});

describe('structuredClone() with transfer', () => {
  test('moves a buffer and detaches it', () => {
    const value = buffer(1, 2, 3);
    const view = new Uint8Array(value);
    const copy = structuredClone(value, { transfer: [value] });
    assert.deepStrictEqual([...new Uint8Array(copy)], [1, 2, 3]);
    assert.deepStrictEqual([value.byteLength, view.length], [0, 0]);
  });

  test('moves the buffer of a view', () => {
    const value = new Uint8Array(buffer(1, 2, 3)).subarray(1);
    const copy = structuredClone({ value }, { transfer: [value.buffer] }).value;
    assert.deepStrictEqual([...copy], [2, 3]);
    assert.deepStrictEqual([copy.byteOffset, copy.buffer.byteLength, value.length], [1, 3, 0]);
  });

  test('detaches a buffer that is not part of the value', () => {
    const value = buffer(1);
    assert.strictEqual(structuredClone('x', { transfer: [value] }), 'x');
    assert.strictEqual(value.byteLength, 0);
  });

  test('moves many buffers, in any order', () => {
    const values = Array.from({ length: 100 }, (_, i) => buffer(i));
    const copies = structuredClone(values, { transfer: [...values].reverse() });
    assert.deepStrictEqual(copies.map((copy) => new Uint8Array(copy)[0]), values.map((_, i) => i));
    assert.ok(values.every((value) => value.byteLength === 0));
  });

  test('moves small and empty buffers', () => {
    const small = new Uint8Array([1, 2]);
    const empty = new ArrayBuffer(0);
    const copy = structuredClone([small, empty], { transfer: [small.buffer, empty] });
    assert.deepStrictEqual([...copy[0]], [1, 2]);
    assert.strictEqual(copy[1].byteLength, 0);
  });

  test('takes any iterable', () => {
    const value = buffer(1);
    structuredClone(0, { transfer: new Set([value]) });
    assert.strictEqual(value.byteLength, 0);
    assert.throws(() => structuredClone(0, { transfer: 5 }), { code: 'ERR_INVALID_ARG_TYPE' });
  });

  test('takes no buffer twice, and detaches nothing then', () => {
    const value = buffer(1);
    assert.throws(() => structuredClone(0, { transfer: [value, value] }), dataCloneError);
    assert.throws(() => structuredClone(0, { transfer: [value, value] }), {
      message: 'Transfer list contains duplicate ArrayBuffer',
    });
    assert.strictEqual(value.byteLength, 1);
  });

  test('takes nothing but ArrayBuffers, and detaches nothing then', () => {
    const value = buffer(1);
    const others = [1, 'x', null, undefined, {}, new SharedArrayBuffer(1), new Uint8Array(1)];
    for (const other of others) {
      assert.throws(() => structuredClone(0, { transfer: [value, other] }), {
        message: 'Found invalid object in transferList',
      });
    }
    assert.strictEqual(value.byteLength, 1);
  });

  test('detaches nothing if the value can\'t be cloned', () => {
    const value = buffer(1);
    assert.throws(() => structuredClone([value, () => {}], { transfer: [value] }), dataCloneError);
    const throws = { get a() { throw new RangeError('mine'); } };
    assert.throws(() => structuredClone([value, throws], { transfer: [value] }), RangeError);
    assert.strictEqual(value.byteLength, 1);
  });

  test('moves a buffer again and again', () => {
    let value = buffer(1, 2, 3);
    for (let i = 0; i < 100; i++) value = structuredClone(value, { transfer: [value] });
    assert.deepStrictEqual([...new Uint8Array(value)], [1, 2, 3]);
  });
});
