// Buffers: the fast and the slow path see the same memory, and never a byte beyond it.
import { describe, it } from 'node:test';
import assert from 'node:assert';
import { makers } from './buffers.js';
import { fastCaller, slowCallsIn, slowOutcome } from './optimize.js';
import { all } from './values.js';

const echo = lo.load('echo');
const EFAULT = 14;

const good = new Uint8Array(8);

/** Callers from optimised code, which call with anything fast. @type {Record<string, Function>} */
const fast = {
  size: fastCaller(echo.size, [good]),
  first: fastCaller(echo.first, [good]),
  checksum: fastCaller(echo.checksum, [good]),
  checksumOf: fastCaller(echo.checksumOf, [good, 8]),
  fill: fastCaller(echo.fill, [good, 1]),
};

/** @type {Record<string, Function>} */
const slow = Object.fromEntries(Object.keys(fast).map((name) =>
  [name, (/** @type {any[]} */ ...args) => slowOutcome(echo[name], args)]));

/** As echo.cc does it. @param {Uint8Array} bytes */
function checksum(bytes) {
  return bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) >>> 0, 0);
}

const nothing = new Uint8Array(0);

/** Why there can be no array of 4 GiB, which nobody will touch. */
const whyNoHugeArray = (() => {
  try {
    return new Uint8Array(2 ** 32 + 5).length === 0;
  } catch (error) {
    return String(error);
  }
})();

for (const [path, calls] of Object.entries({ fast, slow })) {
  describe(`the ${path} path`, () => {
    for (const [name, make] of Object.entries(makers)) {
      it(`reads ${name}`, () => {
        const { value, bytes } = make();
        const expected = bytes ?? nothing;
        assert.strictEqual(calls.size(value), expected.length);
        assert.strictEqual(calls.first(value), expected.length === 0 ? -1 : expected[0]);
        assert.strictEqual(calls.checksum(value), checksum(expected));
      });

      it(`answers -EFAULT to a length beyond ${name}`, () => {
        const { value, bytes } = make();
        const expected = bytes ?? nothing;
        assert.strictEqual(calls.checksumOf(value, expected.length), checksum(expected));
        for (const beyond of [1, 2, 1000]) {
          assert.strictEqual(calls.checksumOf(value, expected.length + beyond), -EFAULT);
        }
        assert.strictEqual(calls.checksumOf(value, -1), -EFAULT);
        assert.strictEqual(calls.checksumOf(value, 2 ** 32), 0);
      });

      it(`writes to ${name}`, () => {
        const { value } = make();
        calls.fill(value, 0xa5);
        const size = calls.size(value);
        assert.strictEqual(calls.checksum(value), checksum(new Uint8Array(size).fill(0xa5)));
      });
    }

    it('takes what is no buffer for empty', () => {
      for (const [what, value] of all) {
        assert.strictEqual(calls.size(value), 0, what);
        assert.strictEqual(calls.checksum(value), 0, what);
        assert.strictEqual(calls.checksumOf(value, 1), -EFAULT, what);
      }
    });

    it('writes to the bytes of a view and to no others', () => {
      const whole = new Uint8Array(100);
      calls.fill(whole.subarray(10, 20), 1);
      calls.fill(new DataView(whole.buffer, 30, 10), 2);
      calls.fill(new Uint32Array(whole.buffer, 60, 2), 3);
      assert.deepStrictEqual([...whole], Array.from({ length: 100 }, (_, i) => {
        if (i >= 10 && i < 20) return 1;
        if (i >= 30 && i < 40) return 2;
        return i >= 60 && i < 68 ? 3 : 0;
      }));
    });

    it('writes to a small array in V8\'s heap', () => {
      const value = new Uint8Array(5);
      calls.fill(value, 9);
      assert.deepStrictEqual([...value], [9, 9, 9, 9, 9]);
    });

    it('knows sizes beyond 32 bits', { skip: whyNoHugeArray }, () => {
      const value = new Uint8Array(2 ** 32 + 5);
      assert.strictEqual(calls.size(value), 2 ** 32 + 5);
      assert.strictEqual(calls.checksumOf(value, 16), 0);
      assert.strictEqual(calls.size(new Uint8Array(value.buffer, 2 ** 32, 5)), 5);
    });
  });
}

describe('the fast path', () => {
  it('takes every buffer', () => {
    for (const [name, make] of Object.entries(makers)) {
      const { value } = make();
      assert.strictEqual(slowCallsIn(echo.checksum, () => fast.checksum(value)), 0, name);
    }
  });

  it('reads arrays that the garbage collector moves', () => {
    /** @type {Uint8Array[]} */
    const kept = [];
    for (let i = 0; i < 20000; i++) {
      const array = new Uint8Array(i % 80).fill(i);
      assert.strictEqual(fast.checksum(array), checksum(array));
      if (i % 50 === 0) kept.push(array);
      if (i % 5000 === 0) gc();
    }
    kept.forEach((array, i) => {
      const before = new Uint8Array((i * 50) % 80).fill(i * 50);
      assert.strictEqual(fast.checksum(array), checksum(before));
    });
  });

  it('leaves small arrays in V8\'s heap, where it may not allocate', () => {
    for (const length of [0, 1, 8, 64]) {
      const array = new Uint8Array(length);
      for (const call of Object.values(fast)) call(array, 0);
      assert.strictEqual(echo.hasBuffer(array), false, `length ${length}`);
    }
  });
});
