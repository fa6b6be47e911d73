// Symbol.dispose of timers and immediates, and timers set from inside other callbacks.
import { describe, test } from 'node:test';
import assert from 'node:assert';
import { EventEmitter } from 'node:events';
import { scheduler } from 'node:timers/promises';

const sleep = (delay) => new Promise((resolve) => { setTimeout(resolve, delay); });

describe('Symbol.dispose', () => {
  test('is there as node has it', () => {
    for (const name of ['dispose', 'asyncDispose']) {
      assert.strictEqual(typeof Symbol[name], 'symbol');
      const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(Symbol, name);
      assert.deepStrictEqual([writable, enumerable, configurable], [false, false, false]);
    }
  });

  test('clears a timeout, an interval and an immediate', async () => {
    let calls = 0;
    const count = () => { calls++; };
    for (const handle of [setTimeout(count, 1), setInterval(count, 1), setImmediate(count)]) {
      assert.strictEqual(handle[Symbol.dispose](), undefined);
      handle[Symbol.dispose]();
    }
    await sleep(10);
    assert.strictEqual(calls, 0);
  });
});

describe('a timer set inside', () => {
  /** @type {Record<string, (set: () => void) => void>} */
  const places = {
    'an emit': (set) => {
      const emitter = new EventEmitter();
      emitter.on('event', set);
      emitter.emit('event');
    },
    'a microtask': (set) => queueMicrotask(set),
    'an immediate': (set) => { setImmediate(set); },
    'a timer': (set) => { setTimeout(set, 1); },
  };
  for (const [place, within] of Object.entries(places)) {
    test(`${place} fires, after those of the same delay set before`, async () => {
      const log = [];
      within(() => {
        setTimeout(() => log.push('first'), 2);
        setTimeout(() => log.push('second'), 2);
      });
      while (log.length < 2) await sleep(2);
      assert.deepStrictEqual(log, ['first', 'second']);
    });
  }
});

test('scheduler.yield comes after the immediates that are queued', async () => {
  const log = [];
  setImmediate(() => log.push('immediate'));
  await scheduler.yield();
  assert.deepStrictEqual(log, ['immediate']);
});
