// What does busy polling cost an epoll_wait? EPIOCSPARAMS (Linux 6.9) has the kernel look at the
// network device's queue itself. It matters to sockets of a device that supports it; to ask for it
// costs something on any.
import { errno, dlopen, struct } from 'lib/ffi.js';

const EPIOCSPARAMS = 0x40088A01;
const EPIOCGPARAMS = 0x80088A02;
const params = struct({ usecs: 'u32', budget: 'u16', prefer: 'u8', pad: 'u8' });
const { symbols: c } = dlopen(null, {
  ioctl: { parameters: ['i32', 'usize', '...', 'buffer'], result: 'i32' },
});
const { create, wait } = lo.load('epoll');
const epoll = create();
const bytes = new Uint8Array(params.size);

function cost() {
  for (let i = 0; i < 2e5; i++) wait(epoll, 1, 0); // until V8 has optimised it
  const start = lo.hrtime();
  for (let i = 0; i < 3e5; i++) wait(epoll, 1, 0);
  return `${((lo.hrtime() - start) / 3e5).toFixed(0)} ns`;
}

console.log(`epoll_wait without: ${cost()}`);
for (const usecs of [0, 50, 1000]) {
  params.write(bytes, { usecs, budget: 8, prefer: usecs > 0 ? 1 : 0, pad: 0 });
  if (c.ioctl(epoll, EPIOCSPARAMS, bytes) < 0) {
    console.log(`epoll_wait with ${usecs} us: not here, errno ${errno()}`);
    continue;
  }
  c.ioctl(epoll, EPIOCGPARAMS, bytes);
  console.log(`epoll_wait with ${params.read(bytes).usecs} us: ${cost()}`);
}
