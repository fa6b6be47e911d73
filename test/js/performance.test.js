import { afterEach, describe, test } from 'node:test';
import assert from 'node:assert';

const names = (entries) => entries.map((entry) => entry.name);

afterEach(() => {
  performance.clearMarks();
  performance.clearMeasures();
});

describe('performance', () => {
  test('now() grows and has fractions of a millisecond', () => {
    const times = Array.from({ length: 1000 }, () => performance.now());
    assert.ok(times.every((time, i) => i === 0 || time >= times[i - 1]));
    assert.ok(times.some((time) => !Number.isInteger(time)));
    assert.ok(times[0] > 0 && times[0] < 600_000);
  });

  test('now() counts milliseconds', async () => {
    const before = performance.now();
    await new Promise((resolve) => { setTimeout(resolve, 50); });
    const elapsed = performance.now() - before;
    assert.ok(elapsed >= 49 && elapsed < 5000, `${elapsed}`);
  });

  test('timeOrigin is the wall clock\'s time at which now() was 0', () => {
    const difference = performance.timeOrigin + performance.now() - Date.now();
    assert.ok(Math.abs(difference) < 1000, `${difference}`);
    assert.strictEqual(performance.timeOrigin, performance.timeOrigin);
  });

  test('can\'t have its time origin assigned', () => {
    assert.throws(() => { performance.timeOrigin = 0; }, TypeError);
  });

  test('is a global that can be assigned', () => {
    const before = performance;
    globalThis.performance = 5;
    assert.strictEqual(performance, 5);
    globalThis.performance = before;
  });

  test('toJSON() has its time origin', () => {
    assert.strictEqual(performance.toJSON().timeOrigin, performance.timeOrigin);
    assert.strictEqual(JSON.parse(JSON.stringify(performance)).timeOrigin, performance.timeOrigin);
  });

  test('is of a class that can\'t be made by a script', () => {
    assert.throws(() => new performance.constructor(), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
    assert.strictEqual(String(performance), '[object Performance]');
  });

  test('keeps its methods from other objects', () => {
    for (const method of ['now', 'mark', 'measure']) {
      assert.throws(() => performance[method].call({}, 'x'), TypeError, method);
    }
  });
});

describe('performance.mark()', () => {
  test('makes an entry at the time of the call', () => {
    const before = performance.now();
    const mark = performance.mark('x');
    assert.deepStrictEqual([mark.name, mark.entryType, mark.duration], ['x', 'mark', 0]);
    assert.ok(before <= mark.startTime && mark.startTime <= performance.now());
    assert.strictEqual(mark.detail, null);
  });

  test('takes a start time', () => {
    assert.strictEqual(performance.mark('x', { startTime: 12.5 }).startTime, 12.5);
    assert.strictEqual(performance.mark('x', { startTime: 0 }).startTime, 0);
  });

  test('takes no negative time', () => {
    assert.throws(() => performance.mark('x', { startTime: -1 }), {
      name: 'TypeError',
      code: 'ERR_PERFORMANCE_INVALID_TIMESTAMP',
    });
    assert.throws(() => performance.mark('x', { startTime: '5' }), {
      code: 'ERR_INVALID_ARG_TYPE',
    });
    assert.deepStrictEqual(performance.getEntries(), []);
  });

  test('copies the detail', () => {
    const detail = { list: [1] };
    const mark = performance.mark('x', { detail });
    assert.deepStrictEqual(mark.detail, detail);
    assert.notStrictEqual(mark.detail, detail);
    assert.strictEqual(performance.mark('x', { detail: null }).detail, null);
    assert.strictEqual(performance.mark('x', { detail: 0 }).detail, 0);
  });

  test('throws a DataCloneError for a detail that can\'t be copied', () => {
    assert.throws(() => performance.mark('x', { detail() {} }), { name: 'DataCloneError' });
    assert.deepStrictEqual(performance.getEntries(), []);
  });

  test('makes a string of the name', () => {
    assert.strictEqual(performance.mark(1).name, '1');
    assert.strictEqual(performance.mark(undefined).name, 'undefined');
    assert.throws(() => performance.mark(Symbol('x')), TypeError);
    assert.throws(() => performance.mark(), { code: 'ERR_MISSING_ARGS' });
  });

  test('takes no primitive for options', () => {
    for (const options of [5, 'x', true]) {
      assert.throws(() => performance.mark('x', options), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });

  test('has an entry that turns into JSON', () => {
    const detail = { mine: true };
    const mark = performance.mark('x', { startTime: 1, detail });
    const fields = { name: 'x', entryType: 'mark', startTime: 1, duration: 0, detail };
    assert.deepStrictEqual(mark.toJSON(), fields);
    assert.deepStrictEqual(JSON.parse(JSON.stringify(mark)), fields);
  });

  test('has an entry that can\'t be changed', () => {
    const mark = performance.mark('x');
    assert.throws(() => { mark.name = 'y'; }, TypeError);
    assert.throws(() => { mark.detail = 5; }, TypeError);
  });

  test('has an entry of class PerformanceMark, which a script can make', () => {
    const { constructor: PerformanceMark } = performance.mark('x');
    assert.strictEqual(PerformanceMark.name, 'PerformanceMark');
    assert.strictEqual(String(performance.mark('x')), '[object PerformanceMark]');
    const mark = new PerformanceMark('own', { startTime: 3 });
    assert.deepStrictEqual([mark.name, mark.startTime], ['own', 3]);
    assert.deepStrictEqual(performance.getEntriesByName('own'), []);
  });
});

describe('performance.measure()', () => {
  const span = (...args) => {
    const { startTime, duration } = performance.measure('m', ...args);
    return [startTime, duration];
  };
  const marks = () => {
    performance.mark('start', { startTime: 10 });
    performance.mark('end', { startTime: 25 });
  };

  test('measures between marks', () => {
    marks();
    const measure = performance.measure('m', 'start', 'end');
    assert.deepStrictEqual(
      [measure.name, measure.entryType, measure.startTime, measure.duration, measure.detail],
      ['m', 'measure', 10, 15, null],
    );
  });

  test('measures from the last mark of a name', () => {
    marks();
    performance.mark('start', { startTime: 20 });
    assert.deepStrictEqual(span('start', 'end'), [20, 5]);
  });

  test('measures to now without an end', () => {
    marks();
    const [startTime, duration] = span('start');
    assert.strictEqual(startTime, 10);
    assert.ok(duration + 10 <= performance.now() && duration + 10 > performance.now() - 1000);
  });

  test('measures from 0 without a start', () => {
    marks();
    assert.deepStrictEqual(span(undefined, 'end'), [0, 25]);
    assert.strictEqual(span()[0], 0);
    assert.strictEqual(span(null)[0], 0);
  });

  test('can be negative', () => {
    marks();
    assert.deepStrictEqual(span('end', 'start'), [25, -15]);
  });

  test('takes start, end and duration as options', () => {
    marks();
    assert.deepStrictEqual(span({ start: 5, end: 8 }), [5, 3]);
    assert.deepStrictEqual(span({ start: 'start', end: 'end' }), [10, 15]);
    assert.deepStrictEqual(span({ start: 'start', duration: 8 }), [10, 8]);
    assert.deepStrictEqual(span({ end: 'end', duration: 8 }), [17, 8]);
    assert.deepStrictEqual(span({ end: 'end' }), [0, 25]);
  });

  test('copies the detail', () => {
    const detail = { mine: true };
    const measure = performance.measure('m', { start: 1, end: 2, detail });
    assert.deepStrictEqual(measure.detail, detail);
    assert.notStrictEqual(measure.detail, detail);
  });

  test('takes no options that contradict each other', () => {
    const code = 'ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS';
    assert.throws(() => span({ start: 1, end: 2, duration: 1 }), { name: 'TypeError', code });
    assert.throws(() => span({ start: 1 }, 'end'), { name: 'TypeError', code });
  });

  test('throws a SyntaxError for a mark that is not there', () => {
    const message = 'The "nope" performance mark has not been set';
    const expected = { name: 'SyntaxError', message };
    assert.throws(() => span('nope'), expected);
    assert.throws(() => span(0, 'nope'), expected);
    assert.throws(() => span({ start: 'nope' }), (error) => error instanceof DOMException);
  });

  test('takes no negative time', () => {
    for (const args of [[{ start: -5 }], [{ end: -5 }], [undefined, -5]]) {
      assert.throws(() => span(...args), { code: 'ERR_PERFORMANCE_INVALID_TIMESTAMP' });
    }
  });

  test('has an entry that turns into JSON', () => {
    assert.deepStrictEqual(performance.measure('m', { start: 5, end: 12 }).toJSON(), {
      name: 'm', entryType: 'measure', startTime: 5, duration: 7, detail: null,
    });
  });

  test('needs a name', () => {
    assert.throws(() => performance.measure(), { code: 'ERR_MISSING_ARGS' });
    assert.throws(() => performance.measure(Symbol('x')), TypeError);
  });

  test('has an entry of a class that can\'t be made by a script', () => {
    const { constructor: PerformanceMeasure } = performance.measure('m');
    assert.strictEqual(String(performance.measure('m')), '[object PerformanceMeasure]');
    const PerformanceEntry = Object.getPrototypeOf(PerformanceMeasure);
    assert.throws(() => new PerformanceMeasure(), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
    assert.throws(() => new PerformanceEntry(), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
    assert.deepStrictEqual(
      [PerformanceMeasure.name, PerformanceEntry.name],
      ['PerformanceMeasure', 'PerformanceEntry'],
    );
  });
});

describe('performance.getEntries()', () => {
  const make = () => {
    performance.mark('late', { startTime: 30 });
    performance.mark('early', { startTime: 10 });
    performance.measure('between', 'early', 'late');
    performance.mark('middle', { startTime: 20 });
  };

  test('has marks and measures in the order of their start', () => {
    make();
    const entries = performance.getEntries();
    assert.deepStrictEqual(entries.map((entry) => entry.startTime), [10, 10, 20, 30]);
    assert.deepStrictEqual(names(entries).sort(), ['between', 'early', 'late', 'middle']);
  });

  test('is a copy', () => {
    make();
    performance.getEntries().length = 0;
    assert.strictEqual(performance.getEntries().length, 4);
  });

  test('can be asked by type', () => {
    make();
    const marks = performance.getEntriesByType('mark');
    assert.deepStrictEqual(names(marks), ['early', 'middle', 'late']);
    assert.deepStrictEqual(names(performance.getEntriesByType('measure')), ['between']);
    assert.deepStrictEqual(performance.getEntriesByType('other'), []);
    assert.throws(() => performance.getEntriesByType(), { code: 'ERR_MISSING_ARGS' });
  });

  test('can be asked by name, and by type besides', () => {
    make();
    performance.measure('early', 0, 1);
    assert.strictEqual(performance.getEntriesByName('early').length, 2);
    assert.strictEqual(performance.getEntriesByName('early', 'mark').length, 1);
    assert.strictEqual(performance.getEntriesByName('early', 'other').length, 0);
    assert.deepStrictEqual(performance.getEntriesByName('nope'), []);
    assert.throws(() => performance.getEntriesByName(), { code: 'ERR_MISSING_ARGS' });
  });

  test('has no marks after clearMarks()', () => {
    make();
    performance.clearMarks('early');
    assert.deepStrictEqual(names(performance.getEntriesByType('mark')), ['middle', 'late']);
    performance.clearMarks();
    assert.deepStrictEqual(names(performance.getEntries()), ['between']);
  });

  test('has no measures after clearMeasures()', () => {
    make();
    performance.measure('other', 0, 1);
    performance.clearMeasures('other');
    assert.deepStrictEqual(names(performance.getEntriesByType('measure')), ['between']);
    performance.clearMeasures();
    assert.deepStrictEqual(names(performance.getEntries()), ['early', 'middle', 'late']);
  });
});
