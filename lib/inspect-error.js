/**
 * How inspect() writes errors: their stack, with the class that V8 left out of it, and what hangs
 * on them.
 */
import { prefix } from './inspect-names.js';

/** @typedef {import('./inspect.js').Inspection} Inspection */

const FRAME = '\n    at';
/** A frame in a library of the binary. */
const LIBRARY_FRAME = /^ {4}at (?:[^/\\(]+ \()?lib\/[^:]+:\d+:\d+\)?$/;
/** At the start of a stack: what looks like the name of an error. */
const TITLES = [/^([A-Z][\w ()[\]-]+)(?::|\n {4}at)/, /^([\w-]*Error)$/];

/** @param {Error} error */
function stackOf(error) {
  return error.stack ? String(error.stack) : Error.prototype.toString.call(error);
}

/**
 * Leaves to the stack what it says already, and adds what isn't enumerable but matters.
 * @param {Inspection} ctx
 * @param {any} error
 * @param {PropertyKey[]} keys changed in place
 * @param {string} stack
 */
function adjustKeys(ctx, error, keys, stack) {
  for (const name of ctx.showHidden ? [] : ['name', 'message', 'stack']) {
    const index = keys.indexOf(name);
    if (index !== -1 && stack.includes(error[name])) keys.splice(index, 1);
  }
  if ('cause' in error && !keys.includes('cause')) keys.push('cause');
  if (Array.isArray(error.errors) && !keys.includes('errors')) keys.push('errors');
}

/**
 * `stack` with the name of the class in its first line, where it has another.
 * @param {string} stack
 * @param {string} errorName the error's `name`
 * @param {string | null} name of its class
 * @param {string} tag
 */
function withClassName(stack, errorName, name, tag) {
  const afterName = stack[errorName.length];
  const isRegular = errorName.endsWith('Error') && stack.startsWith(errorName) &&
    (afterName === undefined || afterName === ':' || afterName === '\n');
  if (name !== null && !isRegular) return stack;

  let title = errorName;
  if (name === null) title = (TITLES[0].exec(stack) ?? TITLES[1].exec(stack))?.[1] ?? '';
  const rest = stack.slice(title.length);
  const wanted = prefix(name, tag, title || 'Error').slice(0, -1);
  if (wanted === errorName) return stack;
  if (!wanted.includes(errorName)) return `${wanted} [${errorName}]${rest}`;
  return title === '' ? `${wanted}: ${stack}` : wanted + rest;
}

/**
 * The first run of more than three frames that `frames` and `others` share.
 * @param {string[]} frames
 * @param {string[]} others
 */
function sharedRun(frames, others) {
  for (let start = 0; start < frames.length - 3; start++) {
    const from = others.indexOf(frames[start]);
    if (from === -1) continue;
    const most = Math.min(frames.length - start, others.length - from);
    let length = 1;
    while (length < most && frames[start + length] === others[from + length]) length++;
    if (length > 3) return { start, length };
  }
  return undefined;
}

/**
 * The frames of a stack, but for those that the cause's stack will show again.
 * @param {Inspection} ctx
 * @param {any} error
 * @param {string} frameLines
 */
function framesOf(ctx, error, frameLines) {
  const frames = frameLines.split('\n');
  const { cause } = error;
  if (!(cause instanceof Error)) return frames;
  const causeStack = stackOf(cause);
  const causeStart = causeStack.indexOf(FRAME);
  if (causeStart === -1) return frames;
  const run = sharedRun(frames, causeStack.slice(causeStart + 1).split('\n'));
  if (run !== undefined) {
    const left = run.length - 2;
    const remark = `    ... ${left} lines matching cause stack trace ...`;
    frames.splice(run.start + 1, left, ctx.stylize(remark, 'undefined'));
  }
  return frames;
}

/**
 * @param {Inspection} ctx
 * @param {any} error
 * @param {string | null} name of its class
 * @param {string} tag
 * @param {PropertyKey[]} keys the properties to show, changed in place
 * @returns {string}
 */
export function errorText(ctx, error, name, tag, keys) {
  const ownStack = stackOf(error);
  adjustKeys(ctx, error, keys, ownStack);
  const stack = withClassName(ownStack, String(error.name ?? 'Error'), name, tag);

  const { message } = error;
  const messageAt = typeof message === 'string' ? stack.indexOf(message) : -1;
  const framesAt = stack.indexOf(FRAME, messageAt > 0 ? messageAt + message.length : 0);
  if (framesAt === -1) return ctx.indent(`[${stack}]`);

  const frames = framesOf(ctx, error, stack.slice(framesAt + 1)).map((frame) =>
    (LIBRARY_FRAME.test(frame) ? ctx.stylize(frame, 'undefined') : frame));
  return ctx.indent([stack.slice(0, framesAt), ...frames].join('\n'));
}
