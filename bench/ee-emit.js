/**
 * What EventEmitter costs: one cell a process, the same file on lo, node, bun and deno.
 *
 *     lo bench/ee-emit.js                    lists the cells
 *     lo bench/ee-emit.js 'emit 5 x 2'       5 listeners, 2 arguments
 *     node bench/cells.js ee-emit            every cell on every runtime, as tables
 *
 * It prints nanoseconds an operation, twice: in the first batch, which pays for compilation, and as
 * the median of the others. A batch is two million emits, or what takes about as long.
 *
 * Every listener has code of its own, as in programs, and adds its arguments to a sum. They are
 * made from text, which is the only way to have so many. Calling one is not free: `call 1 x 2` is
 * what a loop costs that calls one listener directly, without an emitter.
 */
import { EventEmitter } from 'node:events';
import { runCell } from './lib/cell.js';

/** @typedef {import('./lib/cell.js').Cell} Cell */

const MILLION = 1_000_000;

const sum = { value: 0 };

/**
 * @param {number} count
 * @param {number} argc how many arguments each one adds
 * @returns {Function[]}
 */
function makeListeners(count, argc) {
  const names = 'abcdefghij'.slice(0, argc).split('');
  const added = argc === 0 ? '1' : names.join(' + ');
  const listener = `function listener(${names}) { sum.value += ${added}; }`;
  return new Function('sum', `return [${Array(count).fill(listener)}];`)(sum);
}

/**
 * @param {Function[]} listeners
 * @param {{ captureRejections?: boolean }} [options]
 * @returns {EventEmitter}
 */
function emitterWith(listeners, options) {
  const emitter = new (/** @type {any} */ (EventEmitter))(options);
  emitter.setMaxListeners(0);
  for (const listener of listeners) emitter.on('x', listener);
  return emitter;
}

/** @type {Record<number, (emitter: EventEmitter, count: number) => void>} */
const emitTimes = {
  0: (emitter, count) => {
    for (let i = 0; i < count; i++) emitter.emit('x');
  },
  2: (emitter, count) => {
    for (let i = 0; i < count; i++) emitter.emit('x', 1, 2);
  },
  4: (emitter, count) => {
    for (let i = 0; i < count; i++) emitter.emit('x', 1, 2, 3, 4);
  },
  10: (emitter, count) => {
    for (let i = 0; i < count; i++) emitter.emit('x', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  },
};

/** @param {number} listeners @param {number} argc @returns {Cell} */
function emit(listeners, argc) {
  const emitter = emitterWith(makeListeners(listeners, argc));
  return {
    batch: 2 * MILLION,
    run: (count) => {
      sum.value = 0; // or it would outgrow the integers
      emitTimes[argc](emitter, count);
    },
  };
}

/** @returns {Cell} */
function call() {
  const [listener] = makeListeners(1, 2);
  return {
    batch: 2 * MILLION,
    run: (count) => {
      sum.value = 0;
      for (let i = 0; i < count; i++) listener(1, 2);
    },
  };
}

/**
 * One emit site, many emitters, each with listeners of its own: nothing can be inlined.
 * @param {number} emitters
 * @param {number} each
 * @returns {Cell}
 */
function many(emitters, each) {
  const listeners = makeListeners(emitters * each, 2);
  const all = Array.from({ length: emitters }, () => emitterWith(listeners.splice(-each)));
  return {
    batch: 2 * MILLION,
    run: (count) => {
      for (let i = 0; i < count; i += emitters) {
        for (let k = 0; k < emitters; k++) all[k].emit('x', 1, 2);
      }
    },
  };
}

/**
 * The emitters are kept for a while, as in programs: an engine that sees that nobody keeps one need
 * not make it.
 * @returns {Cell}
 */
function create() {
  const [listener] = makeListeners(1, 2);
  const kept = Array(256);
  return {
    batch: MILLION,
    run: (count) => {
      for (let i = 0; i < count; i++) {
        const emitter = new EventEmitter();
        emitter.on('x', listener);
        emitter.emit('x', 1, 2);
        kept[i & 255] = emitter;
      }
    },
  };
}

/**
 * Adds and removes the last of so many listeners.
 * @param {number} listeners
 * @returns {Cell}
 */
function churn(listeners) {
  const [last, ...others] = makeListeners(listeners, 2);
  const emitter = emitterWith(others);
  return {
    batch: MILLION / 10,
    run: (count) => {
      for (let i = 0; i < count; i++) {
        emitter.on('x', last);
        emitter.off('x', last);
      }
    },
  };
}

/** @returns {Cell} */
function once() {
  const [listener] = makeListeners(1, 2);
  const emitter = emitterWith([]);
  return {
    batch: MILLION,
    run: (count) => {
      for (let i = 0; i < count; i++) {
        emitter.once('x', listener);
        emitter.emit('x', 1, 2);
      }
    },
  };
}

/** @param {number} count @returns {Cell} */
function names(count) {
  const emitter = emitterWith([]);
  const all = Array.from({ length: count }, (_, i) => `event ${i}`);
  for (const [i, listener] of makeListeners(count, 2).entries()) emitter.on(all[i], listener);
  return {
    batch: 2 * MILLION,
    run: (times) => {
      for (let i = 0; i < times; i += count) {
        for (let k = 0; k < count; k++) emitter.emit(all[k], 1, 2);
      }
    },
  };
}

/** Nobody listens. @returns {Cell} */
function error() {
  const emitter = emitterWith([]);
  const thrown = new Error('nobody listens');
  return {
    batch: MILLION / 20,
    run: (count) => {
      for (let i = 0; i < count; i++) {
        try {
          emitter.emit('error', thrown);
        } catch {
          // That is what is measured.
        }
      }
    },
  };
}

/** @param {number} listeners @returns {Cell} */
function capture(listeners) {
  const emitter = emitterWith(makeListeners(listeners, 2), { captureRejections: true });
  return { batch: 2 * MILLION, run: (count) => emitTimes[2](emitter, count) };
}

/** @type {Record<string, () => Cell>} */
const cells = { 'call 1 x 2': call };
for (const listeners of [0, 1, 5, 10]) {
  for (const argc of [0, 2, 4, 10]) {
    cells[`emit ${listeners} x ${argc}`] = () => emit(listeners, argc);
  }
}
Object.assign(cells, {
  '100 emitters x 1 listener': () => many(100, 1),
  '100 emitters x 5 listeners': () => many(100, 5),
  'create, on, emit': create,
  'on, off: 1 listener': () => churn(1),
  'on, off: 10 listeners': () => churn(10),
  'on, off: 1000 listeners': () => churn(1000),
  'once, emit': once,
  '1000 names': () => names(1000),
  'error, caught': error,
  'captureRejections: 1 listener': () => capture(1),
  'captureRejections: 5 listeners': () => capture(5),
});

runCell(cells);
