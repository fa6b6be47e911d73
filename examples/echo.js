// Copies standard input to standard output as it comes: echo hello | lo examples/echo.js
const { read, write } = lo.core;
const buffer = new Uint8Array(65536);

function echo() {
  const count = read(0, buffer, buffer.length);
  if (count > 0) write(1, buffer, count);
  return count;
}

try {
  lo.loop.add(0, () => { if (echo() <= 0) lo.loop.remove(0); });
} catch (error) {
  if (error.code !== 'EPERM') throw error;
  while (echo() > 0); // epoll can't wait for a file on a disk, which is always ready
}
