/** ES modules: what is found, what is loaded, in which order it runs, and how it fails. */
import { describe, it } from 'node:test';
import assert from 'node:assert';

const FIXTURES = import.meta.dirname.replace(/js$/, 'fixtures/modules');

/** Imports a fixture. @param {string} name */
const load = (name) => import(`../fixtures/modules/${name}`);

/** Imports JSON in the syntax that this runtime has, older or newer. @param {string} name */
const loadJson = (name, type = 'json') =>
  import(`../fixtures/modules/${name}`, { with: { type }, assert: { type } });

/** What `promise` rejects with. @param {Promise<unknown>} promise */
const reasonOf = (promise) => promise.then(() => assert.fail('not rejected'), (error) => error);

describe('a module is loaded once', () => {
  const spellings = {
    'a relative path': '../fixtures/modules/plain.mjs',
    'dots': '../fixtures/../fixtures/./modules/plain.mjs',
    'an absolute path': `${FIXTURES}/plain.mjs`,
    'a file: URL': `file://${FIXTURES}/plain.mjs`,
    'a file: URL with a host': `file://localhost${FIXTURES}/plain.mjs`,
    'a scheme in capitals': `FILE://${FIXTURES}/plain.mjs`,
    'percent-encoding': '../fixtures/modules/%70lain.mjs',
    'encoded dots': '../fixtures/modules/folder/%2e%2E/plain.mjs',
    'backslashes': '../fixtures\\modules\\plain.mjs',
    'blanks, which a URL ignores': '../fixtures/\nmodules/\tplain.mjs ',
    'a symbolic link': '../fixtures/modules/folder/link.mjs',
    'an empty query': '../fixtures/modules/plain.mjs?',
  };
  for (const [name, specifier] of Object.entries(spellings)) {
    it(`spelled with ${name}`, async () => {
      assert.strictEqual(await import(specifier), await load('plain.mjs'));
    });
  }

  it('also by two calls of import() at the same time', async () => {
    const [one, other] = await Promise.all([load('slow-import.mjs'), load('slow-import.mjs')]);
    assert.strictEqual(one, other);
  });

  it('but again for another query or hash', async () => {
    const plain = await load('plain.mjs');
    const modules = await Promise.all(['?a', '?b', '#a', '?a#a'].map((suffix) =>
      load(`plain.mjs${suffix}`)));
    assert.strictEqual(new Set([plain, ...modules].map((module) => module.value)).size, 5);
    assert.strictEqual(await load('plain.mjs?a'), modules[0]);
  });
});

describe('import.meta', () => {
  it('has the URL, percent-encoded', async () => {
    const name = 'a%20b%25%23%3F.mjs';
    assert.strictEqual((await load(name)).value, 1);
    assert.strictEqual((await load('url.mjs?a b#"c"')).default,
      `file://${FIXTURES}/url.mjs?a%20b#%22c%22`);
  });

  it('has the path and the folder', () => {
    assert.strictEqual(import.meta.filename, `${import.meta.dirname}/modules.test.js`);
    assert.strictEqual(import.meta.url, `file://${import.meta.filename}`);
  });

  it('resolves specifiers, whether there is such a file or not', () => {
    const folder = import.meta.url.replace('/js/modules.test.js', '');
    assert.strictEqual(import.meta.resolve('./no such.js?q'), `${folder}/js/no%20such.js?q`);
    assert.strictEqual(import.meta.resolve('../x.js#h'), `${folder}/x.js#h`);
    assert.throws(() => import.meta.resolve('no-such-package'), { code: 'ERR_MODULE_NOT_FOUND' });
  });
});

describe('the source of a module', () => {
  it('may begin with a byte order mark', async () => {
    assert.strictEqual((await load('bom.mjs')).bom, true);
  });

  it('may begin with a hashbang', async () => {
    assert.strictEqual((await load('hashbang.mjs')).hashbang, true);
  });

  it('is UTF-8, invalid bytes become U+FFFD', async () => {
    assert.strictEqual((await load('latin1.mjs')).bytes, '\ufffd\ufffd');
  });
});

describe('what is not found', () => {
  const failures = [
    ['a missing file', './gone.mjs', Error, 'ERR_MODULE_NOT_FOUND'],
    ['a file below a file', '../fixtures/modules/plain.mjs/x.mjs', Error, 'ERR_MODULE_NOT_FOUND'],
    ['a name that is too long', `./${'x'.repeat(300)}`, Error, 'ERR_MODULE_NOT_FOUND'],
    ['a folder', '../fixtures', Error, 'ERR_UNSUPPORTED_DIR_IMPORT'],
    ['the folder itself', '.', Error, 'ERR_UNSUPPORTED_DIR_IMPORT'],
    ['the root', '/', Error, 'ERR_UNSUPPORTED_DIR_IMPORT'],
    ['a package', 'no-such-package', Error, 'ERR_MODULE_NOT_FOUND'],
    ['a file of a package', 'no-such-package/x.js', Error, 'ERR_MODULE_NOT_FOUND'],
    ['an empty specifier', '', Error, 'ERR_MODULE_NOT_FOUND'],
    ['an unknown module of node', 'node:no-such', Error, 'ERR_UNKNOWN_BUILTIN_MODULE'],
    ['another scheme', 'http://127.0.0.1/x.js', Error, 'ERR_UNSUPPORTED_ESM_URL_SCHEME'],
    ['another host', 'file://elsewhere/x.js', TypeError, 'ERR_INVALID_FILE_URL_HOST'],
    ['a host without a scheme', '//elsewhere/x.js', TypeError, 'ERR_INVALID_FILE_URL_HOST'],
    ['an encoded slash', './a%2Fb.js', TypeError, 'ERR_INVALID_MODULE_SPECIFIER'],
    ['an encoded backslash', './a%5cb.js', TypeError, 'ERR_INVALID_MODULE_SPECIFIER'],
  ];
  for (const [name, specifier, Class, code] of failures) {
    it(`${name} rejects with ${code}`, async () => {
      const error = await reasonOf(import(specifier));
      assert.strictEqual(error.code, code);
      assert.strictEqual(error.constructor, Class);
      assert.match(error.stack, new RegExp(`^${Class.name} \\[${code}\\]: `));
    });
  }

  it('is named, with the importer', async () => {
    const error = await reasonOf(load('missing-import.mjs'));
    assert.strictEqual(error.message,
      `Cannot find module '${FIXTURES}/gone.mjs' imported from ${FIXTURES}/missing-import.mjs`);
  });

  it('is an error also the second time', async () => {
    for (let i = 0; i < 2; i++) {
      const { code } = await reasonOf(load('missing-import.mjs'));
      assert.strictEqual(code, 'ERR_MODULE_NOT_FOUND');
    }
  });
});

describe('a module that fails', () => {
  it('to compile rejects with a SyntaxError, whoever imports it', async () => {
    for (const name of ['syntax-error.mjs', 'imports-syntax-error.mjs', 'syntax-error.mjs']) {
      assert.strictEqual((await reasonOf(load(name))).constructor, SyntaxError);
    }
  });

  it('to link, for want of an export, rejects with a SyntaxError that names it', async () => {
    for (let i = 0; i < 2; i++) {
      const error = await reasonOf(load('missing-export.mjs'));
      assert.strictEqual(error.constructor, SyntaxError);
      assert.match(error.message, /'nothing'/);
    }
  });

  it('to evaluate rejects with the same error each time', async () => {
    const error = await reasonOf(load('throws.mjs'));
    assert.strictEqual(error.message, 'thrown by the module');
    assert.strictEqual(await reasonOf(load('throws.mjs')), error);
  });

  it('after an await rejects with the same error each time', async () => {
    const both = [reasonOf(load('rejects.mjs')), reasonOf(load('rejects.mjs'))];
    assert.strictEqual(await both[0], await both[1]);
    assert.strictEqual(await reasonOf(load('rejects.mjs')), await both[0]);
  });
});

describe('import()', () => {
  it('never throws: what the specifier throws, it rejects with', async () => {
    const reason = new RangeError('from toString');
    assert.strictEqual(await reasonOf(import({ toString() { throw reason; } })), reason);
    assert.strictEqual((await reasonOf(import(Symbol('x')))).constructor, TypeError);
  });

  it('evaluates nothing before the caller has gone on', async () => {
    const imported = load('late.mjs');
    assert.strictEqual(globalThis.lateModuleHasRun, undefined);
    await imported;
    assert.strictEqual(globalThis.lateModuleHasRun, true);
  });

  it('takes what a module that exports then() resolves with', async () => {
    assert.strictEqual(await load('thenable.mjs'), 'what then() gave');
  });

  it('works in code made by eval() and new Function()', async () => {
    const plain = await load('plain.mjs');
    const code = "import('../fixtures/modules/plain.mjs')";
    assert.strictEqual(await eval(code), plain);
    assert.strictEqual(await (0, eval)(code), plain);
    assert.strictEqual(await new Function(`return ${code}`)(), plain);
    const later = new Promise((resolve, reject) => {
      const run = new Function('resolve', 'reject', `${code}.then(resolve, reject)`);
      setTimeout(run, 1, resolve, reject);
    });
    assert.strictEqual(await later, plain);
  });
});

describe('modules that import each other', () => {
  it('see live bindings, and functions before they have run', async () => {
    const { seen, readA } = await load('cycle-a.mjs');
    assert.strictEqual(seen, 'hoisted');
    assert.strictEqual(readA(), 'a after');
  });

  it('may be one and the same', async () => {
    const self = await load('self.mjs');
    assert.strictEqual(self.second(), self);
  });

  it('run once, in the order of their imports, each after what it imports', async () => {
    const { log } = await load('order/diamond.mjs');
    assert.deepStrictEqual(log, ['leaf', 'left', 'right', 'diamond']);
  });

  it('wait for what awaits, but not those that do not need it', async () => {
    const { log } = await load('order/after-slow.mjs');
    assert.deepStrictEqual(log, ['slow begins', 'sync', 'slow ends', 'importer']);
  });
});

describe('JSON', () => {
  it('is the default export, the same for all', async () => {
    const { default: data, ...others } = await loadJson('data.json');
    assert.strictEqual(data.answer, 42);
    assert.deepStrictEqual(Object.keys(data), ['answer', '__proto__']);
    assert.deepStrictEqual(others, {});
    assert.strictEqual((await loadJson('../modules/data.json')).default, data);
  });

  it('may begin with a byte order mark', async () => {
    assert.deepStrictEqual((await loadJson('bom.json')).default, [1]);
  });

  it('needs the attribute', async () => {
    const error = await reasonOf(load('data.json'));
    assert.strictEqual(error.constructor, TypeError);
    assert.match(error.message,
      /^Module "file:.*\/data\.json" needs an import attribute of type "json"/);
  });

  it('is what is called .json', async () => {
    const error = await reasonOf(loadJson('plain.mjs'));
    assert.strictEqual(error.constructor, TypeError);
    assert.match(error.message, /plain\.mjs" is not of type "json"/);
  });

  it('that is invalid rejects with a SyntaxError that names the file', async () => {
    const error = await reasonOf(loadJson('invalid.json'));
    assert.strictEqual(error.constructor, SyntaxError);
    assert.ok(error.message.startsWith(`${FIXTURES}/invalid.json: `), error.message);
  });

  it('is the only type that there is', async () => {
    const error = await reasonOf(loadJson('data.json', 'css'));
    assert.strictEqual(error.constructor, TypeError);
    assert.match(error.message, /"css" is unsupported/);
  });
});
