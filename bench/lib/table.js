/** Tables of text, as Markdown reads them too. */

/**
 * @typedef {object} Column
 * @property {string} title
 * @property {'left' | 'right'} [align] 'right' by default
 */

/**
 * @param {readonly Column[]} columns
 * @param {readonly string[][]} rows a text for each column
 * @returns {string} lines
 */
export function table(columns, rows) {
  const widths = columns.map(({ title }, i) =>
    Math.max(title.length, ...rows.map((row) => row[i].length)));
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, i) => pad(cell, widths[i], columns[i])).join(' | ')} |`;
  const rule = columns.map((column, i) => (column.align === 'left'
    ? '-'.repeat(widths[i])
    : `${'-'.repeat(widths[i] - 1)}:`));
  return [line(columns.map(({ title }) => title)), line(rule), ...rows.map(line)].join('\n');
}

/** @param {string} text @param {number} width @param {Column} column */
function pad(text, width, { align }) {
  return align === 'left' ? text.padEnd(width) : text.padStart(width);
}
