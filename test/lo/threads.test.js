// V8's threads, which live as long as the process, hold on to nothing that the script opens.
import { test } from 'node:test';
import assert from 'node:assert';
import { take, withPipe } from './support.js';

function threads() {
  const status = new TextDecoder().decode(lo.core.readFile('/proc/self/status'));
  return Number(/^Threads:\s+(\d+)$/m.exec(status)[1]);
}

/** Makes garbage until V8 has a thread to help with it. */
function startThreads() {
  const deadline = lo.hrtime() + 20e9;
  /** @type {object[]} */
  let kept = [];
  while (threads() === 1) {
    assert(lo.hrtime() < deadline, 'V8 starts no thread');
    for (let i = 0; i < 10000; i++) kept.push({ i, text: `${i}` });
    if (kept.length > 1e6) kept = [];
  }
}

test('the reader of a pipe opened before the threads sees its end', () => {
  withPipe((reader, writer) => {
    assert.strictEqual(threads(), 1);
    startThreads();
    lo.core.close(writer);
    assert.strictEqual(take(reader), 0);
  });
});

test('the reader of a pipe opened after the threads sees its end', () => {
  startThreads();
  withPipe((reader, writer) => {
    lo.core.close(writer);
    assert.strictEqual(take(reader), 0);
  });
});
