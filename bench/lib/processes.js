/** Running what is measured, one process at a time. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** The exit status of a baseline that this machine can't run. */
const SKIPPED = 77;

const TIMEOUT_MS = 120_000;

/** Nobody looks for a newer version while it is measured. */
const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' };

/**
 * Runs a command to its end.
 * @param {readonly string[]} command the program and its arguments
 * @returns {string} its standard output
 * @throws {Error} that says why, if it can't be run or fails
 */
export function run(command) {
  const [program, ...args] = command;
  const { status, signal, error, stdout, stderr } = spawnSync(program, args, {
    env, encoding: 'utf8', timeout: TIMEOUT_MS, stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status === 0) return stdout;
  if (error?.code === 'ENOENT') throw new Error('not installed');
  if (error !== undefined) throw error;
  const how = status === SKIPPED ? 'not on this machine' : signal ?? `status ${status}`;
  throw new Error(`${how}: ${stderr.trim().split('\n')[0]}`);
}
