/**
 * inspect(): any value as text for people, in the format of node's util.inspect (version 20).
 *
 * A compact formatter of lo's own. The package node-inspect-extracted, which carries node's, was
 * weighed and left out: it would put npm into the build and 51 kB of source in front of the first
 * object that is printed, and it can't see what only V8 does (proxies, promises, iterators).
 *
 * Left out of node's: the arguments in a row (showHidden, depth, colors) of old, `inspect.colors`
 * and `inspect.styles`, and what it knows of other realms. Unlike node's, inspect() does not throw
 * when the value does (a getter of Symbol.toStringTag, a trap of a proxy's prototype, the custom
 * function): it says so in its place.
 *
 * This file is the walk: depth, cycles, proxies, custom functions, properties. inspect-kinds.js has
 * what is particular to a kind of object, inspect-text.js primitives, inspect-layout.js lines and
 * columns.
 */
import { validateObject } from './errors.js';
import { draw, shownKeys, shownKind } from './inspect-kinds.js';
import { INDENTATION, layOut, visible } from './inspect-layout.js';
import { constructorName, objectPrefix, toStringTag } from './inspect-names.js';
import { escape, formatPrimitive, quote, withColor, withoutColor } from './inspect-text.js';
import { stringWidth } from './string-width.js';

const binding = lo.load('inspect');

/** @typedef {import('./inspect-kinds.js').Sketch} Sketch */
/** @typedef {import('./inspect-text.js').Stylize} Stylize */

/**
 * @typedef {object} InspectOptions
 * @property {boolean} [showHidden] non-enumerable properties, the entries of weak collections,
 *   prototypes' properties
 * @property {number | null} [depth] levels of nesting that are shown; null for all
 * @property {boolean} [colors] for a terminal
 * @property {boolean} [customInspect] call an object's [Symbol.for('nodejs.util.inspect.custom')]
 * @property {boolean} [showProxy] show a proxy's target and handler instead of the target alone
 * @property {number | null} [maxArrayLength] entries of a list, map or set that are shown; null for
 *   all
 * @property {number | null} [maxStringLength] characters of a string that are shown; null for all
 * @property {number} [breakLength] characters on a line
 * @property {number | boolean} [compact] levels of nesting that may share a line; false for none,
 *   true for all
 * @property {boolean | ((a: string, b: string) => number)} [sorted] sort properties, entries of
 *   maps and sets
 * @property {boolean | 'get' | 'set'} [getters] call getters: all, those without or those with a
 *   setter
 * @property {boolean} [numericSeparator] 1_000 instead of 1000
 */

const CUSTOM = Symbol.for('nodejs.util.inspect.custom');

/** Characters after which a runaway inspection goes no deeper. */
const BUDGET = 2 ** 27;

/** @type {Required<InspectOptions>} */
const defaultOptions = Object.seal({
  showHidden: false,
  depth: 2,
  colors: false,
  customInspect: true,
  showProxy: false,
  maxArrayLength: 100,
  maxStringLength: 10000,
  breakLength: 80,
  compact: 3,
  sorted: false,
  getters: false,
  numericSeparator: false,
});

/** What stands around a proxy's target and handler. @type {import('./inspect-layout.js').Frame} */
const PROXY_FRAME = { base: '', open: 'Proxy [', close: ']', isList: true, numbers: 0 };

/** What may stand for a key without quotes. */
const IDENTIFIER = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

/** Columns that a value is indented by with `compact: true`. */
const DENSE_INDENTATION = 3;

const STACK_OVERFLOW = 'Maximum call stack size exceeded';

/** Whether it is the error of a full stack. Runs no code of the script's. @param {any} error */
function isStackOverflow(error) {
  return binding.kind(error) === binding.ERROR &&
    Object.getOwnPropertyDescriptor(error, 'message')?.value === STACK_OVERFLOW;
}

/**
 * The message of what was thrown, which may be anything. Where the stack is too full to tell, that
 * is thrown on, to where it is not.
 * @param {unknown} error
 */
export function messageOf(error) {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch (another) {
    if (isStackOverflow(another)) throw another;
    return 'something that throws too';
  }
}

/**
 * The descriptor of an own property, or of one that is the prototype's but shown as its own.
 * @param {any} object
 * @param {PropertyKey} key
 * @returns {PropertyDescriptor}
 */
function propertyOf(object, key) {
  return Object.getOwnPropertyDescriptor(object, key) ?? { value: object[key], enumerable: true };
}

/** One call of inspect(): its options, and where it has come to. */
export class Inspection {
  /** @param {InspectOptions & { stylize?: Stylize }} [options] */
  constructor(options) {
    const all = options === undefined ? defaultOptions : { ...defaultOptions, ...options };
    this.showHidden = all.showHidden;
    this.depth = all.depth;
    this.colors = all.colors;
    this.customInspect = all.customInspect;
    this.showProxy = all.showProxy;
    this.maxArrayLength = Math.max(all.maxArrayLength ?? Infinity, 0);
    this.maxStringLength = all.maxStringLength ?? Infinity;
    this.breakLength = all.breakLength;
    this.compact = all.compact;
    this.sorted = all.sorted;
    this.getters = all.getters;
    this.numericSeparator = all.numericSeparator;
    this.stylize = all.colors ? withColor : options?.stylize ?? withoutColor;
    this.given = options;

    /** Columns that the lines of the current value are indented by. */
    this.indentation = 0;
    /** The deepest level of what was shown last. */
    this.deepest = 0;
    /** What the current value is in. @type {object[]} */
    this.ancestors = [];
    /**
     * Ancestors that something within them refers to, and their numbers.
     * @type {Map<object, number> | undefined}
     */
    this.circular = undefined;
    this.budget = BUDGET;
  }

  /** @param {number} level */
  isTooDeep(level) {
    return this.depth !== null && level > this.depth;
  }

  /**
   * `text` with its further lines indented as the current value is.
   * @param {string} text
   */
  indent(text) {
    if (this.indentation === 0) return text;
    return text.replaceAll('\n', `\n${' '.repeat(this.indentation)}`);
  }

  /** The options, as the custom function of an object gets them. */
  options() {
    const { given, indentation, deepest, ancestors, circular, budget, ...options } = this;
    return { ...given, ...options };
  }

  /**
   * @param {unknown} value
   * @param {InspectOptions} options that differ
   */
  inspectApart(value, options) {
    return inspect(value, { ...this.options(), ...options });
  }

  /**
   * @param {unknown} value
   * @param {number} level of nesting, 0 for the value that inspect() was called with
   * @returns {string}
   */
  formatValue(value, level) {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) {
      return formatPrimitive(this, value);
    }
    const { indentation, ancestors: { length } } = this;
    try {
      return this.#formatObject(value, level);
    } catch (error) {
      this.indentation = indentation;
      this.ancestors.length = length;
      const message = messageOf(error);
      const what = message === STACK_OVERFLOW ?
        `Inspection interrupted prematurely. ${message}.` : `Inspection threw (${message})`;
      return this.stylize(`[${binding.constructorName(value)}: ${what}]`, 'special');
    }
  }

  /**
   * Follows proxies, so that no trap runs; then asks the object, the ancestors, or what is known of
   * its kind.
   * @param {object} receiver
   * @param {number} level
   * @returns {string}
   */
  #formatObject(receiver, level) {
    let value = receiver;
    let kind = binding.kind(value);
    while (kind === binding.PROXY) {
      const [target, handler] = binding.proxyDetails(value);
      if (target === null) return this.stylize('<Revoked Proxy>', 'special');
      if (this.showProxy) return this.#formatProxy(target, handler, level);
      value = target;
      kind = binding.kind(value);
    }
    if (this.customInspect) {
      const text = this.#formatCustom(value, receiver, level);
      if (text !== undefined) return text;
    }
    if (this.ancestors.includes(value)) return this.#formatReference(value);
    return this.#formatContents(value, kind, level);
  }

  /** @param {object} target @param {object} handler @param {number} level */
  #formatProxy(target, handler, level) {
    if (this.isTooDeep(level)) return this.stylize('Proxy [Array]', 'special');
    this.indentation += INDENTATION;
    const parts = [this.formatValue(target, level + 1), this.formatValue(handler, level + 1)];
    this.indentation -= INDENTATION;
    return layOut(this, parts, PROXY_FRAME, level + 1);
  }

  /**
   * @param {any} value
   * @param {object} receiver the proxy around it, or itself
   * @param {number} level
   * @returns {string | undefined} undefined if the object has nothing to say
   */
  #formatCustom(value, receiver, level) {
    const custom = value[CUSTOM];
    if (typeof custom !== 'function' || custom === inspect) return undefined;
    // A prototype has the function too, but not what it shows.
    if (value.constructor && value.constructor.prototype === value) return undefined;
    const depth = this.depth === null ? null : this.depth - level;
    const shown = Reflect.apply(custom, receiver, [depth, this.options(), inspect]);
    if (shown === receiver) return undefined;
    return typeof shown === 'string' ? this.indent(shown) : this.formatValue(shown, level);
  }

  /** @param {object} ancestor */
  #formatReference(ancestor) {
    this.circular ??= new Map();
    let index = this.circular.get(ancestor);
    if (index === undefined) {
      index = this.circular.size + 1;
      this.circular.set(ancestor, index);
    }
    return this.stylize(`[Circular *${index}]`, 'special');
  }

  /**
   * What is known of the object's kind, then its properties.
   * @param {object} value
   * @param {number} kind by its internal slots
   * @param {number} level
   */
  #formatContents(value, kind, level) {
    /** @type {string[] | undefined} */
    const inherited = this.showHidden && !this.isTooDeep(level) ? [] : undefined;
    const name = constructorName(this, value, level, inherited);
    const shown = shownKind(value, kind, name);
    const keys = shownKeys(this, value, shown);
    const sketch = draw(this, value, shown, name, keys);
    const isBare = keys.length === 0 && (inherited === undefined || inherited.length === 0);
    if (sketch.bare !== undefined && isBare) return sketch.bare;
    if (this.isTooDeep(level)) return this.#formatTooDeep(value, shown, name, sketch);

    this.ancestors.push(value);
    this.deepest = level + 1;
    const entries = sketch.entries?.(this, value, level + 1, sketch) ?? [];
    const elements = entries.length;
    const isDense = this.compact === true && !sketch.isList;
    for (const key of keys) {
      entries.push(isDense ? this.#formatDensely(value, key, level + 1) :
        this.formatProperty(value, key, level + 1));
    }
    if (inherited !== undefined) entries.push(...inherited);
    this.ancestors.pop();

    this.#markCircular(value, sketch);
    const ordered = this.#sort(entries, sketch.isList ? elements : 0);
    const text = layOut(this, ordered, sketch, level + 1);
    this.budget -= text.length;
    if (this.budget < 0) this.depth = -1;
    return text;
  }

  /**
   * @param {object} value
   * @param {number} kind
   * @param {string | null} name
   * @param {Sketch} sketch
   */
  #formatTooDeep(value, kind, name, { bare = '' }) {
    if (kind === binding.REGEXP) return bare;
    const label = objectPrefix(value, name, toStringTag(this, value)).slice(0, -1);
    return this.stylize(name === null ? label : `[${label}]`, 'special');
  }

  /** @param {object} value @param {Sketch} sketch */
  #markCircular(value, sketch) {
    const index = this.circular?.get(value);
    if (index === undefined) return;
    const mark = this.stylize(`<ref *${index}>`, 'special');
    if (this.compact === true) sketch.open = `${mark} ${sketch.open}`;
    else sketch.base = sketch.base === '' ? mark : `${mark} ${sketch.base}`;
  }

  /** @param {string[]} entries @param {number} start of what may be sorted */
  #sort(entries, start) {
    if (!this.sorted) return entries;
    const order = this.sorted === true ? undefined : this.sorted;
    return [...entries.slice(0, start), ...entries.slice(start).sort(order)];
  }

  /**
   * @param {object} object
   * @param {PropertyKey} key
   * @param {number} level
   * @param {object} [receiver] what a getter is called on
   */
  formatProperty(object, key, level, receiver = object) {
    const property = propertyOf(object, key);
    const text = this.formatDescriptor(property, level, receiver);
    return `${this.formatKey(key, property.enumerable)}: ${text}`;
  }

  /**
   * A property as `compact: true` wants it: a long value starts on a line of its own.
   * @param {object} object
   * @param {PropertyKey} key
   * @param {number} level
   */
  #formatDensely(object, key, level) {
    const property = propertyOf(object, key);
    const text = this.formatDescriptor(property, level, object, DENSE_INDENTATION);
    const isLong = stringWidth(visible(this, text)) > this.breakLength;
    const gap = isLong ? `\n${' '.repeat(this.indentation + DENSE_INDENTATION)}` : ' ';
    return `${this.formatKey(key, property.enumerable)}:${gap}${text}`;
  }

  /** @param {PropertyKey} key @param {boolean} [enumerable] */
  formatKey(key, enumerable = true) {
    if (typeof key === 'symbol') return `[${this.stylize(escape(key.toString()), 'symbol')}]`;
    const name = String(key);
    if (name === '__proto__') return "['__proto__']";
    if (!enumerable) return `[${escape(name)}]`;
    return IDENTIFIER.test(name) ? this.stylize(name, 'name') : this.stylize(quote(name), 'string');
  }

  /**
   * The value of a property, or what it has instead.
   * @param {PropertyDescriptor} property
   * @param {number} level
   * @param {object} receiver what a getter is called on
   * @param {number} [indentation] that the value's further lines get
   */
  formatDescriptor(property, level, receiver, indentation = INDENTATION) {
    if (property.value !== undefined) {
      this.indentation += indentation;
      const text = this.formatValue(property.value, level);
      this.indentation -= indentation;
      return text;
    }
    if (property.get !== undefined) return this.#formatGetter(property, level, receiver);
    if (property.set !== undefined) return this.stylize('[Setter]', 'special');
    return this.stylize('undefined', 'undefined');
  }

  /** @param {PropertyDescriptor} property @param {number} level @param {object} receiver */
  #formatGetter({ get, set }, level, receiver) {
    const label = set === undefined ? 'Getter' : 'Getter/Setter';
    const isWanted = this.getters === true || this.getters === (set === undefined ? 'get' : 'set');
    if (!isWanted) return this.stylize(`[${label}]`, 'special');
    let value;
    try {
      value = Reflect.apply(/** @type {Function} */ (get), receiver, []);
    } catch (error) {
      return this.stylize(`[${label}: <Inspection threw (${messageOf(error)})>]`, 'special');
    }
    this.indentation += INDENTATION;
    const text = this.formatValue(value, level);
    this.indentation -= INDENTATION;
    if (typeof value === 'object' && value !== null) {
      return `${this.stylize(`[${label}]`, 'special')} ${text}`;
    }
    return `${this.stylize(`[${label}:`, 'special')} ${text}${this.stylize(']', 'special')}`;
  }
}

/**
 * Any value as text.
 * @param {unknown} value
 * @param {InspectOptions & { [option: string]: unknown }} [options] unknown ones reach the custom
 *   functions of objects
 * @returns {string}
 */
export function inspect(value, options) {
  return new Inspection(typeof options === 'object' ? options : undefined).formatValue(value, 0);
}

/** The key of an object's own function: (depth, options, inspect) => what to show instead. */
inspect.custom = CUSTOM;

/**
 * What holds where a call has no option of its own; assigning an object changes those that it has.
 */
Object.defineProperty(inspect, 'defaultOptions', {
  get: () => defaultOptions,
  set(options) {
    validateObject(options, 'options');
    Object.assign(defaultOptions, options);
  },
});
