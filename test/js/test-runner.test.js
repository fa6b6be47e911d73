// The test runner, as far as tests can see it from inside: what runs, when, and with what.
import {
  after, afterEach, before, beforeEach, describe, it, suite, test,
} from 'node:test';
import defaultTest from 'node:test';
import assert from 'node:assert';

const sleep = (delay) => new Promise((resolve) => { setTimeout(resolve, delay); });

/** A log, and functions that write into it. */
function makeLog() {
  const log = [];
  return { log, write: (entry) => () => { log.push(entry); } };
}

/** What runs while this module is evaluated. */
const early = makeLog();
test('a test runs after the module has registered it', () => {
  early.log.push('test');
  assert.deepStrictEqual(early.log, ['suite', 'module', 'test']);
});
describe('a suite collects its tests at once', () => {
  early.log.push('suite');
});
early.log.push('module');

describe('hooks', () => {
  const { log, write } = makeLog();

  describe('of suites', () => {
    before(write('before'));
    after(write('after'));
    beforeEach(write('beforeEach'));
    afterEach(write('afterEach'));
    it('one', write('one'));
    describe('inside suites', () => {
      before(write('inner before'));
      after(write('inner after'));
      beforeEach(write('inner beforeEach'));
      afterEach(write('inner afterEach'));
      it('two', write('two'));
      it.skip('three', write('three'));
    });
  });

  it('ran around their tests: the outer ones first, after a test the inner ones first', () => {
    assert.deepStrictEqual(log, [
      'before',
      'beforeEach', 'one', 'afterEach',
      'inner before',
      'beforeEach', 'inner beforeEach', 'two', 'inner afterEach', 'afterEach',
      'inner after',
      'after',
    ]);
  });
});

describe('several hooks of one kind', () => {
  const { log, write } = makeLog();

  describe('in a suite', () => {
    beforeEach(write(1));
    beforeEach(async () => {
      await sleep(2);
      log.push(2);
    });
    beforeEach((t, done) => setTimeout(() => {
      log.push(3);
      done();
    }, 2));
    it('test', write('test'));
  });

  it('ran one after the other, whatever they return', () => {
    assert.deepStrictEqual(log, [1, 2, 3, 'test']);
  });
});

describe('the context', () => {
  it('has the name of the test', (t) => assert.strictEqual(t.name, 'has the name of the test'));

  it('is this, too', function check(t) {
    assert.strictEqual(this, t);
  });

  describe('of a suite and its hooks', (s) => {
    before((context) => assert.strictEqual(context.name, 'of a suite and its hooks'));
    beforeEach((context) => assert.strictEqual(context.name, 'test'));
    it('test', () => assert.strictEqual(s.name, 'of a suite and its hooks'));
  });

  it('has a signal that aborts when the test is over', async (t) => {
    let signal;
    await t.test('subtest', (inner) => {
      ({ signal } = inner);
      assert.strictEqual(signal.aborted, false);
    });
    assert.strictEqual(signal.aborted, true);
  });

  it('counts assertions and subtests', async (t) => {
    t.plan(3);
    t.assert.ok(true);
    t.assert.strictEqual(1, 1);
    await t.test('subtest', () => {});
  });

  it('takes diagnostics', (t) => t.diagnostic('a diagnostic'));
});

describe('what a test returns', () => {
  const { log, write } = makeLog();

  it('is waited for', async () => {
    await sleep(5);
    log.push('promise');
  });

  it('may be any thenable', () => ({
    then: (done) => setTimeout(() => done(log.push('then')), 5),
  }));

  it('is of no account if there is a callback', (t, done) => {
    setTimeout(() => {
      log.push('callback');
      done();
    }, 5);
    return 5;
  });

  it('has kept the order', () => {
    write('end')();
    assert.deepStrictEqual(log, ['promise', 'then', 'callback', 'end']);
  });
});

describe('subtests', () => {
  it('run one after the other, and are waited for one by one', async (t) => {
    const { log } = makeLog();
    const entry = (name) => async () => {
      log.push(`begin ${name}`);
      await sleep(2);
      log.push(`end ${name}`);
    };
    const first = t.test('first', entry('first'));
    const second = t.test('second', entry('second'));
    assert.strictEqual(await first, undefined);
    assert.ok(!log.includes('end second'));
    await second;
    assert.deepStrictEqual(log, ['begin first', 'end first', 'begin second', 'end second']);
  });

  it('nest', async (t) => {
    let depth = 0;
    await t.test('one', async (one) => {
      depth = 1;
      await one.test('two', async (two) => {
        depth = 2;
        await two.test('three', () => { depth = 3; });
      });
    });
    assert.strictEqual(depth, 3);
  });

  it('have hooks of their own test around them', async (t) => {
    const { log, write } = makeLog();
    t.beforeEach(write('beforeEach'));
    t.afterEach(write('afterEach'));
    await t.test('one', write('one'));
    await t.test('two', write('two'));
    assert.deepStrictEqual(log, [
      'beforeEach', 'one', 'afterEach', 'beforeEach', 'two', 'afterEach',
    ]);
  });

  it('that fail do not reject', async (t) => {
    await t.test('a failure that does not count', { todo: true }, () => { throw new Error('no'); });
  });
});

describe('hooks of a test', () => {
  const { log, write } = makeLog();

  it('test', async (t) => {
    t.before(write('before'));
    t.after(write('after'));
    await t.test('subtest', write('subtest'));
    log.push('test');
  });

  it('ran before its first subtest and after it', () => {
    assert.deepStrictEqual(log, ['before', 'subtest', 'test', 'after']);
  });
});

describe('skipping', () => {
  const { log, write } = makeLog();

  it.skip('by name', write('skip'));
  test.skip('by name of test', write('test.skip'));
  it('by option', { skip: true }, write('option'));
  it('for a reason', { skip: 'the reason' }, write('reason'));
  describe.skip('a suite', write('suite'));
  describe('a suite by option', { skip: true }, write('suite option'));
  it('from inside', (t) => {
    t.skip('it goes on');
    log.push('inside');
  });
  it('not at all', { skip: false }, write('not skipped'));

  it('kept all of them from running but those that ran', () => {
    assert.deepStrictEqual(log, ['inside', 'not skipped']);
  });
});

describe('tests that are to be done', () => {
  const { log, write } = makeLog();

  it.todo('without a function');
  it.todo('by name', write('name'));
  it('by option', { todo: 'the reason' }, write('option'));
  it('from inside', (t) => {
    t.todo();
    log.push('inside');
    throw new Error('does not count');
  });
  it.todo('by name, failing', () => {
    log.push('failing');
    throw new Error('does not count');
  });

  it('have run, and their failures do not count', () => {
    assert.deepStrictEqual(log, ['name', 'option', 'inside', 'failing']);
  });
});

describe('forms of calls', () => {
  const names = [];
  const note = (t) => { names.push(t.name); };

  it(function named(t) { note(t); });
  it('a name', note);
  it('a name and options', {}, note);
  it({}, function withOptions(t) { note(t); });
  it({ timeout: 60_000 }, note);
  it('only a name');
  it();
  it((t) => note(t));

  it('give the test a name', () => {
    assert.deepStrictEqual(names, [
      'named', 'a name', 'a name and options', 'withOptions', 'note', '<anonymous>',
    ]);
  });
});

describe('a test', () => {
  it('may take long if its timeout is longer', { timeout: 60_000 }, () => sleep(5));

  it('fails by what it throws, which is seen here only by its todo', { todo: true }, () => {
    assert.strictEqual(1, 2);
  });

  it('may take names with # and \\ and\nlines', () => {});
});

test('exports name the same functions', () => {
  assert.strictEqual(defaultTest, test);
  assert.strictEqual(it.name, test.name);
  for (const name of ['test', 'it', 'describe', 'suite', 'before', 'after', 'beforeEach']) {
    assert.strictEqual(typeof defaultTest[name], 'function');
  }
  assert.strictEqual(typeof suite.skip, 'function');
});

// From here on the tests above run while this module goes on.
let awaited = false;
assert.strictEqual(await test('can be awaited by the module', async () => {
  await sleep(2);
  awaited = true;
}), undefined);
assert.strictEqual(awaited, true);

await sleep(2);
test('runs also if it is registered after an await', () => {});
