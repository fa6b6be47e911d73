// lib/errors.js: its messages are node's, which was asked for each.
import assert from 'node:assert';
import { describe, it } from 'node:test';
import * as errors from 'lib/errors.js';

/** What `fn` throws. */
function thrownBy(fn) {
  try {
    fn();
  } catch (error) {
    return error;
  }
  return assert.fail('it throws nothing');
}

describe('an error with a code', () => {
  const error = errors.codedError(TypeError, 'ERR_X', 'what happened');

  it('is an instance of its base, and says the code wherever it is printed', () => {
    assert.strictEqual(Object.getPrototypeOf(error), TypeError.prototype);
    assert.strictEqual(error.name, 'TypeError');
    assert.strictEqual(error.message, 'what happened');
    assert.strictEqual(error.code, 'ERR_X');
    assert.strictEqual(String(error), 'TypeError [ERR_X]: what happened');
    assert.match(error.stack, /^TypeError \[ERR_X\]: what happened\n    at .*errors\.test\.js/);
  });

  it('shows only its code as a property', () => {
    assert.deepStrictEqual(Object.keys(error), ['code']);
  });
});

describe('SystemError', () => {
  it('tells the error by number and name, the call and the file', () => {
    for (const errno of [2, -2]) {
      const error = new errors.SystemError(errno, 'open', '/nowhere');
      assert.ok(error instanceof Error);
      assert.strictEqual(error.name, 'SystemError');
      assert.strictEqual(error.message, "ENOENT: no such file or directory, open '/nowhere'");
      assert.deepStrictEqual({ ...error }, {
        errno: -2, code: 'ENOENT', syscall: 'open', path: '/nowhere',
      });
      assert.ok(error.stack.startsWith('SystemError: ENOENT: '));
    }
  });

  it('has no path where there is no file', () => {
    const error = new errors.SystemError(-9, 'close');
    assert.strictEqual(error.message, 'EBADF: bad file descriptor, close');
    assert.strictEqual('path' in error, false);
  });

  const messages = [
    [1, 'EPERM', 'operation not permitted'],
    [4, 'EINTR', 'interrupted system call'],
    [5, 'EIO', 'i/o error'],
    [11, 'EAGAIN', 'resource temporarily unavailable'],
    [12, 'ENOMEM', 'not enough memory'],
    [13, 'EACCES', 'permission denied'],
    [17, 'EEXIST', 'file already exists'],
    [20, 'ENOTDIR', 'not a directory'],
    [21, 'EISDIR', 'illegal operation on a directory'],
    [22, 'EINVAL', 'invalid argument'],
    [24, 'EMFILE', 'too many open files'],
    [32, 'EPIPE', 'broken pipe'],
    [38, 'ENOSYS', 'function not implemented'],
    [95, 'ENOTSUP', 'operation not supported on socket'],
    [98, 'EADDRINUSE', 'address already in use'],
    [111, 'ECONNREFUSED', 'connection refused'],
    [72, 'EMULTIHOP', 'multihop attempted'],
    [73, 'EDOTDOT', 'RFS specific error'],
    [9999, 'Unknown system error -9999', 'Unknown system error -9999'],
  ];
  for (const [errno, code, message] of messages) {
    it(`says ${code}: ${message}`, () => {
      const error = new errors.SystemError(-errno, 'call');
      assert.strictEqual(error.code, code);
      assert.strictEqual(error.message, `${code}: ${message}, call`);
    });
  }
});

describe('AbortError', () => {
  it('has the reason as its cause', () => {
    const error = new errors.AbortError('why');
    assert.ok(error instanceof Error);
    assert.strictEqual(error.name, 'AbortError');
    assert.strictEqual(error.code, 'ABORT_ERR');
    assert.strictEqual(error.message, 'The operation was aborted');
    assert.strictEqual(error.cause, 'why');
    assert.ok(error.stack.startsWith('AbortError: The operation was aborted\n'));
  });

  it('has no cause without a reason', () => {
    assert.strictEqual('cause' in new errors.AbortError(), false);
  });
});

describe('a wrong type', () => {
  const received = [
    [undefined, 'undefined'],
    [null, 'null'],
    [1, 'type number (1)'],
    [-0, 'type number (-0)'],
    [NaN, 'type number (NaN)'],
    ['text', "type string ('text')"],
    ["it's", 'type string ("it\'s")'],
    ['x'.repeat(29), `type string ('${'x'.repeat(25)}...')`],
    [true, 'type boolean (true)'],
    [5n, 'type bigint (5n)'],
    [Symbol('s'), 'type symbol (Symbol(s))'],
    [{}, 'an instance of Object'],
    [[], 'an instance of Array'],
    [/x/, 'an instance of RegExp'],
    [new (class Foo {})(), 'an instance of Foo'],
    [Object.create(null), '[Object: null prototype] {}'],
    [() => {}, 'function '],
    [function named() {}, 'function named'],
  ];
  for (const [value, shown] of received) {
    it(`is received as ${shown}`, () => {
      const error = errors.invalidArgType('name', 'RegExp', value);
      assert.strictEqual(error.message,
        `The "name" argument must be an instance of RegExp. Received ${shown}`);
    });
  }

  const expected = [
    ['function', 'of type function'],
    ['Object', 'of type object'],
    ['AbortSignal', 'an instance of AbortSignal'],
    [['string', 'number'], 'one of type string or number'],
    [['string', 'Error'], 'of type string or an instance of Error'],
    [['Buffer', 'TypedArray', 'DataView'], 'an instance of Buffer, TypedArray, or DataView'],
  ];
  for (const [types, shown] of expected) {
    it(`was to be ${shown}`, () => {
      const error = errors.invalidArgType('name', types, null);
      assert.ok(error instanceof TypeError);
      assert.strictEqual(error.code, 'ERR_INVALID_ARG_TYPE');
      assert.strictEqual(error.message, `The "name" argument must be ${shown}. Received null`);
    });
  }

  it('is that of an argument or of a property', () => {
    assert.match(errors.invalidArgType('a', 'string', 1).message, /^The "a" argument must/);
    assert.match(errors.invalidArgType('a.b', 'string', 1).message, /^The "a\.b" property must/);
    assert.match(errors.invalidArgType('first argument', 'string', 1).message,
      /^The first argument must/);
  });
});

describe('a wrong value', () => {
  it('is shown, up to a length', () => {
    const error = errors.invalidArgValue('flags', { a: 1 });
    assert.ok(error instanceof TypeError);
    assert.strictEqual(error.code, 'ERR_INVALID_ARG_VALUE');
    assert.strictEqual(error.message, "The argument 'flags' is invalid. Received { a: 1 }");
    assert.strictEqual(errors.invalidArgValue('options.mode', 'x'.repeat(200), 'is odd').message,
      `The property 'options.mode' is odd. Received '${'x'.repeat(127)}...`);
  });

  const numbers = [
    [-1, '-1'], [1.5, '1.5'], [-0, '-0'], [NaN, 'NaN'], [2 ** 32, '4294967296'],
    [2 ** 32 + 1, '4_294_967_297'], [-1e20, '-100_000_000_000_000_000_000'], [5n, '5n'],
    [2n ** 40n, '1_099_511_627_776n'], ['text', "'text'"],
  ];
  for (const [value, shown] of numbers) {
    it(`out of range is shown as ${shown}`, () => {
      const error = errors.outOfRange('name', '>= 0', value);
      assert.ok(error instanceof RangeError);
      assert.strictEqual(error.code, 'ERR_OUT_OF_RANGE');
      assert.strictEqual(error.message,
        `The value of "name" is out of range. It must be >= 0. Received ${shown}`);
    });
  }
});

describe('validation', () => {
  const cases = [
    ['validateFunction', [() => {}, class {}, Map], [null, {}, 'text']],
    ['validateBoolean', [true, false], [0, 'true', null, undefined]],
    ['validateString', ['', 'text'], [1, null, undefined, Object('text')]],
    ['validateObject', [{}, new Map(), Object.create(null)], [null, undefined, [], () => {}, 1]],
    ['validateNumber', [0, -0, 1.5, NaN, Infinity], ['1', 1n, null, undefined, Object(1)]],
    ['validateAbortSignal', [undefined, AbortSignal.abort(), { aborted: false }],
      [null, {}, 1, () => {}]],
  ];
  for (const [name, good, bad] of cases) {
    it(`${name} lets the right types pass`, () => {
      for (const value of good) errors[name](value, 'name');
    });
    it(`${name} throws for the others`, () => {
      for (const value of bad) {
        const error = thrownBy(() => errors[name](value, 'name'));
        assert.strictEqual(error.code, 'ERR_INVALID_ARG_TYPE');
        assert.match(error.message, /^The "name" argument must be /);
      }
    });
  }

  const ranges = [
    [() => errors.validateNumber(-1, 'n', 0), '>= 0', '-1'],
    [() => errors.validateNumber(3, 'n', undefined, 2), '<= 2', '3'],
    [() => errors.validateNumber(3, 'n', 0, 2), '>= 0 && <= 2', '3'],
    [() => errors.validateNumber(NaN, 'n', 0), '>= 0', 'NaN'],
    [() => errors.validateInteger(1.5, 'n'), 'an integer', '1.5'],
    [() => errors.validateInteger(NaN, 'n', 1), 'an integer', 'NaN'],
    [() => errors.validateInteger(0, 'n', 1), '>= 1 && <= 9007199254740991', '0'],
    [() => errors.validateInteger(256, 'n', 0, 255), '>= 0 && <= 255', '256'],
  ];
  for (const [check, range, shown] of ranges) {
    it(`throws for ${shown} where ${range} is asked for`, () => {
      const error = thrownBy(check);
      assert.strictEqual(error.code, 'ERR_OUT_OF_RANGE');
      assert.strictEqual(error.message,
        `The value of "n" is out of range. It must be ${range}. Received ${shown}`);
    });
  }

  it('takes the bounds themselves', () => {
    errors.validateNumber(0, 'n', 0, 2);
    errors.validateNumber(2, 'n', 0, 2);
    errors.validateInteger(255, 'n', 0, 255);
    errors.validateInteger(Number.MAX_SAFE_INTEGER, 'n');
  });
});

describe('the binding errno', () => {
  const errno = lo.load('errno');

  it('knows names and messages', () => {
    assert.strictEqual(errno.name(2), 'ENOENT');
    assert.strictEqual(errno.message(2), 'No such file or directory');
  });

  it('says undefined for what is no error', () => {
    for (const number of [-2, 4095, 2 ** 31 - 1, -(2 ** 31)]) {
      assert.strictEqual(errno.name(number), undefined);
      assert.strictEqual(errno.message(number), undefined);
    }
  });

  it('takes Numbers', () => {
    for (const value of [undefined, null, '2', 2n, {}, Symbol('s')]) {
      assert.throws(() => errno.name(value), TypeError);
      assert.throws(() => errno.message(value), TypeError);
    }
  });
});
