// What the functions of node:assert accept, what they throw, and what counts as deeply equal.
import { describe, test } from 'node:test';
import assert from 'node:assert';
import strictAssert, { equal as strictModuleEqual } from 'node:assert/strict';

/** The AssertionError that `fn` must throw. */
function failureOf(fn) {
  try {
    fn();
  } catch (error) {
    if (!(error instanceof assert.AssertionError)) throw error;
    return error;
  }
  throw new Error('No assertion failed');
}

/** The error that `fn` must throw, or the promise that it returns must reject with. */
async function errorOf(fn) {
  try {
    await fn();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
}

const holds = (fn) => {
  try {
    fn();
    return true;
  } catch (error) {
    if (error instanceof assert.AssertionError) return false;
    throw error;
  }
};

const boom = () => { throw new TypeError('boom'); };

describe('AssertionError', () => {
  test('has name, code, values, operator and a generated message', () => {
    const error = failureOf(() => assert.strictEqual(1, 2));
    assert.ok(error instanceof Error);
    assert.strictEqual(error.name, 'AssertionError');
    assert.strictEqual(error.code, 'ERR_ASSERTION');
    assert.strictEqual(error.actual, 1);
    assert.strictEqual(error.expected, 2);
    assert.strictEqual(error.operator, 'strictEqual');
    assert.strictEqual(error.generatedMessage, true);
  });

  test('has its code in the stack and as a string', () => {
    const error = new assert.AssertionError({ message: 'no' });
    assert.match(error.stack, /^AssertionError \[ERR_ASSERTION\]: no\n/);
    assert.strictEqual(String(error), 'AssertionError [ERR_ASSERTION]: no');
  });

  test('has a stack that begins with the caller of the assertion', () => {
    function caller() {
      assert.deepStrictEqual([1], [2]);
    }
    const frames = failureOf(caller).stack.split('\n').filter((line) => /^ +at /.test(line));
    assert.match(frames[0], /caller/);
  });

  test('takes no other argument than an object', () => {
    assert.throws(() => new assert.AssertionError('text'), { code: 'ERR_INVALID_ARG_TYPE' });
  });

  test('makes a message of the values and the operator', () => {
    const error = new assert.AssertionError({ actual: 1, expected: 2, operator: 'is near' });
    assert.strictEqual(error.message, '1 is near 2');
  });
});

describe('messages', () => {
  test('of short values are one line', () => {
    assert.strictEqual(failureOf(() => assert.strictEqual('a', 'b')).message,
      "Expected values to be strictly equal:\n\n'a' !== 'b'\n");
    assert.strictEqual(failureOf(() => assert.equal(1, 2)).message, '1 == 2');
    assert.strictEqual(failureOf(() => assert.notEqual(1, 1)).message, '1 != 1');
    assert.strictEqual(failureOf(() => assert.notStrictEqual(1, 1)).message,
      'Expected "actual" to be strictly unequal to: 1');
  });

  test('of objects show what differs', () => {
    const { message } = failureOf(() => assert.deepStrictEqual({ a: 1, b: 2 }, { a: 1, b: 3 }));
    assert.match(message, /^Expected values to be strictly deep-equal:\n\+ actual - expected/);
    assert.match(message, /^\+ {3}b: 2$/m);
    assert.match(message, /^- {3}b: 3$/m);
    assert.match(message, /^ {4}a: 1,$/m);
  });

  test('of objects that look alike say so', () => {
    assert.match(failureOf(() => assert.strictEqual({ a: 1 }, { a: 1 })).message,
      /^Values have same structure but are not reference-equal:/);
  });

  test('are replaced by those that are given', () => {
    const error = failureOf(() => assert.ok(0, 'own'));
    assert.strictEqual(error.message, 'own');
    assert.strictEqual(error.generatedMessage, false);
  });

  test('that are errors are thrown as they are', async () => {
    const own = new RangeError('own');
    assert.strictEqual(await errorOf(() => assert.ok(0, own)), own);
    assert.strictEqual(await errorOf(() => assert.strictEqual(1, 2, own)), own);
    assert.strictEqual(await errorOf(() => assert.fail(own)), own);
  });
});

describe('simple assertions', () => {
  test('assert and ok take what is truthy', () => {
    for (const value of [1, 'a', {}, [], true, -1, 1n]) {
      assert(value);
      assert.ok(value);
    }
    for (const value of [0, '', null, undefined, NaN, false, 0n]) {
      assert.strictEqual(failureOf(() => assert(value)).operator, '==');
      assert.strictEqual(failureOf(() => assert.ok(value)).expected, true);
    }
    assert.match(failureOf(() => assert.ok()).message, /^No value argument passed/);
  });

  test('equal compares with ==, and NaN equals itself', () => {
    assert.equal(1, '1');
    assert.equal(null, undefined);
    assert.equal(NaN, NaN);
    assert.notEqual(1, 2);
    assert.strictEqual(failureOf(() => assert.equal({}, {})).operator, '==');
    assert.strictEqual(failureOf(() => assert.notEqual(1, '1')).operator, '!=');
  });

  test('strictEqual compares with Object.is', () => {
    assert.strictEqual(NaN, NaN);
    assert.notStrictEqual(0, -0);
    assert.notStrictEqual(1, '1');
    failureOf(() => assert.strictEqual(0, -0));
    failureOf(() => assert.notStrictEqual(NaN, NaN));
  });

  test('comparisons ask for two values', () => {
    for (const name of ['equal', 'notEqual', 'strictEqual', 'deepStrictEqual', 'deepEqual']) {
      assert.throws(() => assert[name](1), { code: 'ERR_MISSING_ARGS' });
    }
  });

  test('fail fails', () => {
    assert.strictEqual(failureOf(() => assert.fail()).message, 'Failed');
    assert.strictEqual(failureOf(() => assert.fail('why')).message, 'why');
    assert.strictEqual(failureOf(() => assert.fail('why')).operator, 'fail');
  });

  test('ifError takes null and undefined only', () => {
    assert.ifError(null);
    assert.ifError(undefined);
    assert.strictEqual(failureOf(() => assert.ifError(0)).message,
      'ifError got unwanted exception: 0');
    const error = failureOf(() => assert.ifError(new Error('bad')));
    assert.strictEqual(error.message, 'ifError got unwanted exception: bad');
    assert.strictEqual(error.operator, 'ifError');
    assert.strictEqual(error.actual.message, 'bad');
  });

  test('match and doesNotMatch look for a regular expression in a string', () => {
    assert.match('abc', /b/);
    assert.doesNotMatch('abc', /x/);
    assert.strictEqual(failureOf(() => assert.match('abc', /x/)).operator, 'match');
    assert.match(failureOf(() => assert.doesNotMatch('abc', /b/)).message, /'abc'/);
    failureOf(() => assert.match(1, /1/));
    failureOf(() => assert.doesNotMatch(1, /2/));
    assert.throws(() => assert.match('a', 'a'), { code: 'ERR_INVALID_ARG_TYPE' });
  });
});

describe('throws', () => {
  test('fails if nothing is thrown, and names what was expected', () => {
    const messageOf = (...args) => failureOf(() => assert.throws(() => {}, ...args)).message;
    assert.strictEqual(messageOf(), 'Missing expected exception.');
    assert.strictEqual(messageOf('why'), 'Missing expected exception: why');
    assert.strictEqual(messageOf(TypeError), 'Missing expected exception (TypeError).');
    assert.strictEqual(messageOf(TypeError, 'why'), 'Missing expected exception (TypeError): why');
  });

  test('takes any error if none is described', () => {
    assert.throws(boom);
    assert.throws(boom, undefined);
    assert.throws(boom, 'message');
    assert.throws(() => { throw undefined; });
  });

  test('takes a class', () => {
    assert.throws(boom, TypeError);
    assert.throws(boom, Error);
    const error = failureOf(() => assert.throws(boom, RangeError));
    assert.match(error.message, /instance of "RangeError". Received "TypeError"/);
    assert.strictEqual(error.actual.message, 'boom');
    assert.strictEqual(error.operator, 'throws');
    class Other {}
    assert.throws(() => { throw new Other(); }, Other);
  });

  test('takes a regular expression, which is matched with the error as a string', () => {
    assert.throws(boom, /^TypeError: boom$/);
    assert.throws(() => { throw 'text'; }, /text/);
    failureOf(() => assert.throws(boom, /bang/));
  });

  test('takes an object with the properties that are asked for', () => {
    const coded = () => { throw Object.assign(new Error('m'), { code: 'E', info: { a: [1] } }); };
    assert.throws(coded, { code: 'E', info: { a: [1] } });
    assert.throws(coded, { name: 'Error', message: /^m$/ });
    failureOf(() => assert.throws(coded, { code: 'F' }));
    failureOf(() => assert.throws(coded, { code: 'E', missing: undefined }));
    failureOf(() => assert.throws(coded, { message: /x/ }));
    failureOf(() => assert.throws(() => { throw 5; }, { code: 'E' }));
    assert.throws(() => assert.throws(coded, {}), { code: 'ERR_INVALID_ARG_VALUE' });
  });

  test('takes an error, of which name and message are compared', () => {
    assert.throws(boom, new TypeError('boom'));
    failureOf(() => assert.throws(boom, new Error('boom')));
    failureOf(() => assert.throws(boom, new TypeError('bang')));
  });

  test('takes a function that judges the error', () => {
    assert.throws(boom, (error) => error.message === 'boom');
    failureOf(() => assert.throws(boom, () => false));
    assert.match(failureOf(() => assert.throws(boom, function judge() { return 1; })).message,
      /^The "judge" validation function is expected to return "true"\. Received 1/);
  });

  test('passes on what the judging function throws', async () => {
    const own = new Error('own');
    assert.strictEqual(await errorOf(() => assert.throws(boom, () => { throw own; })), own);
  });

  test('refuses what can be no description', () => {
    const invalid = { code: 'ERR_INVALID_ARG_TYPE' };
    assert.throws(() => assert.throws(5), invalid);
    assert.throws(() => assert.throws(boom, 5), invalid);
    assert.throws(() => assert.throws(boom, 'message', 'another'), invalid);
    assert.throws(() => assert.throws(boom, 'boom'), { code: 'ERR_AMBIGUOUS_ARGUMENT' });
  });
});

describe('doesNotThrow', () => {
  test('lets the function be that throws nothing', () => {
    assert.doesNotThrow(() => {});
    assert.doesNotThrow(() => {}, TypeError, 'message');
  });

  test('fails for any error, or for those of a class', () => {
    assert.strictEqual(failureOf(() => assert.doesNotThrow(boom)).message,
      'Got unwanted exception.\nActual message: "boom"');
    assert.strictEqual(failureOf(() => assert.doesNotThrow(boom, TypeError, 'why')).message,
      'Got unwanted exception: why\nActual message: "boom"');
    assert.strictEqual(failureOf(() => assert.doesNotThrow(boom, 'why')).operator, 'doesNotThrow');
  });

  test('passes on an error of another class', async () => {
    for (const other of [RangeError, /bang/, () => false]) {
      const error = await errorOf(() => assert.doesNotThrow(boom, other));
      assert.strictEqual(error.message, 'boom');
    }
  });
});

describe('rejects and doesNotReject', () => {
  const rejected = async () => boom();

  test('take a promise or a function that returns one', async () => {
    await assert.rejects(rejected(), TypeError);
    await assert.rejects(rejected, { message: 'boom' });
    await assert.doesNotReject(Promise.resolve());
    await assert.doesNotReject(async () => {});
  });

  test('reject with an AssertionError', async () => {
    const missing = await errorOf(() => assert.rejects(async () => {}, TypeError));
    assert.strictEqual(missing.message, 'Missing expected rejection (TypeError).');
    assert.strictEqual(missing.operator, 'rejects');
    const unwanted = await errorOf(() => assert.doesNotReject(rejected));
    assert.strictEqual(unwanted.message, 'Got unwanted rejection.\nActual message: "boom"');
    assert.strictEqual(unwanted.operator, 'doesNotReject');
  });

  test('reject with what the function throws before it returns a promise', async () => {
    assert.strictEqual((await errorOf(() => assert.rejects(boom))).message, 'boom');
  });

  test('take nothing but promises', async () => {
    await assert.rejects(assert.rejects(5), { code: 'ERR_INVALID_ARG_TYPE' });
    await assert.rejects(assert.rejects(() => 5), { code: 'ERR_INVALID_RETURN_VALUE' });
    await assert.rejects(assert.rejects({ then() {} }), { code: 'ERR_INVALID_ARG_TYPE' });
  });
});

describe('assert.strict', () => {
  test('has the strict comparisons under the names of the loose ones', () => {
    const { strict } = assert;
    assert.strictEqual(strict.equal, assert.strictEqual);
    assert.strictEqual(strict.notEqual, assert.notStrictEqual);
    assert.strictEqual(strict.deepEqual, assert.deepStrictEqual);
    assert.strictEqual(strict.notDeepEqual, assert.notDeepStrictEqual);
    assert.strictEqual(strict.strict, strict);
    strict(true);
    failureOf(() => strict(false));
  });

  test('is the module node:assert/strict', () => {
    assert.strictEqual(strictAssert, assert.strict);
    assert.strictEqual(strictModuleEqual, assert.strictEqual);
  });
});

class Point {
  constructor(x) { this.x = x; }
}
class OtherPoint {
  constructor(x) { this.x = x; }
}
const symbol = Symbol('s');
const cyclic = (value) => {
  const object = { value };
  object.self = object;
  return object;
};
const tagged = (object, properties) => Object.assign(object, properties);
function argumentsOf() { return arguments; }

/** [name, a, b, strictly equal, loosely equal] */
const pairs = [
  ['numbers', 1, 1, true, true],
  ['NaN', NaN, NaN, true, true],
  ['zeros of either sign', 0, -0, false, true],
  ['a number and its text', [1], ['1'], false, true],
  ['null and undefined', { a: null }, { a: undefined }, false, true],
  ['a bigint and a number', [1n], [1], false, true],
  ['symbols of the same name', Symbol('a'), Symbol('a'), false, false],
  ['two functions', () => 1, () => 1, false, false],
  ['an object and a primitive', {}, 1, false, false],
  ['null and an object', null, {}, false, false],
  ['nested objects', { a: [{ b: 1 }] }, { a: [{ b: 1 }] }, true, true],
  ['nested objects that differ', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, false, false],
  ['properties in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, true, true],
  ['an undefined property and none', { a: undefined }, {}, false, false],
  ['undefined properties of other names', { a: undefined }, { b: undefined }, false, false],
  ['hidden properties', Object.defineProperty({}, 'a', { value: 1 }), {}, true, true],
  ['symbol properties', { [symbol]: 1 }, { [symbol]: 1 }, true, true],
  ['other symbol properties', { [symbol]: 1 }, { [symbol]: 2 }, false, true],
  ['inherited properties', Object.create({ a: 1 }), Object.create({ a: 2 }), false, true],
  ['classes of the same shape', new Point(1), new OtherPoint(1), false, true],
  ['instances of a class', new Point(1), new Point(1), true, true],
  ['an object without a prototype', Object.create(null), {}, false, true],
  ['objects without a prototype', Object.create(null), Object.create(null), true, true],
  ['tags', { [Symbol.toStringTag]: 'X' }, { [Symbol.toStringTag]: 'Y' }, false, false],
  ['an array and an object', [], {}, false, false],
  ['arguments and an array', argumentsOf(1), [1], false, false],
  ['arguments', argumentsOf(1), argumentsOf(1), true, true],
  ['a hole and undefined', [, 1], [undefined, 1], false, false],
  ['holes', [, 1], [, 1], true, true],
  ['lengths of empty arrays', new Array(1), new Array(2), false, false],
  ['properties of arrays', tagged([1], { a: 1 }), [1], false, false],
  ['maps', new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]]), true, true],
  ['maps in another order', new Map([[1, 2], [3, 4]]), new Map([[3, 4], [1, 2]]), true, true],
  ['maps of other values', new Map([[1, 2]]), new Map([[1, 3]]), false, false],
  ['maps of undefined', new Map([[1, undefined]]), new Map([[2, undefined]]), false, false],
  ['maps with equal objects as keys',
    new Map([[{ a: 1 }, 1], [{ a: 2 }, 2]]), new Map([[{ a: 2 }, 2], [{ a: 1 }, 1]]), true, true],
  ['maps with equal keys of swapped values',
    new Map([[{ a: 1 }, 1], [{ a: 2 }, 2]]), new Map([[{ a: 1 }, 2], [{ a: 2 }, 1]]), false, false],
  ['maps with keys of another type', new Map([[1, 1]]), new Map([['1', 1]]), false, true],
  ['maps with properties', tagged(new Map(), { a: 1 }), new Map(), false, false],
  ['sets in another order', new Set([1, 2]), new Set([2, 1]), true, true],
  ['sets of other values', new Set([1, 2]), new Set([1, 3]), false, false],
  ['sets of equal objects', new Set([{ a: 1 }, [2]]), new Set([[2], { a: 1 }]), true, true],
  ['sets where one object has two partners',
    new Set([{ a: 1 }, { a: 1 }]), new Set([{ a: 1 }, { a: 2 }]), false, false],
  ['sets of values of another type', new Set([1]), new Set(['1']), false, true],
  ['sets of NaN', new Set([NaN]), new Set([NaN]), true, true],
  ['a map and a set', new Map(), new Set(), false, false],
  ['what only inherits from Map', Object.create(Map.prototype), new Map(), false, false],
  ['dates', new Date(5), new Date(5), true, true],
  ['other dates', new Date(5), new Date(6), false, false],
  ['a date and what inherits from Date', new Date(0), Object.create(Date.prototype), false, false],
  ['regular expressions', /a/g, /a/g, true, true],
  ['flags', /a/g, /a/i, false, false],
  ['sources', /a/, /b/, false, false],
  ['lastIndex', tagged(/a/g, { lastIndex: 1 }), /a/g, false, false],
  ['errors', new Error('a'), new Error('a'), true, true],
  ['messages of errors', new Error('a'), new Error('b'), false, false],
  ['classes of errors', new TypeError('a'), new RangeError('a'), false, false],
  ['causes', new Error('a', { cause: 1 }), new Error('a', { cause: 2 }), false, false],
  ['equal causes', new Error('a', { cause: [1] }), new Error('a', { cause: [1] }), true, true],
  ['errors of an AggregateError', new AggregateError([1]), new AggregateError([2]), false, false],
  ['properties of errors', tagged(new Error('a'), { code: 1 }), new Error('a'), false, false],
  ['typed arrays', new Uint8Array([1, 2]), new Uint8Array([1, 2]), true, true],
  ['other elements', new Uint8Array([1, 2]), new Uint8Array([1, 3]), false, false],
  ['other lengths', new Uint8Array([1]), new Uint8Array([1, 2]), false, false],
  ['other types of elements', new Uint8Array([1]), new Int8Array([1]), false, false],
  ['zeros of floats', new Float64Array([0]), new Float64Array([-0]), false, true],
  ['properties of typed arrays',
    tagged(new Uint8Array([1]), { a: 1 }), new Uint8Array([1]), false, false],
  ['a part of a buffer', new Uint8Array([9, 1]).subarray(1), new Uint8Array([1]), true, true],
  ['buffers', new Uint8Array([1]).buffer, new Uint8Array([1]).buffer, true, true],
  ['other bytes', new Uint8Array([1]).buffer, new Uint8Array([2]).buffer, false, false],
  ['a shared buffer', new SharedArrayBuffer(1), new ArrayBuffer(1), false, false],
  ['views', new DataView(new ArrayBuffer(2)), new DataView(new ArrayBuffer(2)), true, true],
  ['views of other bytes',
    new DataView(new ArrayBuffer(2)), new DataView(new Uint8Array([0, 1]).buffer), false, false],
  ['boxed primitives', Object(1), Object(1), true, true],
  ['other boxed primitives', Object('a'), Object('b'), false, false],
  ['boxed zeros', Object(0), Object(-0), false, false],
  ['a boxed primitive and a primitive', Object(1), 1, false, false],
  ['boxed symbols', Object(symbol), Object(symbol), true, true],
  ['properties of boxed strings', tagged(Object('a'), { x: 1 }), Object('a'), false, false],
  ['cycles', cyclic(1), cyclic(1), true, true],
  ['cycles of other values', cyclic(1), cyclic(2), false, false],
  ['a cycle and a longer one', cyclic(1), { value: 1, self: cyclic(1) }, true, true],
  ['a proxy and its target', new Proxy([1], {}), [1], true, true],
];

describe('deep equality', () => {
  for (const [name, a, b, strictly, loosely] of pairs) {
    test(`of ${name} is ${strictly} strictly and ${loosely} loosely`, () => {
      for (const [left, right] of [[a, b], [b, a]]) {
        assert.strictEqual(holds(() => assert.deepStrictEqual(left, right)), strictly);
        assert.strictEqual(holds(() => assert.notDeepStrictEqual(left, right)), !strictly);
        assert.strictEqual(holds(() => assert.deepEqual(left, right)), loosely);
        assert.strictEqual(holds(() => assert.notDeepEqual(left, right)), !loosely);
      }
    });
  }
});
