/** What the figures were measured on. */
import { readFileSync } from 'node:fs';
import os from 'node:os';

const RETURN_PREDICTOR = '/sys/devices/system/cpu/vulnerabilities/spec_rstack_overflow';

/** @returns {string} what the kernel does to the predictor of returns, '' if it doesn't say */
function mitigation() {
  try {
    return readFileSync(RETURN_PREDICTOR, 'utf8').trim();
  } catch {
    return '';
  }
}

/** How many processes wanted a processor in the last minute: the benchmark itself is one. */
export function load() {
  return os.loadavg()[0];
}

export function machine() {
  const cpus = os.cpus();
  return {
    processor: cpus[0].model,
    processors: cpus.length,
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    mitigation: mitigation(),
  };
}
