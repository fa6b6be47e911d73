/** TextEncoder and TextDecoder (https://encoding.spec.whatwg.org). */

import { codedError, invalidArgType, validateString } from './errors.js';
import { defineInterface, dictionary, inspectFields, kInspect } from './webidl.js';

const binding = lo.load('encoding');

/** The standard's names for each encoding that lo has. */
const encodings = {
  'utf-8': {
    decode: binding.decodeUtf8,
    labels: 'unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8',
  },
  'utf-16le': {
    decode: binding.decodeUtf16le,
    labels: 'csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le',
  },
  'windows-1252': {
    decode: binding.decodeWindows1252,
    labels:
      'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 ' +
      'iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252',
  },
};

/**
 * @param {string} label
 * @returns {keyof typeof encodings}
 * @throws {RangeError} ERR_ENCODING_NOT_SUPPORTED
 */
function encodingOf(label) {
  const wanted = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase();
  for (const [name, { labels }] of Object.entries(encodings)) {
    if (labels.split(' ').includes(wanted)) return /** @type {keyof typeof encodings} */ (name);
  }
  const message = `The "${label}" encoding is not supported`;
  throw codedError(RangeError, 'ERR_ENCODING_NOT_SUPPORTED', message);
}

/** What encodeInto() of the binding tells: code units read, bytes written. */
const counts = new Uint32Array(2);

/** Short strings are encoded in here first: that is quicker than making a buffer in C++. */
const scratch = new Uint8Array(3 * 128);

export class TextEncoder {
  #encoding = 'utf-8';

  get encoding() {
    return this.#encoding;
  }

  /**
   * @param {string} [input] a lone surrogate becomes U+FFFD
   * @returns {Uint8Array}
   * @throws {RangeError} when there is no memory for the result
   */
  encode(input = '') {
    void this.#encoding;
    const text = `${input}`;
    if (3 * text.length > scratch.length) return binding.encode(text);
    binding.encodeInto(text, scratch, counts);
    return scratch.slice(0, counts[1]);
  }

  /**
   * @param {string} source
   * @param {Uint8Array} destination gets the characters that fit into it as a whole
   * @returns {{ read: number, written: number }} code units of `source`, and bytes
   */
  encodeInto(source, destination) {
    void this.#encoding;
    validateString(source, 'src');
    if (!(destination instanceof Uint8Array)) {
      throw invalidArgType('dest', 'Uint8Array', destination);
    }
    binding.encodeInto(source, destination, counts);
    return { read: counts[0], written: counts[1] };
  }

  /** @type {(depth: number, options: object, inspect: any) => string} */
  [kInspect](depth, options, inspect) {
    return inspectFields(this, { encoding: this.encoding }, depth, options, inspect);
  }
}

defineInterface(TextEncoder);

const noBytes = new Uint8Array(0);

/** @param {unknown} value */
function isBuffer(value) {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer ||
    value instanceof SharedArrayBuffer;
}

export class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  #decode;
  #state = new Uint8Array(binding.STATE_SIZE);

  /**
   * @param {string} [label] a name of UTF-8, UTF-16LE or windows-1252, such as 'latin1'
   * @param {{ fatal?: boolean, ignoreBOM?: boolean }} [options] `fatal` throws at what is
   *     malformed instead of replacing it by U+FFFD; `ignoreBOM` keeps a byte order mark in the
   *     text
   */
  constructor(label = 'utf-8', options = undefined) {
    this.#encoding = encodingOf(`${label}`);
    this.#decode = encodings[this.#encoding].decode;
    const { fatal, ignoreBOM } = dictionary(options);
    this.#fatal = Boolean(fatal);
    this.#ignoreBOM = Boolean(ignoreBOM);
  }

  get encoding() {
    return this.#encoding;
  }

  get fatal() {
    return this.#fatal;
  }

  get ignoreBOM() {
    return this.#ignoreBOM;
  }

  /**
   * @param {ArrayBuffer | SharedArrayBuffer | ArrayBufferView} [input]
   * @param {{ stream?: boolean }} [options] `stream` says that more is to come: a character that
   *     `input` ends in the middle of is kept for the next call
   * @returns {string}
   * @throws {TypeError} ERR_ENCODING_INVALID_ENCODED_DATA for malformed bytes, if they are fatal
   */
  decode(input = noBytes, options = undefined) {
    let flags = 0;
    if (this.#fatal) flags |= binding.FATAL;
    if (this.#ignoreBOM) flags |= binding.IGNORE_BOM;
    if (!isBuffer(input)) {
      throw invalidArgType('input', ['ArrayBuffer', 'SharedArrayBuffer', 'ArrayBufferView'], input);
    }
    if (dictionary(options).stream) flags |= binding.STREAM;
    const text = this.#decode(this.#state, input, flags);
    if (typeof text === 'string') return text;
    if (text === null) {
      const message = 'Cannot create a string longer than 0x1fffffe8 characters';
      throw codedError(Error, 'ERR_STRING_TOO_LONG', message);
    }
    const message = `The encoded data was not valid for encoding ${this.#encoding}`;
    throw codedError(TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA', message);
  }

  /** @type {(depth: number, options: object, inspect: any) => string} */
  [kInspect](depth, options, inspect) {
    const { encoding, fatal, ignoreBOM } = this;
    return inspectFields(this, { encoding, fatal, ignoreBOM }, depth, options, inspect);
  }
}

defineInterface(TextDecoder);
