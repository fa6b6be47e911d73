/**
 * Reads what test/native/producers.cc writes, and looks at every byte: none may be missing, and no
 * descriptor forgotten while it is ready. Some of the reads leave bytes behind. The loop spins, and
 * waits now and then.
 *
 * A long run, with 8 pipes of 100 MB:
 *
 *     cd build/release
 *     ./producers 8 100000000 ./lo --loop=doorbell ../../test/native/soak.js 8 100000000
 *
 * With a third argument it is a doorbell whose ring has room for so many completions: with just one
 * the ring overflows again and again.
 */
import { Loop } from 'lib/loop.js';

const FIRST = 3;
const STALL = 5e9; // ns: a busy machine may stop a producer for a while
const [count, bytes, completions] = lo.args.slice(2).map(Number);

const loop = completions > 0
  ? new Loop(new (lo.library('lib/doorbell.js').Doorbell)(completions))
  : lo.loop;
const buffer = new Uint8Array(4096);
const got = new Array(count).fill(0);
let last = lo.hrtime();
let turns = 0;
let wait = false;
let waits = 0;

/** Reads some of what there is, and leaves the rest to the next turn. @param {number} fd */
function read(fd) {
  const most = Math.random() < 0.5 ? 7 : buffer.length;
  const length = lo.core.read(fd, buffer, most);
  lo.assert(length >= 0, () => `read: ${length}`);
  const i = fd - FIRST;
  for (let k = 0; k < length; k++) {
    lo.assert(buffer[k] === (got[i] + k) % 256, () => `byte ${got[i] + k} is ${buffer[k]}`);
  }
  got[i] += length;
  last = lo.hrtime();
  // Only now, or a wait would find what the turns before have missed.
  wait = Math.random() < 0.1;
  if (length === 0) end(fd);
}

/** @param {number} fd */
function end(fd) {
  lo.assert(got[fd - FIRST] === bytes, () => `${got[fd - FIRST]} bytes instead of ${bytes}`);
  loop.remove(fd);
  lo.core.close(fd);
}

function spin() {
  turns++;
  if (turns % 65536 === 0) lo.assert(lo.hrtime() - last < STALL, () => `Stalled at ${got}`);
  if (!wait && loop.size > 0) loop.setImmediate(spin);
}

for (let i = 0; i < count; i++) loop.add(FIRST + i, read);
loop.setImmediate(spin);
while (loop.poll() > 0) {
  if (!wait) continue;
  wait = false;
  waits++;
  loop.poll();
  loop.setImmediate(spin);
}
const total = got.reduce((sum, part) => sum + part);
console.log(`${loop.backend.name}: ${total} bytes, ${turns} turns, ${waits} waits`);
