// The global console's side of lo: descriptors, warnings, times.
import { describe, test } from 'node:test';
import assert from 'node:assert';
import { Console, durationText } from 'lib/console.js';
import { withPipe } from './support.js';

const { environmentVariable, writeString } = lo.load('console');
const EBADF = 9;
const ENOSPC = 28;

/** The bytes that `use(fd)` writes. */
function bytesOf(use) {
  return withPipe((reader, writer) => {
    use(writer);
    const bytes = new Uint8Array(65536);
    const count = lo.core.read(reader, bytes, bytes.length);
    return [...bytes.subarray(0, count)];
  });
}

describe('writeString()', () => {
  test('writes UTF-8, and U+FFFD for lone surrogates', () => {
    const written = bytesOf((fd) => {
      assert.strictEqual(writeString(fd, 'a\u00e9\ud800\u{1f600}'), 10);
    });
    assert.deepStrictEqual(written, [0x61, 0xc3, 0xa9, 0xef, 0xbf, 0xbd, 0xf0, 0x9f, 0x98, 0x80]);
  });

  test('writes a text of any length whole', () => {
    for (const length of [4095, 4096, 4097, 20000]) {
      const written = bytesOf((fd) => {
        assert.strictEqual(writeString(fd, '\u20ac'.repeat(length)), 3 * length);
      });
      assert.strictEqual(written.length, 3 * length);
    }
  });

  test('returns -errno', () => {
    assert.strictEqual(writeString(-1, 'a'), -EBADF);
    const full = lo.core.open('/dev/full', lo.core.O_WRONLY);
    assert.strictEqual(writeString(full, 'a'), -ENOSPC);
    assert.strictEqual(writeString(full, ''), 0);
    lo.core.close(full);
  });

  test('takes a descriptor and a string', () => {
    for (const args of [[], [1], ['1', 'a'], [1, 2], [null, 'a'], [1, Symbol()], [1, {}]]) {
      assert.throws(() => writeString(...args), TypeError);
    }
  });
});

test('environmentVariable() reads the environment', () => {
  assert.ok(environmentVariable('PATH').includes('/'));
  assert.strictEqual(environmentVariable('no such variable'), undefined);
  assert.throws(() => environmentVariable(1), TypeError);
});

/** The messages of the warnings that `use(console)` causes. */
function warningsOf(use) {
  const before = lo.onWarning;
  const messages = [];
  lo.onWarning = (warning) => messages.push(warning.message);
  try {
    use(new Console({ write() {} }));
  } finally {
    lo.onWarning = before;
  }
  return messages;
}

describe('warnings', () => {
  test('of a count that does not exist', () => {
    assert.deepStrictEqual(warningsOf((console) => console.countReset('a')),
      ["Count for 'a' does not exist"]);
  });

  test('of timers that exist already, or do not', () => {
    assert.deepStrictEqual(warningsOf((console) => {
      console.time('a');
      console.time('a');
      console.timeLog('b');
      console.timeEnd('b');
    }), [
      "Label 'a' already exists for console.time()",
      "No such label 'b' for console.timeLog()",
      "No such label 'b' for console.timeEnd()",
    ]);
  });
});

test('times have the unit that suits them', () => {
  const times = [
    [0, '0ms'], [0.12345, '0.123ms'], [999.9, '999.9ms'], [1000, '1.000s'], [59999, '59.999s'],
    [60000, '1:00.000 (m:ss.mmm)'], [754321, '12:34.321 (m:ss.mmm)'],
    [3600000, '1:00:00.000 (h:mm:ss.mmm)'], [45296789, '12:34:56.789 (h:mm:ss.mmm)'],
  ];
  for (const [ms, text] of times) assert.strictEqual(durationText(ms), text);
});

test('a console ignores that nobody reads it', () => {
  const console = new Console({ write() { throw new Error('no'); } });
  console.log('a');
  console.error('b');
});

const isForced = environmentVariable('FORCE_COLOR') !== undefined;

test('a stream that is a terminal gets colours', { skip: isForced }, () => {
  let text = '';
  const write = (more) => { text += more; };
  new Console({ stdout: { write, isTTY: true } }).log(1, 'a');
  new Console({ stdout: { write, isTTY: false } }).log(1, 'a');
  const expected = environmentVariable('NO_COLOR') || environmentVariable('TERM') === 'dumb' ?
    '1 a\n' : '\x1b[33m1\x1b[39m a\n';
  assert.strictEqual(text, `${expected}1 a\n`);
});

test('clear() clears a terminal, and nothing else', () => {
  let text = '';
  const write = (more) => { text += more; };
  new Console({ stdout: { write, isTTY: false } }).clear();
  assert.strictEqual(text, '');
  new Console({ stdout: { write, isTTY: true } }).clear();
  assert.strictEqual(text, environmentVariable('TERM') === 'dumb' ? '' : '\x1b[1;1H\x1b[0J');
});
