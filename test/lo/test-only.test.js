// `only`: where a test is marked with it, in the file or in a suite, its unmarked siblings are
// skipped.
import { describe, it, test } from 'node:test';
import assert from 'node:assert';

const log = [];
const write = (entry) => () => { log.push(entry); };

test('not marked', write('not marked'));
test.only('marked', write('marked'));
test('marked by option', { only: true }, write('by option'));
describe('a suite without marks', () => {
  it('in it', write('in a suite without marks'));
});
describe.only('a marked suite', () => {
  it('one', write('one'));
  it('two', write('two'));
});
describe('a suite with a marked test', () => {
  it('not marked', write('not marked in a suite'));
  it.only('marked', write('marked in a suite'));
  describe('a suite without marks', () => {
    it('in it', write('in an inner suite without marks'));
  });
  describe('a suite with a marked test', () => {
    it.only('marked', write('marked in an inner suite'));
    it('not marked', write('not marked in an inner suite'));
  });
});

test.only('the others have been skipped', () => {
  assert.deepStrictEqual(log, [
    'marked', 'by option', 'one', 'two', 'marked in a suite', 'marked in an inner suite',
  ]);
});
