/**
 * What makes lo's turn cheap, each idea with the means to do without it; and what must not make it
 * dearer.
 */
import { inBench } from './path.js';

/**
 * @typedef {object} Idea
 * @property {string} name
 * @property {string} loop the way of waiting
 * @property {import('./contenders.js').Contender} without
 * @property {import('./contenders.js').Contender} having
 */

/** V8's own limits on inlining. */
const DEFAULT_INLINING = [
  '--max-inlined-bytecode-size=460', '--max-inlined-bytecode-size-cumulative=920',
];

/**
 * Name, ways of waiting that it matters to, lo's options or the argument of variants.js without it,
 * and with it.
 * @type {[string, string[], string[], string[]][]}
 */
const IDEAS = [
  ['V8 fast calls', ['epoll'], ['--no-turbo-fast-api-calls'], []],
  ['V8\'s threads have descriptor tables of their own', ['epoll'], ['--shared-fds'], []],
  ['a jump in place of the return, where that is mispredicted', ['epoll'], ['ret'], ['jump']],
  ['poll() is inlined', ['epoll', 'doorbell'], DEFAULT_INLINING, []],
  ['a look at the count of microtasks, no call', ['epoll', 'doorbell'], ['--no-probe-microtasks'], []],
  ['no clock', ['epoll', 'doorbell'], ['clock'], []],
  ['no handle (lo.loop.setImmediate)', ['epoll', 'doorbell'], [], ['no-handle.js']],
  ['the doorbell', ['doorbell'], ['--loop=epoll'], []],
  ['an idle interval', ['epoll', 'doorbell'], [], ['interval']],
  ['1,000 idle timers', ['epoll', 'doorbell'], [], ['timers']],
  ['a promise that was resolved once', ['epoll', 'doorbell'], [], ['promise']],
];

/**
 * @param {string} name
 * @param {string} lo
 * @param {string} loop
 * @param {string[]} what options of lo, or a variant, or a script
 * @returns {import('./contenders.js').Contender}
 */
function contender(name, lo, loop, what) {
  const [first = 'nothing'] = what;
  const options = first.startsWith('--') ? what : [];
  const script = first.endsWith('.js') ? first : 'variants.js';
  const variant = options.length > 0 ? 'nothing' : first;
  const command = [lo, `--loop=${loop}`, ...options, inBench(script)];
  return {
    name,
    kind: 'lo',
    measure: (rows) => [...command, String(rows + 1), variant],
    warmup: 1,
    count: () => [],
    version: '',
  };
}

/**
 * @param {string} lo the binary
 * @param {RegExp} only the names of those that are wanted
 * @returns {Idea[]}
 */
export function ideas(lo, only) {
  return IDEAS.filter(([name]) => only.test(name)).flatMap(([name, loops, without, having]) =>
    loops.map((loop) => ({
      name,
      loop,
      without: contender(`without ${name} (${loop})`, lo, loop, without),
      having: contender(`with ${name} (${loop})`, lo, loop, having),
    })));
}
