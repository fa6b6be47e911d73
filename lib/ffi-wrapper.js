/**
 * The JavaScript around a C function: generated code that tests its arguments, calls it, and makes
 * a value of what it returned.
 *
 * A function of its own source for each, since V8 learns by source: in code that functions share,
 * a call site sees many targets, and is never a fast call. What is tested is all that a fast call
 * must not meet, and where a test fails, or the function is closed, a function that all share takes
 * over and says what is wrong, if anything is. V8 inlines the whole into the caller.
 */

/** @typedef {import('./ffi-types.js').CType} CType */

const binding = lo.load('ffi');
const { isSafeInteger } = Number;

/** As bindings/ffi_values.h lays them out. */
const signed = new BigInt64Array(binding.notes, 0, 1);
const unsigned = new BigUint64Array(binding.notes, 0, 1);
const missed = new Uint32Array(binding.notes, 8, 1);

/** Has one property. What is closed stays so. */
export class Library {
  closed = false;
}

/**
 * By the number of the binding's function: what makes the wrapper. V8 keeps generated code for a
 * while, so that thousands of libraries, opened and closed, would leave thousands of functions.
 * @type {Map<number, (careful: Function, library: Library) => (...args: any[]) => any>}
 */
const makers = new Map();

/**
 * For `add(i32, buffer)` with the result u8, this is:
 *
 *     (a0, a1) => {
 *       let r;
 *       if (!library.closed && typeof a0 === 'number' && (a0 | 0) === a0 && true) {
 *         r = raw(a0 | 0, a1);
 *         if (missed[0] !== 0) r = careful(a0, a1);
 *       } else {
 *         r = careful(a0, a1);
 *       }
 *       return (r & 255);
 *     }
 *
 * @param {CType[]} parameters
 * @param {CType} result
 * @param {number} number of `raw`, which has these types
 * @param {Function} raw the binding's function
 * @param {(...args: any[]) => any} careful what to call when a test fails; it gets the same
 *   arguments and returns what `raw` would, or throws
 * @param {Library} library
 * @returns {(...args: any[]) => any}
 */
export function wrap(parameters, result, number, raw, careful, library) {
  let make = makers.get(number);
  if (make === undefined) {
    const source = sourceOf(parameters, result, number);
    const scope = { raw, isSafeInteger, signed, unsigned, missed };
    make = /** @type {NonNullable<typeof make>} */ (
      new Function(...Object.keys(scope), source)(...Object.values(scope)));
    makers.set(number, make);
  }
  return make(careful, library);
}

/** @param {CType[]} parameters @param {CType} result @param {number} number */
function sourceOf(parameters, result, number) {
  const names = parameters.map((_, i) => `a${i}`);
  const list = names.join(', ');
  const tests = ['!library.closed', ...parameters.map(({ plain }, i) => plain(names[i]))];
  const passed = parameters.map(({ passed: pass }, i) => pass(names[i])).join(', ');
  const look = parameters.some(({ code }) => code === '*' || code.startsWith('{'));
  return `
    return (careful, library) => (${list}) => { // ${number}
      let r;
      if (${tests.join(' && ')}) {
        r = raw(${passed});
        ${look ? `if (missed[0] !== 0) r = careful(${list});` : ''}
      } else {
        r = careful(${list});
      }
      return ${result.returned('r')};
    };`;
}

/** Whether the last call could not read a buffer, and so was not made; asks once. */
export function takeMissed() {
  const was = missed[0] !== 0;
  missed[0] = 0;
  return was;
}

/** What a wide result is, given its nearest double. @param {number} r @returns {number | bigint} */
export function wideResult(r) {
  return isSafeInteger(r) ? r : signed[0];
}
