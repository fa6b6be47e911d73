/** How many system calls a turn takes, as strace(1) counts them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { run } from './processes.js';

/** @typedef {import('./contenders.js').Contender} Contender */
/** @typedef {Map<string, number>} Calls numbers by name, with `total` */

const FEW_TURNS = 10_000;
const MANY_TURNS = 50_000;
const NEXT_TO_NONE = 0.005;

/** @returns {boolean} whether there is an strace, and it may trace */
export function canCount() {
  try {
    return count(['true']).has('total');
  } catch {
    return false;
  }
}

/**
 * What a command and its threads call.
 * @param {readonly string[]} command
 * @returns {Calls}
 */
function count(command) {
  const folder = mkdtempSync(join(os.tmpdir(), 'lo-turn-'));
  try {
    const file = join(folder, 'calls');
    run(['strace', '-f', '-c', '-U', 'calls,name', '-o', file, ...command]);
    const lines = readFileSync(file, 'utf8').matchAll(/^ *(\d+) (\w+)$/gm);
    return new Map([...lines].map(([, calls, name]) => [name, Number(calls)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The difference between a long run and a short one, so that starting and ending don't count.
 * @param {Contender} contender
 * @returns {Record<string, number>} calls a turn by name, without those that are next to none
 */
export function callsPerTurn(contender) {
  const few = count(contender.count(FEW_TURNS));
  const many = count(contender.count(MANY_TURNS));
  /** @type {Record<string, number>} */
  const perTurn = {};
  for (const [name, calls] of many) {
    // Starting may take a few calls more or less, so that the difference can be below 0.
    const each = Math.max(0, calls - (few.get(name) ?? 0)) / (MANY_TURNS - FEW_TURNS);
    if (name === 'total' || each >= NEXT_TO_NONE) perTurn[name] = each;
  }
  return perTurn;
}
