/** C functions that call JavaScript. test/cli/ffi.test.sh has the calls that are refused. */
import { describe, it } from 'node:test';
import assert from 'node:assert';
import { callback, dlopen, struct, view } from 'lib/ffi.js';
import { load, open } from './ffi-support.js';

const BINARY = { parameters: ['i32', 'i32'], result: 'i32' };

describe('callback()', () => {
  const call = load('call', ['function', 'i32', 'i32'], 'i32');
  const callTimes = load('call_times', ['function', 'i32'], 'i32');

  it('is called by C', () => {
    const add = callback(BINARY, (a, b) => a + b);
    assert.strictEqual(call(add, 2, 3), 5);
    assert.strictEqual(call(add.pointer, 2, 3), 5);
    add.close();
  });

  it('sorts by qsort(3)', () => {
    const { symbols: { qsort } } = dlopen(null, {
      qsort: { parameters: ['buffer', 'usize', 'usize', 'function'], result: 'void' },
    });
    const valueAt = (pointer) => new Int32Array(view(pointer, 4))[0];
    const compare = callback({ parameters: ['pointer', 'pointer'], result: 'i32' },
      (a, b) => valueAt(a) - valueAt(b));
    const values = Int32Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1009);
    const sorted = [...values].sort((a, b) => a - b);
    qsort(values, values.length, 4, compare);
    assert.deepStrictEqual([...values], sorted);
    compare.close();
  });

  it('gets values of every type', () => {
    let got;
    const types = ['bool', 'i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64', 'f32', 'f64',
      'pointer'];
    const every = callback({ parameters: types, result: 'f64' }, (...args) => {
      got = args;
      return 1.5;
    });
    assert.strictEqual(load('call_every', ['function'], 'f64')(every), 1.5);
    assert.deepStrictEqual(got, [true, -1, 255, -2, 65534, -3, 4294967295, -9007199254740993n,
      2n ** 64n - 1n, 0.5, 0.25, null]);
    every.close();
  });

  it('returns values of every kind', () => {
    for (const [name, type, value] of [
      ['call_i8', 'i8', -128], ['call_u64', 'u64', 2n ** 64n - 1n], ['call_u64', 'u64', 7],
      ['call_f32', 'f32', 0.5], ['call_bool', 'bool', true],
    ]) {
      const returns = callback({ parameters: [], result: type }, () => value);
      assert.strictEqual(load(name, ['function'], type)(returns), value);
      returns.close();
    }
  });

  it('takes and returns structs by value', () => {
    const point = struct({ x: 'f64', tag: 'i32' });
    const negate = callback({ parameters: [point], result: point }, (bytes) => {
      const { x, tag } = point.read(bytes);
      point.write(bytes, { x: -x, tag: -tag });
      return bytes;
    });
    const bytes = new Uint8Array(point.size);
    point.write(bytes, { x: 2.5, tag: 3 });
    const moved = load('call_point', ['function', point], point)(negate, bytes);
    assert.deepStrictEqual(point.read(moved), { x: -2.5, tag: -3 });
    negate.close();
  });

  it('may call C that calls back', () => {
    const inner = callback(BINARY, (a, b) => a * b);
    const outer = callback(BINARY, (a, b) => call(inner, a, b) + 1);
    assert.strictEqual(call(outer, 6, 7), 43);
    outer.close();
    inner.close();
  });

  it('has what it throws thrown by the function that JavaScript called, once', () => {
    let calls = 0;
    const error = new Error('from the callback');
    const throws = callback(BINARY, () => { calls++; throw error; });
    assert.throws(() => callTimes(throws, 10), error);
    assert.strictEqual(calls, 1);
    assert.strictEqual(call(callback(BINARY, () => 1), 0, 0), 1);
    throws.close();
  });

  it('has a result that is not of its type thrown', () => {
    const wrong = callback(BINARY, function wrong() { return 'text'; });
    assert.throws(() => call(wrong, 1, 2), {
      name: 'TypeError', message: /^The result of the callback wrong\(\) must be an integer/,
    });
    wrong.close();
  });

  it('survives garbage collection while C runs', () => {
    const collects = callback(BINARY, (a, b) => { gc(); return a + b; });
    assert.strictEqual(callTimes(collects, 5), 15);
    collects.close();
  });

  it('keeps a buffer in place that another argument has', () => {
    const sums = load('call_then_sum', ['function', 'buffer', 'u32'], 'u32');
    for (const size of [16, 5000]) {
      const bytes = new Uint8Array(size).fill(2);
      const moves = callback({ parameters: [], result: 'i32' }, () => {
        gc();
        structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
        gc();
        return 0;
      });
      assert.strictEqual(sums(moves, bytes, size), 2 * size);
      assert.strictEqual(bytes.length, 0);
      moves.close();
    }
  });

  it('runs no microtask inside of C', async () => {
    const order = [];
    const later = callback(BINARY, () => {
      Promise.resolve().then(() => order.push('microtask'));
      return 0;
    });
    callTimes(later, 2);
    order.push('returned');
    await null;
    assert.deepStrictEqual(order, ['returned', 'microtask', 'microtask']);
    later.close();
  });

  it('can also be a function of dlopen()\'s, or null', () => {
    const add6 = load('add6', Array(6).fill('i32'), 'i32');
    assert.strictEqual(typeof call(add6, 1, 2), 'number');
    assert.strictEqual(load('echo_pointer', ['function'], 'pointer')(null), null);
    for (const value of [() => 1, {}, 'add6', undefined]) {
      assert.throws(() => call(value, 1, 2), {
        code: 'ERR_INVALID_ARG_TYPE', message: /Argument 1/,
      });
    }
  });

  it('is kept from being called once it is closed', () => {
    const gone = callback(BINARY, () => 1);
    gone.close();
    gone.close();
    assert.strictEqual(gone.pointer, null);
    assert.throws(() => call(gone, 1, 2), { code: 'ERR_FFI_CLOSED' });
  });

  it('is not closed while it runs, and neither is the library that called it', () => {
    const library = open({ call: { parameters: ['function', 'i32', 'i32'], result: 'i32' } });
    const closes = callback(BINARY, (a, b) => {
      assert.throws(() => closes.close(), { code: 'ERR_FFI_BUSY' });
      assert.throws(() => library.close(), { code: 'ERR_FFI_BUSY' });
      return a + b;
    });
    assert.strictEqual(library.symbols.call(closes, 1, 2), 3);
    library.close();
    closes.close();
  });

  it('says what is wrong with a declaration', () => {
    assert.throws(() => callback(BINARY), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => callback({ parameters: ['buffer'], result: 'void' }, () => {}),
      { code: 'ERR_FFI_SIGNATURE' });
    assert.throws(() => callback({ parameters: ['int'], result: 'void' }, () => {}),
      { code: 'ERR_FFI_UNKNOWN_TYPE' });
    assert.throws(() => callback({ parameters: ['i32', '...', 'i32'], result: 'void' }, () => {}),
      { code: 'ERR_FFI_SIGNATURE' });
  });
});
