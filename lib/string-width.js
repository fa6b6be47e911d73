/**
 * How many columns of a terminal a string takes: what tables and the columns of long arrays are
 * laid out by.
 */

/**
 * East_Asian_Width W and F of Unicode's UAX 11. The ranges run over unassigned code points between
 * wide ones; the property adds the wide symbols, all of which are emoji.
 */
const WIDE = '\\u1100-\\u115f\\u2630-\\u2637\\u268a-\\u268f\\u2e80-\\u303e\\u3041-\\u3247' +
  '\\u3250-\\ua4c6\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b' +
  '\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{16ff6}\\u{17000}-\\u{18df2}\\u{1aff0}-\\u{1b2fb}' +
  '\\u{1d300}-\\u{1d376}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{2fffd}\\u{30000}-\\u{3fffd}';
const WIDE_PROPERTIES = '\\p{Emoji_Presentation}';

/** Control and format characters and marks that are drawn over the character before them. */
const ZERO_WIDTH = '\\0-\\x1f\\x7f-\\x9f\\u0300-\\u036f\\u200b-\\u200f\\u20d0-\\u20f0' +
  '\\ufe00-\\ufe0f\\ufe20-\\ufe2f';
const ZERO_WIDTH_PROPERTIES = '\\p{Cf}\\p{Me}\\p{Mn}';

const SOFT_HYPHEN = '\xad';

/**
 * A class of characters by ranges and by Unicode properties. V8 built without ICU knows no
 * properties: there the ranges must do.
 * @param {string} ranges
 * @param {string} properties
 */
function characterClass(ranges, properties) {
  try {
    return new RegExp(`[${ranges}${properties}]`, 'u');
  } catch {
    return new RegExp(`[${ranges}]`, 'u');
  }
}

/**
 * Made when the first text comes that isn't ASCII: V8 takes its time to look the properties up.
 * @type {{ wide: RegExp, zeroWidth: RegExp } | undefined}
 */
let classes;

function characterClasses() {
  classes ??= {
    wide: characterClass(WIDE, WIDE_PROPERTIES),
    zeroWidth: characterClass(ZERO_WIDTH, ZERO_WIDTH_PROPERTIES),
  };
  return classes;
}

/**
 * ECMA-48 control sequences (colours, cursor movement) and operating system commands (titles,
 * links).
 */
const CONTROL_SEQUENCES = /[\x1b\x9b](?:\[?[\d;?]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g;

/**
 * `text` without the sequences that a terminal obeys instead of showing.
 * @param {string} text
 */
export function withoutControlSequences(text) {
  return text.replace(CONTROL_SEQUENCES, '');
}

/**
 * The columns that `text` takes, control sequences not among it.
 * @param {string} text
 * @returns {number}
 */
export function stringWidth(text) {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e) return unicodeWidth(text);
  }
  return text.length;
}

/** @param {string} text */
function unicodeWidth(text) {
  const { wide, zeroWidth } = characterClasses();
  let width = 0;
  for (const character of text.normalize('NFC')) {
    if (wide.test(character)) width += 2;
    else if (character === SOFT_HYPHEN || !zeroWidth.test(character)) width += 1;
  }
  return width;
}
