// Where lo keeps to the standard and node 20 does not.
import { describe, test } from 'node:test';
import assert from 'node:assert';

describe('windows-1252', () => {
  test('has printable characters from 0x80 to 0x9F', () => {
    const special = Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i);
    assert.strictEqual(
      new TextDecoder('latin1').decode(special),
      '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ',
    );
  });
});

describe('TextDecoder.decode()', () => {
  test('throws for a text that is longer than a string can be', () => {
    const sizes = { 'utf-8': 2 ** 29, 'latin1': 2 ** 29, 'utf-16le': 2 ** 30 };
    for (const [label, size] of Object.entries(sizes)) {
      const decoder = new TextDecoder(label);
      for (const buffer of [new ArrayBuffer(size), new SharedArrayBuffer(size)]) {
        assert.throws(() => decoder.decode(buffer), { code: 'ERR_STRING_TOO_LONG' });
      }
    }
  });

  test('starts afresh after a stream in which something malformed was fatal', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    decoder.decode(new Uint8Array([0xe2]), { stream: true });
    assert.throws(() => decoder.decode(new Uint8Array([0xff, 0xe2]), { stream: true }), TypeError);
    assert.strictEqual(decoder.decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x41])), 'A');
  });

  test('takes no primitive for options', () => {
    assert.throws(() => new TextDecoder().decode(new Uint8Array(1), 1), {
      code: 'ERR_INVALID_ARG_TYPE',
    });
  });

  const skip = !ArrayBuffer.prototype.resize;
  test('reads no further than a resizable buffer that shrank', { skip }, () => {
    const buffer = new ArrayBuffer(100, { maxByteLength: 200 });
    const all = new Uint8Array(buffer).fill(0x61);
    const part = new Uint8Array(buffer, 10, 50);
    const beyond = new DataView(buffer, 20, 5);
    buffer.resize(20);
    assert.strictEqual(new TextDecoder().decode(all), 'a'.repeat(20));
    assert.strictEqual(new TextDecoder().decode(part), '');
    assert.strictEqual(new TextDecoder().decode(beyond), '');
  });
});

describe('the binding', () => {
  const binding = lo.load('encoding');

  test('throws for what the library never passes', () => {
    const state = new Uint8Array(binding.STATE_SIZE);
    const full = new Uint8Array(binding.STATE_SIZE).fill(255);
    for (const name of ['decodeUtf8', 'decodeUtf16le', 'decodeWindows1252']) {
      const decode = binding[name];
      assert.throws(() => decode(), TypeError);
      assert.throws(() => decode(state, 'x', 0), TypeError);
      assert.throws(() => decode(state, new Uint8Array(1), 'x'), TypeError);
      assert.throws(() => decode(new Uint8Array(1), new Uint8Array(1), 0), TypeError);
      assert.throws(() => decode(full, new Uint8Array(1), 0), TypeError);
    }
    assert.throws(() => binding.encode(5), TypeError);
    for (const counts of [null, new Uint32Array(0), new Uint32Array(1), new Uint32Array(3)]) {
      assert.throws(() => binding.encodeInto('x', new Uint8Array(1), counts), TypeError);
    }
  });

  test('decodes its own state', () => {
    const state = new Uint8Array(binding.STATE_SIZE);
    assert.strictEqual(binding.decodeUtf8(state, state, binding.STREAM), '\0'.repeat(state.length));
  });
});
