/**
 * The loop that timers and immediates are set on: lo.loop. It is made when something first asks for
 * it.
 */
import { Loop } from './loop.js';
import { invalidArgType } from './errors.js';

/**
 * Without the field until there is a loop: a field that was written just once is a constant to V8,
 * which then builds a loop that is never replaced, and what belongs to it, into its code.
 * @type {{ loop?: Loop }}
 */
const current = {};

/** @returns {Loop} */
export function currentLoop() {
  const { loop } = current;
  return loop !== undefined ? loop : makeDefault();
}

/** Whether anything has asked for a loop yet. */
export function hasLoop() {
  return current.loop !== undefined;
}

/**
 * Has timers and immediates set on another loop from now on. What is set already stays where it is.
 * @param {Loop} loop
 */
export function setCurrentLoop(loop) {
  if (!(loop instanceof Loop)) throw invalidArgType('lo.loop', 'Loop', loop);
  current.loop = loop;
}

function makeDefault() {
  const loop = new Loop();
  current.loop = loop;
  return loop;
}
