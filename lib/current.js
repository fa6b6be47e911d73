/**
 * The loop that timers and immediates are set on: lo.loop. It is made when something first asks for
 * it.
 */
import { Loop } from './loop.js';
import { invalidArgType } from './errors.js';

/** @type {Loop | null} */
let current = null;

/** @returns {Loop} */
export function currentLoop() {
  return current !== null ? current : makeDefault();
}

/** Whether anything has asked for a loop yet. */
export function hasLoop() {
  return current !== null;
}

/**
 * Has timers and immediates set on another loop from now on. What is set already stays where it is.
 * @param {Loop} loop
 */
export function setCurrentLoop(loop) {
  if (!(loop instanceof Loop)) throw invalidArgType('lo.loop', 'Loop', loop);
  current = loop;
}

function makeDefault() {
  current = new Loop();
  return current;
}
