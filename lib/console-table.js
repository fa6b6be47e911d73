/**
 * console.table(): values in rows and columns (https://console.spec.whatwg.org/#table), drawn as
 * node draws them.
 */
import { inspect } from './inspect.js';
import { stringWidth, withoutControlSequences } from './string-width.js';

const binding = lo.load('inspect');

/** @typedef {import('./inspect.js').InspectOptions} InspectOptions */

/**
 * @typedef {object} Column
 * @property {string} title
 * @property {string[]} cells may have holes
 */

/** @param {string} text */
function width(text) {
  return stringWidth(withoutControlSequences(text));
}

/** @param {Column[]} columns @returns {string} */
function draw(columns) {
  const widths = columns.map(({ title, cells }) =>
    cells.reduce((most, cell) => Math.max(most, width(cell)), width(title)));
  const rowCount = columns.reduce((most, { cells }) => Math.max(most, cells.length), 0);

  const lines = widths.map((columnWidth) => '\u2500'.repeat(columnWidth + 2));
  const row = (/** @type {string[]} */ cells) => {
    const padded = cells.map((cell, i) => cell + ' '.repeat(widths[i] - width(cell)));
    return `\u2502 ${padded.join(' \u2502 ')} \u2502`;
  };

  const rows = Array.from({ length: rowCount }, (_, i) =>
    row(columns.map(({ cells }) => cells[i] ?? '')));
  return [
    `\u250c${lines.join('\u252c')}\u2510`,
    row(columns.map(({ title }) => title)),
    `\u251c${lines.join('\u253c')}\u2524`,
    ...rows,
    `\u2514${lines.join('\u2534')}\u2518`,
  ].join('\n');
}

/** @param {unknown} value @returns {boolean} */
function isPrimitive(value) {
  return value === null || (typeof value !== 'object' && typeof value !== 'function');
}

/**
 * A cell: small, so that rows stay lines.
 * @param {any} value
 * @param {InspectOptions} options
 */
function cellText(value, options) {
  const isLarge = !isPrimitive(value) && typeof value === 'object' && !Array.isArray(value) &&
    binding.kind(value) !== binding.TYPED_ARRAY && Object.keys(value).length > 2;
  const depth = isLarge ? -1 : 0;
  return inspect(value, { depth, maxArrayLength: 3, breakLength: Infinity, ...options });
}

/**
 * The entries of a map or a set, or of an iterator of one, which is not moved by it.
 * @param {object} data
 * @returns {{ values: unknown[], isPairs: boolean } | undefined} undefined for anything else
 */
function entriesOf(data) {
  const kinds = [binding.MAP, binding.SET, binding.MAP_ITERATOR, binding.SET_ITERATOR];
  const kind = binding.kind(data);
  if (!kinds.includes(kind)) return undefined;
  const [values, isPairs] = binding.previewEntries(data);
  return { values, isPairs };
}

/**
 * @param {{ values: unknown[], isPairs: boolean }} entries
 * @param {InspectOptions} options
 * @returns {Column[]}
 */
function entryColumns({ values, isPairs }, options) {
  const cells = values.map((value) => cellText(value, options));
  const columns = isPairs ? [
    { title: 'Key', cells: cells.filter((_, i) => i % 2 === 0) },
    { title: 'Values', cells: cells.filter((_, i) => i % 2 === 1) },
  ] : [{ title: 'Values', cells }];
  const indexes = columns[0].cells.map((_, i) => cellText(i, options));
  return [{ title: '(iteration index)', cells: indexes }, ...columns];
}

/**
 * @param {any} data
 * @param {string[] | undefined} properties
 * @param {InspectOptions} options
 * @returns {Column[]}
 */
function propertyColumns(data, properties, options) {
  const indexes = Object.keys(data);
  /**
   * The columns by property: in the order of an object's keys, integers first.
   * @type {Record<string, string[]>}
   */
  const columns = Object.create(null);
  /** @type {string[]} */
  const values = [];
  indexes.forEach((index, row) => {
    const item = data[index];
    if (isPrimitive(item) && properties === undefined) {
      values[row] = cellText(item, options);
      return;
    }
    for (const key of properties ?? Object.keys(item)) {
      columns[key] ??= [];
      const isThere = !isPrimitive(item) && Object.hasOwn(item, key);
      columns[key][row] = isThere ? cellText(item[key], options) : '';
    }
  });
  const named = Object.keys(columns).map((title) => ({ title, cells: columns[title] }));
  if (values.length > 0) named.push({ title: 'Values', cells: values });
  return [{ title: '(index)', cells: indexes }, ...named];
}

/**
 * @param {object} data
 * @param {string[] | undefined} properties the columns to show, undefined for all
 * @param {InspectOptions} options of the cells
 * @returns {string} lines, without a line feed at the end
 */
export function table(data, properties, options) {
  const entries = entriesOf(data);
  return draw(entries === undefined ? propertyColumns(data, properties, options) :
    entryColumns(entries, options));
}
