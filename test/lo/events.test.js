// What lo's emitters are made of.
import assert from 'node:assert';
import EventEmitter from 'node:events';
import { describe, it } from 'node:test';
import { inspect } from 'lib/inspect.js';
import { createTable, ways } from 'lib/null-table.js';
import { Queue } from 'lib/queue.js';

describe('a table', () => {
  for (const [name, make] of Object.entries(ways)) {
    it(`made by ${name} has no names but those put there`, () => {
      const table = make();
      for (const key of ['__proto__', 'constructor', 'toString', 'valueOf', Symbol.toPrimitive]) {
        assert.strictEqual(table[key], undefined);
        assert.strictEqual(key in table, false);
        table[key] = 1;
        assert.strictEqual(table[key], 1);
        assert.deepStrictEqual(Reflect.ownKeys(table), [key]);
        delete table[key];
        assert.strictEqual(key in table, false);
      }
    });

    it(`made by ${name} shows as an object without a prototype`, () => {
      const table = make();
      assert.strictEqual(inspect(table), '[Object: null prototype] {}');
      table.a = 1;
      assert.strictEqual(inspect(table), '[Object: null prototype] { a: 1 }');
    });
  }

  it('is made in one of these ways', () => {
    assert.ok(Object.values(ways).includes(createTable));
  });
});

describe('an emitter', () => {
  it('shows what one of node does', () => {
    const emitter = new EventEmitter();
    emitter.on('x', () => {});
    assert.strictEqual(inspect(emitter), [
      'EventEmitter {',
      '  _events: [Object: null prototype] { x: [Function (anonymous)] },',
      '  _eventsCount: 1,',
      '  _maxListeners: undefined,',
      '  [Symbol(kCapture)]: false',
      '}',
    ].join('\n'));
    emitter.on('x', () => {});
    emitter.emit('x');
    assert.strictEqual(inspect(emitter._events, { showHidden: true }),
      inspect(Object.assign(Object.create(null), { x: emitter.listeners('x') }),
        { showHidden: true }));
  });
});

describe('a queue', () => {
  it('gives what it was given, in that order, however the two alternate', () => {
    const queue = new Queue();
    let pushed = 0;
    let shifted = 0;
    for (let round = 1; round < 200; round++) {
      for (let i = 0; i < round % 7; i++) queue.push(pushed++);
      for (let i = 0; i < round % 5 && queue.size > 0; i++) {
        assert.strictEqual(queue.shift(), shifted++);
      }
      assert.strictEqual(queue.size, pushed - shifted);
    }
    while (queue.size > 0) assert.strictEqual(queue.shift(), shifted++);
    assert.strictEqual(shifted, pushed);
    assert.strictEqual(queue.shift(), undefined);
  });
});
