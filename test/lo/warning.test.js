// lib/warning.js
import assert from 'node:assert';
import { afterEach, describe, it } from 'node:test';
import { emitWarning } from 'lib/warning.js';

const descriptors = lo.load('descriptors');
const pid = lo.load('process').getpid();

/** What `fn` writes on stderr. */
function stderrOf(fn) {
  const [reader, writer] = descriptors.pipe();
  const stderr = descriptors.dup(2);
  descriptors.dup2(writer, 2);
  try {
    fn();
  } finally {
    descriptors.dup2(stderr, 2);
  }
  for (const fd of [stderr, writer]) lo.core.close(fd);
  const bytes = new Uint8Array(4096);
  const length = lo.core.read(reader, bytes, bytes.length);
  lo.core.close(reader);
  return new TextDecoder().decode(bytes.subarray(0, length));
}

describe('a warning', () => {
  it('is printed with its type, on stderr', () => {
    assert.strictEqual(stderrOf(() => emitWarning('mind')), `(lo:${pid}) Warning: mind\n`);
    assert.strictEqual(stderrOf(() => emitWarning('mind', { type: 'GapWarning' })),
      `(lo:${pid}) GapWarning: mind\n`);
  });

  it('is printed with its code and detail', () => {
    const options = { type: 'GapWarning', code: 'GAP01', detail: 'between train\nand platform' };
    assert.strictEqual(stderrOf(() => emitWarning('m\u00efnd', options)),
      `(lo:${pid}) [GAP01] GapWarning: m\u00efnd\nbetween train\nand platform\n`);
  });

  it('may be an error', () => {
    const error = Object.assign(new Error('mind'), { name: 'GapWarning', code: 'GAP02' });
    assert.strictEqual(stderrOf(() => emitWarning(error)),
      `(lo:${pid}) [GAP02] GapWarning: mind\n`);
  });
});

describe('lo.onWarning', () => {
  afterEach(() => {
    lo.onWarning = null;
  });

  it('gets warnings as errors, at once, instead of stderr', () => {
    const warnings = [];
    lo.onWarning = (warning) => warnings.push(warning);
    const error = new Error('an error');
    assert.strictEqual(stderrOf(() => {
      emitWarning('mind', { type: 'GapWarning', code: 'GAP01', detail: 'between' });
      assert.strictEqual(warnings.length, 1);
      emitWarning(error);
    }), '');
    const [first, second] = warnings;
    assert.ok(first instanceof Error);
    assert.strictEqual(String(first), 'GapWarning: mind');
    assert.strictEqual(first.code, 'GAP01');
    assert.strictEqual(first.detail, 'between');
    assert.strictEqual(second, error);
  });

  it('may throw, where the warning came from', () => {
    lo.onWarning = (warning) => {
      throw warning;
    };
    assert.throws(() => emitWarning('mind'), /^Warning: mind$/);
  });
});
