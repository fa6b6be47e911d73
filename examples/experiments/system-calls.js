// What does a system call cost? One that does nothing, and those that an event loop waits by.
import { syscall, syscallFunction } from 'lib/ffi.js';

const x64 = lo.core.arch === 'x64';
const [PPID, EPOLL_PWAIT, EPOLL_PWAIT2, URING_SETUP, URING_ENTER, EPOLL_CREATE] = x64
  ? [110, 281, 441, 425, 426, 291]
  : [173, 22, 441, 425, 426, 20];

const epoll = syscall(EPOLL_CREATE, 0);
const events = new Uint8Array(16 * 8);
const noTime = new BigInt64Array(2);
const ring = syscall(URING_SETUP, 4, new Uint8Array(256));

const getppid = syscallFunction({ nr: PPID, parameters: [] });
const wait = syscallFunction({
  nr: EPOLL_PWAIT, parameters: ['i32', 'buffer', 'i32', 'i32', 'pointer', 'usize'],
});
const wait2 = syscallFunction({
  nr: EPOLL_PWAIT2, parameters: ['i32', 'buffer', 'i32', 'buffer', 'pointer', 'usize'],
});
const enter = syscallFunction({
  nr: URING_ENTER, parameters: ['i32', 'u32', 'u32', 'u32', 'pointer', 'usize'],
});

function report(name, call) {
  const result = call();
  if (result < 0) return console.log(`${name.padEnd(24)} not here: errno ${-result}`);
  for (let i = 0; i < 1e5; i++) call(); // until V8 has optimised it
  const start = lo.hrtime();
  for (let i = 0; i < 3e5; i++) call();
  console.log(`${name.padEnd(24)} ${((lo.hrtime() - start) / 3e5).toFixed(0)} ns`);
}

report('getppid', () => getppid());
report('epoll_pwait', () => wait(epoll, events, 8, 0, null, 8));
report('epoll_pwait2', () => wait2(epoll, events, 8, noTime, null, 8));
report('io_uring_enter', () => (ring < 0 ? ring : enter(ring, 0, 0, 0, null, 0)));
