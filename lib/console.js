/**
 * The console (https://console.spec.whatwg.org), with node's formatting and node's class Console.
 * Writes are done when the call returns. What formats objects and tables is loaded when the first
 * of them is printed.
 *
 * Left out: what only an inspector shows (profile, profileEnd, timeStamp), and calling Console
 * without `new`.
 */
import {
  codedError, invalidArgType, invalidArgValue, validateInteger, validateObject,
} from './errors.js';
import { emitWarning } from './warning.js';

const { environmentVariable, writeString } = lo.load('console');

/** @typedef {import('./inspect.js').InspectOptions} InspectOptions */

/**
 * What a Console writes to.
 * @typedef {object} Stream
 * @property {(text: string) => unknown} write
 * @property {boolean} [isTTY] a terminal, which gets colours
 */

/**
 * @typedef {object} ConsoleOptions
 * @property {Stream} stdout
 * @property {Stream} [stderr] `stdout` if it is left out
 * @property {boolean} [ignoreErrors] of writing; true if it is left out
 * @property {boolean | 'auto'} [colorMode] 'auto', the default, is colours for a terminal
 * @property {InspectOptions} [inspectOptions]
 * @property {number} [groupIndentation] columns for each group, 0 to 1000; 2 if it is left out
 */

const MAX_GROUP_INDENTATION = 1000;
const NANOSECONDS_PER_MILLISECOND = 1e6;

/**
 * A descriptor of the process. What can't be written, since the reader is gone, is lost silently,
 * as in node.
 */
class DescriptorStream {
  #fd;

  /** @param {number} fd */
  constructor(fd) {
    this.#fd = fd;
    this.isTTY = lo.core.isatty(fd);
  }

  /** @param {string} text */
  write(text) {
    writeString(this.#fd, text);
  }
}

/**
 * What the user asked for all programs: FORCE_COLOR as node reads it, NO_COLOR
 * (https://no-color.org), and a terminal that knows no colours. undefined if it's up to the stream.
 */
function colorsByEnvironment() {
  const force = environmentVariable('FORCE_COLOR');
  if (force !== undefined) return ['', '1', '2', '3', 'true'].includes(force);
  if (environmentVariable('NO_COLOR') || environmentVariable('TERM') === 'dumb') return false;
  return undefined;
}

const environmentColors = colorsByEnvironment();

/** @type {InspectOptions} */
const COLORED = { colors: true };
/** @type {InspectOptions} */
const PLAIN = {};

/**
 * The text of values that need no formatter; undefined if there are others.
 * @param {unknown[]} values
 * @returns {string | undefined}
 */
function simpleText(values) {
  const [first] = values;
  if (typeof first === 'string') {
    if (values.length === 1) return first;
    if (first.includes('%')) return undefined;
  }
  const isSimple = values.every((value) => value === null || value === undefined ||
    typeof value === 'string' || typeof value === 'boolean' ||
    (typeof value === 'number' && !Object.is(value, -0)));
  return isSimple ? values.map(String).join(' ') : undefined;
}

/** @param {number} ms @returns {string} with the unit that suits it */
export function durationText(ms) {
  if (ms < 1000) return `${Number(ms.toFixed(3))}ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(3)}s`;
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const seconds = ((ms % 60_000) / 1000).toFixed(3).padStart(6, '0');
  if (hours === 0) return `${minutes}:${seconds} (m:ss.mmm)`;
  return `${hours}:${String(minutes).padStart(2, '0')}:${seconds} (h:mm:ss.mmm)`;
}

/** @param {any} stream @param {string} name */
function validateStream(stream, name) {
  if (typeof stream?.write === 'function') return;
  throw codedError(TypeError, 'ERR_CONSOLE_WRITABLE_STREAM',
    `Console expects a writable stream instance for ${name}`);
}

/** @param {any} options */
function validateConsoleOptions({ colorMode, groupIndentation, inspectOptions }) {
  if (![undefined, 'auto', true, false].includes(colorMode)) {
    throw invalidArgValue('colorMode', colorMode, "must be one of: 'auto', true, false");
  }
  if (groupIndentation !== undefined) {
    validateInteger(groupIndentation, 'groupIndentation', 0, MAX_GROUP_INDENTATION);
  }
  if (inspectOptions === undefined) return;
  validateObject(inspectOptions, 'options.inspectOptions');
  if (inspectOptions.colors !== undefined && colorMode !== undefined) {
    throw codedError(TypeError, 'ERR_INCOMPATIBLE_OPTION_PAIR', 'Option ' +
      '"options.inspectOptions.color" cannot be used in combination with option "colorMode"');
  }
}

/** A console on any two streams. Its methods are bound to it, so that they can be passed around. */
export class Console {
  #stdout;
  #stderr;
  #ignoreErrors;
  #colorMode;
  #inspectOptions;
  #groupWidth;
  #indentation = '';
  /** @type {Map<string, number>} */
  #counts = new Map();
  /** When each timer was started. @type {Map<string, number>} */
  #timers = new Map();

  /**
   * @param {ConsoleOptions | Stream} options or stdout, followed by the two other arguments
   * @param {Stream} [stderrStream]
   * @param {boolean} [ignore] errors of writing
   * @throws {TypeError} ERR_CONSOLE_WRITABLE_STREAM for what has no write()
   */
  constructor(options, stderrStream, ignore) {
    const isStream = !options || typeof /** @type {any} */ (options).write === 'function';
    const all = /** @type {ConsoleOptions} */ (isStream ?
      { stdout: options, stderr: stderrStream, ignoreErrors: ignore } : options);
    const { stdout, stderr = stdout, ignoreErrors = true, groupIndentation = 2 } = all;
    validateStream(stdout, 'stdout');
    validateStream(stderr, 'stderr');
    validateConsoleOptions(all);
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#ignoreErrors = ignoreErrors;
    this.#colorMode = all.colorMode ?? 'auto';
    this.#inspectOptions = all.inspectOptions;
    this.#groupWidth = groupIndentation;
    this.#bindMethods();
  }

  /** A subclass's own methods are bound too, so that it can override ours. */
  #bindMethods() {
    const self = /** @type {any} */ (this);
    for (const name of METHODS) {
      const method = self[name].bind(this);
      Object.defineProperty(method, 'name', { value: name });
      self[name] = method;
    }
  }

  /** @param {Stream} stream @returns {InspectOptions} */
  #optionsFor(stream) {
    const colors = this.#colorMode === 'auto' ? environmentColors ?? Boolean(stream.isTTY) :
      this.#colorMode;
    if (this.#inspectOptions !== undefined) return { colors, ...this.#inspectOptions };
    return colors ? COLORED : PLAIN;
  }

  /** @param {Stream} stream @param {unknown[]} values @returns {string} */
  #format(stream, values) {
    if (values.length === 1 && typeof values[0] === 'string') return values[0];
    const options = this.#optionsFor(stream);
    const simple = options === PLAIN ? simpleText(values) : undefined;
    return simple ?? lo.library('lib/format.js').formatWithOptions(options, ...values);
  }

  /** @param {Stream} stream @param {string} text */
  #writeLine(stream, text) {
    const indentation = this.#indentation;
    const line = indentation === '' ? `${text}\n` :
      `${indentation}${text.replaceAll('\n', `\n${indentation}`)}\n`;
    try {
      stream.write(line);
    } catch (error) {
      if (!this.#ignoreErrors) throw error;
    }
  }

  /** @param {Stream} stream @param {unknown[]} values */
  #print(stream, values) {
    this.#writeLine(stream, this.#format(stream, values));
  }

  /**
   * Prints values on a line of stdout; a string in front may have directives for them (see
   * lib/format.js).
   * @param {...unknown} values
   */
  log(...values) {
    this.#print(this.#stdout, values);
  }

  /** The same as log(). @param {...unknown} values */
  info(...values) {
    this.#print(this.#stdout, values);
  }

  /** The same as log(). @param {...unknown} values */
  debug(...values) {
    this.#print(this.#stdout, values);
  }

  /** The same as log(): lo has no DOM. @param {...unknown} values */
  dirxml(...values) {
    this.#print(this.#stdout, values);
  }

  /** log() to stderr. @param {...unknown} values */
  error(...values) {
    this.#print(this.#stderr, values);
  }

  /** log() to stderr. @param {...unknown} values */
  warn(...values) {
    this.#print(this.#stderr, values);
  }

  /**
   * Prints a value as it is, without asking a custom function of its own.
   * @param {unknown} value
   * @param {InspectOptions} [options]
   */
  dir(value, options) {
    const all = { customInspect: false, ...this.#optionsFor(this.#stdout), ...options };
    this.#writeLine(this.#stdout, lo.library('lib/inspect.js').inspect(value, all));
  }

  /**
   * Prints rows and columns as a table, and what isn't tabular as log() does.
   * @param {unknown} data an object or list of rows, which are objects, lists or primitives
   * @param {string[]} [properties] the columns to show; all if it is left out
   */
  table(data, properties) {
    if (properties !== undefined && !Array.isArray(properties)) {
      throw invalidArgType('properties', 'Array', properties);
    }
    if (data === null || typeof data !== 'object') {
      this.log(data);
      return;
    }
    const { table } = lo.library('lib/console-table.js');
    this.log(table(data, properties, this.#optionsFor(this.#stdout)));
  }

  /**
   * Prints on stderr where it was called from.
   * @param {...unknown} values
   */
  trace(...values) {
    const error = { name: 'Trace', message: this.#format(this.#stderr, values), stack: '' };
    Error.captureStackTrace(error, Console.prototype.trace);
    this.error(error.stack);
  }

  /**
   * Prints on stderr that an assertion failed, unless `condition` holds. Throws nothing.
   * @param {unknown} condition
   * @param {...unknown} values
   */
  assert(condition, ...values) {
    if (condition) return;
    const [first, ...rest] = values;
    this.warn(values.length === 0 ? 'Assertion failed' : `Assertion failed: ${first}`, ...rest);
  }

  /** Clears a terminal. */
  clear() {
    if (!this.#stdout.isTTY || environmentVariable('TERM') === 'dumb') return;
    this.#stdout.write('\x1b[1;1H\x1b[0J');
  }

  /** Prints how often it was called with this label. @param {string} [label] */
  count(label = 'default') {
    const name = `${label}`;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    this.log(`${name}: ${count}`);
  }

  /** @param {string} [label] */
  countReset(label = 'default') {
    if (!this.#counts.delete(`${label}`)) emitWarning(`Count for '${label}' does not exist`);
  }

  /** log(), and more indentation for what follows. @param {...unknown} values */
  group(...values) {
    if (values.length > 0) this.log(...values);
    this.#indentation += ' '.repeat(this.#groupWidth);
  }

  /** The same as group(). @param {...unknown} values */
  groupCollapsed(...values) {
    this.group(...values);
  }

  groupEnd() {
    this.#indentation = this.#indentation.slice(this.#groupWidth);
  }

  /** Starts a timer. @param {string} [label] */
  time(label = 'default') {
    const name = `${label}`;
    if (this.#timers.has(name)) emitWarning(`Label '${name}' already exists for console.time()`);
    else this.#timers.set(name, lo.hrtime());
  }

  /**
   * Prints how long a timer has run.
   * @param {string} [label]
   * @param {...unknown} values to print behind it
   */
  timeLog(label = 'default', ...values) {
    this.#logTime('timeLog', `${label}`, values);
  }

  /** Prints how long a timer has run, and ends it. @param {string} [label] */
  timeEnd(label = 'default') {
    this.#logTime('timeEnd', `${label}`, []);
    this.#timers.delete(`${label}`);
  }

  /** @param {string} method @param {string} label @param {unknown[]} values */
  #logTime(method, label, values) {
    const start = this.#timers.get(label);
    if (start === undefined) {
      emitWarning(`No such label '${label}' for console.${method}()`);
      return;
    }
    const ms = (lo.hrtime() - start) / NANOSECONDS_PER_MILLISECOND;
    this.log('%s: %s', label, durationText(ms), ...values);
  }
}

const METHODS = Object.getOwnPropertyNames(Console.prototype)
  .filter((name) => name !== 'constructor');

Object.defineProperty(Console.prototype, Symbol.toStringTag, {
  value: 'console', configurable: true,
});

/** The global console, on the process's stdout and stderr. */
export const console = Object.defineProperty(
  new Console(new DescriptorStream(1), new DescriptorStream(2)), 'Console', {
    value: Console, writable: true, configurable: true,
  });

export default console;
