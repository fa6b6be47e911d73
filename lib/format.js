/**
 * format(): printf-like text of several values, as node's util.format (version 20) and the Console
 * Standard have it. Unlike node's it does not throw when a value does (toString, toJSON): it says
 * so in the value's place.
 */
import { inspect, messageOf } from './inspect.js';
import { isBuiltInPrototype } from './inspect-names.js';
import { bigintText, numberText } from './inspect-text.js';

const binding = lo.load('inspect');

/** @typedef {import('./inspect.js').InspectOptions} InspectOptions */

/**
 * Whether `value` is turned to a string by code that isn't the language's own.
 * @param {any} value
 */
function hasOwnText(value) {
  const keys = ['toString', Symbol.toPrimitive].filter((key) => typeof value[key] === 'function');
  if (keys.length === 0) return false;
  let holder = value;
  while (holder !== null && !keys.some((key) => Object.hasOwn(holder, key))) {
    holder = Object.getPrototypeOf(holder);
  }
  return holder === value || (holder !== null && !isBuiltInPrototype(holder));
}

/**
 * @param {object} value
 * @returns {object | null} what is behind proxies, null if they are revoked
 */
function withoutProxies(value) {
  let target = value;
  while (target !== null && binding.kind(target) === binding.PROXY) {
    [target] = binding.proxyDetails(target);
  }
  return target;
}

/** @param {unknown} value @param {InspectOptions} options */
function asString(value, options) {
  if (typeof value === 'number') return numberText(value, options.numericSeparator);
  if (typeof value === 'bigint') return bigintText(value, options.numericSeparator);
  if (typeof value === 'object' && value !== null) {
    const target = withoutProxies(value);
    if (target === null || !hasOwnText(target)) {
      return inspect(value, { ...options, depth: 0, colors: false, compact: 3 });
    }
  }
  return String(value);
}

/** @param {(value: any) => number} convert @returns {Conversion} */
function asNumber(convert) {
  return (value, options) => {
    if (typeof value === 'symbol') return 'NaN';
    return numberText(convert(value), options.numericSeparator);
  };
}

/** @param {(value: any) => number} convert @returns {Conversion} */
function asInteger(convert) {
  const number = asNumber(convert);
  return (value, options) => {
    if (typeof value === 'bigint') return bigintText(value, options.numericSeparator);
    return number(value, options);
  };
}

/** @param {unknown} value */
function asJson(value) {
  try {
    return String(JSON.stringify(value));
  } catch (error) {
    const isCycle = error instanceof TypeError &&
      error.message.startsWith('Converting circular structure to JSON');
    if (isCycle) return '[Circular]';
    throw error;
  }
}

/** @typedef {(value: unknown, options: InspectOptions) => string} Conversion */

/** By the letter after the percent sign. @type {Record<string, Conversion>} */
const CONVERSIONS = {
  s: asString,
  d: asInteger(Number),
  i: asInteger(parseInt),
  f: asNumber(parseFloat),
  j: asJson,
  o: (value, options) =>
    inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 }),
  O: inspect,
  c: () => '',
};

/** @param {Conversion} convert @param {unknown} value @param {InspectOptions} options */
function attempt(convert, value, options) {
  try {
    return convert(value, options);
  } catch (error) {
    return `<Inspection threw (${messageOf(error)})>`;
  }
}

/**
 * format() with options for what is inspected.
 * @param {InspectOptions} options
 * @param {...unknown} args
 * @returns {string}
 */
export function formatWithOptions(options, ...args) {
  let next = 0;
  let text = '';
  if (typeof args[0] === 'string') {
    next = 1;
    text = args.length === 1 ? args[0] : args[0].replace(/%[sdifjoOc%]/g, (directive) => {
      if (directive === '%%') return '%';
      if (next === args.length) return directive;
      return attempt(CONVERSIONS[directive[1]], args[next++], options);
    });
  }
  const rest = args.slice(next).map((value) =>
    (typeof value === 'string' ? value : inspect(value, options)));
  return next === 0 ? rest.join(' ') : [text, ...rest].join(' ');
}

/**
 * The first argument with its directives (%s %d %i %f %j %o %O %c %%) replaced by the others, and
 * behind it what is left of them; without a string in front, all of them inspected. A single string
 * is returned as it is.
 * @param {...unknown} args
 * @returns {string}
 */
export function format(...args) {
  return formatWithOptions({}, ...args);
}
