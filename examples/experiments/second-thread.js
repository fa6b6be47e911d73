// What does a second thread cost that does nothing? The kernel counts references to a descriptor
// whose table two threads share. (With --shared-fds, V8's threads share it from the start.)
import { dlopen, syscallFunction } from 'lib/ffi.js';

const { create, wait } = lo.load('epoll');
const { symbols: c } = dlopen(null, {
  pthread_create: { parameters: ['buffer', 'pointer', 'function', 'pointer'], result: 'i32' },
  pause: { parameters: [], result: 'i32' },
});
const getppid = syscallFunction({ nr: lo.core.arch === 'x64' ? 110 : 173, parameters: [] });
const epoll = create();

function cost(call) {
  for (let i = 0; i < 2e5; i++) call(); // until V8 has optimised it
  const start = lo.hrtime();
  for (let i = 0; i < 3e5; i++) call();
  return ((lo.hrtime() - start) / 3e5).toFixed(0);
}

function report(what) {
  const [poll, plain] = [cost(() => wait(epoll, 1, 0)), cost(() => getppid())];
  console.log(`${what.padEnd(12)} epoll_wait ${poll} ns, getppid ${plain} ns`);
}

report('one thread');
// It runs pause(3): waits for a signal that never comes.
if (c.pthread_create(new Uint8Array(8), null, c.pause, null) !== 0) lo.exit(1);
report('two threads');
