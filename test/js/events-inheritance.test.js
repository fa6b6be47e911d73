// The ways to make something an emitter, and what an emitter looks like.
import assert from 'node:assert';
import EventEmitter, * as events from 'node:events';
import { describe, it } from 'node:test';

/** Checks that emitters work, and that they are separate. */
function checkEmitters(...emitters) {
  for (const [i, emitter] of emitters.entries()) {
    emitter.on('x', function(value) {
      assert.strictEqual(this, emitter);
      assert.strictEqual(value, i);
    });
    emitter.once('x', () => {});
  }
  for (const [i, emitter] of emitters.entries()) {
    assert.strictEqual(emitter.listenerCount('x'), 2);
    emitter.emit('x', i);
    assert.strictEqual(emitter.listenerCount('x'), 1);
  }
}

describe('something is an emitter', () => {
  it('as an instance', () => {
    checkEmitters(new EventEmitter(), new EventEmitter());
  });

  it('by class extends', () => {
    class Door extends EventEmitter {
      #opened = 0;
      constructor() {
        super({ captureRejections: false });
        this.on('open', () => this.#opened++);
      }
      get opened() {
        return this.#opened;
      }
    }
    const door = new Door();
    door.emit('open');
    assert.strictEqual(door.opened, 1);
    assert.ok(door instanceof EventEmitter);
    checkEmitters(door, new Door());
  });

  it('by calling the constructor as a function', () => {
    function Door() {
      EventEmitter.call(this);
    }
    Object.setPrototypeOf(Door.prototype, EventEmitter.prototype);
    Object.setPrototypeOf(Door, EventEmitter);
    checkEmitters(new Door(), new Door());
    assert.ok(new Door() instanceof EventEmitter);
  });

  it('with an emitter as the prototype of its instances, each with a table of its own', () => {
    function Door() {
      EventEmitter.call(this);
    }
    Door.prototype = new EventEmitter();
    Door.prototype.on('x', () => assert.fail());
    checkEmitters(new Door(), new Door());
  });

  it('by the methods alone, mixed into an object', () => {
    const mixed = () => Object.assign({}, EventEmitter.prototype);
    checkEmitters(mixed(), mixed());
    class Door {}
    Object.assign(Door.prototype, EventEmitter.prototype);
    checkEmitters(new Door(), new Door());
  });

  it('by the prototype alone', () => {
    const bare = () => Object.create(EventEmitter.prototype);
    checkEmitters(bare(), bare());
    const untouched = bare();
    assert.strictEqual(untouched.emit('x'), false);
    assert.deepStrictEqual(untouched.listeners('x'), []);
    assert.deepStrictEqual(untouched.rawListeners('x'), []);
    assert.deepStrictEqual(untouched.eventNames(), []);
    assert.strictEqual(untouched.listenerCount('x'), 0);
    assert.strictEqual(untouched.off('x', () => {}), untouched);
    assert.strictEqual(untouched.removeAllListeners(), untouched);
    assert.strictEqual(untouched.getMaxListeners(), 10);
  });

  it('with a function as the object', () => {
    const emitter = Object.assign(() => {}, EventEmitter.prototype);
    EventEmitter.call(emitter);
    checkEmitters(emitter);
  });

  it('behind a Proxy', () => {
    checkEmitters(new Proxy(new EventEmitter(), {}));
  });

  it('by init', () => {
    const emitter = Object.create(EventEmitter.prototype);
    EventEmitter.init.call(emitter);
    assert.ok(Object.hasOwn(emitter, '_events'));
    checkEmitters(emitter);
  });

  it('and may be set up twice: the listeners stay', () => {
    const emitter = new EventEmitter();
    let calls = 0;
    emitter.on('x', () => calls++).setMaxListeners(5);
    EventEmitter.call(emitter);
    emitter.emit('x');
    assert.strictEqual(calls, 1);
    assert.strictEqual(emitter.getMaxListeners(), 5);
  });

  it('with emit overridden: its own events go there too', () => {
    const told = [];
    class Traced extends EventEmitter {
      emit(...args) {
        told.push(args[0]);
        return super.emit(...args);
      }
    }
    const emitter = new Traced();
    emitter.on('newListener', () => {}).on('removeListener', () => {});
    emitter.on('x', () => {}).removeAllListeners('x');
    assert.deepStrictEqual(told, ['newListener', 'newListener', 'removeListener']);
  });
});

describe('what an emitter holds', () => {
  it('is a table of functions and arrays, a count and a limit', () => {
    const emitter = new EventEmitter();
    assert.deepStrictEqual(Object.keys(emitter), ['_events', '_eventsCount', '_maxListeners']);
    const [a, b] = [() => {}, () => {}];
    emitter.on('x', a);
    assert.strictEqual(emitter._events.x, a);
    emitter.on('x', b);
    assert.ok(Array.isArray(emitter._events.x));
    assert.strictEqual(Object.getPrototypeOf(emitter._events.x), Array.prototype);
    assert.deepStrictEqual(Reflect.ownKeys(emitter._events.x), ['0', '1', 'length']);
    assert.deepStrictEqual([...emitter._events.x], [a, b]);
    emitter.emit('x');
    assert.deepStrictEqual(Reflect.ownKeys(emitter._events.x), ['0', '1', 'length']);
    assert.strictEqual(emitter._eventsCount, 1);
    emitter.off('x', a);
    assert.strictEqual(emitter._events.x, b);
    emitter.off('x', b);
    assert.strictEqual(emitter._eventsCount, 0);
    assert.deepStrictEqual(Reflect.ownKeys(emitter._events), []);
    for (const name of ['__proto__', 'constructor', 'toString']) {
      assert.strictEqual(emitter._events[name], undefined);
      assert.strictEqual(name in emitter._events, false);
    }
  });

  it('may be changed by old programs that put arrays there', () => {
    const emitter = new EventEmitter();
    const calls = [];
    const listener = (name) => () => calls.push(name);
    emitter.on('x', listener('b'));
    emitter._events.x = [listener('a'), emitter._events.x];
    emitter.emit('x');
    emitter._events.x.unshift(listener('first'));
    emitter.on('x', listener('last'));
    emitter.emit('x');
    assert.deepStrictEqual(calls, ['a', 'b', 'first', 'a', 'b', 'last']);
    emitter.off('x', emitter.listeners('x')[1]);
    assert.strictEqual(emitter.listenerCount('x'), 3);
  });
});

describe('the module', () => {
  it('is the class, which has itself and the functions', () => {
    assert.strictEqual(events.default, EventEmitter);
    assert.strictEqual(events.EventEmitter, EventEmitter);
    assert.strictEqual(EventEmitter.EventEmitter, EventEmitter);
    for (const name of ['addAbortListener', 'captureRejectionSymbol', 'errorMonitor',
      'getEventListeners', 'getMaxListeners', 'init', 'listenerCount', 'on', 'once',
      'setMaxListeners']) {
      assert.ok(EventEmitter[name] !== undefined, name);
      assert.strictEqual(events[name], EventEmitter[name], name);
    }
    assert.strictEqual(events.defaultMaxListeners, 10);
    assert.strictEqual(events.captureRejections, false);
  });

  it('has methods that can be listed, and a class name', () => {
    assert.deepStrictEqual(Object.keys(EventEmitter.prototype), [
      '_events', '_eventsCount', '_maxListeners', 'setMaxListeners', 'getMaxListeners', 'emit',
      'addListener', 'on', 'prependListener', 'once', 'prependOnceListener', 'removeListener',
      'off', 'removeAllListeners', 'listeners', 'rawListeners', 'listenerCount', 'eventNames',
    ]);
    assert.strictEqual(EventEmitter.name, 'EventEmitter');
    assert.strictEqual(EventEmitter.prototype.constructor, EventEmitter);
    assert.strictEqual(EventEmitter.prototype.emit.name, 'emit');
    assert.strictEqual(EventEmitter.prototype.emit.length, 1);
    assert.strictEqual(EventEmitter.prototype.on.length, 2);
  });
});
