/** C functions: values, errors, libraries. test/fast/ffi.test.js has the fast path. */
import { describe, it } from 'node:test';
import assert from 'node:assert';
import { cbuffer, cstring, dlopen, errno, ptr, struct } from 'lib/ffi.js';
import { PATH, load, open } from './ffi-support.js';

describe('a value', () => {
  const ranges = {
    i8: [-128, 127], u8: [0, 255], i16: [-32768, 32767], u16: [0, 65535],
    i32: [-(2 ** 31), 2 ** 31 - 1], u32: [0, 2 ** 32 - 1],
  };
  for (const [type, [min, max]] of Object.entries(ranges)) {
    const echo = load(`echo_${type}`, [type], type);
    it(`of type ${type} arrives and comes back, up to the ends of its range`, () => {
      for (const value of [min, min + 1, 0, 1, max - 1, max]) {
        assert.strictEqual(echo(value), value);
      }
      assert.strictEqual(echo(-0), 0);
    });
    it(`of type ${type} must be in its range`, () => {
      for (const value of [min - 1, max + 1, 0.5, NaN, Infinity]) {
        assert.throws(() => echo(value), { name: 'RangeError', code: 'ERR_OUT_OF_RANGE' });
      }
    });
  }

  for (const type of ['i64', 'isize']) {
    it(`of type ${type} is a Number where that is safe, and else a BigInt`, () => {
      const echo = load('echo_i64', [type], type);
      for (const value of [0, -1, 2 ** 53 - 1, -(2 ** 53) + 1]) {
        assert.strictEqual(echo(value), value);
        assert.strictEqual(echo(BigInt(value)), value);
      }
      for (const value of [2n ** 53n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)]) {
        assert.strictEqual(echo(value), value);
      }
      for (const value of [2 ** 53, 0.5, NaN, 2n ** 63n, -(2n ** 63n) - 1n]) {
        assert.throws(() => echo(value), { code: 'ERR_OUT_OF_RANGE' });
      }
    });
  }
  for (const type of ['u64', 'usize']) {
    it(`of type ${type} is a Number where that is safe, and else a BigInt`, () => {
      const echo = load('echo_u64', [type], type);
      for (const value of [0, 1, 2 ** 53 - 1]) assert.strictEqual(echo(value), value);
      for (const value of [2n ** 53n, 2n ** 63n, 2n ** 64n - 1n]) {
        assert.strictEqual(echo(value), value);
      }
      for (const value of [-1, 2 ** 53, -1n, 2n ** 64n]) {
        assert.throws(() => echo(value), { code: 'ERR_OUT_OF_RANGE' });
      }
    });
  }

  it('of type pointer is an address or null', () => {
    const echo = load('echo_pointer', ['pointer'], 'pointer');
    assert.strictEqual(echo(null), null);
    assert.strictEqual(echo(0), null);
    assert.strictEqual(echo(2 ** 47), 2 ** 47);
    assert.strictEqual(echo(2n ** 64n - 1n), 2n ** 64n - 1n);
    assert.throws(() => echo(undefined), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => echo(-1), { code: 'ERR_OUT_OF_RANGE' });
  });

  it('of type bool is a boolean', () => {
    const echo = load('echo_bool', ['bool'], 'bool');
    assert.strictEqual(echo(true), true);
    assert.strictEqual(echo(false), false);
    for (const value of [1, 'x', null, undefined, {}]) {
      assert.throws(() => echo(value), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });

  it('of type f32 is rounded, and of type f64 is not', () => {
    assert.strictEqual(load('echo_f32', ['f32'], 'f32')(0.1), Math.fround(0.1));
    const echo = load('echo_f64', ['f64'], 'f64');
    for (const value of [0.1, -0, NaN, -Infinity]) assert.strictEqual(echo(value), value);
  });

  it('has its own bits only', () => {
    const results = { bool: true, i8: -1, u8: 255, i16: -1, u16: 65535, i32: -1, u32: 2 ** 32 - 1 };
    for (const [type, result] of Object.entries(results)) {
      assert.strictEqual(load('dirty', ['u64'], type)(2n ** 64n - 1n), result, type);
    }
    assert.strictEqual(load('dirty', ['u64'], 'bool')(256), false);
    assert.strictEqual(load('dirty', ['u64'], 'void')(1), undefined);
  });

  it('that is narrow is extended', () => {
    assert.strictEqual(
      load('extended', ['i8', 'u8', 'i16', 'u16'], 'bool')(-1, 255, -2, 65534), true);
  });

  it('may be on the stack', () => {
    const types = ['i32', 'f64', 'u8', 'f32', 'i64', 'f64', 'i16', 'f64', 'i32', 'f64', 'bool',
      'f64', 'u64', 'f64', 'i32', 'f64', 'buffer', 'f64', 'f32', 'i32'];
    const values = types.map((type, i) =>
      (type === 'bool' ? true : type === 'buffer' ? Uint8Array.of(i + 1) : i + 1));
    const expected = types.reduce((sum, type, i) =>
      sum + (type === 'bool' ? 1 : i + 1) * (i + 1), 0);
    assert.strictEqual(load('many', types, 'f64')(...values), expected);
  });
});

describe('a buffer', () => {
  const sum = load('sum', ['buffer', 'u32'], 'u32');
  const store = new ArrayBuffer(200);
  new Uint8Array(store).fill(1);

  for (const [what, value, count] of [
    ['a small typed array', Uint8Array.of(1, 1, 1), 3],
    ['a large typed array', new Uint8Array(store), 200],
    ['a part of one', new Uint8Array(store, 50, 7), 7],
    ['an array of doubles', new Float64Array(store, 8, 2), 16],
    ['a DataView', new DataView(store, 1, 5), 5],
    ['an ArrayBuffer', store, 200],
    ['a SharedArrayBuffer', (() => {
      const shared = new SharedArrayBuffer(4);
      new Uint8Array(shared).fill(1);
      return shared;
    })(), 4],
  ]) {
    it(`may be ${what}`, () => assert.strictEqual(sum(value, count), count));
  }

  it('may be empty, or null', () => {
    assert.strictEqual(sum(new Uint8Array(0), 0), 0);
    assert.strictEqual(load('first', ['buffer'], 'i32')(null), -1);
  });

  it('is where C writes to', () => {
    const bytes = new Uint8Array(10);
    load('fill', ['buffer', 'u32', 'u8'], 'void')(bytes.subarray(2, 5), 3, 7);
    assert.deepStrictEqual([...bytes], [0, 0, 7, 7, 7, 0, 0, 0, 0, 0]);
  });

  it('must not be detached', () => {
    const array = new Uint8Array(1000);
    const whole = array.buffer;
    structuredClone(whole, { transfer: [whole] });
    for (const gone of [array, whole]) {
      assert.throws(() => sum(gone, 0), {
        name: 'TypeError', code: 'ERR_FFI_DETACHED', message: /sum\(\)/,
      });
    }
  });

  it('must be one', () => {
    for (const value of [undefined, 1, 'text', {}, [1], Symbol('s'), () => {}, 1n]) {
      assert.throws(() => sum(value, 0), {
        name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE', message: /^Argument 1 of sum\(\) must be /,
      });
    }
  });

  it('stays while garbage is collected around the calls', () => {
    for (let i = 0; i < 50; i++) {
      assert.strictEqual(sum(new Uint8Array(30).fill(1), 30), 30);
      assert.strictEqual(sum(new Uint8Array(3000).fill(1), 3000), 3000);
      if (i % 10 === 0) gc();
    }
  });
});

describe('a call', () => {
  const add6 = load('add6', Array(6).fill('i32'), 'i32');

  it('names the position and the function of a wrong argument', () => {
    assert.throws(() => add6(1, 2, 3, '4', 5, 6), {
      name: 'TypeError',
      code: 'ERR_INVALID_ARG_TYPE',
      message: 'Argument 4 of add6() must be an integer from -2147483648 to 2147483647 (i32). ' +
        "Received type string ('4')",
    });
    assert.throws(() => add6(1, 2, 3, 4, 5, 2 ** 31), {
      name: 'RangeError',
      message: /^Argument 6 of add6\(\) must be an integer from .*\(2147483648\)/,
    });
  });

  it('needs all arguments, and takes no notice of more', () => {
    assert.throws(() => add6(1, 2, 3, 4, 5), /Argument 6 of add6.*Received undefined/);
    assert.strictEqual(add6(1, 1, 1, 1, 1, 1, 'more'), 21);
  });

  it('converts no object', () => {
    let conversions = 0;
    const value = { valueOf: () => { conversions++; return 1; } };
    assert.throws(() => add6(1, 2, 3, 4, 5, value), /Argument 6/);
    assert.throws(() => add6(1, 2, 3, 4, 5, 1n), /Argument 6/);
    assert.throws(() => add6(1, 2, 3, 4, 5, Symbol('s')), /Argument 6/);
    assert.strictEqual(conversions, 0);
  });

  it('has the name and number of parameters of the function', () => {
    assert.strictEqual(add6.name, 'add6');
    assert.strictEqual(add6.length, 6);
  });

  it('passes variadic arguments', () => {
    const types = ['i32', '...', 'f64', 'i64', 'f64', 'i64'];
    assert.strictEqual(load('sum_variadic', types, 'i64')(2, 1.5, 2, 3.5, -1), 6);
    const { symbols: { snprintf } } = dlopen(null, {
      snprintf: {
        parameters: ['buffer', 'usize', 'buffer', '...', 'f64', 'i32', 'buffer'], result: 'i32',
      },
    });
    const text = new Uint8Array(64);
    assert.strictEqual(snprintf(text, 64, cbuffer('%.2f|%d|%s'), 2.5, -7, cbuffer('€')), 11);
    assert.strictEqual(cstring(ptr(text)), '2.50|-7|€');
  });

  it('leaves errno as the function has', () => {
    const fail = load('fail', ['i32'], 'i32');
    assert.strictEqual(fail(61), -1);
    assert.strictEqual(errno(), 61);
  });

  it('takes and returns structs by value', () => {
    const point = struct({ x: 'f64', tag: 'i32' });
    const movePoint = load('move_point', [point, 'f64'], point);
    const bytes = new Uint8Array(point.size);
    point.write(bytes, { x: 1.5, tag: 7 });
    assert.deepStrictEqual(point.read(movePoint(bytes, 2)), { x: 3.5, tag: 8 });
    assert.deepStrictEqual(point.read(bytes), { x: 1.5, tag: 7 });

    const large = struct({ values: ['i64', 4], end: 'u8' });
    assert.strictEqual(load('size_of_large', [], 'usize')(), large.size);
    const before = new Uint8Array(large.size);
    large.write(before, { values: [1, 2, 3, 2n ** 60n], end: 255 });
    const after = load('make_large', [large, 'i64'], large)(before, 10);
    assert.deepStrictEqual(large.read(after), { values: [11, 12, 13, 2n ** 60n + 10n], end: 0 });
    assert.throws(() => movePoint(new Uint8Array(8), 1), {
      code: 'ERR_OUT_OF_RANGE', message: /Argument 1 of move_point\(\) .* at least 16 bytes/,
    });
    assert.throws(() => movePoint({ x: 1, tag: 1 }, 1), { code: 'ERR_INVALID_ARG_TYPE' });
  });

  it('is counted where it is slow', () => {
    const id = load('echo_i32', ['i32'], 'i32', { nonblocking: false });
    const before = lo.slowCalls(id);
    for (let i = 0; i < 3; i++) id(i);
    assert.strictEqual(lo.slowCalls(id), before + 3);
  });
});

describe('dlopen()', () => {
  const noop = { noop: { parameters: [], result: 'void' } };

  it('says which library there is not', () => {
    assert.throws(() => dlopen('libnowhere.so', noop), {
      name: 'Error', code: 'ERR_DLOPEN_FAILED', message: /libnowhere\.so/,
    });
  });

  it('says which symbol there is not', () => {
    assert.throws(() => open({ ...noop, nothing: { parameters: [], result: 'void' } }), {
      name: 'Error', code: 'ERR_FFI_NO_SYMBOL', message: /'nothing' in .*libffi_test\.so/,
    });
  });

  it('has null for an optional symbol that there is not', () => {
    const { symbols } = open({ nothing: { parameters: [], result: 'void', optional: true } });
    assert.strictEqual(symbols.nothing, null);
  });

  it('finds a symbol by another name', () => {
    const { symbols } = open({ id: { name: 'echo_i32', parameters: ['i32'], result: 'i32' } });
    assert.strictEqual(symbols.id(5), 5);
  });

  it('says what is wrong with a declaration', () => {
    const declare = (declaration) => () => open({ noop: declaration });
    assert.throws(declare({ parameters: ['int'], result: 'void' }), {
      name: 'TypeError', code: 'ERR_FFI_UNKNOWN_TYPE', message: /Argument 1 of noop\(\).*'int'/,
    });
    assert.throws(declare({ parameters: [], result: 'toString' }), /The result of noop/);
    assert.throws(declare({ parameters: [] }), /The result of noop/);
    for (const declaration of [
      undefined, null, {}, { parameters: 'i32', result: 'void' },
      { parameters: ['void'], result: 'void' }, { parameters: [], result: 'buffer' },
      { parameters: ['i32', '...', 'f32'], result: 'void' },
      { parameters: ['i32', '...', 'i32', '...'], result: 'void' },
      { parameters: Array(65).fill('i32'), result: 'void' },
      { parameters: [], result: 'void', nonblocking: true },
    ]) {
      assert.throws(declare(declaration), { code: 'ERR_FFI_SIGNATURE', message: /noop\(\)/ });
    }
    assert.throws(() => dlopen(1, noop), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => dlopen(PATH), { code: 'ERR_INVALID_ARG_TYPE' });
  });

  it('takes as many parameters as it says', () => {
    const most = load('noop', Array(64).fill('i64'), 'void');
    assert.strictEqual(most(...Array(64).fill(1)), undefined);
  });

  it('knows no C functions as constructors', () => {
    assert.throws(() => new (load('noop', [], 'void'))(), TypeError);
  });
});

describe('close()', () => {
  it('has its functions throw', () => {
    const { symbols, close } = open({ add6: { parameters: Array(6).fill('i32'), result: 'i32' } });
    const { add6 } = symbols;
    assert.strictEqual(add6(1, 1, 1, 1, 1, 1), 21);
    close();
    close();
    assert.throws(() => add6(1, 1, 1, 1, 1, 1), {
      name: 'Error', code: 'ERR_FFI_CLOSED', message: 'add6() was called after close()',
    });
    assert.throws(() => add6('x'), { code: 'ERR_FFI_CLOSED' });
  });

  it('leaves other libraries of the same functions open', () => {
    const declarations = { echo_i32: { parameters: ['i32'], result: 'i32' } };
    const [a, b] = [open(declarations), open(declarations)];
    a.close();
    const c = open({ echo_i32: { name: 'fail', parameters: ['i32'], result: 'i32' } });
    assert.strictEqual(b.symbols.echo_i32(3), 3);
    assert.strictEqual(c.symbols.echo_i32(3), -1);
    assert.throws(() => a.symbols.echo_i32(3), { code: 'ERR_FFI_CLOSED' });
  });
});
