/** What tests of the loop share. */
import { Loop } from 'lib/loop.js';

const descriptors = lo.load('descriptors');

/** The ways of waiting that this system has. What holds for one holds for all. */
export const BACKENDS = ['epoll', 'poll', 'doorbell'];

/** Drives a loop until nothing keeps it alive. @param {Loop} loop */
export function drive(loop) {
  while (loop.poll() > 0);
}

/** Runs `test(loop)` with a loop of its own that lo.loop is meanwhile, so that timers go there. */
export function withLoop(backend, test) {
  const before = lo.loop;
  const loop = new Loop(backend);
  lo.loop = loop;
  try {
    return test(loop);
  } finally {
    lo.loop = before;
    loop.close();
  }
}

/** A pipe, closed at the end of `test(reader, writer)` unless it does so itself. */
export function withPipe(test) {
  const [reader, writer] = descriptors.pipe();
  try {
    return test(reader, writer);
  } finally {
    lo.core.close(reader);
    lo.core.close(writer);
  }
}

/** Writes `count` bytes. */
export function put(fd, count = 1) {
  return lo.core.write(fd, new Uint8Array(count), count);
}

/** Reads up to `count` bytes: how many, or -errno. */
export function take(fd, count = 65536) {
  return lo.core.read(fd, new Uint8Array(count), count);
}

export function sleep(milliseconds) {
  const until = lo.hrtime() + milliseconds * 1e6;
  while (lo.hrtime() < until);
}
