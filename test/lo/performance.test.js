// Where lo keeps to the standard and node 20 does not.
import { afterEach, describe, test } from 'node:test';
import assert from 'node:assert';

afterEach(() => {
  performance.clearMarks();
  performance.clearMeasures();
});

describe('performance', () => {
  test('measures between times', () => {
    const { startTime, duration } = performance.measure('m', 5, 12);
    assert.deepStrictEqual([startTime, duration], [5, 7]);
    assert.throws(() => performance.measure('m', -5), {
      code: 'ERR_PERFORMANCE_INVALID_TIMESTAMP',
    });
  });

  test('takes no time that is not finite', () => {
    for (const startTime of [NaN, Infinity]) {
      const code = 'ERR_PERFORMANCE_INVALID_TIMESTAMP';
      assert.throws(() => performance.mark('x', { startTime }), { code });
      assert.throws(() => performance.measure('x', { start: startTime }), { code });
    }
  });

  test('has no marks of the runtime\'s own', () => {
    assert.throws(() => performance.measure('m', 'nodeStart'), { name: 'SyntaxError' });
    assert.strictEqual(performance.mark('nodeStart', { startTime: 5 }).startTime, 5);
  });

  test('now() counts from the start of the process', () => {
    const before = (lo.hrtime() - lo.start) / 1e6;
    const now = performance.now();
    assert.ok(before <= now && now <= (lo.hrtime() - lo.start) / 1e6);
  });
});
