import { describe, test } from 'node:test';
import assert from 'node:assert';

const bytes = (...values) => new Uint8Array(values);
const decode = (values, label = 'utf-8', options = undefined) =>
  new TextDecoder(label, options).decode(Uint8Array.from(values));

/** Decodes piece by piece, and returns what each call gave. */
function decodePieces(pieces, label = 'utf-8', options = undefined) {
  const decoder = new TextDecoder(label, options);
  const texts = pieces.map((piece) => decoder.decode(Uint8Array.from(piece), { stream: true }));
  return [...texts, decoder.decode()];
}

function detached(buffer) {
  structuredClone(null, { transfer: [buffer] });
  return buffer;
}

/** A text, and its UTF-8. */
const samples = [
  ['', []],
  ['a', [0x61]],
  ['\0', [0]],
  ['\x7f', [0x7f]],
  ['\x80', [0xc2, 0x80]],
  ['ÿ', [0xc3, 0xbf]],
  ['\u07ff', [0xdf, 0xbf]],
  ['\u0800', [0xe0, 0xa0, 0x80]],
  ['€', [0xe2, 0x82, 0xac]],
  ['\ud7ff', [0xed, 0x9f, 0xbf]],
  ['\ue000', [0xee, 0x80, 0x80]],
  ['\ufffd', [0xef, 0xbf, 0xbd]],
  ['\uffff', [0xef, 0xbf, 0xbf]],
  ['\u{10000}', [0xf0, 0x90, 0x80, 0x80]],
  ['😀', [0xf0, 0x9f, 0x98, 0x80]],
  ['\u{10ffff}', [0xf4, 0x8f, 0xbf, 0xbf]],
  ['a\0b', [0x61, 0, 0x62]],
];

describe('TextEncoder', () => {
  test('encodes as UTF-8', () => {
    for (const [text, utf8] of samples) {
      assert.deepStrictEqual([...new TextEncoder().encode(text)], utf8, JSON.stringify(text));
    }
  });

  test('encodes long strings like short ones', () => {
    for (const unit of ['a', 'ÿ', '€', '😀']) {
      const single = [...new TextEncoder().encode(unit)];
      for (const count of [1, 31, 64, 127, 128, 129, 1000, 65_537]) {
        const encoded = new TextEncoder().encode(unit.repeat(count));
        assert.strictEqual(encoded.length, single.length * count);
        assert.deepStrictEqual([...encoded.slice(-single.length)], single);
      }
    }
  });

  test('encodes strings that V8 keeps as pieces', () => {
    const half = 'x'.repeat(5000);
    const sliced = `${half}€${half}`.slice(4999, 5002);
    assert.deepStrictEqual([...new TextEncoder().encode(sliced)], [0x78, 0xe2, 0x82, 0xac, 0x78]);
    assert.strictEqual(new TextEncoder().encode(half + sliced + half).length, 10_005);
  });

  test('replaces lone surrogates by U+FFFD', () => {
    const replacement = [0xef, 0xbf, 0xbd];
    for (const lone of ['\ud800', '\udbff', '\udc00', '\udfff']) {
      assert.deepStrictEqual([...new TextEncoder().encode(lone)], replacement);
      const between = [...new TextEncoder().encode(`a${lone}b`)];
      assert.deepStrictEqual(between, [0x61, ...replacement, 0x62]);
    }
    assert.deepStrictEqual(
      [...new TextEncoder().encode('\udc00\ud800')],
      [...replacement, ...replacement],
    );
  });

  test('gives an array with a buffer of its own', () => {
    const encoder = new TextEncoder();
    const first = encoder.encode('one');
    const second = encoder.encode('two');
    assert.ok(first instanceof Uint8Array);
    assert.notStrictEqual(first.buffer, second.buffer);
    assert.deepStrictEqual([...first], [0x6f, 0x6e, 0x65]);
    assert.strictEqual(first.byteOffset, 0);
    assert.strictEqual(first.buffer.byteLength, 3);
  });

  test('makes a string of its argument', () => {
    const text = (value) => String.fromCharCode(...new TextEncoder().encode(value));
    assert.strictEqual(text(undefined), '');
    assert.strictEqual(text(null), 'null');
    assert.strictEqual(text(12.5), '12.5');
    assert.strictEqual(text({ toString: () => 'mine' }), 'mine');
    assert.throws(() => new TextEncoder().encode(Symbol('x')), TypeError);
  });

  test('has the encoding utf-8', () => {
    assert.strictEqual(new TextEncoder().encoding, 'utf-8');
    assert.strictEqual(String(new TextEncoder()), '[object TextEncoder]');
  });

  test('keeps its members from other objects', () => {
    const { encode, encodeInto } = TextEncoder.prototype;
    for (const other of [{}, null, Object.create(TextEncoder.prototype)]) {
      assert.throws(() => encode.call(other, ''), TypeError);
      assert.throws(() => encodeInto.call(other, '', bytes()), TypeError);
    }
  });

  test('has members that are enumerable', () => {
    const names = Object.keys(TextEncoder.prototype).sort();
    assert.deepStrictEqual(names, ['encode', 'encodeInto', 'encoding']);
  });
});

describe('TextEncoder.encodeInto()', () => {
  const into = (text, size) => {
    const destination = new Uint8Array(size);
    const { read, written } = new TextEncoder().encodeInto(text, destination);
    return [read, written, ...destination];
  };

  test('tells code units read and bytes written', () => {
    assert.deepStrictEqual(into('a€', 5), [2, 4, 0x61, 0xe2, 0x82, 0xac, 0]);
    assert.deepStrictEqual(into('😀', 4), [2, 4, 0xf0, 0x9f, 0x98, 0x80]);
    assert.deepStrictEqual(into('', 1), [0, 0, 0]);
  });

  test('writes no part of a character', () => {
    assert.deepStrictEqual(into('a€', 3), [1, 1, 0x61, 0, 0]);
    assert.deepStrictEqual(into('ÿ', 1), [0, 0, 0]);
    for (const size of [0, 1, 2, 3]) {
      assert.deepStrictEqual(into('😀', size), [0, 0, ...new Uint8Array(size)], `${size}`);
    }
    assert.deepStrictEqual(into('a😀', 4), [1, 1, 0x61, 0, 0, 0]);
  });

  test('replaces lone surrogates', () => {
    assert.deepStrictEqual(into('\ud800', 3), [1, 3, 0xef, 0xbf, 0xbd]);
    assert.deepStrictEqual(into('\ud800a', 4), [2, 4, 0xef, 0xbf, 0xbd, 0x61]);
    assert.deepStrictEqual(into('\ud800', 2), [0, 0, 0, 0]);
  });

  test('writes into a part of a buffer', () => {
    const all = new Uint8Array(6).fill(9);
    new TextEncoder().encodeInto('abcdef', all.subarray(2, 4));
    assert.deepStrictEqual([...all], [9, 9, 0x61, 0x62, 9, 9]);
  });

  test('fills small and large arrays', () => {
    for (const size of [63, 64, 65, 1000, 100_000]) {
      const destination = new Uint8Array(size);
      const { read, written } = new TextEncoder().encodeInto('x'.repeat(size + 1), destination);
      assert.deepStrictEqual([read, written], [size, size]);
      assert.ok(destination.every((byte) => byte === 0x78));
    }
  });

  test('writes into a SharedArrayBuffer', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(2));
    const { read, written } = new TextEncoder().encodeInto('ab', shared);
    assert.deepStrictEqual([read, written], [2, 2]);
    assert.deepStrictEqual([...shared], [0x61, 0x62]);
  });

  test('writes nothing into a detached buffer', () => {
    const destination = bytes(1, 2, 3);
    detached(destination.buffer);
    const { read, written } = new TextEncoder().encodeInto('abc', destination);
    assert.deepStrictEqual([read, written], [0, 0]);
  });

  test('takes nothing but a string and a Uint8Array', () => {
    const encoder = new TextEncoder();
    for (const source of [undefined, null, 5, {}, Symbol('x')]) {
      assert.throws(() => encoder.encodeInto(source, bytes()), { code: 'ERR_INVALID_ARG_TYPE' });
    }
    const others = [undefined, null, [], new ArrayBuffer(1), new Uint16Array(1), new Int8Array(1),
      new Uint8ClampedArray(1), new DataView(new ArrayBuffer(1))];
    for (const destination of others) {
      assert.throws(() => encoder.encodeInto('a', destination), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });

  test('does not trust a prototype', () => {
    const fake = Object.create(Uint8Array.prototype);
    assert.throws(() => new TextEncoder().encodeInto('a', fake), TypeError);
  });
});

describe('TextDecoder', () => {
  test('is for utf-8 unless told otherwise', () => {
    const { encoding, fatal, ignoreBOM } = new TextDecoder();
    assert.deepStrictEqual([encoding, fatal, ignoreBOM], ['utf-8', false, false]);
    assert.strictEqual(new TextDecoder(undefined).encoding, 'utf-8');
  });

  test('knows the labels of the standard', () => {
    const labels = {
      'utf-8': 'unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8',
      'utf-16le': 'csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le',
      'windows-1252': 'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 ' +
        'iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii ' +
        'windows-1252 x-cp1252',
    };
    for (const [encoding, names] of Object.entries(labels)) {
      for (const name of names.split(' ')) {
        assert.strictEqual(new TextDecoder(name).encoding, encoding, name);
      }
    }
  });

  test('ignores case, and ASCII whitespace around a label', () => {
    for (const label of ['UTF-8', ' utf8', '\tutf-8\n', '\r\f Utf-8 ']) {
      assert.strictEqual(new TextDecoder(label).encoding, 'utf-8');
    }
  });

  test('knows no other labels', () => {
    const labels = ['', 'utf', 'utf-7', 'utf-8\0', '\u00a0utf-8', '\vutf-8', 'utf 8', '__proto__',
      'constructor', null, 8, 'utf-8 utf8', 'ＵＴＦ-8', 'latin1 l1'];
    for (const label of labels) {
      assert.throws(() => new TextDecoder(label), {
        name: 'RangeError',
        code: 'ERR_ENCODING_NOT_SUPPORTED',
        message: `The "${label}" encoding is not supported`,
      });
    }
    assert.throws(() => new TextDecoder(Symbol('x')), TypeError);
  });

  test('takes its options by their truth', () => {
    const { fatal, ignoreBOM } = new TextDecoder('utf-8', { fatal: 1, ignoreBOM: 'x' });
    assert.deepStrictEqual([fatal, ignoreBOM], [true, true]);
    assert.strictEqual(new TextDecoder('utf-8', null).fatal, false);
  });

  test('takes no primitive for options', () => {
    for (const options of [1, 'x', true]) {
      assert.throws(() => new TextDecoder('utf-8', options), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });

  test('passes on what a getter of its options throws', () => {
    const options = { get fatal() { throw new RangeError('mine'); } };
    assert.throws(() => new TextDecoder('utf-8', options), { message: 'mine' });
  });

  test('keeps its members from other objects', () => {
    for (const other of [{}, null, Object.create(TextDecoder.prototype)]) {
      assert.throws(() => TextDecoder.prototype.decode.call(other), TypeError);
    }
    assert.throws(() => TextDecoder.prototype.encoding, TypeError);
  });

  test('has members that are enumerable', () => {
    const names = Object.keys(TextDecoder.prototype).sort();
    assert.deepStrictEqual(names, ['decode', 'encoding', 'fatal', 'ignoreBOM']);
    assert.strictEqual(String(new TextDecoder()), '[object TextDecoder]');
  });
});

describe('TextDecoder.decode()', () => {
  test('takes every kind of buffer', () => {
    const { buffer } = bytes(0x61, 0x62, 0x63, 0x64);
    const shared = new SharedArrayBuffer(4);
    new Uint8Array(shared).set(new Uint8Array(buffer));
    const decoder = new TextDecoder();
    for (const input of [buffer, shared]) {
      assert.strictEqual(decoder.decode(input), 'abcd');
      assert.strictEqual(decoder.decode(new Uint8Array(input, 1, 2)), 'bc');
      assert.strictEqual(decoder.decode(new Uint16Array(input, 2)), 'cd');
      assert.strictEqual(decoder.decode(new Float32Array(input)), 'abcd');
      assert.strictEqual(decoder.decode(new DataView(input, 1)), 'bcd');
    }
  });

  test('gives an empty string for nothing', () => {
    assert.strictEqual(new TextDecoder().decode(), '');
    assert.strictEqual(new TextDecoder().decode(undefined), '');
    assert.strictEqual(new TextDecoder().decode(new ArrayBuffer(0)), '');
  });

  test('gives an empty string for a detached buffer', () => {
    for (const label of ['utf-8', 'utf-16le', 'latin1']) {
      const view = bytes(0x61, 0x62);
      const data = new DataView(view.buffer);
      detached(view.buffer);
      const decoder = new TextDecoder(label);
      for (const input of [view, view.buffer, data]) assert.strictEqual(decoder.decode(input), '');
      assert.strictEqual(decoder.decode(view, { stream: true }), '');
    }
  });

  test('gives an empty string for what a getter of the options detached', () => {
    const view = new Uint8Array(1000).fill(0x61);
    const options = {
      get stream() {
        detached(view.buffer);
        return false;
      },
    };
    assert.strictEqual(new TextDecoder().decode(view, options), '');
  });

  test('takes nothing but buffers', () => {
    for (const label of ['utf-8', 'utf-16le', 'latin1']) {
      for (const input of [null, 5, 'x', [], {}, Symbol('x')]) {
        assert.throws(() => new TextDecoder(label).decode(input), { code: 'ERR_INVALID_ARG_TYPE' });
      }
    }
  });

  test('does not trust a prototype', () => {
    for (const { prototype } of [ArrayBuffer, Uint8Array]) {
      const fake = Object.create(prototype);
      assert.throws(() => new TextDecoder().decode(fake), TypeError);
    }
  });

  test('takes an array of any size', () => {
    for (const size of [1, 7, 8, 9, 63, 64, 65, 4096, 1_000_003]) {
      const input = new Uint8Array(size).fill(0x61);
      assert.strictEqual(new TextDecoder().decode(input), 'a'.repeat(size));
      assert.strictEqual(new TextDecoder('utf-8', { fatal: true }).decode(input), 'a'.repeat(size));
      assert.strictEqual(new TextDecoder('latin1').decode(input), 'a'.repeat(size));
    }
  });

  test('throws for a text that is longer than a string can be', () => {
    const input = new Uint8Array(2 ** 29);
    assert.throws(() => new TextDecoder().decode(input), { code: 'ERR_STRING_TOO_LONG' });
  });
});

describe('UTF-8', () => {
  test('is decoded', () => {
    for (const [text, utf8] of samples) {
      assert.strictEqual(decode(utf8), text);
      assert.strictEqual(decode(utf8, 'utf-8', { fatal: true }), text);
    }
  });

  /** Malformed bytes, and what the standard makes of them, with ? for U+FFFD. */
  const malformed = [
    [[0x80], '?'],
    [[0xff], '?'],
    [[0xc0, 0x80], '??'],
    [[0xc1, 0xbf], '??'],
    [[0xc2], '?'],
    [[0xc2, 0x41], '?A'],
    [[0xe0, 0x80, 0x80], '???'],
    [[0xe0, 0x9f, 0xbf], '???'],
    [[0xe2, 0x82], '?'],
    [[0xe2, 0x82, 0x41], '?A'],
    [[0xe2, 0x28, 0xa1], '?(?'],
    [[0xed, 0xa0, 0x80], '???'],
    [[0xed, 0xbf, 0xbf], '???'],
    [[0xf0, 0x80, 0x80, 0x80], '????'],
    [[0xf0, 0x8f, 0xbf, 0xbf], '????'],
    [[0xf0, 0x9f, 0x98], '?'],
    [[0xf0, 0x9f, 0x98, 0x41], '?A'],
    [[0xf0, 0x9f, 0xf0, 0x9f, 0x98, 0x80], '?😀'],
    [[0xf4, 0x90, 0x80, 0x80], '????'],
    [[0xf5, 0x80, 0x80, 0x80], '????'],
    [[0xf8, 0x88, 0x80, 0x80, 0x80], '?????'],
    [[0x41, 0xff, 0x42, 0xfe, 0x43], 'A?B?C'],
    [[0xef, 0xbf, 0xbd, 0xff], '??'],
  ];

  test('has U+FFFD for each malformed part', () => {
    for (const [utf8, text] of malformed) {
      assert.strictEqual(decode(utf8), text.replaceAll('?', '\ufffd'), `${utf8}`);
    }
  });

  test('has U+FFFD wherever the malformed part lies', () => {
    for (const length of [1, 7, 8, 9, 100]) {
      const text = 'a'.repeat(length);
      const plain = new TextEncoder().encode(text);
      const utf8 = [...plain, 0xe2, 0x82, ...plain];
      assert.strictEqual(decode(utf8), `${text}\ufffd${text}`);
    }
  });

  test('that is malformed throws if that is fatal', () => {
    for (const [utf8] of malformed) {
      assert.throws(() => decode(utf8, 'utf-8', { fatal: true }), {
        name: 'TypeError',
        code: 'ERR_ENCODING_INVALID_ENCODED_DATA',
        message: 'The encoded data was not valid for encoding utf-8',
      }, `${utf8}`);
      const after = [...new TextEncoder().encode('abcdefgh'), ...utf8];
      assert.throws(() => decode(after, 'utf-8', { fatal: true }), TypeError, `${utf8}`);
    }
  });

  test('decodes what was encoded, for every code point', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    for (let start = 0; start < 0x110000; start += 0x1000) {
      if (start >= 0xd800 && start < 0xe000) continue;
      const last = start === 0xd000 ? 0x800 : 0x1000;
      const points = Array.from({ length: last }, (_, i) => start + i);
      const text = String.fromCodePoint(...points);
      assert.ok(decoder.decode(new TextEncoder().encode(text)) === text, start.toString(16));
    }
  });

  test('is decoded byte by byte', () => {
    for (const [text, utf8] of samples) {
      assert.strictEqual(decodePieces(utf8.map((byte) => [byte])).join(''), text);
    }
  });

  test('gives a character with the piece that completes it', () => {
    const pieces = [[0x61, 0xf0], [0x9f], [0x98], [0x80, 0x62]];
    assert.deepStrictEqual(decodePieces(pieces), ['a', '', '', '😀b', '']);
  });

  test('decoded piece by piece is replaced as it is in one piece', () => {
    for (const [utf8, text] of malformed) {
      for (let cut = 0; cut <= utf8.length; cut++) {
        const pieces = decodePieces([utf8.slice(0, cut), [], utf8.slice(cut)]);
        assert.strictEqual(pieces.join(''), text.replaceAll('?', '\ufffd'), `${utf8} at ${cut}`);
      }
    }
  });

  test('is replaced as soon as it is known to be malformed', () => {
    const pieces = [[0xe0], [0x80], [0xf4], [0x90], [0xed], [0xa0], [0xe2], [0x41]];
    const texts = decodePieces(pieces).map((text) => text.replaceAll('\ufffd', '?'));
    assert.deepStrictEqual(texts, ['', '??', '', '??', '', '??', '', '?A', '']);
  });

  test('cut short at the end of a stream is replaced, or throws if that is fatal', () => {
    assert.deepStrictEqual(decodePieces([[0xe2, 0x82]]), ['', '\ufffd']);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    assert.strictEqual(decoder.decode(bytes(0xe2, 0x82), { stream: true }), '');
    assert.throws(() => decoder.decode(), { code: 'ERR_ENCODING_INVALID_ENCODED_DATA' });
    assert.strictEqual(decoder.decode(bytes(0x41)), 'A');
  });

  test('forgets a stream at its end', () => {
    const decoder = new TextDecoder();
    assert.strictEqual(decoder.decode(bytes(0xe2), { stream: true }), '');
    assert.strictEqual(decoder.decode(bytes(0x41)), '\ufffdA');
    assert.strictEqual(decoder.decode(bytes(0x82, 0xac)), '\ufffd\ufffd');
  });

  test('has its byte order mark taken off, once', () => {
    const bom = [0xef, 0xbb, 0xbf];
    assert.strictEqual(decode(bom), '');
    assert.strictEqual(decode([...bom, 0x41]), 'A');
    assert.strictEqual(decode([...bom, ...bom]), '\ufeff');
    assert.strictEqual(decode([0x41, ...bom]), 'A\ufeff');
  });

  test('keeps its byte order mark with ignoreBOM', () => {
    assert.strictEqual(decode([0xef, 0xbb, 0xbf, 0x41], 'utf-8', { ignoreBOM: true }), '\ufeffA');
  });

  test('has its byte order mark taken off in pieces, and at the start of each stream', () => {
    const pieces = [[0xef], [0xbb], [0xbf], [0xef, 0xbb, 0xbf], [0x41]];
    assert.deepStrictEqual(decodePieces(pieces), ['', '', '', '\ufeff', 'A', '']);
    const decoder = new TextDecoder();
    for (let i = 0; i < 2; i++) {
      assert.strictEqual(decoder.decode(bytes(0xef, 0xbb, 0xbf, 0x41)), 'A');
    }
  });

  test('has part of a byte order mark replaced', () => {
    assert.strictEqual(decode([0xef, 0xbb]), '\ufffd');
    assert.deepStrictEqual(decodePieces([[0xef], [0xbb], [0x41]]), ['', '', '\ufffdA', '']);
  });
});

describe('UTF-16LE', () => {
  const utf16 = (text) => [...text].flatMap((character) =>
    character.split('').flatMap((unit) => [unit.charCodeAt(0) & 0xff, unit.charCodeAt(0) >> 8]));

  test('is decoded', () => {
    for (const [text] of samples) {
      assert.strictEqual(decode(utf16(text), 'utf-16le'), text);
      assert.strictEqual(decode(utf16(text), 'utf-16le', { fatal: true }), text);
    }
  });

  test('is decoded from an odd address', () => {
    const all = Uint8Array.from([0, ...utf16('a€😀')]);
    assert.strictEqual(new TextDecoder('utf-16le').decode(all.subarray(1)), 'a€😀');
  });

  /** Malformed bytes, and what the standard makes of them, with ? for U+FFFD. */
  const malformed = [
    [[0x41], '?'],
    [[0x41, 0, 0x42], 'A?'],
    [[0x00, 0xd8], '?'],
    [[0x00, 0xdc], '?'],
    [[0x00, 0xd8, 0x41, 0], '?A'],
    [[0x00, 0xdc, 0x00, 0xd8], '??'],
    [[0x00, 0xd8, 0x00, 0xd8, 0x00, 0xdc], '?\u{10000}'],
    [[0x00, 0xd8, 0x41], '?'],
    [[0x00, 0xdc, 0x41], '??'],
  ];

  test('has U+FFFD for each malformed part', () => {
    for (const [input, text] of malformed) {
      assert.strictEqual(decode(input, 'utf-16le'), text.replaceAll('?', '\ufffd'), `${input}`);
    }
  });

  test('that is malformed throws if that is fatal', () => {
    for (const [input] of malformed) {
      assert.throws(() => decode(input, 'utf-16le', { fatal: true }), {
        code: 'ERR_ENCODING_INVALID_ENCODED_DATA',
      }, `${input}`);
    }
  });

  test('is decoded byte by byte', () => {
    for (const [text] of samples) {
      const pieces = utf16(text).map((byte) => [byte]);
      assert.strictEqual(decodePieces(pieces, 'utf-16le').join(''), text);
    }
  });

  test('gives a surrogate pair with the piece that completes it', () => {
    const pieces = [[0x61, 0, 0x3d, 0xd8], [0x00], [0xde]];
    assert.deepStrictEqual(decodePieces(pieces, 'utf-16le'), ['a', '', '😀', '']);
  });

  test('decoded piece by piece is replaced as it is in one piece', () => {
    for (const [input, text] of malformed) {
      for (let cut = 0; cut <= input.length; cut++) {
        const pieces = decodePieces([input.slice(0, cut), input.slice(cut)], 'utf-16le');
        assert.strictEqual(pieces.join(''), text.replaceAll('?', '\ufffd'), `${input} at ${cut}`);
      }
    }
  });

  test('has its byte order mark taken off, once', () => {
    assert.strictEqual(decode([0xff, 0xfe, 0x41, 0], 'utf-16le'), 'A');
    assert.strictEqual(decode([0xff, 0xfe, 0xff, 0xfe], 'utf-16le'), '\ufeff');
    assert.strictEqual(decode([0xff, 0xfe], 'utf-16le', { ignoreBOM: true }), '\ufeff');
    const pieces = [[0xff], [0xfe], [0x41, 0]];
    assert.deepStrictEqual(decodePieces(pieces, 'utf-16le'), ['', '', 'A', '']);
  });
});

describe('windows-1252', () => {
  test('is ASCII and Latin-1 but for 0x80 to 0x9F', () => {
    const plain = Array.from({ length: 256 }, (_, i) => i).filter((i) => i < 0x80 || i > 0x9f);
    assert.strictEqual(decode(plain, 'latin1'), String.fromCharCode(...plain));
  });

  test('has no byte order mark', () => {
    assert.strictEqual(decode([0xef, 0xbb, 0xbf], 'latin1'), 'ï»¿');
  });

  test('has nothing malformed', () => {
    assert.strictEqual(decode([0xff, 0xc0], 'latin1', { fatal: true }), 'ÿÀ');
  });
});
