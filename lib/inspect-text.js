/**
 * How inspect() writes primitive values, and the colours of a terminal.
 */

/** @typedef {import('./inspect.js').Inspection} Inspection */
/** @typedef {(text: string, style: string) => string} Stylize */

/** The codes that turn a style on and off (ECMA-48 SGR). Names of properties have no style. */
const STYLES = new Map([
  ['bigint', [33, 39]],
  ['boolean', [33, 39]],
  ['date', [35, 39]],
  ['null', [1, 22]],
  ['number', [33, 39]],
  ['regexp', [31, 39]],
  ['special', [36, 39]],
  ['string', [32, 39]],
  ['symbol', [32, 39]],
  ['undefined', [90, 39]],
]);

/** @type {Stylize} */
export function withColor(text, style) {
  const codes = STYLES.get(style);
  return codes === undefined ? text : `\x1b[${codes[0]}m${text}\x1b[${codes[1]}m`;
}

/** @type {Stylize} */
export function withoutColor(text) {
  return text;
}

/** What is escaped between quotes: control characters, the backslash and lone surrogates. */
const UNPRINTABLE = /[\x00-\x1f\\\x7f-\x9f\ud800-\udfff]/u;
const EACH_UNPRINTABLE = new RegExp(UNPRINTABLE, 'gu');
const EACH_UNPRINTABLE_OR_APOSTROPHE = /[\x00-\x1f'\\\x7f-\x9f\ud800-\udfff]/gu;

/** @type {Record<string, string>} */
const ESCAPES = {
  '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r', '\\': '\\\\', "'": "\\'",
};

/** @param {string} character */
function escapeCharacter(character) {
  const escaped = ESCAPES[character];
  if (escaped !== undefined) return escaped;
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  return code > 0xff ? `\\u${hex}` : `\\x${hex.toUpperCase().padStart(2, '0')}`;
}

/**
 * `text` as it would stand between apostrophes in source code.
 * @param {string} text
 */
export function escape(text) {
  return text.replace(EACH_UNPRINTABLE_OR_APOSTROPHE, escapeCharacter);
}

/** @param {string} text */
function escapeUnprintable(text) {
  // Most texts have none, and looking is cheaper than replacing.
  return UNPRINTABLE.test(text) ? text.replace(EACH_UNPRINTABLE, escapeCharacter) : text;
}

/**
 * `text` as a string literal. Apostrophes are the rule; a text that has some itself gets the first
 * other quotation mark that needs no escape.
 * @param {string} text
 */
export function quote(text) {
  if (!text.includes("'")) return `'${escapeUnprintable(text)}'`;
  if (!text.includes('"')) return `"${escapeUnprintable(text)}"`;
  if (!text.includes('`') && !text.includes('${')) return `\`${escapeUnprintable(text)}\``;
  return `'${escape(text)}'`;
}

/** @param {string} digits an integer in decimal */
function groupFromRight(digits) {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, '_');
}

/** @param {string} digits what follows a decimal point */
function groupFromLeft(digits) {
  return digits.replace(/\d{3}(?=\d)/g, '$&_');
}

/**
 * @param {number} value
 * @param {boolean} [separated] 1_000_000.000_1 instead of 1000000.0001
 */
export function numberText(value, separated) {
  if (Object.is(value, -0)) return '-0';
  const text = String(value);
  if (!separated || !/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  const [integer, fraction] = text.split('.');
  return groupFromRight(integer) + (fraction === undefined ? '' : `.${groupFromLeft(fraction)}`);
}

/**
 * @param {bigint} value
 * @param {boolean} [separated] 1_000_000n instead of 1000000n
 */
export function bigintText(value, separated) {
  const text = String(value);
  return `${separated ? groupFromRight(text) : text}n`;
}

/**
 * `count` and `noun`, in the plural unless there is one.
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${count} ${noun}${count > 1 ? 's' : ''}`;
}

/** A string up to this length is never split at its line feeds. */
const NEVER_SPLIT_LENGTH = 16;

/**
 * @param {Inspection} ctx
 * @param {string} value
 * @param {Stylize} stylize
 */
function formatString(ctx, value, stylize) {
  let shown = value;
  let rest = '';
  if (value.length > ctx.maxStringLength) {
    shown = value.slice(0, ctx.maxStringLength);
    rest = `... ${counted(value.length - ctx.maxStringLength, 'more character')}`;
  }
  const room = Math.max(NEVER_SPLIT_LENGTH, ctx.breakLength - ctx.indentation - 4);
  if (ctx.compact === true || shown.length <= room) return stylize(quote(shown), 'string') + rest;
  const lines = shown.split(/(?<=\n)/).map((line) => stylize(quote(line), 'string'));
  return lines.join(` +\n${' '.repeat(ctx.indentation + 2)}`) + rest;
}

/**
 * @param {Inspection} ctx
 * @param {unknown} value anything but an object or a function
 * @param {Stylize} [stylize]
 * @returns {string}
 */
export function formatPrimitive(ctx, value, stylize = ctx.stylize) {
  switch (typeof value) {
    case 'string':
      return formatString(ctx, value, stylize);
    case 'number':
      return stylize(numberText(value, ctx.numericSeparator), 'number');
    case 'bigint':
      return stylize(bigintText(value, ctx.numericSeparator), 'bigint');
    case 'symbol':
      return stylize(value.toString(), 'symbol');
    case 'boolean':
      return stylize(String(value), 'boolean');
    case 'undefined':
      return stylize('undefined', 'undefined');
    default:
      return stylize('null', 'null');
  }
}
