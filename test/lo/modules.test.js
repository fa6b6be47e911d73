/** What is lo's own in modules: libraries, and what errors tell. */
import { describe, it } from 'node:test';
import assert from 'node:assert';

/** What `promise` rejects with. @param {Promise<unknown>} promise */
const reasonOf = (promise) => promise.then(() => assert.fail('not rejected'), (error) => error);

describe('a library', () => {
  it('is imported by its name, and by that of the module of node it stands for', async () => {
    const names = {
      'lib/assert.js': 'assert',
      'lib/assert-strict.js': 'assert/strict',
      'lib/console.js': 'console',
      'lib/events.js': 'events',
      'lib/test.js': 'test',
      'lib/timers.js': 'timers',
      'lib/timers-promises.js': 'timers/promises',
    };
    for (const [library, name] of Object.entries(names)) {
      const module = await import(library);
      assert.strictEqual(await import(name), module);
      assert.strictEqual(await import(`node:${name}`), module);
    }
  });

  it('that there is not is named, with the importer', async () => {
    const { code, message } = await reasonOf(import('lib/no-such.js'));
    assert.strictEqual(code, 'ERR_MODULE_NOT_FOUND');
    assert.strictEqual(message,
      `Cannot find module 'lib/no-such.js' imported from ${import.meta.filename}`);
  });

  it('is not JSON', async () => {
    const attributes = { type: 'json' };
    const options = { with: attributes, assert: attributes };
    const { code } = await reasonOf(import('lib/events.js', options));
    assert.strictEqual(code, 'ERR_IMPORT_ASSERTION_TYPE_FAILED');
  });

  it('is what import.meta.resolve() finds', () => {
    assert.strictEqual(import.meta.resolve('node:timers/promises'), 'lib/timers-promises.js');
    assert.strictEqual(import.meta.resolve('lib/loop.js'), 'lib/loop.js');
    assert.throws(() => import.meta.resolve(Symbol('x')), TypeError);
  });
});

describe('import.meta.main', () => {
  it('is true for the main module', () => {
    assert.strictEqual(import.meta.main, true);
  });

  it('is false for what it imports', async () => {
    assert.strictEqual((await import('../fixtures/modules/main-flag.mjs')).main, false);
  });
});

describe('an error', () => {
  it('of an import statement shows the place of that in its stack', async () => {
    const { stack } = await reasonOf(import('../fixtures/modules/missing-import.mjs'));
    const [place, statement, caret] = stack.split('\n');
    assert.match(place, /^file:.*\/missing-import\.mjs:3$/);
    assert.strictEqual(statement, "import { nothing } from './gone.mjs';");
    assert.match(caret, /^ +\^$/);
    assert.match(stack, /\n\nError \[ERR_MODULE_NOT_FOUND\]: /);
  });

  it('of import() shows the place of the call in its stack', async () => {
    const { stack } = await reasonOf(import('./gone.js'));
    assert.match(stack, /^Error \[ERR_MODULE_NOT_FOUND\]: .*\n    at .*modules\.test\.js:\d+:\d+/);
  });

  it('names an unknown module of node, and who imports it', async () => {
    const { message } = await reasonOf(import('node:no-such'));
    assert.strictEqual(message,
      `No such built-in module: node:no-such imported from ${import.meta.filename}`);
  });

  it('tells that data: URLs are not supported', async () => {
    const { code } = await reasonOf(import('data:text/javascript,export default 1'));
    assert.strictEqual(code, 'ERR_UNSUPPORTED_ESM_URL_SCHEME');
  });

  it('tells that an attribute is unknown', async () => {
    const attributes = { kind: 'json' };
    const error = await reasonOf(import('./x.js', { with: attributes, assert: attributes }));
    assert.strictEqual(error.constructor, TypeError);
    assert.strictEqual(error.message,
      'Import attribute "kind" with value "json" is not supported');
  });

  it('tells what is wrong with a specifier', async () => {
    for (const specifier of ['./100%.js', './%00.js', './\0.js', `./${'x'.repeat(1e6)}`]) {
      const error = await reasonOf(import(specifier));
      assert.strictEqual(error.constructor, TypeError);
      assert.strictEqual(error.code, 'ERR_INVALID_MODULE_SPECIFIER');
      assert.ok(error.message.length < 300);
    }
  });

  it('of reading names the system call', async () => {
    const error = await reasonOf(import('/proc/self/mem'));
    assert.strictEqual(error.code, 'EIO');
    assert.strictEqual(error.syscall, 'open');
    assert.strictEqual(error.path, `/proc/${lo.load('process').getpid()}/mem`);
  });
});

describe('a module that could not be loaded', () => {
  it('is looked for again', async () => {
    const path = `/tmp/lo-modules-${lo.load('process').getpid()}.mjs`;
    assert.strictEqual((await reasonOf(import(path))).code, 'ERR_MODULE_NOT_FOUND');
    lo.core.writeFile(path, new TextEncoder().encode('let = 1;'));
    assert.strictEqual((await reasonOf(import(path))).constructor, SyntaxError);
    lo.core.writeFile(path, new TextEncoder().encode('export default 1;'));
    assert.strictEqual((await import(path)).default, 1);
  });
});

describe('a file of any name', () => {
  it('is JavaScript unless that ends in .json', async () => {
    assert.strictEqual((await import('../fixtures/modules/no-extension')).default, 'code');
    assert.strictEqual((await import('../fixtures/modules/data.jsonc')).default, 'code');
  });
});

describe('import() near the end of the stack', () => {
  it('rejects or throws, and does not crash', async () => {
    let deepest;
    const recurse = () => {
      deepest = import('./gone.js');
      deepest.catch(() => {});
      recurse();
    };
    assert.throws(recurse, RangeError);
    assert.ok(await reasonOf(deepest) instanceof Error);
  });
});
