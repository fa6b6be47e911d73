/**
 * How inspect() arranges the entries of an object: on one line where they fit, those of a long list
 * in columns, else each on a line of its own.
 */
import { stringWidth, withoutControlSequences } from './string-width.js';

/** @typedef {import('./inspect.js').Inspection} Inspection */

/**
 * What stands around an object's entries.
 * @typedef {object} Frame
 * @property {string} base what is said ahead of the brace: a date, `[Function: f]`, an error's
 *   stack
 * @property {string} open the brace, with the class in front of it where that isn't plain
 * @property {string} close
 * @property {boolean} isList the entries are elements, and may stand in columns
 * @property {number} numbers how many elements there are, if they are numbers; else 0
 */

/** Columns that what is in an object is indented by. */
export const INDENTATION = 2;
/** A list of so many entries is put in columns. */
const ENTRIES_FOR_COLUMNS = 7;
/** Of columns, between entries: a comma and a space. */
const SEPARATOR_WIDTH = 2;
const MAX_COLUMNS = 15;
/** A terminal's characters are about so many times as high as wide. */
const CHARACTER_ASPECT = 2.5;
/**
 * An object may stand on one line if that leaves so many characters free, for what is around it.
 */
const LINE_RESERVE = 10;

/** `text` without the colours that it may have. @param {Inspection} ctx @param {string} text */
export function visible(ctx, text) {
  return ctx.colors ? withoutControlSequences(text) : text;
}

/**
 * Whether entries, with their separators and `reserved` more characters, stay within the line.
 * @param {Inspection} ctx
 * @param {string[]} entries
 * @param {number} reserved
 */
function fits(ctx, entries, reserved) {
  let length = entries.length + reserved;
  if (length + entries.length > ctx.breakLength) return false;
  for (const entry of entries) {
    length += visible(ctx, entry).length;
    if (length > ctx.breakLength) return false;
  }
  return true;
}

/**
 * The number of columns for entries of these widths; 1 if they differ too much to be lined up. It
 * aims at a square block of text. `count` is the number of entries with the remark at the end, if
 * there is one.
 * @param {Inspection} ctx
 * @param {number[]} widths
 * @param {number} count
 */
function columnCount(ctx, widths, count) {
  const longest = widths.reduce((most, width) => Math.max(most, width), 0);
  const total = widths.reduce((sum, width) => sum + width + SEPARATOR_WIDTH, 0);
  const cell = longest + SEPARATOR_WIDTH;
  const isEven = total / cell > 5 || longest <= 6;
  if (!isEven || cell * 3 + ctx.indentation >= ctx.breakLength) return 1;
  // Short entries among long ones make a column cheaper than its widest cell.
  const usual = Math.max(cell - 3 - Math.sqrt(cell - total / count), 1);
  return Math.min(
    Math.round(Math.sqrt(CHARACTER_ASPECT * usual * widths.length) / usual),
    Math.floor((ctx.breakLength - ctx.indentation) / cell),
    Number(ctx.compact) * 4,
    MAX_COLUMNS,
  );
}

/**
 * Joins entries to rows of several columns.
 * @param {Inspection} ctx
 * @param {string[]} entries
 * @param {number} numbers of the list
 * @returns {string[]} `entries` itself if columns don't suit them
 */
function inColumns(ctx, entries, numbers) {
  // "... 3 more items" keeps a row of its own.
  const hasRemark = entries.length > ctx.maxArrayLength;
  const cells = hasRemark ? entries.slice(0, -1) : entries;
  const widths = cells.map((cell) => stringWidth(visible(ctx, cell)));
  const columns = columnCount(ctx, widths, entries.length);
  if (columns <= 1) return entries;

  // Not if what follows the elements needs a cell too.
  const alignRight = numbers >= entries.length;
  const columnWidths = widths.slice(0, columns);
  widths.forEach((width, i) => {
    columnWidths[i % columns] = Math.max(columnWidths[i % columns], width);
  });
  const rows = [];
  for (let start = 0; start < cells.length; start += columns) {
    const end = Math.min(start + columns, cells.length);
    let row = '';
    for (let i = start; i < end; i++) {
      const isLast = i === end - 1;
      const padding = ' '.repeat(columnWidths[i - start] - widths[i]);
      if (alignRight) row += padding;
      row += isLast ? cells[i] : `${cells[i]}, `;
      if (!alignRight && !isLast) row += padding;
    }
    rows.push(row);
  }
  if (hasRemark) rows.push(entries[entries.length - 1]);
  return rows;
}

/**
 * The layout of `compact: true`: one line if at all possible, closing braces at the end of the last
 * entry.
 * @param {Inspection} ctx
 * @param {string[]} entries
 * @param {Frame} frame
 */
function layOutDensely(ctx, entries, { base, open, close }) {
  const lead = base === '' ? open : `${open} ${base}`;
  if (fits(ctx, entries, 0) && !base.includes('\n')) {
    return `${lead} ${entries.join(', ')} ${close}`;
  }
  const lineFeed = `\n${' '.repeat(ctx.indentation + INDENTATION)}`;
  const gap = lead.length === 1 ? ' ' : lineFeed;
  return `${lead}${gap}${entries.join(`,${lineFeed}`)} ${close}`;
}

/**
 * @param {Inspection} ctx
 * @param {string[]} entries
 * @param {Frame} frame
 * @param {number} level how deep the entries are nested
 * @returns {string}
 */
export function layOut(ctx, entries, frame, level) {
  if (ctx.compact === true) return layOutDensely(ctx, entries, frame);
  const { base, open, close } = frame;
  const lead = base === '' ? open : `${base} ${open}`;
  let rows = entries;
  if (Number(ctx.compact) >= 1) {
    if (frame.isList && entries.length >= ENTRIES_FOR_COLUMNS) {
      rows = inColumns(ctx, entries, frame.numbers);
    }
    const isShallow = ctx.deepest - level < Number(ctx.compact);
    const reserved = entries.length + ctx.indentation + open.length + base.length + LINE_RESERVE;
    if (rows === entries && isShallow && fits(ctx, entries, reserved) && !base.includes('\n')) {
      const line = entries.join(', ');
      if (!line.includes('\n')) return `${lead} ${line} ${close}`;
    }
  }
  const lineFeed = `\n${' '.repeat(ctx.indentation)}`;
  const entryFeed = `${lineFeed}${' '.repeat(INDENTATION)}`;
  return `${lead}${entryFeed}${rows.join(`,${entryFeed}`)}${lineFeed}${close}`;
}
