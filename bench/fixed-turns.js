/**
 * Makes as many turns as the first argument says, and prints nothing: for counting what they cost
 * in system calls. Runs on lo, node, bun and deno. On lo, `no-handle` as the second argument has
 * them made by lo.loop.setImmediate().
 *
 *     strace -f -c lo bench/fixed-turns.js 20000
 */
const isLo = globalThis.lo !== undefined;
const [turns, handle] = isLo ? lo.args.slice(2) : globalThis.process.argv.slice(2);

const queue = isLo && handle === 'no-handle'
  ? (/** @type {() => void} */ callback) => lo.loop.setImmediate(callback)
  : setImmediate;

let left = Number(turns);

function turn() {
  if (--left > 0) queue(turn);
}

queue(turn);
