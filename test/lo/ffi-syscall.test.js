/** System calls by number. */
import { describe, it } from 'node:test';
import assert from 'node:assert';
import { cbuffer, syscall, syscallFunction } from 'lib/ffi.js';

const x64 = lo.core.arch === 'x64';
const [READ, CLOSE, PIPE2, PPID, MMAP, MUNMAP, OPENAT] = x64
  ? [0, 3, 293, 110, 9, 11, 257]
  : [63, 57, 59, 173, 222, 215, 56];
const EBADF = 9;
const AT_FDCWD = -100;

describe('syscall()', () => {
  it('returns what the kernel does', () => {
    const pair = new Int32Array(2);
    assert.strictEqual(syscall(PIPE2, pair, 0), 0);
    assert.strictEqual(syscall(CLOSE, pair[0]), 0);
    assert.strictEqual(syscall(CLOSE, pair[1]), 0);
    assert.strictEqual(syscall(CLOSE, -1), -EBADF);
    assert.strictEqual(syscall(OPENAT, AT_FDCWD, cbuffer('/nowhere'), 0), -2);
  });

  it('takes up to six integers, BigInts and buffers', () => {
    const address = syscall(MMAP, null, 4096n, 1, 0x22, -1, 0);
    assert.ok(address > 0);
    assert.strictEqual(syscall(MUNMAP, address, 4096), 0);
    assert.throws(() => syscall(PPID, 1, 2, 3, 4, 5, 6, 7), { code: 'ERR_FFI_SIGNATURE' });
    assert.throws(() => syscall(CLOSE, 0.5), /Argument 2 of syscall/);
    assert.throws(() => syscall(CLOSE, 'x'), /Argument 2 of syscall/);
    assert.throws(() => syscall(-1), { code: 'ERR_OUT_OF_RANGE' });
    const gone = new ArrayBuffer(8);
    structuredClone(gone, { transfer: [gone] });
    assert.throws(() => syscall(PIPE2, gone, 0), { code: 'ERR_FFI_DETACHED' });
  });
});

describe('syscallFunction()', () => {
  it('makes a function of a system call', () => {
    const close = syscallFunction({ nr: CLOSE, parameters: ['i32'] });
    assert.strictEqual(close(-1), -EBADF);
    assert.strictEqual(syscallFunction({ nr: PPID, parameters: [] })(), syscall(PPID));
    assert.throws(() => close('x'), /Argument 1 of syscall \d+\(\)/);
  });

  it('passes six arguments, and returns addresses', () => {
    const mmap = syscallFunction({
      nr: MMAP, parameters: ['pointer', 'usize', 'i32', 'i32', 'i32', 'i64'], result: 'isize',
    });
    const munmap = syscallFunction({ nr: MUNMAP, parameters: ['pointer', 'usize'] });
    const address = mmap(null, 4096, 1, 0x22, -1, 0);
    assert.ok(address > 2 ** 20);
    assert.strictEqual(munmap(address, 4096), 0);
    assert.strictEqual(mmap(null, 4096, 1, 0x22, -1, 1), -22);
  });

  it('reads into a buffer', () => {
    const read = syscallFunction({ nr: READ, parameters: ['i32', 'buffer', 'usize'] });
    const fd = lo.core.open('/proc/self/comm');
    const bytes = new Uint8Array(16);
    assert.strictEqual(read(fd, bytes, 2), 2);
    assert.strictEqual(String.fromCharCode(...bytes.subarray(0, 2)), 'lo');
    lo.core.close(fd);
  });

  it('takes what a system call does', () => {
    for (const parameters of [Array(7).fill('i32'), ['f64'], ['i32', '...', 'i32']]) {
      assert.throws(() => syscallFunction({ nr: CLOSE, parameters }),
        { code: 'ERR_FFI_SIGNATURE' });
    }
    assert.throws(() => syscallFunction({ nr: 'close', parameters: [] }),
      { code: 'ERR_INVALID_ARG_TYPE' });
  });
});
