/**
 * Warnings: what is probably a mistake of the program, but no error.
 */

/**
 * @typedef {object} WarningOptions
 * @property {string} [type] the warning's name; 'Warning' if left out
 * @property {string} [code] for programs that tell warnings apart
 * @property {string} [detail] more lines, printed below the message
 */

/**
 * Issues a warning: to `lo.onWarning`, if that is a function, else on stderr, as node prints it.
 *
 * At once, and not from a queue as in node: a program that dies next has still said why.
 *
 * @param {string | Error} warning a message, or the Error to issue, with its own name and code
 * @param {WarningOptions} [options]
 */
export function emitWarning(warning, options = {}) {
  const error = typeof warning === 'string' ? makeWarning(warning, options) : warning;
  if (typeof lo.onWarning === 'function') lo.onWarning(error);
  else print(error);
}

/** @param {string} message @param {WarningOptions} options */
function makeWarning(message, { type = 'Warning', code, detail }) {
  const error = Object.assign(new Error(message), { name: type });
  if (code !== undefined) Object.assign(error, { code });
  if (detail !== undefined) Object.assign(error, { detail });
  return error;
}

/** @param {Error & { code?: string, detail?: string }} warning */
function print({ name, message, code, detail }) {
  const where = code === undefined ? '' : ` [${code}]`;
  const more = detail === undefined ? '' : `${detail}\n`;
  const pid = lo.load('process').getpid();
  const bytes = new TextEncoder().encode(`(lo:${pid})${where} ${name}: ${message}\n${more}`);
  lo.core.write(2, bytes, bytes.length);
}
