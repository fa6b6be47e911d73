/**
 * What inspect() calls an object: its class, its Symbol.toStringTag, and the name of a function.
 */

import { tablePrototype } from './null-table.js';

/** @typedef {import('./inspect.js').Inspection} Inspection */

const binding = lo.load('inspect');

/** @type {Set<string> | undefined} */
let builtInNames;

/**
 * Whether a class of the language or of lo has this name. Globals that a script added are
 * enumerable, unless it took care.
 * @param {string} name
 */
function isBuiltIn(name) {
  builtInNames ??= new Set(Object.getOwnPropertyNames(globalThis).filter((global) =>
    /^[A-Z]/.test(global) && !Object.prototype.propertyIsEnumerable.call(globalThis, global)));
  return builtInNames.has(name);
}

/**
 * The function that `object` names as the constructor of its instances, if it has one.
 * @param {object} object
 * @returns {Function | undefined}
 */
function ownConstructor(object) {
  const constructor = Object.getOwnPropertyDescriptor(object, 'constructor')?.value;
  return typeof constructor === 'function' && constructor.name !== '' ? constructor : undefined;
}

/**
 * Whether `object` is the prototype of a built-in class (or calls itself so).
 * @param {object} object
 */
export function isBuiltInPrototype(object) {
  const constructor = ownConstructor(object);
  return constructor !== undefined && isBuiltIn(constructor.name);
}

/** @param {object} value @param {Function} constructor */
function isInstance(value, constructor) {
  try {
    return value instanceof constructor;
  } catch {
    return false;
  }
}

/**
 * The name of the class that `value` is an instance of, by the nearest `constructor` on its
 * prototype chain.
 * @param {Inspection} ctx
 * @param {object} value
 * @param {number} level
 * @param {string[] | undefined} inherited where to put the properties of prototypes, if they are to
 *   be shown
 * @returns {string | null} null if there is no prototype
 */
export function constructorName(ctx, value, level, inherited) {
  const first = Object.getPrototypeOf(value);
  // Nothing is as frequent, and its properties are nobody's surprise.
  if (first === Object.prototype && !Object.hasOwn(value, 'constructor')) return 'Object';
  for (let object = value; object !== null; object = Object.getPrototypeOf(object)) {
    const constructor = ownConstructor(object);
    if (constructor === undefined || !isInstance(value, constructor)) continue;
    if (inherited !== undefined && (object !== first || !isBuiltIn(constructor.name))) {
      addInherited(ctx, value, level, inherited);
    }
    return String(constructor.name);
  }
  if (first === null || first === tablePrototype) return null;
  return nameByPrototype(ctx, value, first, level, inherited);
}

/**
 * The name of a value whose prototype chain leads nowhere.
 * @param {Inspection} ctx
 * @param {object} value
 * @param {object} prototype
 * @param {number} level
 * @param {string[] | undefined} inherited
 * @returns {string}
 */
function nameByPrototype(ctx, value, prototype, level, inherited) {
  const name = binding.constructorName(value);
  if (ctx.isTooDeep(level)) return `${name} <Complex prototype>`;
  const prototypeName = constructorName(ctx, prototype, level + 1, inherited) ??
    ctx.inspectApart(prototype, { customInspect: false, depth: -1 });
  return `${name} <${prototypeName}>`;
}

/** Prototypes whose properties are shown under an object. */
const MAX_PROTOTYPES = 3;

/**
 * Adds what `value` inherits from classes that aren't built in: data and accessors, not methods.
 * @param {Inspection} ctx
 * @param {object} value
 * @param {number} level
 * @param {string[]} output
 */
function addInherited(ctx, value, level, output) {
  const known = new Set([...Reflect.ownKeys(value), 'constructor']);
  let object = value;
  ctx.ancestors.push(value);
  for (let i = 0; i < MAX_PROTOTYPES; i++) {
    object = Object.getPrototypeOf(object);
    if (object === null || isBuiltInPrototype(object)) break;
    for (const key of Reflect.ownKeys(object)) {
      const property = Object.getOwnPropertyDescriptor(object, key);
      if (known.has(key) || typeof property?.value === 'function') continue;
      const text = ctx.formatProperty(object, key, level, value);
      output.push(ctx.colors ? `\x1b[2m${text}\x1b[22m` : text);
    }
    Reflect.ownKeys(object).forEach((key) => known.add(key));
  }
  ctx.ancestors.pop();
}

/**
 * The Symbol.toStringTag of `value`, unless it will be seen among its properties.
 * @param {Inspection} ctx
 * @param {any} value
 * @returns {string} '' for none
 */
export function toStringTag(ctx, value) {
  const tag = value[Symbol.toStringTag];
  if (typeof tag !== 'string' || tag === '') return '';
  const own = Object.getOwnPropertyDescriptor(value, Symbol.toStringTag);
  return own !== undefined && (own.enumerable || ctx.showHidden) ? '' : tag;
}

/**
 * What stands in front of an object's brace: `Foo `, `Foo(2) [tag] `, `[Foo: null prototype] `.
 * @param {string | null} name of the class, null for no prototype
 * @param {string} tag
 * @param {string} fallback the name for want of a prototype
 * @param {string} [size] `(2)`
 */
export function prefix(name, tag, fallback, size = '') {
  const shown = name ?? fallback;
  const label = name === null ? `[${shown}${size}: null prototype]` : `${shown}${size}`;
  return tag === '' || tag === shown ? `${label} ` : `${label} [${tag}] `;
}

/**
 * prefix() for an object that isn't of a known kind.
 * @param {object} value
 * @param {string | null} name
 * @param {string} tag
 */
export function objectPrefix(value, name, tag) {
  const native = name === null ? binding.constructorName(value) : '';
  return prefix(name, tag, native === tag ? 'Object' : native);
}

/** @type {Record<number, string>} */
const FUNCTION_TYPES = {
  [binding.FUNCTION]: 'Function',
  [binding.ASYNC_FUNCTION]: 'AsyncFunction',
  [binding.GENERATOR_FUNCTION]: 'GeneratorFunction',
  [binding.ASYNC_GENERATOR_FUNCTION]: 'AsyncGeneratorFunction',
};

const COMMENTS = /\/\/.*?\n|\/\*[^]*?\*\//g;
/**
 * From behind `class` on: a class has no parenthesis ahead of its body, but for one in what it
 * extends.
 */
const CLASS_HEAD = /^\s+[^(]*?\s*\{/;

/** @param {Function} value */
function isClass(value) {
  const source = Function.prototype.toString.call(value);
  if (!source.startsWith('class') || !source.endsWith('}')) return false;
  const rest = source.slice('class'.length, -1);
  const brace = rest.indexOf('{');
  if (brace === -1) return false;
  return !rest.slice(0, brace).includes('(') || CLASS_HEAD.test(rest.replace(COMMENTS, ''));
}

/**
 * @param {Function} value
 * @param {string | null} name
 * @param {string} tag
 */
function classText(value, name, tag) {
  let text = `class ${(Object.hasOwn(value, 'name') && value.name) || '(anonymous)'}`;
  if (name !== 'Function' && name !== null) text += ` [${name}]`;
  if (tag !== '' && name !== tag) text += ` [${tag}]`;
  const parent = name === null ? '[null prototype]' : Object.getPrototypeOf(value).name;
  return parent ? `[${text} extends ${parent}]` : `[${text}]`;
}

/**
 * `[Function: f]`, `[class A extends B]` and so on.
 * @param {Function} value
 * @param {number} kind
 * @param {string | null} name of the function's class
 * @param {string} tag
 */
export function functionText(value, kind, name, tag) {
  if (isClass(value)) return classText(value, name, tag);
  const type = FUNCTION_TYPES[kind];
  let text = `[${type}`;
  if (name === null) text += ' (null prototype)';
  text += value.name === '' ? ' (anonymous)]' : `: ${value.name}]`;
  if (name !== type && name !== null) text += ` ${name}`;
  if (tag !== '' && name !== tag) text += ` [${tag}]`;
  return text;
}
