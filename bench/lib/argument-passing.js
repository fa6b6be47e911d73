/**
 * lo's setTimeout, setInterval and setImmediate with one call site for any number of arguments, as
 * they could have been written: for comparison, on lo's own queues.
 */
import { Immediate } from 'lib/immediates.js';
import { Timeout } from 'lib/timer-queue.js';

/** @param {any} form calls the callback: `this` is a handle with its `_args` */
function makeForm(form) {
  class FormTimeout extends Timeout {
    /** @param {any} list @param {boolean} repeats @param {any} callback @param {any[]} args */
    constructor(list, repeats, callback, args) {
      super(list, repeats, callback);
      this._args = args;
    }

    run() {
      form(this, this._onTimeout, this._args);
    }
  }

  class FormImmediate extends Immediate {
    /** @param {any} callback @param {any[]} args */
    constructor(callback, args) {
      super(callback);
      this._args = args;
    }

    run() {
      if (this._onImmediate === null) return;
      form(this, this._onImmediate, this._args);
      this._onImmediate = null;
    }
  }

  return {
    /** @param {any} callback @param {any} delay @param {boolean} repeats @param {any[]} args */
    start(callback, delay, repeats, args) {
      const { timers } = lo.loop;
      const milliseconds = delay >= 1 ? delay : 1;
      const timer = new FormTimeout(timers.list(milliseconds), repeats, callback, args);
      timers.add(timer, timers.clock());
      return timer;
    },

    /** @param {any} callback @param {any[]} args */
    queue(callback, args) {
      const immediate = new FormImmediate(callback, args);
      lo.loop.immediates.addHandle(immediate);
      return immediate;
    },
  };
}

const apply = makeForm((/** @type {any} */ self, /** @type {any} */ f, /** @type {any} */ args) =>
  f.apply(self, args));
const rest = makeForm((/** @type {any} */ self, /** @type {any} */ f, /** @type {any} */ args) =>
  f.call(self, ...args));

/** @param {IArguments} list @param {number} from */
function slice(list, from) {
  const result = [];
  for (let i = from; i < list.length; i++) result.push(list[i]);
  return result;
}

/** @type {Record<string, import('./timer-cells.js').Setters>} */
export const FORMS = {
  /** By `arguments`, and `apply`. */
  apply: {
    setTimeout(/** @type {any} */ callback, /** @type {any} */ delay) {
      return apply.start(callback, delay, false, slice(arguments, 2));
    },
    setInterval(/** @type {any} */ callback, /** @type {any} */ delay) {
      return apply.start(callback, delay, true, slice(arguments, 2));
    },
    setImmediate(/** @type {any} */ callback) {
      return apply.queue(callback, slice(arguments, 1));
    },
  },

  /** By a rest parameter, and spreading. */
  rest: {
    /** @param {any} callback @param {any} delay @param {any[]} args */
    setTimeout: (callback, delay, ...args) =>
      rest.start(callback, delay, false, args),
    /** @param {any} callback @param {any} delay @param {any[]} args */
    setInterval: (callback, delay, ...args) =>
      rest.start(callback, delay, true, args),
    setImmediate: (/** @type {any} */ callback, /** @type {any[]} */ ...args) =>
      rest.queue(callback, args),
  },
};
