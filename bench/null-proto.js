/**
 * What a table with arbitrary keys costs, made in four ways: the same file on lo, node, bun and
 * deno.
 *
 *     lo bench/null-proto.js                       lists the cells
 *     lo bench/null-proto.js 'read: construct'
 *     lo --allow-natives-syntax bench/null-proto.js properties     which are dictionaries to V8
 *     node bench/cells.js null-proto               every cell on every runtime, as tables
 *
 * The ways are those of lib/null-table.js, whose constant `createTable` says which one lo's
 * EventEmitter uses: change it, build, and run bench/ee-emit.js to see what it does to emitters.
 */
import { ways } from '../lib/null-table.js';
import { runCell, scriptArguments } from './lib/cell.js';

/** @typedef {import('./lib/cell.js').Cell} Cell */
/** @typedef {() => Record<PropertyKey, any>} Way */

const COUNT = 1_000_000;
const NAMES = ['data', 'end', 'error', 'close'];

/** A table that is kept for a while, since V8 need not make one that nobody keeps. */
const kept = Array(256);

/** @param {Way} create @returns {Cell} */
function make(create) {
  return {
    batch: COUNT,
    run: (count) => {
      for (let i = 0; i < count; i++) kept[i & 255] = create();
    },
  };
}

/** Makes one and puts four names there. @param {Way} create @returns {Cell} */
function fill(create) {
  return {
    batch: COUNT,
    run: (count) => {
      for (let i = 0; i < count; i++) {
        const table = create();
        for (let k = 0; k < NAMES.length; k++) table[NAMES[k]] = i;
        kept[i & 255] = table;
      }
    },
  };
}

/** Reads a name of one table. @param {Way} create @returns {Cell} */
function read(create) {
  const table = create();
  for (const name of NAMES) table[name] = () => name;
  return {
    batch: 2 * COUNT,
    run: (count) => {
      for (let i = 0; i < count; i++) kept[i & 255] = table.close;
    },
  };
}

/** Reads any of a thousand names. @param {Way} create @returns {Cell} */
function readMany(create) {
  const table = create();
  const names = Array.from({ length: 1000 }, (_, i) => `event ${i}`);
  for (const name of names) table[name] = () => name;
  return {
    batch: COUNT,
    run: (count) => {
      for (let i = 0; i < count; i++) kept[i & 255] = table[names[i % 1000]];
    },
  };
}

/** Says how V8 keeps tables: needs --allow-natives-syntax, which deno and node have, too. */
function printProperties() {
  const isFast = new Function('table', 'return %HasFastProperties(table)');
  for (const [name, create] of Object.entries(ways)) {
    const table = create();
    const states = [isFast(table)];
    for (const key of NAMES) table[key] = 1;
    states.push(isFast(table));
    delete table.close;
    states.push(isFast(table));
    const [empty, filled, deleted] = states.map((fast) => (fast ? 'fast' : 'dictionary'));
    console.log(`${name}: empty ${empty}, filled ${filled}, after a delete ${deleted}`);
  }
}

/** @type {Record<string, () => Cell>} */
const cells = {};
for (const [what, cell] of Object.entries({ make, fill, read, 'read 1000 names': readMany })) {
  for (const [name, create] of Object.entries(ways)) {
    cells[`${what}: ${name}`] = () => cell(create);
  }
}

if (scriptArguments()[0] === 'properties') printProperties();
else runCell(cells);
