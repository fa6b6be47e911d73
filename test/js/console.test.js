import { describe, test } from 'node:test';
import assert from 'node:assert';
import { Console } from 'node:console';

/** A console, and what it wrote: `out` and `err`. */
function record(options = {}) {
  const written = { out: '', err: '' };
  const stream = (name) => ({ write: (text) => { written[name] += text; } });
  const console = new Console({
    // node's wants streams with events unless it may throw.
    stdout: stream('out'), stderr: stream('err'), ignoreErrors: false, colorMode: false, ...options,
  });
  return { console, written };
}

/** What `use(console)` writes to stdout, and nothing to stderr. */
function stdout(use, options = {}) {
  const { console, written } = record(options);
  use(console);
  assert.strictEqual(written.err, '');
  return written.out;
}

/** What `use(console)` writes to stderr, and nothing to stdout. */
function stderr(use, options = {}) {
  const { console, written } = record(options);
  use(console);
  assert.strictEqual(written.out, '');
  return written.err;
}

describe('printing', () => {
  for (const method of ['log', 'info', 'debug', 'dirxml']) {
    test(`${method}() writes a line to stdout`, () => {
      assert.strictEqual(stdout((console) => console[method]('a', 1, { b: 2 })), 'a 1 { b: 2 }\n');
    });
  }

  for (const method of ['error', 'warn']) {
    test(`${method}() writes a line to stderr`, () => {
      assert.strictEqual(stderr((console) => console[method]('a', 1, { b: 2 })), 'a 1 { b: 2 }\n');
    });
  }

  test('nothing is an empty line', () => {
    assert.strictEqual(stdout((console) => console.log()), '\n');
  });

  test('a line is written at once', () => {
    const texts = [];
    const stdout = { write: (text) => texts.push(text) };
    const console = new Console({ stdout, ignoreErrors: false });
    console.log('a\nb', 'c');
    assert.deepStrictEqual(texts, ['a\nb c\n']);
  });

  test('values that need no formatter look as formatted ones', () => {
    assert.strictEqual(stdout((console) => console.log(1, -0, 'a', null, undefined, true, NaN)),
      '1 -0 a null undefined true NaN\n');
  });

  test('directives are followed', () => {
    assert.strictEqual(stdout((console) => console.log('%s: %d%%', 'a', 5, 'b')), 'a: 5% b\n');
  });

  test('methods can be taken off the console', () => {
    const output = stdout(({ log, count }) => {
      log('a');
      ['b', 'c'].forEach((text) => count(text));
    });
    assert.strictEqual(output, 'a\nb: 1\nc: 1\n');
  });

  test('dir() takes options, and does not ask the object', () => {
    const object = { a: { b: {} }, [Symbol.for('nodejs.util.inspect.custom')]: () => 'custom' };
    assert.strictEqual(stdout((console) => console.dir(object, { depth: 0 })), [
      '{',
      '  a: [Object],',
      '  [Symbol(nodejs.util.inspect.custom)]: [Function: [nodejs.util.inspect.custom]]',
      '}\n',
    ].join('\n'));
  });

  test('trace() writes where it was called', () => {
    const text = stderr(function caller(console) {
      console.trace('at %d', 1);
    });
    const [first, second] = text.split('\n');
    assert.strictEqual(first, 'Trace: at 1');
    assert.match(second, /^ {4}at caller \(.*console\.test\.js:\d+:\d+\)$/);
  });
});

describe('assert()', () => {
  test('a condition that holds writes nothing', () => {
    assert.strictEqual(stderr((console) => console.assert(1, 'a')), '');
  });

  test('one that does not', () => {
    assert.strictEqual(stderr((console) => console.assert(false)), 'Assertion failed\n');
  });

  test('with a message', () => {
    assert.strictEqual(stderr((console) => console.assert(0, 'a %s', 'b', { c: 1 })),
      'Assertion failed: a b { c: 1 }\n');
  });
});

describe('groups', () => {
  test('indent what is in them, all of its lines', () => {
    const output = stdout((console) => {
      console.group('outer');
      console.log('a\nb');
      console.groupCollapsed('inner', 1);
      console.log({ c: 'x'.repeat(80) });
      console.groupEnd();
      console.log('d');
      console.groupEnd();
      console.log('e');
    });
    assert.strictEqual(output, [
      'outer',
      '  a',
      '  b',
      '  inner 1',
      '    {',
      `      c: '${'x'.repeat(80)}'`,
      '    }',
      '  d',
      'e\n',
    ].join('\n'));
  });

  test('hold for both streams', () => {
    assert.strictEqual(stderr((console) => {
      console.group();
      console.error('a');
    }), '  a\n');
  });

  test('can be ended too often', () => {
    assert.strictEqual(stdout((console) => {
      console.groupEnd();
      console.group();
      console.log('a');
    }), '  a\n');
  });

  test('groupIndentation', () => {
    assert.strictEqual(stdout((console) => {
      console.group();
      console.log('a');
    }, { groupIndentation: 3 }), '   a\n');
  });
});

describe('counts and timers', () => {
  test('count() counts by label', () => {
    assert.strictEqual(stdout((console) => {
      console.count();
      console.count('a');
      console.count();
      console.count('default');
    }), 'default: 1\na: 1\ndefault: 2\ndefault: 3\n');
  });

  test('countReset() starts anew', () => {
    assert.strictEqual(stdout((console) => {
      console.count('a');
      console.countReset('a');
      console.count('a');
    }), 'a: 1\na: 1\n');
  });

  test('timeEnd() tells the time', () => {
    assert.match(stdout((console) => {
      console.time('a%s');
      console.timeEnd('a%s');
    }), /^a%s: \d+(\.\d{1,3})?ms\n$/);
  });

  test('timeLog() tells it in between, with more values', () => {
    assert.match(stdout((console) => {
      console.time();
      console.timeLog(undefined, 'b', { c: 1 });
      console.timeEnd();
    }), /^default: [\d.]+ms b \{ c: 1 \}\ndefault: [\d.]+ms\n$/);
  });
});

/** Checks a table, given as its lines between the frames. */
function tabulates(name, args, lines, options = {}) {
  test(name, () => {
    const output = stdout((console) => console.table(...args), options);
    assert.strictEqual(output, `${lines.join('\n')}\n`);
  });
}

describe('table()', () => {
  tabulates('of objects: a column for each property', [[{ a: 1, b: 'x' }, { a: 2, c: true }]], [
    '┌─────────┬───┬─────┬──────┐',
    '│ (index) │ a │ b   │ c    │',
    '├─────────┼───┼─────┼──────┤',
    "│ 0       │ 1 │ 'x' │      │",
    '│ 1       │ 2 │     │ true │',
    '└─────────┴───┴─────┴──────┘',
  ]);

  tabulates('of lists and primitives', [{ first: [1, 2], second: 'x' }], [
    '┌─────────┬───┬───┬────────┐',
    '│ (index) │ 0 │ 1 │ Values │',
    '├─────────┼───┼───┼────────┤',
    '│ first   │ 1 │ 2 │        │',
    "│ second  │   │   │ 'x'    │",
    '└─────────┴───┴───┴────────┘',
  ]);

  tabulates('of some columns', [[{ a: 1, b: 2 }, 3, null], ['b']], [
    '┌─────────┬───┐',
    '│ (index) │ b │',
    '├─────────┼───┤',
    '│ 0       │ 2 │',
    '│ 1       │   │',
    '│ 2       │   │',
    '└─────────┴───┘',
  ]);

  tabulates('of a map', [new Map([['a', 1], ['b', { c: 2 }]])], [
    '┌───────────────────┬─────┬──────────┐',
    '│ (iteration index) │ Key │ Values   │',
    '├───────────────────┼─────┼──────────┤',
    "│ 0                 │ 'a' │ 1        │",
    "│ 1                 │ 'b' │ { c: 2 } │",
    '└───────────────────┴─────┴──────────┘',
  ]);

  tabulates('of a set', [new Set(['a'])], [
    '┌───────────────────┬────────┐',
    '│ (iteration index) │ Values │',
    '├───────────────────┼────────┤',
    "│ 0                 │ 'a'    │",
    '└───────────────────┴────────┘',
  ]);

  tabulates('of an iterator', [new Map([['a', 1]]).entries()], [
    '┌───────────────────┬─────┬────────┐',
    '│ (iteration index) │ Key │ Values │',
    '├───────────────────┼─────┼────────┤',
    "│ 0                 │ 'a' │ 1      │",
    '└───────────────────┴─────┴────────┘',
  ]);

  tabulates('of nothing', [[]], [
    '┌─────────┐',
    '│ (index) │',
    '├─────────┤',
    '└─────────┘',
  ]);

  tabulates('of wide characters and large cells', [[{ '漢字': { a: 1, b: 2, c: 3 } }]], [
    '┌─────────┬──────────┐',
    '│ (index) │ 漢字     │',
    '├─────────┼──────────┤',
    '│ 0       │ [Object] │',
    '└─────────┴──────────┘',
  ]);

  tabulates('with colours, which take no room', [[1]], [
    '┌─────────┬────────┐',
    '│ (index) │ Values │',
    '├─────────┼────────┤',
    '│ 0       │ \x1b[33m1\x1b[39m      │',
    '└─────────┴────────┘',
  ], { colorMode: true });

  tabulates('what is no table is logged', ['%s'], ['%s']);

  test('the columns must be a list', () => {
    assert.throws(() => record().console.table([], 'a'), { code: 'ERR_INVALID_ARG_TYPE' });
  });
});

describe('Console', () => {
  test('takes two streams', () => {
    const texts = [];
    const stream = (name) => ({ write: (text) => texts.push(name + text) });
    const console = new Console(stream('out '), stream('err '), false);
    console.log('a');
    console.error('b');
    assert.deepStrictEqual(texts, ['out a\n', 'err b\n']);
  });

  test('or one for both', () => {
    const texts = [];
    const console = new Console({ write: (text) => texts.push(text) }, undefined, false);
    console.log('a');
    console.error('b');
    assert.deepStrictEqual(texts, ['a\n', 'b\n']);
  });

  test('no stream is an error', () => {
    assert.throws(() => new Console({ stdout: {} }), {
      name: 'TypeError',
      code: 'ERR_CONSOLE_WRITABLE_STREAM',
      message: 'Console expects a writable stream instance for stdout',
    });
  });

  test('wrong options are errors', () => {
    const stream = { write() {} };
    const create = (options) => () => new Console({ stdout: stream, ...options });
    assert.throws(create({ colorMode: 'red' }), { code: 'ERR_INVALID_ARG_VALUE' });
    assert.throws(create({ groupIndentation: 1001 }), { code: 'ERR_OUT_OF_RANGE' });
    assert.throws(create({ inspectOptions: 1 }), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(create({ colorMode: true, inspectOptions: { colors: true } }),
      { code: 'ERR_INCOMPATIBLE_OPTION_PAIR' });
  });

  test('a terminal gets no colours in colorMode false, and anything in true', () => {
    const colored = (colorMode) => stdout((console) => console.log(1), { colorMode });
    assert.strictEqual(colored(false), '1\n');
    assert.strictEqual(colored(true), '\x1b[33m1\x1b[39m\n');
  });

  test('inspectOptions hold for all that is inspected', () => {
    assert.strictEqual(stdout((console) => console.log({ a: {}, b: { c: 1 } }),
      { inspectOptions: { depth: 0 } }), '{ a: {}, b: [Object] }\n');
  });

  test('errors of writing are thrown where they are not to be ignored', () => {
    const console = new Console({
      stdout: { write() { throw new Error('no'); } }, ignoreErrors: false,
    });
    assert.throws(() => console.log('a'), { message: 'no' });
  });

  test('a subclass can override what it prints with', () => {
    class Loud extends Console {
      log(text) {
        super.log(`${text}!`);
      }
    }
    let output = '';
    const console = new Loud({ write: (text) => { output += text; } }, undefined, false);
    console.count();
    assert.strictEqual(output, 'default: 1!\n');
  });

  test('the global console has it', () => {
    assert.strictEqual(globalThis.console.Console, Console);
    assert.ok(globalThis.console instanceof Console);
  });

  test('the global console is a property as the language\'s own', () => {
    const { enumerable, writable, configurable } =
      Object.getOwnPropertyDescriptor(globalThis, 'console');
    assert.deepStrictEqual([enumerable, writable ?? true, configurable], [false, true, true]);
    assert.strictEqual(Object.prototype.toString.call(globalThis.console), '[object console]');
  });
});
