/**
 * Tables with arbitrary keys: objects on which `__proto__`, `toString` and `constructor` are names
 * like any other.
 */

/**
 * A constructor of tables: they inherit from an object that has nothing, not even a prototype. It
 * has no name, so that V8 calls them Object, and inspect() shows them like the other three.
 */
const [Table] = [function() {}];

/** What such a table inherits from. */
export const tablePrototype = Table.prototype = Object.create(null);

/**
 * The ways to make one. V8 keeps the first two as dictionaries, whose properties it looks up by
 * hash each time. The other two get a hidden class, so that a read at a call site that sees one
 * kind of table costs what a read of a field does; and of these, only a constructor is quick.
 *
 * V8 10.2, ns, in the order of the list: make one 15, 79, 276, 1; make one, add a listener and emit
 * 129, 195, 125, 8; emit 10, 10, 1.5, 1.3; emit at a place that sees a hundred tables, 13 to 20.
 */
export const ways = {
  create: () => Object.create(null),
  literal: () => ({ __proto__: null }),
  setPrototypeOf: () => Object.setPrototypeOf({}, null),
  construct: () => new (/** @type {any} */ (Table))(),
};

/** The way in use; bench/null-proto.js compares them. @type {() => Record<PropertyKey, any>} */
export const createTable = ways.construct;
