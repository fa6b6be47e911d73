/** Addresses, views, strings and structs. */
import { describe, it } from 'node:test';
import assert from 'node:assert';
import { cbuffer, cstring, ptr, struct, view } from 'lib/ffi.js';
import { load } from './ffi-support.js';

describe('ptr()', () => {
  it('is where the bytes are, from the start of a view', () => {
    const bytes = Uint8Array.of(1, 2, 3, 4);
    assert.strictEqual(ptr(bytes.subarray(2)), ptr(bytes) + 2);
    assert.strictEqual(ptr(bytes.buffer), ptr(bytes));
    assert.strictEqual(load('sum', ['pointer', 'u32'], 'u32')(ptr(bytes), 4), 10);
  });

  it('stays the same while garbage is collected', () => {
    const small = Uint8Array.of(1);
    const before = ptr(small);
    gc();
    assert.strictEqual(ptr(small), before);
  });

  it('takes buffers only, that are not detached', () => {
    for (const value of [undefined, null, 1, 'x', {}]) {
      assert.throws(() => ptr(value), { code: 'ERR_INVALID_ARG_TYPE' });
    }
    const gone = new ArrayBuffer(8);
    structuredClone(gone, { transfer: [gone] });
    assert.throws(() => ptr(gone), { code: 'ERR_FFI_DETACHED' });
  });
});

describe('view()', () => {
  it('shares memory', () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const seen = new Uint8Array(view(ptr(bytes) + 1, 2));
    assert.deepStrictEqual([...seen], [2, 3]);
    seen[0] = 9;
    assert.strictEqual(bytes[1], 9);
  });

  it('needs an address and a length', () => {
    const address = ptr(new Uint8Array(8));
    for (const value of [null, 0, undefined, 'x', {}]) {
      assert.throws(() => view(value, 1), { code: 'ERR_INVALID_ARG_TYPE' });
    }
    for (const length of [-1, 0.5, NaN, 2 ** 33]) {
      assert.throws(() => view(address, length), { code: 'ERR_OUT_OF_RANGE' });
    }
    assert.throws(() => view(-1, 1), { code: 'ERR_OUT_OF_RANGE' });
  });
});

describe('cstring() and cbuffer()', () => {
  it('are each other\'s inverse', () => {
    for (const text of ['', 'text', 'größer €😀']) {
      assert.strictEqual(cstring(ptr(cbuffer(text))), text);
    }
  });

  it('end at a NUL, or at the length', () => {
    const bytes = Uint8Array.of(65, 66, 0, 67);
    assert.strictEqual(cstring(ptr(bytes)), 'AB');
    assert.strictEqual(cstring(ptr(bytes), 1), 'A');
    assert.strictEqual(cstring(ptr(bytes), 0), '');
  });

  it('refuse what is no address, and no text', () => {
    for (const value of [null, 0, 'x', undefined]) {
      assert.throws(() => cstring(value), { code: 'ERR_INVALID_ARG_TYPE' });
    }
    assert.throws(() => cbuffer(1), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => cbuffer('a\0b'), { code: 'ERR_INVALID_ARG_TYPE' });
  });
});

describe('struct()', () => {
  it('lays its fields out as C does', () => {
    const mixed = struct({ a: 'u8', b: 'u64', c: 'u16', d: 'u32', e: 'u8' });
    assert.deepStrictEqual(mixed.offsets, { a: 0, b: 8, c: 16, d: 20, e: 24 });
    assert.deepStrictEqual([mixed.size, mixed.alignment], [32, 8]);
    const small = struct({ a: 'u8', b: 'u16', c: 'bool' });
    assert.deepStrictEqual([small.size, small.alignment], [6, 2]);
  });

  it('has arrays and other structs inside', () => {
    const inner = struct({ a: 'u8', b: 'u32' });
    const outer = struct({ first: 'u8', pair: inner, three: ['u16', 3], two: [inner, 2] });
    assert.deepStrictEqual(outer.offsets, { first: 0, pair: 4, three: 12, two: 20 });
    assert.strictEqual(outer.size, 36);
    const values = {
      first: 1, pair: { a: 2, b: 3 }, three: [4, 5, 6], two: [{ a: 7, b: 8 }, { a: 9, b: 10 }],
    };
    const bytes = new Uint8Array(outer.size);
    outer.write(bytes, values);
    assert.deepStrictEqual(outer.read(bytes), values);
  });

  it('reads and writes every type, at an offset too', () => {
    const values = {
      bool: true, i8: -1, u8: 255, i16: -2, u16: 65535, i32: -3, u32: 2 ** 32 - 1, i64: -4,
      u64: 2n ** 64n - 1n, isize: -(2n ** 63n), usize: 5, f32: 0.5, f64: 0.1, pointer: 4096,
    };
    const all = struct(Object.fromEntries(Object.keys(values).map((type) => [type, type])));
    const buffer = new ArrayBuffer(all.size + 8);
    all.write(buffer, 8, values);
    assert.deepStrictEqual(all.read(buffer, 8), values);
    all.write(new DataView(buffer), 8, { pointer: null });
    assert.deepStrictEqual(all.read(buffer, 8), { ...values, pointer: null });
  });

  it('says what is wrong', () => {
    const pair = struct({ a: 'u8', b: ['u16', 2] });
    const bytes = new Uint8Array(pair.size);
    assert.throws(() => pair.write(bytes, { a: 256 }), /The field a must be an integer from 0 to/);
    assert.throws(() => pair.write(bytes, { b: [1] }), /The field b must be a list of 2 values/);
    assert.throws(() => pair.write(bytes, { c: 1 }), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => pair.read(new Uint8Array(1)), RangeError);
    assert.throws(() => struct({ a: 'int' }), { code: 'ERR_FFI_UNKNOWN_TYPE' });
    for (const description of [{}, { a: 'void' }, { a: 'buffer' }, { a: ['u8', 0] }]) {
      assert.throws(() => struct(description), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });
});
