// C functions from optimised code: that they are called fast, and get and give the same as slowly.
import { describe, it } from 'node:test';
import assert from 'node:assert';
import { callback, cbuffer, dlopen, ptr, struct, syscallFunction } from 'lib/ffi.js';
import { makers } from './buffers.js';
import { Caught, compile, optimize, slowCallsIn } from './optimize.js';
import { all } from './values.js';

const PATH = `${lo.args[0].replace(/[^/]*$/, '')}libffi_test.so`;

/** A function of the test's library. @param {any[]} parameters @param {any} result */
function load(name, parameters, result, more = {}) {
  return dlopen(PATH, { [name]: { parameters, result, ...more } }).symbols[name];
}

/** What a call does: its value, or a Caught. */
function outcome(fn, args) {
  try {
    return fn(...args);
  } catch (error) {
    return new Caught(error);
  }
}

/** An optimised caller of `fn` that takes the fast path with `good`, and knows `more`. */
function fast(fn, good, ...more) {
  const examples = [good, ...more];
  optimize(fn, examples);
  const list = good.map((_, i) => `a${i}`).join(', ');
  const caller = compile({ fn }, list, `return fn(${list});`);
  optimize(caller, examples);
  assert.strictEqual(slowCallsIn(fn, () => caller(...good)), 0, `${fn.name} is called slowly`);
  return caller;
}

const many = ['i32', 'f64', 'u8', 'f32', 'i64', 'f64', 'i16', 'f64', 'i32', 'f64', 'bool', 'f64',
  'u64', 'f64', 'i32', 'f64', 'buffer', 'f64', 'f32', 'i32'];

/** [function, parameters, result, arguments of a fast call] */
const calls = [
  ['noop', [], 'void', []],
  ['echo_bool', ['bool'], 'bool', [true]],
  ...['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64', 'f32', 'f64'].map((type) =>
    [`echo_${type}`, [type], type, [7]]),
  ['echo_pointer', ['pointer'], 'pointer', [4096]],
  ['echo_pointer', ['pointer'], 'pointer', [null]],
  ['echo_i64', ['isize'], 'isize', [-(2 ** 53) + 1]],
  ['dirty', ['u64'], 'i8', [255]],
  ['dirty', ['u64'], 'bool', [256]],
  ['dirty', ['i64'], 'u64', [-1]],
  ['dirty', ['i64'], 'pointer', [-1]],
  ['extended', ['i8', 'u8', 'i16', 'u16'], 'bool', [-1, 255, -2, 65534]],
  ['add6', Array(6).fill('i32'), 'i32', [1, 2, 3, 4, 5, 6]],
  ['multiply', Array(3).fill('f64'), 'f64', [1.5, 2, 3]],
  ['sum', ['buffer', 'u32'], 'u32', [Uint8Array.of(1, 2, 3), 3]],
  ['sum', ['buffer', 'u32'], 'u64', [new Uint8Array(500).fill(3), 500]],
  ['length', ['buffer'], 'usize', [cbuffer('text')]],
  ['many', many, 'f64', [-1, 2.5, 3, 0.5, -5, 6, -7, 8, 9, 10, true, 12, 13, 14, 15, 16,
    Uint8Array.of(17), 18, 19.5, 20]],
  ['sum_variadic', ['i32', '...', 'f64', 'i64', 'f64', 'i64'], 'i64', [2, 1.5, 2, 3.5, -1]],
];

describe('a fast call', () => {
  for (const [name, parameters, result, args] of calls) {
    it(`${name}(${parameters.join(', ')}): ${result} is one, with the result of a slow one`, () => {
      const slow = load(name, parameters, result, { nonblocking: false });
      const caller = fast(load(name, parameters, result), args);
      assert.strictEqual(slowCallsIn(slow, () => {
        assert.strictEqual(caller(...args), slow(...args));
      }), 1);
    });
  }

  it('has anything else that it gets checked as a slow one does', () => {
    // But for those that C takes for a buffer, or for the number of its arguments.
    const checked = calls.filter(([, types]) =>
      types.length > 0 && types[0] !== 'buffer' && types[1] !== '...');
    for (const [name, parameters, result, args] of checked) {
      const slow = load(name, parameters, result, { nonblocking: false });
      const caller = fast(load(name, parameters, result), args);
      for (const [what, value] of all) {
        const tried = [value, ...args.slice(1)];
        assert.deepStrictEqual(outcome(caller, tried), outcome(slow, tried), `${name}(${what})`);
      }
    }
  });

  it('has every buffer read as a slow one does', () => {
    const slow = load('sum', ['buffer', 'u32'], 'u32', { nonblocking: false });
    const sum = load('sum', ['buffer', 'u32'], 'u32');
    const caller = fast(sum, [Uint8Array.of(1, 2), 2]);
    for (const [what, make] of Object.entries(makers)) {
      const { value, bytes } = make();
      const size = bytes?.length ?? 0;
      assert.deepStrictEqual(
        outcome(caller, [value, size]), outcome(slow, [value, size]), what);
    }
    // A call that was not made fast for want of a buffer leaves no trace in the next.
    assert.strictEqual(caller(Uint8Array.of(4, 5), 2), 9);
  });

  it('keeps whole what no Number can hold', () => {
    const { symbols } = dlopen(null, {
      strtoull: { parameters: ['buffer', 'pointer', 'i32'], result: 'u64' },
      strtoll: { parameters: ['buffer', 'pointer', 'i32'], result: 'i64' },
    });
    for (const [fn, values] of [
      [symbols.strtoull, [0n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 64n - 1n]],
      [symbols.strtoll, [-1n, -(2n ** 53n) + 1n, -(2n ** 53n), 2n ** 53n + 1n, -(2n ** 63n)]],
    ]) {
      const caller = fast(fn, [cbuffer('12'), null, 10], [cbuffer(String(2n ** 60n)), null, 10]);
      for (const value of values) {
        const text = cbuffer(String(value));
        let result;
        assert.strictEqual(slowCallsIn(fn, () => { result = caller(text, null, 10); }), 0);
        assert.strictEqual(BigInt(result), value);
        assert.strictEqual(typeof result,
          value >= -(2n ** 53n) + 1n && value < 2n ** 53n ? 'number' : 'bigint');
      }
    }
  });

  it('is not for what may call back or block, or has a struct', () => {
    const point = struct({ x: 'f64', tag: 'i32' });
    const add = callback({ parameters: ['i32', 'i32'], result: 'i32' }, (a, b) => a + b);
    for (const [fn, args] of [
      [load('call', ['function', 'i32', 'i32'], 'i32'), [add, 1, 2]],
      [load('call', ['pointer', 'i32', 'i32'], 'i32', { callback: true }), [add.pointer, 1, 2]],
      [load('noop', [], 'void', { nonblocking: false }), []],
      [load('move_point', [point, 'f64'], point), [new Uint8Array(16), 1]],
    ]) {
      optimize(fn, [args]);
      assert.strictEqual(slowCallsIn(fn, () => fn(...args)), 1, fn.name);
    }
    add.close();
  });

  it('is refused once its library is closed, in code that was optimised before', () => {
    const library = dlopen(PATH, { add6: { parameters: Array(6).fill('i32'), result: 'i32' } });
    const caller = fast(library.symbols.add6, [1, 1, 1, 1, 1, 1]);
    library.close();
    const other = load('add6', Array(6).fill('i32'), 'i32');
    assert.throws(() => caller(1, 1, 1, 1, 1, 1), { code: 'ERR_FFI_CLOSED' });
    assert.strictEqual(fast(other, [1, 1, 1, 1, 1, 1])(1, 1, 1, 1, 1, 2), 27);
  });

  it('can throw into the `try` around it', () => {
    const id = load('echo_i32', ['i32'], 'i32');
    fast(id, [1]);
    const caller = compile({ id }, 'x', 'try { return id(x); } catch { return "caught"; }');
    optimize(caller, [[1]]);
    assert.strictEqual(caller('x'), 'caught');
    assert.strictEqual(caller(undefined), 'caught');
  });

  it('makes a system call', () => {
    const [closeNumber, pid] = lo.core.arch === 'x64' ? [3, 39] : [57, 172];
    const close = fast(syscallFunction({ nr: closeNumber, parameters: ['i32'] }), [-1]);
    assert.strictEqual(close(-2), -9);
    const getpid = syscallFunction({ nr: pid, parameters: [] });
    assert.strictEqual(fast(getpid, [])(), getpid());
  });

  it('reads what ptr() is the address of', () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const caller = fast(load('sum', ['pointer', 'u32'], 'u32'), [ptr(bytes), 3]);
    assert.strictEqual(caller(ptr(bytes), 3), 6);
  });
});
