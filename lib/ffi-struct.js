/** C structs for lib/ffi.js: where their fields are, and how they are read and written. */
import { isBuffer, outOfRange, structs, typeOf, wrongType } from './ffi-types.js';

/** @typedef {import('./ffi-types.js').CType} CType */
/** @typedef {import('./ffi-types.js').Place} Place */

/**
 * @typedef {object} Field
 * @property {CType} type
 * @property {number} offset in bytes
 * @property {number | null} count of an array; null for a single value
 */

/**
 * What struct() makes: a C type whose values are buffers with the struct's bytes.
 * @implements {CType}
 */
export class StructType {
  /**
   * @param {string} code
   * @param {number} size
   * @param {number} alignment
   * @param {Record<string, Field>} fields
   */
  constructor(code, size, alignment, fields) {
    this.name = 'struct';
    this.code = code;
    this.size = size;
    this.alignment = alignment;
    this.fields = fields;
    this.slow = true;
    structs.add(this);
  }

  /** Bytes from the struct's start, by field. @returns {Record<string, number>} */
  get offsets() {
    return Object.fromEntries(
      Object.entries(this.fields).map(([name, { offset }]) => [name, offset]));
  }

  plain() {
    return 'false';
  }

  /** @param {string} x */
  passed(x) {
    return x;
  }

  /** @param {string} r */
  returned(r) {
    return r;
  }

  /** @param {any} value @param {Place} place */
  convert(value, place) {
    const what = `a buffer of at least ${this.size} bytes (struct)`;
    if (!isBuffer(value)) throw wrongType(place, what, value);
    if (value.byteLength < this.size) throw outOfRange(place, what, value);
    return value;
  }

  /**
   * @param {ArrayBuffer | SharedArrayBuffer | ArrayBufferView} from
   * @param {number} [offset] in bytes
   * @returns {Record<string, any>} the values of its fields
   */
  read(from, offset = 0) {
    const data = dataOf(from);
    /** @type {Record<string, any>} */
    const values = {};
    for (const [name, { type, offset: start, count }] of Object.entries(this.fields)) {
      const at = offset + start;
      values[name] = count === null
        ? type.read(data, at)
        : Array.from({ length: count }, (_, i) => type.read(data, at + i * type.size));
    }
    return values;
  }

  /**
   * Writes the fields that `values` has; others keep their bytes.
   *
   * @param {ArrayBuffer | SharedArrayBuffer | ArrayBufferView} to
   * @param {number | Record<string, any>} offset in bytes; may be left out
   * @param {Record<string, any>} [values]
   * @returns {void}
   */
  write(to, offset, values) {
    if (typeof offset !== 'number') {
      this.write(to, 0, offset);
      return;
    }
    const data = dataOf(to);
    for (const [name, value] of Object.entries(values ?? {})) {
      const field = Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
      if (field === undefined) {
        throw wrongType(() => 'A field to write', `one of ${Object.keys(this.fields)}`, name);
      }
      writeField(data, offset, name, field, value);
    }
  }
}

/**
 * @param {DataView} data
 * @param {number} offset of the struct
 * @param {string} name
 * @param {Field} field
 * @param {any} value
 */
function writeField(data, offset, name, { type, offset: start, count }, value) {
  const put = (/** @type {any} */ item, /** @type {number} */ at) => {
    const place = () => `The field ${name}`;
    type.write(data, at, structs.has(type) ? item : type.convert(item, place));
  };
  if (count === null) {
    put(value, offset + start);
    return;
  }
  if (value?.length !== count) {
    throw wrongType(() => `The field ${name}`, `a list of ${count} values`, value);
  }
  for (let i = 0; i < count; i++) put(value[i], offset + start + i * type.size);
}

/** @param {ArrayBuffer | SharedArrayBuffer | ArrayBufferView} buffer */
function dataOf(buffer) {
  if (buffer instanceof DataView) return buffer;
  if (ArrayBuffer.isView(buffer)) {
    return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  }
  return new DataView(buffer);
}

/**
 * A struct with its fields where C has them.
 *
 * @param {Record<string, string | StructType | [string | StructType, number]>} description the
 *   type of each field, in order; [type, count] for an array
 * @returns {StructType}
 * @throws {TypeError} ERR_FFI_UNKNOWN_TYPE
 */
export function struct(description) {
  /** @type {Record<string, Field>} */
  const fields = {};
  let code = '';
  let end = 0;
  let alignment = 1;
  for (const [name, entry] of Object.entries(description)) {
    const place = () => `The field ${name}`;
    const [described, count] = Array.isArray(entry) ? entry : [entry, null];
    const type = typeOf(described, place);
    if (type.size === 0 || type.code === '*') {
      throw wrongType(place, 'a type of a value', described);
    }
    if (count !== null && !(Number.isInteger(count) && count > 0)) {
      throw wrongType(place, '[type, count]', count);
    }
    const offset = alignedTo(type.alignment, end);
    fields[name] = { type, offset, count };
    code += type.code.repeat(count ?? 1);
    end = offset + type.size * (count ?? 1);
    alignment = Math.max(alignment, type.alignment);
  }
  if (end === 0) {
    throw wrongType(() => 'A struct', 'an object with a type for each field', description);
  }
  return new StructType(`{${code}}`, alignedTo(alignment, end), alignment, fields);
}

/** @param {number} alignment @param {number} offset */
function alignedTo(alignment, offset) {
  return Math.ceil(offset / alignment) * alignment;
}
