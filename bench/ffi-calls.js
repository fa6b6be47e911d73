/**
 * Calls C functions of the library that is the first argument, and prints what a call costs, a line
 * a row: its name and nanoseconds. Runs on lo, node, bun and deno. On lo, the second argument says
 * how it calls: `fast`, `slow`, or `compiled`, by a binding that is compiled in, which needs the
 * program lo_testing.
 */

/** @typedef {Record<string, Function>} Functions by the names of the library */

/** How long to call before a measurement, and in one, in nanoseconds. */
const WARM_UP = 60e6;
const SAMPLE = 20e6;
const SAMPLES = 5;

const isLo = globalThis.lo !== undefined;
const now = isLo ? lo.hrtime : () => performance.now() * 1e6;

/** A text in C: what `length` gets. */
const text = new Uint8Array(128).fill(65, 0, 20);
/** Large enough to be outside of a garbage collector's heap. */
const values = new Int32Array(256).fill(7);

/** @type {Record<string, string>} the call in each row, by name; `i` counts */
const ROWS = {
  'no-op': 'noop()',
  '1 integer': 'echo_i32(i & 7)',
  '6 integers': 'add6(i & 7, 2, 3, 4, 5, 6)',
  '3 doubles': 'multiply(i & 7, 1.5, 2)',
  pointer: 'firstAt(address)',
  buffer: 'first(values)',
  'strlen on a string': 'length(text)',
  getpid: 'getpid()',
};

const ints = (/** @type {number} */ count, type = 'i32') => Array(count).fill(type);

/** Deno's form, and lo's. @type {Record<string, any>} */
const DECLARATIONS = {
  noop: { parameters: [], result: 'void' },
  echo_i32: { parameters: ints(1), result: 'i32' },
  add6: { parameters: ints(6), result: 'i32' },
  multiply: { parameters: ints(3, 'f64'), result: 'f64' },
  firstAt: { name: 'first', parameters: ['pointer'], result: 'i32' },
  first: { parameters: ['buffer'], result: 'i32' },
  length: { parameters: ['buffer'], result: 'usize' },
  getpid: { parameters: [], result: 'i32' },
};

/** @param {string} path @param {string} how @returns {Promise<{ functions: Functions, address: any }>} */
async function onLo(path, how) {
  const { dlopen, ptr } = await import('lib/ffi.js');
  const address = ptr(values);
  if (how === 'compiled') return { functions: lo.load('compiled_in'), address };
  const declared = Object.fromEntries(Object.entries(DECLARATIONS).map(([name, declaration]) =>
    [name, how === 'slow' ? { ...declaration, nonblocking: false } : declaration]));
  return { functions: dlopen(path, declared).symbols, address };
}

/** @param {string} path */
async function onBun(path) {
  // By a name that only bun knows.
  const { dlopen, ptr } = await import(/** @type {string} */ ('bun:ffi'));
  /** @type {Record<string, string>} its types that differ */
  const types = { usize: 'u64_fast', pointer: 'ptr', buffer: 'ptr' };
  const known = (/** @type {string} */ type) => types[type] ?? type;
  const open = (/** @type {string} */ key) => {
    const { name = key, parameters, result } = DECLARATIONS[key];
    return dlopen(path, { [name]: { args: parameters.map(known), returns: known(result) } })
      .symbols[name];
  };
  const functions = Object.fromEntries(
    Object.keys(DECLARATIONS).map((key) => [key, open(key)]));
  return { functions, address: ptr(values) };
}

/** @param {string} path */
function onDeno(path) {
  const { symbols } = Deno.dlopen(path, DECLARATIONS);
  return { functions: symbols, address: Deno.UnsafePointer.of(values) };
}

/** @param {string} path */
async function onNode(path) {
  const { dlopen, getRawPointer } = await import(/** @type {string} */ ('node:ffi'));
  /** @type {Record<string, string>} */
  const types = { i32: 'int32', f64: 'double', usize: 'uint64' };
  const known = (/** @type {string} */ type) => types[type] ?? type;
  const open = (/** @type {string} */ key) => {
    const { name = key, parameters, result } = DECLARATIONS[key];
    const declaration = { arguments: parameters.map(known), return: known(result) };
    return dlopen(path, { [name]: declaration }).functions[name];
  };
  const functions = Object.fromEntries(
    Object.keys(DECLARATIONS).map((key) => [key, open(key)]));
  return { functions, address: getRawPointer(values) };
}

/**
 * A loop of its own for each row, with source of its own, so that no engine shares what it learns.
 * @param {string} call @param {Functions} functions @param {any} address
 * @returns {(count: number) => unknown}
 */
function loopOf(call, functions, address) {
  const names = Object.keys(functions);
  const body = `return (count) => {
    let result;
    for (let i = 0; i < count; i++) result = ${call};
    return result;
  };`;
  return new Function(...names, 'address', 'values', 'text', body)(
    ...names.map((name) => functions[name]), address, values, text);
}

/** @param {(count: number) => unknown} loop @param {number} count */
function time(loop, count) {
  const start = now();
  loop(count);
  return now() - start;
}

/** Nanoseconds a call, in the quickest sample: what disturbs one only adds. @param {(count: number) => unknown} loop */
function measure(loop) {
  let count = 1000;
  for (const end = now() + WARM_UP; now() < end;) {
    if (time(loop, count) < SAMPLE) count *= 2;
  }
  const samples = Array.from({ length: SAMPLES }, () => time(loop, count) / count);
  return Math.min(...samples);
}

const args = isLo ? lo.args.slice(2) : globalThis.process.argv.slice(2);
const [path, how] = args;
const { functions, address } = await (isLo ? onLo(path, how)
  : globalThis.Bun ? onBun(path)
    : globalThis.Deno ? onDeno(path)
      : onNode(path));
for (const [name, call] of Object.entries(ROWS)) {
  console.log(`${name}: ${measure(loopOf(call, functions, address)).toFixed(2)}`);
}
