/** What bench/turn.js compares: baselines in C, lo with each of its loops, and other runtimes. */
import os from 'node:os';
import { inBench } from './path.js';
import { PEERS, binary } from './peers.js';
import { run } from './processes.js';

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {'c' | 'lo' | 'peer'} kind
 * @property {(length: number) => string[]} measure the command that prints rows. `length` is a
 *   number of turns for a baseline in C, which prints one, and a number of rows for the others
 * @property {number} warmup how many of the rows don't count
 * @property {(turns: number) => string[]} count the command that makes so many turns, and no rows
 * @property {string} version
 */

const isMac = os.platform() === 'darwin';

/** The baseline that the others are compared with: the call that lo makes, from C. */
export const FAIR = isMac ? 'c-kevent64-immediate' : 'c-epoll-pointer';

const BASELINES = isMac ? ['c-kevent', 'c-kevent64', 'c-kevent64-immediate', 'c-poll'] : [
  'c-epoll-inline', 'c-epoll-inline-unshared', 'c-epoll-inline-shared',
  'c-epoll-pointer', 'c-epoll-pointer-unshared', 'c-epoll-pointer-shared',
  'c-epoll-glibc', 'c-epoll-glibc-unshared', 'c-epoll-glibc-shared',
  'c-poll', 'c-uv', 'c-doorbell',
];

const LOOPS = isMac ? ['kqueue', 'poll'] : ['epoll', 'poll', 'doorbell'];

/**
 * The baseline `c-FILE-THREADS` is a program FILE, with THREADS as an argument if there are any.
 * @param {string} folder
 * @param {string} name
 * @returns {Contender}
 */
function baseline(folder, name) {
  const [, file, , threads] = name.match(/^c-(.*?)(-(shared|unshared))?$/) ?? [];
  const program = `${folder}/${file.replaceAll('-', '_')}`;
  const command = (/** @type {number} */ turns) =>
    (threads === undefined ? [program, String(turns)] : [program, String(turns), threads]);
  run(command(1));
  return { name, kind: 'c', measure: command, warmup: 0, count: command, version: '' };
}

/**
 * What a runtime says that it is: all that lo does but for the loop, the first line of the others.
 * @param {string[]} command
 */
function version([program]) {
  const lines = run([program, '--version']).trim().split('\n');
  return lines[0].startsWith('lo ')
    ? lines.filter((line) => !line.startsWith('loop ')).join(', ')
    : lines[0];
}

/**
 * @param {string} name
 * @param {'lo' | 'peer'} kind
 * @param {string[]} command a runtime and its options
 * @returns {Contender}
 */
function runtime(name, kind, command) {
  return {
    name,
    kind,
    measure: (rows) => [...command, inBench('loop-test.js'), String(rows + 1)],
    warmup: 1,
    count: (turns) => [...command, inBench('fixed-turns.js'), String(turns)],
    version: version(command),
  };
}

/**
 * lo with one of its loops.
 * @param {string} lo
 * @param {string} loop
 */
function withLoop(lo, loop) {
  const command = [lo, `--loop=${loop}`];
  const lines = run([...command, '--version']).split('\n');
  if (!lines.includes(`loop ${loop}`)) throw new Error('not on this machine');
  return runtime(`lo-${loop}`, 'lo', command);
}

/**
 * The same by lo.loop.setImmediate(), which makes no handle.
 * @param {string} lo
 * @param {string} loop
 * @returns {Contender}
 */
function withoutHandle(lo, loop) {
  const contender = withLoop(lo, loop);
  const command = [lo, `--loop=${loop}`];
  return {
    ...contender,
    name: `${contender.name}-no-handle`,
    measure: (rows) => [...command, inBench('no-handle.js'), String(rows + 1)],
    count: (turns) => [...contender.count(turns), 'no-handle'],
  };
}

/**
 * Everything by its name, and a function that makes a contender of it or throws if it isn't there.
 * @param {string} build
 * @returns {[string, () => Contender][]}
 */
function everything(build) {
  const lo = `${build}/lo`;
  /** @type {[string, () => Contender][]} */
  const makers = [];
  for (const name of BASELINES) makers.push([name, () => baseline(`${build}/bench`, name)]);
  for (const loop of LOOPS) makers.push([`lo-${loop}`, () => withLoop(lo, loop)]);
  for (const loop of LOOPS) makers.push([`lo-${loop}-no-handle`, () => withoutHandle(lo, loop)]);
  for (const peer of PEERS) {
    const command = [binary(peer), ...peer.options];
    makers.push([peer.name, () => runtime(peer.name, 'peer', command)]);
  }
  return makers;
}

/**
 * @param {string} build the folder that lo was built in
 * @param {RegExp} only the names of those that are wanted
 * @returns {{ contenders: Contender[], missing: string[] }} `missing` says what, and why
 */
export function findContenders(build, only) {
  const contenders = [];
  const missing = [];
  for (const [name, make] of everything(build).filter(([name]) => only.test(name))) {
    try {
      contenders.push(make());
    } catch (error) {
      missing.push(`${name}: ${/** @type {Error} */ (error).message}`);
    }
  }
  return { contenders, missing };
}
