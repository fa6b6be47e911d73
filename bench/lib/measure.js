/** Runs all contenders in turn, in rounds. */
import { run } from './processes.js';
import { parse } from './rows.js';
import { shuffled } from './statistics.js';

/** @typedef {import('./contenders.js').Contender} Contender */
/** @typedef {import('./rows.js').Sample} Sample */

/** What a baseline in C is asked for at first, to see how many turns it makes in a second. */
const TRIAL_TURNS = 1_000_000;

/**
 * @param {Contender} contender
 * @param {number} length as for contender.measure
 * @returns {Sample}
 */
export function sample(contender, length) {
  return parse(run(contender.measure(length)), contender.warmup);
}

/**
 * What to ask a contender for, so that it runs for so many seconds, besides its warm-up.
 * @param {Contender} contender
 * @param {number} seconds
 */
function lengthFor(contender, seconds) {
  if (contender.kind !== 'c') return seconds;
  return Math.ceil(1e9 * seconds / sample(contender, TRIAL_TURNS).ns);
}

/**
 * Every contender once a round, in random order, so that what the machine does meanwhile meets all.
 * @param {readonly Contender[]} contenders
 * @param {{ rounds: number, seconds: number }} options
 * @param {(message: string) => void} progress
 * @returns {Map<Contender, Sample[]>} a sample for each round
 */
export function measure(contenders, { rounds, seconds }, progress) {
  const lengths = new Map(contenders.map((each) => [each, lengthFor(each, seconds)]));
  /** @type {Map<Contender, Sample[]>} */
  const samples = new Map(contenders.map((each) => [each, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const contender of shuffled(contenders)) {
      const taken = sample(contender, lengths.get(contender) ?? 0);
      samples.get(contender)?.push(taken);
      progress(`round ${round} of ${rounds}: ${contender.name} ${taken.ns.toFixed(1)} ns`);
    }
  }
  return samples;
}
