/**
 * What inspect() knows of each kind of object: what stands around its entries, and the entries that
 * aren't properties.
 */
import { errorText } from './inspect-error.js';
import { INDENTATION, layOut } from './inspect-layout.js';
import {
  constructorName, functionText, objectPrefix, prefix, toStringTag,
} from './inspect-names.js';
import { counted, formatPrimitive, withoutColor } from './inspect-text.js';

const binding = lo.load('inspect');
const { PLAIN } = binding;

/** @typedef {import('./inspect.js').Inspection} Inspection */
/** @typedef {import('./inspect-layout.js').Frame} Frame */

/**
 * @callback Entries
 * @param {Inspection} ctx
 * @param {any} value
 * @param {number} level of the entries
 * @param {Sketch} sketch the value's own, which may be completed
 * @returns {string[]}
 */

/** An object before its contents are looked at. @implements {Frame} */
export class Sketch {
  /**
   * @param {string} open
   * @param {string} close
   * @param {Entries} [entries] the entries that aren't properties
   * @param {string} [bare] the whole text, where there are no entries and no property is to be
   *   shown
   */
  constructor(open, close, entries, bare) {
    this.base = '';
    this.open = open;
    this.close = close;
    this.isList = false;
    this.numbers = 0;
    this.entries = entries;
    this.bare = bare;
  }

  /**
   * An object with properties only, that is told by a text in front of them.
   * @param {string} base
   * @param {string} [bare] how the text looks without properties
   */
  static ofText(base, bare = base) {
    const sketch = new Sketch('{', '}', undefined, bare);
    sketch.base = base;
    return sketch;
  }

  /**
   * An object with elements between square brackets.
   * @param {string} label
   * @param {Entries} entries
   * @param {string} [bare]
   */
  static ofList(label, entries, bare) {
    const sketch = new Sketch(`${label}[`, ']', entries, bare);
    sketch.isList = true;
    return sketch;
  }
}

/**
 * The function that reads an accessor of a built-in class, whatever prototype the object has now.
 * @param {object} prototype
 * @param {PropertyKey} key
 * @returns {(object: object) => any}
 */
function reader(prototype, key) {
  const { get } = /** @type {{ get: Function }} */ (
    Object.getOwnPropertyDescriptor(prototype, key));
  return Function.prototype.call.bind(get);
}

const TypedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype);
const typedArrayLength = reader(TypedArrayPrototype, 'length');
const typedArrayTag = reader(TypedArrayPrototype, Symbol.toStringTag);
const mapSize = reader(Map.prototype, 'size');
const setSize = reader(Set.prototype, 'size');

/** @param {number} count */
function moreItems(count) {
  return `... ${counted(count, 'more item')}`;
}

/**
 * Shows the first of `values`.
 * @template T
 * @param {Inspection} ctx
 * @param {Iterable<T>} values
 * @param {(value: T) => string} show
 */
function showFirst(ctx, values, show) {
  /** @type {string[]} */
  const entries = [];
  ctx.indentation += INDENTATION;
  for (const value of values) {
    if (entries.length >= ctx.maxArrayLength) break;
    entries.push(show(value));
  }
  ctx.indentation -= INDENTATION;
  return entries;
}

/**
 * Says at the end of `entries` how many of `total` aren't shown.
 * @param {string[]} entries changed in place
 * @param {number} total
 */
function withRemark(entries, total) {
  if (total > entries.length) entries.push(moreItems(total - entries.length));
  return entries;
}

/** @typedef {[unknown, unknown]} Pair */

/** @param {unknown[]} flat keys and values in turn @returns {Pair[]} */
function pairs(flat) {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}

/** @param {Inspection} ctx @param {Pair} pair @param {number} level */
function mapping(ctx, [key, value], level) {
  return `${ctx.formatValue(key, level)} => ${ctx.formatValue(value, level)}`;
}

/** @param {Inspection} ctx @param {number} count */
function hole(ctx, count) {
  return ctx.stylize(`<${counted(count, 'empty item')}>`, 'undefined');
}

/**
 * The rest of an array with holes: a run of holes is one entry.
 * @param {Inspection} ctx
 * @param {unknown[]} array
 * @param {number} level
 * @param {string[]} entries the elements before the first hole
 */
function addSparse(ctx, array, level, entries) {
  const limit = Math.min(ctx.maxArrayLength, array.length);
  let next = entries.length;
  for (const key of Object.keys(array)) {
    const index = Number(key) >>> 0;
    if (String(index) !== key || index >= array.length || entries.length === limit) break;
    if (index > next) {
      entries.push(hole(ctx, index - next));
      next = index;
    }
    if (index < next || entries.length === limit) continue;
    const property = /** @type {PropertyDescriptor} */ (
      Object.getOwnPropertyDescriptor(array, index));
    entries.push(ctx.formatDescriptor(property, level, array));
    next++;
  }
  const rest = array.length - next;
  if (rest > 0) entries.push(entries.length < limit ? hole(ctx, rest) : moreItems(rest));
  return entries;
}

/** @param {unknown} value */
function isNumeric(value) {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** @type {Entries} */
function arrayEntries(ctx, array, level, sketch) {
  const shown = Math.min(ctx.maxArrayLength, array.length);
  /** @type {string[]} */
  const entries = [];
  let allNumeric = true;
  for (let i = 0; i < shown; i++) {
    const property = Object.getOwnPropertyDescriptor(array, i);
    if (property === undefined) return addSparse(ctx, array, level, entries);
    entries.push(ctx.formatDescriptor(property, level, array));
    allNumeric &&= isNumeric(property.value);
  }
  // The first element that isn't shown counts too, as in node.
  if (shown < array.length) {
    allNumeric &&= isNumeric(Object.getOwnPropertyDescriptor(array, shown)?.value);
  }
  if (allNumeric) sketch.numbers = array.length;
  return withRemark(entries, array.length);
}

/**
 * @typedef {(ctx: Inspection, value: any, name: string | null, tag: string, keys: PropertyKey[]) =>
 *   Sketch} Draw
 */

/** @type {Draw} */
function array(ctx, value, name, tag) {
  const label = name === 'Array' && tag === '' ? '' :
    prefix(name, tag, 'Array', `(${value.length})`);
  return Sketch.ofList(label, arrayEntries, value.length === 0 ? `${label}[]` : undefined);
}

/**
 * What showHidden shows of a typed array, though it is in accessors of the class.
 * @param {Inspection} ctx
 * @param {any} value
 * @param {number} level
 */
function typedArrayAccessors(ctx, value, level) {
  const { prototype } = /** @type {any} */ (globalThis)[typedArrayTag(value)];
  const read = (/** @type {string} */ key) => Reflect.get(prototype, key, value);
  const entries = ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset'].map((key) =>
    `[${key}]: ${formatPrimitive(ctx, read(key))}`);
  const buffer = read('buffer');
  const name = constructorName(ctx, buffer, level, undefined);
  const label = prefix(name, toStringTag(ctx, buffer), 'ArrayBuffer');
  const size = formatPrimitive(ctx, buffer.byteLength);
  return [...entries, `[buffer]: ${label}{ byteLength: ${size} }`];
}

/** @type {Entries} */
function typedArrayEntries(ctx, value, level, sketch) {
  const length = typedArrayLength(value);
  sketch.numbers = length;
  const shown = Math.min(ctx.maxArrayLength, length);
  /** @type {string[]} */
  const entries = [];
  for (let i = 0; i < shown; i++) entries.push(formatPrimitive(ctx, value[i]));
  withRemark(entries, length);
  return ctx.showHidden ? [...entries, ...typedArrayAccessors(ctx, value, level)] : entries;
}

/** @type {Draw} */
function typedArray(ctx, value, name, tag) {
  const length = typedArrayLength(value);
  const label = prefix(name, tag, typedArrayTag(value), `(${length})`);
  const isBare = length === 0 && !ctx.showHidden;
  return Sketch.ofList(label, typedArrayEntries, isBare ? `${label}[]` : undefined);
}

/** @type {Entries} */
function setEntries(ctx, set, level) {
  const values = Set.prototype.values.call(set);
  return withRemark(showFirst(ctx, values, (value) => ctx.formatValue(value, level)), setSize(set));
}

/** @type {Draw} */
function set(ctx, value, name, tag) {
  const size = setSize(value);
  const open = `${prefix(name, tag, 'Set', `(${size})`)}{`;
  return new Sketch(open, '}', setEntries, size === 0 ? `${open}}` : undefined);
}

/** @type {Entries} */
function mapEntries(ctx, map, level) {
  /** @type {Iterable<Pair>} */
  const entries = Map.prototype.entries.call(map);
  return withRemark(showFirst(ctx, entries, (pair) => mapping(ctx, pair, level)), mapSize(map));
}

/** @type {Draw} */
function map(ctx, value, name, tag) {
  const size = mapSize(value);
  const open = `${prefix(name, tag, 'Map', `(${size})`)}{`;
  return new Sketch(open, '}', mapEntries, size === 0 ? `${open}}` : undefined);
}

/** The brackets around a key and its value. @type {Frame} */
const PAIR = { base: '', open: '[', close: ']', isList: true, numbers: 0 };

/** @type {Entries} */
function iteratorEntries(ctx, iterator, level) {
  const [values, isPairs] = binding.previewEntries(iterator);
  if (!isPairs) {
    const entries = showFirst(ctx, values, (value) => ctx.formatValue(value, level));
    return withRemark(entries, values.length);
  }
  const entries = showFirst(ctx, pairs(values), ([key, value]) => {
    const parts = [ctx.formatValue(key, level), ctx.formatValue(value, level)];
    return layOut(ctx, parts, PAIR, level);
  });
  return withRemark(entries, values.length / 2);
}

/** @param {'Map' | 'Set'} type @returns {Draw} */
function iteratorOf(type) {
  return (ctx, value, name, tag) => {
    const [, isPairs] = binding.previewEntries(value);
    const title = tag === '' || tag === `${type} Iterator` ? '' : `[${tag}] `;
    const open = `${title}[${type} ${isPairs ? 'Entries' : 'Iterator'}] {`;
    return new Sketch(open, '}', iteratorEntries);
  };
}

/**
 * The entries of a weak collection in the order of their text, since V8's is not to be relied on.
 * @param {Inspection} ctx
 * @param {string[]} entries changed in place
 */
function settled(ctx, entries) {
  return ctx.sorted ? entries : entries.sort();
}

/** @type {Entries} */
function weakSetEntries(ctx, value, level) {
  const [values] = binding.previewEntries(value);
  const entries = showFirst(ctx, values, (entry) => ctx.formatValue(entry, level));
  return withRemark(settled(ctx, entries), values.length);
}

/** @type {Entries} */
function weakMapEntries(ctx, value, level) {
  const mappings = pairs(binding.previewEntries(value)[0]);
  const entries = showFirst(ctx, mappings, (pair) => mapping(ctx, pair, level));
  return withRemark(settled(ctx, entries), mappings.length);
}

/** @type {Entries} */
function unknownEntries(ctx) {
  return [ctx.stylize('<items unknown>', 'special')];
}

/** @param {string} type @param {Entries} entries @returns {Draw} */
function weak(type, entries) {
  return (ctx, value, name, tag) =>
    new Sketch(`${prefix(name, tag, type)}{`, '}', ctx.showHidden ? entries : unknownEntries);
}

/** @param {number} kind @returns {Draw} */
function functionOf(kind) {
  return (ctx, value, name, tag) => {
    const text = functionText(value, kind, name, tag);
    return Sketch.ofText(text, ctx.stylize(text, 'special'));
  };
}

/** @type {Draw} */
function regExp(ctx, value, name, tag) {
  const source = RegExp.prototype.toString.call(name === null ? new RegExp(value) : value);
  const label = prefix(name, tag, 'RegExp');
  const text = label === 'RegExp ' ? source : label + source;
  return Sketch.ofText(text, ctx.stylize(text, 'regexp'));
}

/** @type {Draw} */
function date(ctx, value, name, tag) {
  const time = Date.prototype.getTime.call(value);
  const shown = Number.isNaN(time) ? 'Invalid Date' : Date.prototype.toISOString.call(value);
  const label = prefix(name, tag, 'Date');
  const text = label === 'Date ' ? shown : label + shown;
  return Sketch.ofText(text, ctx.stylize(text, 'date'));
}

/** @type {Draw} */
function error(ctx, value, name, tag, keys) {
  return Sketch.ofText(errorText(ctx, value, name, tag, keys));
}

/** @type {Entries} */
function bufferEntries(ctx, buffer) {
  let bytes;
  try {
    bytes = new Uint8Array(buffer);
  } catch {
    return [ctx.stylize('(detached)', 'special')];
  }
  const shown = bytes.subarray(0, Math.min(ctx.maxArrayLength, bytes.length));
  const hex = Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const rest = bytes.length - shown.length;
  const remark = rest > 0 ? ` ... ${counted(rest, 'more byte')}` : '';
  return [`${ctx.stylize('[Uint8Contents]', 'special')}: <${hex}${remark}>`];
}

/** @param {string} type @returns {Draw} */
function bufferOf(type) {
  return (ctx, value, name, tag, keys) => {
    keys.unshift('byteLength');
    return new Sketch(`${prefix(name, tag, type)}{`, '}', bufferEntries);
  };
}

/** @type {Draw} */
function dataView(ctx, value, name, tag, keys) {
  keys.unshift('byteLength', 'byteOffset', 'buffer');
  return new Sketch(`${prefix(name, tag, 'DataView')}{`, '}');
}

/** @type {Entries} */
function promiseEntries(ctx, promise, level) {
  const [state, result] = binding.promiseDetails(promise);
  if (state === binding.PENDING) return [ctx.stylize('<pending>', 'special')];
  ctx.indentation += INDENTATION;
  const text = ctx.formatValue(result, level);
  ctx.indentation -= INDENTATION;
  return [state === binding.REJECTED ? `${ctx.stylize('<rejected>', 'special')} ${text}` : text];
}

/** @type {Draw} */
function promise(ctx, value, name, tag) {
  return new Sketch(`${prefix(name, tag, 'Promise')}{`, '}', promiseEntries);
}

/** @type {Entries} */
function exportEntries(ctx, namespace, level) {
  return Object.getOwnPropertyNames(namespace).map((name) => {
    try {
      return ctx.formatProperty(namespace, name, level);
    } catch {
      // A ReferenceError: the module that exports it hasn't come so far.
      return `${ctx.formatKey(name)}: ${ctx.stylize('<uninitialized>', 'special')}`;
    }
  });
}

/** @type {Draw} */
function moduleNamespace(ctx, value, name, tag) {
  return new Sketch(`${prefix(name, tag, 'Module')}{`, '}', exportEntries);
}

/**
 * @param {'Number' | 'String' | 'Boolean' | 'BigInt' | 'Symbol'} type
 * @param {{ prototype: object }} Class
 * @returns {Draw}
 */
function boxed(type, Class) {
  const unbox = Function.prototype.call.bind(Class.prototype.valueOf);
  return (ctx, value, name, tag, keys) => {
    // The characters of a String are properties too.
    if (type === 'String') keys.splice(0, value.length);
    const shownClass = name === type ? '' : ` (${name ?? 'null prototype'})`;
    let text = `[${type}${shownClass}: ${formatPrimitive(ctx, unbox(value), withoutColor)}]`;
    if (tag !== '' && tag !== name) text += ` [${tag}]`;
    return Sketch.ofText(text, ctx.stylize(text, type.toLowerCase()));
  };
}

/** An object whose class is Object. @type {Draw} */
function plainObject(ctx, value, name, tag) {
  const open = tag === '' ? '{' : `${prefix(name, tag, 'Object')}{`;
  return new Sketch(open, '}', undefined, `${open}}`);
}

/** @type {Draw} */
function argumentsObject() {
  return new Sketch('[Arguments] {', '}', undefined, '[Arguments] {}');
}

/** An object of any other class. @type {Draw} */
function instance(ctx, value, name, tag) {
  const open = `${objectPrefix(value, name, tag)}{`;
  return new Sketch(open, '}', undefined, `${open}}`);
}

/** @type {Draw} */
function external(ctx, value, name, tag) {
  const address = binding.externalAddress(value).toString(16);
  const bare = ctx.stylize(`[External: ${address}]`, 'special');
  return new Sketch(`${objectPrefix(value, name, tag)}{`, '}', undefined, bare);
}

/**
 * An object of a class other than Object, with nothing special about it: what binding.kind() calls
 * PLAIN too.
 */
const INSTANCE = -1;

/** @type {Record<number, Draw>} */
const DRAW = {
  [INSTANCE]: instance,
  [PLAIN]: plainObject,
  [binding.ARRAY]: array,
  [binding.TYPED_ARRAY]: typedArray,
  [binding.SET]: set,
  [binding.MAP]: map,
  [binding.SET_ITERATOR]: iteratorOf('Set'),
  [binding.MAP_ITERATOR]: iteratorOf('Map'),
  [binding.FUNCTION]: functionOf(binding.FUNCTION),
  [binding.ASYNC_FUNCTION]: functionOf(binding.ASYNC_FUNCTION),
  [binding.GENERATOR_FUNCTION]: functionOf(binding.GENERATOR_FUNCTION),
  [binding.ASYNC_GENERATOR_FUNCTION]: functionOf(binding.ASYNC_GENERATOR_FUNCTION),
  [binding.ARGUMENTS]: argumentsObject,
  [binding.REGEXP]: regExp,
  [binding.DATE]: date,
  [binding.ERROR]: error,
  [binding.ARRAY_BUFFER]: bufferOf('ArrayBuffer'),
  [binding.SHARED_ARRAY_BUFFER]: bufferOf('SharedArrayBuffer'),
  [binding.DATA_VIEW]: dataView,
  [binding.PROMISE]: promise,
  [binding.WEAK_SET]: weak('WeakSet', weakSetEntries),
  [binding.WEAK_MAP]: weak('WeakMap', weakMapEntries),
  [binding.MODULE_NAMESPACE]: moduleNamespace,
  [binding.NUMBER_OBJECT]: boxed('Number', Number),
  [binding.STRING_OBJECT]: boxed('String', String),
  [binding.BOOLEAN_OBJECT]: boxed('Boolean', Boolean),
  [binding.BIGINT_OBJECT]: boxed('BigInt', BigInt),
  [binding.SYMBOL_OBJECT]: boxed('Symbol', Symbol),
  [binding.EXTERNAL]: external,
};

const ITERABLES = new Set([
  binding.ARRAY, binding.TYPED_ARRAY, binding.SET, binding.MAP, binding.SET_ITERATOR,
  binding.MAP_ITERATOR,
]);
const FUNCTIONS = new Set([
  binding.FUNCTION, binding.ASYNC_FUNCTION, binding.GENERATOR_FUNCTION,
  binding.ASYNC_GENERATOR_FUNCTION,
]);

/**
 * The kind that an object is shown as. It is that of its internal slots, unless its prototype
 * belies them: an array that can't be iterated any more and a date whose class is Object are shown
 * by their properties.
 * @param {object} value
 * @param {number} kind by its internal slots
 * @param {string | null} name of its class
 * @returns {number}
 */
export function shownKind(value, kind, name) {
  if (kind === PLAIN && name === 'Object') return kind;
  const isIterable = ITERABLES.has(kind);
  if (isIterable && (name === null || Symbol.iterator in value)) return kind;
  if (FUNCTIONS.has(kind)) return kind;
  if (name === 'Object') return kind === binding.ARGUMENTS ? kind : PLAIN;
  if (kind === binding.REGEXP || kind === binding.DATE) return kind;
  if (value instanceof Error) return binding.ERROR;
  const isOrdinary = isIterable || kind === PLAIN || kind === binding.ARGUMENTS;
  return isOrdinary ? INSTANCE : kind;
}

/**
 * @param {Inspection} ctx
 * @param {object} value
 * @param {number} kind as shownKind() tells
 * @param {string | null} name of the class
 * @param {PropertyKey[]} keys of the properties to show, changed in place
 * @returns {Sketch}
 */
export function draw(ctx, value, kind, name, keys) {
  return DRAW[kind](ctx, value, name, toStringTag(ctx, value), keys);
}

/** @param {Inspection} ctx @param {object} value */
function shownSymbols(ctx, value) {
  const symbols = Object.getOwnPropertySymbols(value);
  if (ctx.showHidden || symbols.length === 0) return symbols;
  return symbols.filter((symbol) => Object.prototype.propertyIsEnumerable.call(value, symbol));
}

/**
 * The keys of the properties to show.
 * @param {Inspection} ctx
 * @param {object} value
 * @param {number} kind as shownKind() tells
 * @returns {PropertyKey[]}
 */
export function shownKeys(ctx, value, kind) {
  if (kind === binding.ARRAY || kind === binding.TYPED_ARRAY) {
    return binding.nonIndexKeys(value, !ctx.showHidden);
  }
  const symbols = shownSymbols(ctx, value);
  if (kind === binding.MODULE_NAMESPACE) return symbols;
  const names = ctx.showHidden ? Object.getOwnPropertyNames(value) : Object.keys(value);
  return symbols.length === 0 ? names : [...names, ...symbols];
}
