/**
 * Makes the `lo` object, and drives the process: what it exports is called by the runtime, from
 * C++, so that the loop does not run inside a promise job.
 */
import { core } from './core.js';
import * as current from './current.js';
import { validateFunction, validateInteger } from './errors.js';
import { defineGlobals } from './globals.js';
import { BACKEND_NAMES } from './loop.js';

// A constant is built into the code that drives the loop, while an import is looked up each time.
const { currentLoop, hasLoop, setCurrentLoop } = current;
const { load } = lo;
const { monotonic } = load('clock');
// The count of microtasks is for microtasks.js only, which has loaded it already.
const { pendingMicrotasks, ...runtime } = load('runtime');

/** The exit status after a wrong command line. */
const USAGE_STATUS = 2;

/** @type {Map<string, any>} */
const bindings = new Map([['runtime', runtime]]);
/** @type {(() => void)[]} */
const drivers = [];
let exitCode = 0;

/** One object for each binding. @param {string} name */
function loadOnce(name) {
  let binding = bindings.get(name);
  if (binding === undefined) {
    binding = load(name);
    bindings.set(name, binding);
  }
  return binding;
}

/**
 * @param {unknown} condition
 * @param {string | ((condition: unknown) => string)} [message]
 * @param {ErrorConstructor} [ErrorType]
 */
function assert(condition, message = 'Assertion failed', ErrorType = Error) {
  if (condition) return condition;
  const error = new ErrorType(typeof message === 'function' ? message(condition) : message);
  Error.captureStackTrace(error, assert);
  throw error;
}

/**
 * Has the runtime call `driver`, which drives the loop, once the main module and its awaits are
 * done.
 * @param {() => void} driver
 */
function run(driver) {
  validateFunction(driver, 'driver');
  drivers.push(driver);
}

/**
 * Ends the process at once.
 * @param {number} [code] the exit status, 0 to 255; lo.exitCode if it is not given
 */
function exit(code = exitCode) {
  validateInteger(code, 'code', 0, 255);
  runtime.exit(code);
}

Object.defineProperties(lo, {
  load: { value: loadOnce, enumerable: true, writable: false, configurable: false },
  loop: { get: currentLoop, set: setCurrentLoop, enumerable: true },
  exitCode: {
    get: () => exitCode,
    set: (code) => {
      validateInteger(code, 'code', 0, 255);
      exitCode = code;
    },
    enumerable: true,
  },
});

Object.assign(lo, {
  args: runtime.args,
  version: { lo: runtime.version, v8: runtime.v8 },
  start: monotonic(),
  hrtime: monotonic,
  assert,
  core,
  run,
  exit,
  library: runtime.library,
  slowCalls: runtime.slowCalls,
  reportUncaught: runtime.reportUncaught,
  onUncaughtException: null,
  onBeforeExit: null,
  onWarning: null,
});

defineGlobals();
if (runtime.loop !== '' && !BACKEND_NAMES.includes(runtime.loop)) {
  console.error(`lo: unknown loop ${runtime.loop}, there are ${BACKEND_NAMES.join(', ')}`);
  runtime.exit(USAGE_STATUS);
}

/** One turn, while the main module still awaits something. Returns what poll() does. */
export function turn() {
  return currentLoop().poll();
}

/** Runs the drivers, then the loop until nothing is alive. Returns the exit status. */
export function drive() {
  // What lo.onUncaughtException left, if the main module threw.
  runtime.drainMicrotasks();
  for (let driver = drivers.shift(); driver !== undefined; driver = drivers.shift()) call(driver);
  finish();
  for (let again = beforeExit(); again; again = beforeExit()) finish();
  return exitCode;
}

function finish() {
  if (!hasLoop() && !runtime.awaitTasks()) return;
  while (currentLoop().poll() > 0);
}

/**
 * Calls lo.onBeforeExit, once for each time that the loop has run dry. True if that gave it more to
 * do.
 */
export function beforeExit() {
  if (typeof lo.onBeforeExit !== 'function') return false;
  call(lo.onBeforeExit);
  return hasLoop() && currentLoop().alive > 0;
}

/**
 * As the loop calls a callback: what it throws is reported, and its microtasks run.
 * @param {() => void} callback
 */
function call(callback) {
  try {
    callback();
  } catch (error) {
    runtime.reportUncaught(error);
  }
  runtime.drainMicrotasks();
}

export function printVersion() {
  const { backend } = currentLoop();
  const microtasks = pendingMicrotasks === null ? 'drained by a call' : 'counted in place';
  const lines = [
    `lo ${runtime.version}`,
    `v8 ${runtime.v8}`,
    `loop ${backend.name}`,
    `microtasks ${microtasks}`,
    `epoll_wait ends in ${loadOnce('epoll').waitEnd}`,
  ];
  console.log(lines.join('\n'));
  return 0;
}

