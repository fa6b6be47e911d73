/** What the benchmarks make of their figures. */
import { describe, it } from 'node:test';
import assert from 'node:assert';
import { notes } from '../../bench/lib/report.js';
import { results } from '../../bench/lib/results.js';
import { parse } from '../../bench/lib/rows.js';
import { median, shuffled, summarize } from '../../bench/lib/statistics.js';
import { table } from '../../bench/lib/table.js';

const OUTPUT = `\
lo-epoll     turns/s    5000000  ns/turn    200.0  rss MB   50.0  user %  60  system %  40
lo-epoll     turns/s    8000000  ns/turn    125.0  rss MB   39.8  user %  30  system %  70
lo-epoll     turns/s    8130081  ns/turn    123.0  rss MB   40.0  user %  32  system %  68
`;

describe('statistics', () => {
  it('have the middle value as median, whatever the order', () => {
    assert.strictEqual(median([30, 1, 200]), 30);
  });

  it('have the mean of the two in the middle of an even number', () => {
    assert.strictEqual(median([4, 1, 2, 100]), 3);
  });

  it('leave the values as they are', () => {
    const values = [3, 1, 2];
    median(values);
    shuffled(values);
    assert.deepStrictEqual(values, [3, 1, 2]);
  });

  it('have the least and the most', () => {
    assert.deepStrictEqual(summarize([5, 9, 7]), { median: 7, min: 5, max: 9 });
  });

  it('shuffle without losing anything, and not always the same way', () => {
    const items = Array.from({ length: 20 }, (_, i) => i);
    const orders = Array.from({ length: 5 }, () => shuffled(items));
    for (const order of orders) assert.deepStrictEqual([...order].sort((a, b) => a - b), items);
    assert.notStrictEqual(new Set(orders.map(String)).size, 1);
  });
});

describe('rows', () => {
  it('are summed up by the median of each column, without those of the warm-up', () => {
    assert.deepStrictEqual(parse(OUTPUT, 1), { ns: 124, rss: 39.9, user: 31, system: 69 });
  });

  it('are an error if there are none', () => {
    assert.throws(() => parse(OUTPUT, 3), /No rows in: lo-epoll/);
  });
});

describe('results', () => {
  const contender = (name, kind) => ({
    name,
    kind,
    version: kind === 'c' ? '' : `${name} 1`,
    measure: () => [],
    warmup: 0,
    count: () => [],
  });
  const sample = (ns, user = 50) => ({ ns, rss: 10, user, system: 50 });

  it('compare with the fair baseline by time, and with the best peer by turns', () => {
    const [, lo] = results(new Map([
      [contender('c', 'c'), [sample(100)]],
      [contender('lo', 'lo'), [sample(90), sample(80), sample(200)]],
      [contender('slow', 'peer'), [sample(900)]],
      [contender('quick', 'peer'), [sample(450)]],
    ]), 'c');
    assert.strictEqual(lo.ns.median, 90);
    assert.strictEqual(lo.overFair, 0.9);
    assert.strictEqual(lo.overBestPeer, 5);
  });

  it('have no ratio where there is nothing to compare with', () => {
    const [lo] = results(new Map([[contender('lo', 'lo'), [sample(90)]]]), 'c');
    assert.ok(Number.isNaN(lo.overFair) && Number.isNaN(lo.overBestPeer));
  });

  it('say so if a loop in C did not have a core for itself', () => {
    const quiet = results(new Map([[contender('c', 'c'), [sample(1)]]]), 'c');
    const busy = results(new Map([[contender('c', 'c'), [sample(1, 10)]]]), 'c');
    assert.deepStrictEqual(notes(quiet), []);
    assert.match(notes(busy).join(), /busy.* 60 % of a core/);
  });
});

describe('a table', () => {
  it('is Markdown, with columns of one width', () => {
    const columns = [{ title: 'name', align: 'left' }, { title: 'ns' }];
    assert.strictEqual(table(columns, [['a', '1'], ['longer', '100']]), [
      '| name   |  ns |',
      '| ------ | --: |',
      '| a      |   1 |',
      '| longer | 100 |',
    ].join('\n'));
  });
});
