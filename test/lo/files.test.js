// lo.core, and the raw calls below it: results are the kernel's, wrong types are TypeErrors.
import { describe, it } from 'node:test';
import assert from 'node:assert';

const { core } = lo;
const { open, read, write, close, readFile, writeFile, isatty } = core;
const EBADF = 9;
const EFAULT = 14;
const EINVAL = 22;
const ENOENT = 2;

const path = `/tmp/lo-files-${lo.load('process').getpid()}`;
const content = Uint8Array.from({ length: 100 }, (_, i) => i);

/** Runs `test(fd)` with a file that holds `content`, open for reading and writing. */
function withFile(test) {
  writeFile(path, content);
  const fd = open(path, core.O_RDWR);
  try {
    test(fd);
  } finally {
    close(fd);
  }
}

describe('read() and write()', () => {
  it('move as many bytes as they are told to', () => {
    withFile((fd) => {
      const buffer = new Uint8Array(20);
      assert.strictEqual(read(fd, buffer, 10), 10);
      assert.deepStrictEqual(buffer.slice(0, 10), content.slice(0, 10));
      assert.deepStrictEqual(buffer.slice(10), new Uint8Array(10));
      assert.strictEqual(write(fd, buffer.subarray(5), 3), 3);
      assert.deepStrictEqual([...readFile(path).slice(10, 14)], [5, 6, 7, 13]);
    });
  });

  it('take any view, and an ArrayBuffer', () => {
    withFile((fd) => {
      const buffer = new ArrayBuffer(20);
      assert.strictEqual(read(fd, new DataView(buffer, 10), 2), 2);
      assert.strictEqual(read(fd, new Float64Array(buffer, 0, 1), 1), 1);
      assert.strictEqual(read(fd, buffer, 0), 0);
      assert.deepStrictEqual([...new Uint8Array(buffer, 10, 3)], [0, 1, 0]);
      assert.strictEqual(new Uint8Array(buffer)[0], 2);
    });
  });

  it('answer -EFAULT to a length beyond the buffer, and touch nothing', () => {
    withFile((fd) => {
      const detached = new Uint8Array(10);
      structuredClone(detached.buffer, { transfer: [detached.buffer] });
      const part = new Uint8Array(20).subarray(10);
      for (const buffer of [new Uint8Array(10), part, detached, null, {}]) {
        for (const call of [read, write]) {
          assert.strictEqual(call(fd, buffer, 11), -EFAULT);
          assert.strictEqual(call(fd, buffer, -1), -EFAULT);
        }
      }
      assert.deepStrictEqual(readFile(path), content);
    });
  });

  it('answer -EBADF for what is not open', () => {
    const buffer = new Uint8Array(1);
    assert.strictEqual(read(-1, buffer, 1), -EBADF);
    assert.strictEqual(write(-1, buffer, 1), -EBADF);
    assert.strictEqual(close(-1), -EBADF);
    assert.strictEqual(isatty(-1), false);
  });

  it('refuse a descriptor or a length that is no Number', () => {
    const buffer = new Uint8Array(1);
    for (const call of [read, write]) {
      assert.throws(() => call('0', buffer, 1), { name: 'TypeError', message: /"fd" argument/ });
      assert.throws(() => call(-1, buffer), { name: 'TypeError', message: /"length" argument/ });
    }
    assert.throws(() => close(undefined), { name: 'TypeError', message: /"fd" argument of close/ });
  });
});

describe('open()', () => {
  it('opens for reading unless told otherwise', () => {
    writeFile(path, content);
    const fd = open(path);
    assert.strictEqual(read(fd, new Uint8Array(1), 1), 1);
    assert.strictEqual(write(fd, new Uint8Array(1), 1), -EBADF);
    close(fd);
  });

  it('answers -errno', () => {
    assert.strictEqual(open('/nowhere/x'), -ENOENT);
    assert.strictEqual(open('/tmp\0/x'), -EINVAL);
  });

  it('refuses other arguments, and calls nothing of theirs', () => {
    const converts = { valueOf() { throw new Error('called'); } };
    for (const args of [[], [1], [{}], [path, '0'], [path, null], [path, 0, converts]]) {
      assert.throws(() => open(...args), {
        name: 'TypeError',
        message: /^The "(path|flags|mode)" argument of open\(\) must be of type (string|number)\. /,
      });
    }
  });
});

describe('writeFile() and readFile()', () => {
  it('write and read a file whole', () => {
    writeFile(path, content);
    writeFile(path, content.subarray(10, 20));
    assert.deepStrictEqual(readFile(path), content.slice(10, 20));
    writeFile(path, new Uint8Array(0));
    assert.deepStrictEqual(readFile(path), new Uint8Array(0));
  });

  it('refuse what is no buffer, and leave the file as it is', () => {
    writeFile(path, content);
    for (const value of [undefined, null, 'text', 1, [1, 2], {}]) {
      assert.throws(() => writeFile(path, value), {
        name: 'TypeError', message: /"buffer" argument/,
      });
    }
    assert.deepStrictEqual(readFile(path), content);
  });

  it('throw an error that names the file', () => {
    const missing = { code: 'ENOENT', syscall: 'open', path: '/nowhere/x' };
    assert.throws(() => readFile('/nowhere/x'), missing);
    assert.throws(() => writeFile('/nowhere/x', content), missing);
  });

  it('read a file whose size is not known', () => {
    assert.match(new TextDecoder().decode(readFile('/proc/self/status')), /^Threads:\s+\d+$/m);
  });
});
