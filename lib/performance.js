/**
 * performance (https://w3c.github.io/hr-time/ and https://w3c.github.io/user-timing/).
 *
 * Left out: performance as an EventTarget, and observers of entries.
 */

import { DOMException } from './dom-exception.js';
import { codedError, validateNumber } from './errors.js';
import {
  defineInterface,
  dictionary,
  illegalConstructor,
  inspectFields,
  kInspect,
  requireArguments,
} from './webidl.js';

const kCreate = Symbol('create');

/** Something that happened, or lasted, at some time: the base of marks and measures. */
export class PerformanceEntry {
  #name;
  #entryType;
  #startTime;
  #duration;

  /** Throws, except for this file. @param {unknown} [token] */
  constructor(token = undefined, name = '', entryType = '', startTime = 0, duration = 0) {
    if (token !== kCreate) throw illegalConstructor();
    this.#name = name;
    this.#entryType = entryType;
    this.#startTime = startTime;
    this.#duration = duration;
  }

  get name() {
    return this.#name;
  }

  /** 'mark' or 'measure'. */
  get entryType() {
    return this.#entryType;
  }

  /** Milliseconds since performance.timeOrigin. */
  get startTime() {
    return this.#startTime;
  }

  /** Milliseconds. */
  get duration() {
    return this.#duration;
  }

  toJSON() {
    const { name, entryType, startTime, duration } = this;
    return { name, entryType, startTime, duration };
  }

  /** @type {(depth: number, options: object, inspect: any) => string} */
  [kInspect](depth, options, inspect) {
    return inspectFields(this, this.toJSON(), depth, options, inspect);
  }
}

defineInterface(PerformanceEntry);

/** A moment with a name. */
export class PerformanceMark extends PerformanceEntry {
  #detail;

  /**
   * @param {string} name
   * @param {{ startTime?: number, detail?: unknown }} [options] `detail` is copied
   */
  constructor(name, options = undefined) {
    requireArguments(arguments.length, 'name');
    const { startTime = performance.now(), detail } = dictionary(options);
    validateNumber(startTime, 'startTime');
    super(kCreate, `${name}`, 'mark', timestamp(startTime), 0);
    this.#detail = copyOf(detail);
  }

  get detail() {
    return this.#detail;
  }

  toJSON() {
    return { ...super.toJSON(), detail: this.#detail };
  }
}

defineInterface(PerformanceMark);

/** The time between two moments. */
export class PerformanceMeasure extends PerformanceEntry {
  #detail;

  /**
   * Throws, except for this file.
   *
   * @param {unknown} [token]
   * @param {string} [name]
   * @param {number} [startTime]
   * @param {number} [duration]
   * @param {unknown} [detail]
   */
  constructor(token = undefined, name = '', startTime = 0, duration = 0, detail = undefined) {
    super(token, name, 'measure', startTime, duration);
    this.#detail = copyOf(detail);
  }

  get detail() {
    return this.#detail;
  }

  toJSON() {
    return { ...super.toJSON(), detail: this.#detail };
  }
}

defineInterface(PerformanceMeasure);

/** @param {unknown} detail */
function copyOf(detail) {
  return detail === undefined || detail === null ? null : structuredClone(detail);
}

/**
 * @param {number} time
 * @returns {number} the same
 * @throws {TypeError} ERR_PERFORMANCE_INVALID_TIMESTAMP if it is negative or not finite
 */
function timestamp(time) {
  if (time >= 0 && time < Infinity) return time;
  const message = `${time} is not a valid timestamp`;
  throw codedError(TypeError, 'ERR_PERFORMANCE_INVALID_TIMESTAMP', message);
}

/** @param {string} message */
function invalidMeasure(message) {
  return codedError(TypeError, 'ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS', message);
}

/** The clock, and the marks and measures made by it. */
export class Performance {
  #start = lo.start;
  #timeOrigin;
  /** @type {PerformanceEntry[]} */
  #entries = [];

  /** Throws, except for this file. @param {unknown} [token] */
  constructor(token = undefined) {
    if (token !== kCreate) throw illegalConstructor();
    this.#timeOrigin = Date.now() - this.now();
  }

  /** The wall clock's time when the process started: milliseconds since 1970. */
  get timeOrigin() {
    return this.#timeOrigin;
  }

  /**
   * @returns {number} milliseconds since the process started, never going back, with a resolution
   *     of nanoseconds
   */
  now() {
    return (lo.hrtime() - this.#start) / 1e6;
  }

  /**
   * @param {string} name
   * @param {{ startTime?: number, detail?: unknown }} [options]
   * @returns {PerformanceMark}
   */
  mark(name, options = undefined) {
    requireArguments(arguments.length, 'name');
    const mark = new PerformanceMark(name, options);
    this.#entries.push(mark);
    return mark;
  }

  /**
   * Measures from one mark, or time, to another; without them from 0 and to now.
   *
   * @param {string} name
   * @param {any} [startOrOptions] a mark's name, a time in milliseconds, or
   *     `{ start, end, duration, detail }` of which start, end and duration may not all be given
   * @param {string | number} [endMark]
   * @returns {PerformanceMeasure}
   * @throws {DOMException} SyntaxError when there is no mark of that name
   */
  measure(name, startOrOptions = undefined, endMark = undefined) {
    requireArguments(arguments.length, 'name');
    const isOptions = typeof startOrOptions === 'object' && startOrOptions !== null;
    const options = isOptions ? startOrOptions : { start: startOrOptions ?? undefined };
    const { start, end = endMark, duration, detail } = options;
    if (isOptions && endMark !== undefined && Object.keys(options).length !== 0) {
      throw invalidMeasure('endMark must not be specified');
    }
    if (start !== undefined && end !== undefined && duration !== undefined) {
      throw invalidMeasure(
        'Must not have options.start, options.end, and options.duration specified',
      );
    }
    if (duration !== undefined) validateNumber(duration, 'duration');
    const [from, to] = this.#span(start, end, duration);
    const measure = new PerformanceMeasure(kCreate, `${name}`, from, to - from, detail);
    this.#entries.push(measure);
    return measure;
  }

  /** @returns {PerformanceEntry[]} all marks and measures, in the order of their start */
  getEntries() {
    return [...this.#entries].sort((a, b) => a.startTime - b.startTime);
  }

  /**
   * @param {string} name
   * @param {string} [type]
   * @returns {PerformanceEntry[]}
   */
  getEntriesByName(name, type = undefined) {
    requireArguments(arguments.length, 'name');
    const named = this.getEntries().filter((entry) => entry.name === `${name}`);
    return type === undefined ? named : named.filter((entry) => entry.entryType === `${type}`);
  }

  /**
   * @param {string} type
   * @returns {PerformanceEntry[]}
   */
  getEntriesByType(type) {
    requireArguments(arguments.length, 'type');
    return this.getEntries().filter((entry) => entry.entryType === `${type}`);
  }

  /** @param {string} [name] all marks if none is given */
  clearMarks(name = undefined) {
    this.#clear('mark', name);
  }

  /** @param {string} [name] all measures if none is given */
  clearMeasures(name = undefined) {
    this.#clear('measure', name);
  }

  toJSON() {
    return { timeOrigin: this.#timeOrigin };
  }

  /** @type {(depth: number, options: object, inspect: any) => string} */
  [kInspect](depth, options, inspect) {
    return inspectFields(this, this.toJSON(), depth, options, inspect);
  }

  /**
   * @param {string | number | undefined} start
   * @param {string | number | undefined} end
   * @param {number | undefined} duration stands in for one of them
   * @returns {[number, number]}
   */
  #span(start, end, duration) {
    let from = start === undefined ? 0 : this.#time(start);
    let to = this.now();
    if (end !== undefined) {
      to = this.#time(end);
      if (start === undefined && duration !== undefined) from = to - duration;
    } else if (start !== undefined && duration !== undefined) {
      to = from + duration;
    }
    return [from, to];
  }

  /**
   * @param {string | number} mark a time, or the name of a mark: the last one counts
   * @returns {number}
   */
  #time(mark) {
    if (typeof mark === 'number') return timestamp(mark);
    const named = this.getEntriesByName(mark, 'mark');
    const last = named.at(-1);
    if (last) return last.startTime;
    const message = `The "${mark}" performance mark has not been set`;
    throw new DOMException(message, 'SyntaxError');
  }

  /**
   * @param {string} type
   * @param {string | undefined} name
   */
  #clear(type, name) {
    this.#entries = this.#entries.filter(
      (entry) => entry.entryType !== type || (name !== undefined && entry.name !== `${name}`),
    );
  }
}

defineInterface(Performance);

export const performance = new Performance(kCreate);
