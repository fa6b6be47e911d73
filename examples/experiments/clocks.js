// Which clock is cheap to read, and how fine is it? By the vDSO, which makes no system call; the
// coarse ones, which are as old as the last tick; the raw ones; and with a real system call.
import { dlopen, syscallFunction } from 'lib/ffi.js';

const { symbols: c } = dlopen(null, {
  clock_gettime: { parameters: ['i32', 'buffer'], result: 'i32' },
  clock_getres: { parameters: ['i32', 'buffer'], result: 'i32' },
});
const system = syscallFunction({
  nr: lo.core.arch === 'x64' ? 228 : 113, parameters: ['i32', 'buffer'],
});
const time = new BigInt64Array(2);

const clocks = {
  REALTIME: 0, MONOTONIC: 1, PROCESS_CPUTIME_ID: 2, MONOTONIC_RAW: 4, REALTIME_COARSE: 5,
  MONOTONIC_COARSE: 6, BOOTTIME: 7,
};

function report(what, read, resolution = '') {
  for (let i = 0; i < 1e5; i++) read(); // until V8 has optimised it
  const start = lo.hrtime();
  for (let i = 0; i < 3e5; i++) read();
  const ns = ((lo.hrtime() - start) / 3e5).toFixed(1);
  console.log(`${what.padEnd(28)} ${ns.padStart(6)} ns${resolution}`);
}

for (const [name, id] of Object.entries(clocks)) {
  c.clock_getres(id, time);
  report(name, () => c.clock_gettime(id, time), `, resolution ${time[1]} ns`);
}
report('MONOTONIC, system call', () => system(1, time));
report('lo.hrtime()', () => lo.hrtime());
report('Date.now()', () => Date.now());
