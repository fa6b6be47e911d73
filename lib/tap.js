/**
 * Writes the results of tests as TAP, version 13 (https://testanything.org): a line for each
 * test, the results inside a test or a suite indented before its own, as node writes them.
 */

/**
 * @typedef {object} Result
 * @property {string} path the names from the outermost suite to the test
 * @property {string} name
 * @property {number} depth how many suites and tests are around it
 * @property {number} number its place among its siblings, from 1
 * @property {number} size how many results came inside it
 * @property {boolean} isSuite
 * @property {boolean} failed
 * @property {boolean} cancelled not run, because something around it failed
 * @property {boolean | string} skip
 * @property {boolean | string} todo
 * @property {unknown} error why it failed
 * @property {number} failedInside how many of the results inside it failed, if that is why
 * @property {string[]} diagnostics
 */

const counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
/** @type {string[]} paths */
const failures = [];
const started = lo.hrtime();

/** To be called before all others. */
export function header() {
  console.log('TAP version 13');
}

/** @param {{ name: string, depth: number }} test that begins */
export function begin({ name, depth }) {
  print(depth, `# Subtest: ${escape(name)}`);
}

/** @param {Result} result */
export function end(result) {
  const { depth, size, number, name, failed, skip, todo, diagnostics } = result;
  count(result);
  if (size > 0) print(depth + 1, `1..${size}`);
  const mark = directive('skip', skip) || directive('todo', todo);
  print(depth, `${failed ? 'not ok' : 'ok'} ${number} - ${escape(name)}${mark}`);
  if (failed) print(depth, describeFailure(result));
  for (const message of diagnostics) print(depth, `# ${message}`);
}

/** @param {unknown} error that belongs to no test; counts as a failure */
export function errorOutside(error) {
  counts.fail++;
  failures.push('(outside of the tests)');
  console.log(`# Error outside of the tests:\n${indent(formatError(error), '#   ')}`);
}

/**
 * Prints the totals.
 * @param {number} size how many results there were at the top
 * @returns {boolean} whether all is well
 */
export function summarize(size) {
  console.log(`1..${size}`);
  for (const path of failures) console.log(`# failed: ${escape(path)}`);
  for (const [name, total] of Object.entries(counts)) console.log(`# ${name} ${total}`);
  console.log(`# duration_ms ${((lo.hrtime() - started) / 1e6).toFixed(3)}`);
  return failures.length === 0;
}

/**
 * A suite fails in the totals only by what went wrong in itself: its tests count for themselves.
 * @param {Result} result
 */
function count({ path, isSuite, failed, failedInside, cancelled, skip, todo }) {
  counts[isSuite ? 'suites' : 'tests']++;
  if (failed && !todo) {
    if (isSuite && (failedInside > 0 || cancelled)) return;
    counts[cancelled ? 'cancelled' : 'fail']++;
    failures.push(path);
  } else if (!isSuite) {
    counts[skip ? 'skipped' : todo ? 'todo' : 'pass']++;
  }
}

/** @param {number} depth @param {string} text */
function print(depth, text) {
  console.log(indent(text, '    '.repeat(depth)));
}

/** @param {string} text @param {string} prefix of every line */
function indent(text, prefix) {
  return text.replace(/^/gm, prefix);
}

/** What would be syntax in TAP. @param {string} text */
function escape(text) {
  return text.replace(/[\\#]/g, '\\$&').replace(/\n/g, '\\\\n');
}

/** @param {string} word @param {boolean | string} reason false if the directive is not given */
function directive(word, reason) {
  if (!reason) return '';
  const mark = ` # ${word.toUpperCase()}`;
  return typeof reason === 'string' ? `${mark} ${escape(reason)}` : mark;
}

/** @param {Result} result */
function describeFailure({ path, error, failedInside }) {
  const message = failedInside > 0
    ? `${failedInside} subtest${failedInside > 1 ? 's' : ''} failed`
    : formatError(error);
  return `  ---\n  path: ${path}\n  error: |-\n${indent(message, '    ')}\n  ...`;
}

/**
 * The stack, the cause and the properties of an error; but no properties where the message that
 * an assertion made shows them.
 * @param {any} error
 * @returns {string}
 */
function formatError(error) {
  if (error?.code !== 'ERR_ASSERTION' || !error.generatedMessage) {
    return lo.library('lib/inspect.js').inspect(error);
  }
  const cause = error.cause === undefined ? '' : `\n[cause]: ${formatError(error.cause)}`;
  return `${error.stack}${cause}`;
}
