// Where lo keeps to the standard and node 20 does not.
import { describe, test } from 'node:test';
import assert from 'node:assert';

const dataCloneError = (error) =>
  error instanceof DOMException && error.name === 'DataCloneError' && error.code === 25;

describe('structuredClone() with transfer', () => {
  test('throws a DataCloneError for what can\'t be transferred', () => {
    for (const other of [1, null, {}, new SharedArrayBuffer(1), new Uint8Array(1)]) {
      assert.throws(() => structuredClone(0, { transfer: [other] }), dataCloneError);
    }
  });

  test('takes no buffer that is detached', () => {
    const [value, other] = [new ArrayBuffer(1), new ArrayBuffer(1)];
    structuredClone(0, { transfer: [value] });
    assert.throws(() => structuredClone(0, { transfer: [other, value] }), dataCloneError);
    assert.strictEqual(other.byteLength, 1);
  });

  test('takes no buffer that a getter detaches meanwhile', () => {
    const value = new ArrayBuffer(1);
    const object = { get a() { structuredClone(0, { transfer: [value] }); return value; } };
    assert.throws(() => structuredClone(object, { transfer: [value] }), dataCloneError);
  });

  test('takes no memory of WebAssembly', () => {
    const { buffer } = new WebAssembly.Memory({ initial: 1 });
    assert.throws(() => structuredClone(0, { transfer: [buffer] }), dataCloneError);
    assert.strictEqual(buffer.byteLength, 65_536);
  });

  test('takes no object that can\'t be iterated', () => {
    assert.throws(() => structuredClone(0, { transfer: {} }), { code: 'ERR_INVALID_ARG_TYPE' });
  });

  const skip = !ArrayBuffer.prototype.resize;
  test('keeps a resizable buffer resizable', { skip }, () => {
    const value = new ArrayBuffer(3, { maxByteLength: 10 });
    for (const transfer of [[], [value]]) {
      const copy = structuredClone(value, { transfer });
      assert.deepStrictEqual([copy.byteLength, copy.maxByteLength], [3, 10]);
      copy.resize(10);
      assert.strictEqual(copy.byteLength, 10);
    }
  });

  test('throws for a view that lies beyond a resizable buffer', { skip }, () => {
    const value = new ArrayBuffer(3, { maxByteLength: 10 });
    const view = new Uint8Array(value, 1, 2);
    value.resize(1);
    assert.throws(() => structuredClone(view), dataCloneError);
  });
});

describe('the binding', () => {
  const { clone } = lo.load('structured_clone');

  test('throws for what the library never passes', () => {
    assert.throws(() => clone(), TypeError);
    assert.throws(() => clone(1, {}, () => {}), TypeError);
    assert.throws(() => clone(1, [], null), TypeError);
  });

  test('throws what its function returns or throws', () => {
    assert.throws(() => clone(Symbol('x'), [], (message) => message), (error) => {
      return error === 'Symbol(x) could not be cloned.';
    });
    assert.throws(() => clone(() => {}, [], () => { throw new RangeError('mine'); }), RangeError);
  });

  test('survives a buffer that is listed twice', () => {
    const value = new ArrayBuffer(5);
    const copy = clone(value, [value, value], Error);
    assert.ok(copy instanceof ArrayBuffer);
    assert.strictEqual(value.byteLength, 0);
  });
});
