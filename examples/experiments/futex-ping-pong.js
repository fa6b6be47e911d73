// How long does it take to wake another process by a futex(2), and be woken by it? Both sleep until
// a word of memory that they share is theirs. The other process is this script, with an argument.
import { cbuffer, dlopen, ptr, syscallFunction, view } from 'lib/ffi.js';

const [FUTEX_WAIT, FUTEX_WAKE, PROT_READ_WRITE, MAP_SHARED] = [0, 1, 3, 1];
const ROUNDS = 20_000;

const { symbols: c } = dlopen(null, {
  memfd_create: { parameters: ['buffer', 'u32'], result: 'i32' },
  ftruncate: { parameters: ['i32', 'i64'], result: 'i32' },
  mmap: { parameters: ['pointer', 'usize', 'i32', 'i32', 'i32', 'i64'], result: 'pointer' },
  posix_spawn: { parameters: ['buffer', 'buffer', ...Array(4).fill('pointer')], result: 'i32' },
});
const futex = syscallFunction({
  nr: lo.core.arch === 'x64' ? 202 : 98,
  parameters: ['pointer', 'i32', 'u32', 'pointer'],
  nonblocking: false,
});

const second = lo.args.length > 2;
const fd = second ? Number(lo.args[2]) : c.memfd_create(cbuffer('word'), 0);
if (!second) c.ftruncate(fd, 4096);
const address = c.mmap(null, 4096, PROT_READ_WRITE, MAP_SHARED, fd, 0);
const word = new Int32Array(view(address, 4));

if (!second) {
  const args = [...lo.args.slice(0, 2), String(fd)].map(cbuffer);
  const argv = BigUint64Array.from([...args.map(ptr), 0], BigInt);
  c.posix_spawn(new Uint8Array(4), args[0], null, null, ptr(argv), null);
}
const [mine, other] = second ? [1, 0] : [0, 1];
let start = 0;
for (let round = 0; round < ROUNDS; round++) {
  while (Atomics.load(word, 0) !== mine) futex(address, FUTEX_WAIT, other, null);
  if (round === 1) start = lo.hrtime(); // both have started
  Atomics.store(word, 0, other);
  futex(address, FUTEX_WAKE, 1, null);
}
if (!second) console.log(`${((lo.hrtime() - start) / ROUNDS / 1e3).toFixed(1)} us there and back`);
