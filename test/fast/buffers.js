/**
 * Everything that a script may take for a buffer. A test asks each maker for a new one.
 *
 * What a binding should see is the memory of what `bytes` names: a Uint8Array, or null for "empty".
 */

/**
 * @typedef {object} Case
 * @property {any} value
 * @property {Uint8Array | null} bytes
 */

const kinds = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
  Float32Array, Float64Array, BigInt64Array, BigUint64Array,
];

/** Fills memory with what tells every byte from its neighbours. @param {ArrayBufferLike} buffer */
function filled(buffer) {
  const bytes = new Uint8Array(buffer);
  for (let i = 0; i < bytes.length; i++) bytes[i] = i * 7 + 3;
  return buffer;
}

/** @param {ArrayBufferView} view */
function bytesOf(view) {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** @param {ArrayBufferView} view @returns {Case} */
function seen(view) {
  return { value: view, bytes: bytesOf(view) };
}

/** @param {unknown} value @returns {Case} */
function empty(value) {
  return { value, bytes: null };
}

/** @param {ArrayBuffer} buffer */
function detach(buffer) {
  structuredClone(buffer, { transfer: [buffer] });
}

/** @type {Record<string, () => Case>} */
export const makers = {};

for (const Kind of kinds) {
  for (const length of [0, 1, 3, 8, 9, 100]) {
    // Short arrays are in V8's own heap, until something asks for their ArrayBuffer: so nothing
    // here does.
    makers[`${Kind.name} of length ${length}`] = () => {
      const value = new Kind(length);
      const number = typeof value[0] === 'bigint' ? BigInt : Number;
      for (let i = 0; i < length; i++) value[i] = number(i + 1);
      return { value, bytes: bytesOf(value.slice()) };
    };
  }
  makers[`${Kind.name} of a part of an ArrayBuffer`] =
    () => seen(new Kind(filled(new ArrayBuffer(200)), 16, 5));
}

Object.assign(makers, {
  'an array that left the heap': () => {
    const value = Uint8Array.of(1, 2, 3);
    return { value, bytes: new Uint8Array(value.buffer) };
  },
  'a subarray': () => seen(new Uint8Array(filled(new ArrayBuffer(1000))).subarray(100, 300)),
  'a subarray of a small array': () => seen(Uint8Array.of(1, 2, 3, 4, 5).subarray(1, 4)),
  'an empty subarray': () => empty(new Uint8Array(10).subarray(5, 5)),
  'an empty view at the end': () => empty(new Uint8Array(new ArrayBuffer(8), 8)),
  'a DataView': () => seen(new DataView(filled(new ArrayBuffer(50)))),
  'a DataView of a part': () => seen(new DataView(filled(new ArrayBuffer(50)), 7, 20)),
  'an empty DataView': () => empty(new DataView(new ArrayBuffer(0))),
  'an ArrayBuffer': () => {
    const value = filled(new ArrayBuffer(77));
    return { value, bytes: new Uint8Array(value) };
  },
  'an empty ArrayBuffer': () => empty(new ArrayBuffer(0)),
  'a large array': () => seen(new Uint8Array(filled(new ArrayBuffer(3 << 20)))),
  'a SharedArrayBuffer itself': () => empty(new SharedArrayBuffer(8)),
  'an array of shared memory': () => seen(new Uint8Array(filled(new SharedArrayBuffer(50)), 3, 40)),
  'a DataView of shared memory': () => seen(new DataView(filled(new SharedArrayBuffer(50)), 3, 40)),
  'a detached ArrayBuffer': () => {
    const value = filled(new ArrayBuffer(50));
    detach(value);
    return empty(value);
  },
  'an array of a detached ArrayBuffer': () => {
    const value = new Uint8Array(filled(new ArrayBuffer(50)), 5, 10);
    detach(value.buffer);
    return empty(value);
  },
  'a small array whose ArrayBuffer was detached': () => {
    const value = Uint8Array.of(1, 2, 3);
    detach(value.buffer);
    return empty(value);
  },
  'a DataView of a detached ArrayBuffer': () => {
    const value = new DataView(filled(new ArrayBuffer(50)), 5, 10);
    detach(value.buffer);
    return empty(value);
  },
  'the memory of WebAssembly': () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    return seen(new Uint8Array(filled(memory.buffer), 5, 70));
  },
  'an ArrayBuffer of WebAssembly': () => {
    const value = filled(new WebAssembly.Memory({ initial: 1 }).buffer);
    return { value, bytes: new Uint8Array(value) };
  },
  'the memory of WebAssembly before it grew': () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 3 });
    const value = new Uint8Array(filled(memory.buffer), 5, 70);
    memory.grow(1);
    return empty(value);
  },
  'the memory of WebAssembly after it grew': () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 3 });
    memory.grow(1);
    return seen(new Uint8Array(filled(memory.buffer), 65536 - 10, 100));
  },
  'empty memory of WebAssembly': () =>
    empty(new Uint8Array(new WebAssembly.Memory({ initial: 0 }).buffer)),
  'shared memory of WebAssembly that grew': () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 3, shared: true });
    const value = new Uint8Array(filled(memory.buffer), 5, 70);
    memory.grow(1);
    return seen(value);
  },
  'a frozen empty array': () => empty(Object.freeze(new Uint8Array(0))),
  'an array that can\'t be extended': () => seen(Object.preventExtensions(Uint8Array.of(1, 2))),
  'an array of a subclass': () => {
    class Sub extends Uint8Array {
      extra = 1;
      get byteLength() { return 1000; }
      get byteOffset() { return 50; }
    }
    const value = new Sub([1, 2, 3]);
    return { value, bytes: Uint8Array.of(1, 2, 3) };
  },
  'an array whose length lies': () => {
    const value = Uint8Array.of(1, 2, 3);
    for (const name of ['length', 'byteLength', 'byteOffset', 'buffer']) {
      Object.defineProperty(value, name, { value: 1e6 });
    }
    return { value, bytes: Uint8Array.of(1, 2, 3) };
  },
  'an array without prototype': () => {
    const value = Uint8Array.of(1, 2, 3);
    Object.setPrototypeOf(value, null);
    return { value, bytes: Uint8Array.of(1, 2, 3) };
  },
  'an array with many properties': () => {
    const value = new Uint8Array(20).fill(5);
    for (let i = 0; i < 2000; i++) value[`p${i}`] = i;
    delete value.p0;
    return seen(value);
  },
  'a proxy of an array': () => empty(new Proxy(new Uint8Array(8), {})),
  'an object that inherits from an array': () => empty(Object.create(new Uint8Array(8))),
  'an object that inherits from Uint8Array.prototype': () =>
    empty(Object.create(Uint8Array.prototype)),
  'Uint8Array.prototype': () => empty(Uint8Array.prototype),
  'Uint8Array': () => empty(Uint8Array),
  'an array-like object': () =>
    empty({ length: 8, byteLength: 8, byteOffset: 0, buffer: new ArrayBuffer(8) }),
  'an array of numbers': () => empty([1, 2, 3]),
});

if ('resize' in ArrayBuffer.prototype) {
  const resizable = () => filled(new ArrayBuffer(100, { maxByteLength: 200 }));
  Object.assign(makers, {
    'a resizable ArrayBuffer': () => {
      const value = resizable();
      return { value, bytes: new Uint8Array(value) };
    },
    'a resizable ArrayBuffer that grew': () => {
      const value = resizable();
      value.resize(150);
      return { value, bytes: new Uint8Array(value) };
    },
    'an array of a resizable ArrayBuffer': () => seen(new Uint8Array(resizable(), 10, 50)),
    'an array that tracks a resizable ArrayBuffer': () => {
      const value = new Uint8Array(resizable(), 10);
      value.buffer.resize(150);
      return seen(value);
    },
    'a DataView that tracks a resizable ArrayBuffer': () => {
      const value = new DataView(resizable(), 10);
      value.buffer.resize(60);
      return seen(value);
    },
    'an array of a resizable ArrayBuffer that shrank below its end': () => {
      const value = new Uint8Array(resizable(), 10, 50);
      value.buffer.resize(30);
      return empty(value);
    },
    'an array of a resizable ArrayBuffer that shrank below its start': () => {
      const value = new Uint8Array(resizable(), 50);
      value.buffer.resize(30);
      return empty(value);
    },
    'a DataView of a resizable ArrayBuffer that shrank below its end': () => {
      const value = new DataView(resizable(), 10, 50);
      value.buffer.resize(30);
      return empty(value);
    },
    'an array of a resizable ArrayBuffer that shrank and grew again': () => {
      const value = new Uint8Array(resizable(), 10, 50);
      value.buffer.resize(0);
      value.buffer.resize(200);
      return seen(value);
    },
    'an array of a resizable ArrayBuffer that was detached': () => {
      const value = new Uint8Array(resizable(), 10, 50);
      detach(value.buffer);
      return empty(value);
    },
    'an array that tracks a growable SharedArrayBuffer': () => {
      const buffer = filled(new SharedArrayBuffer(100, { maxByteLength: 200 }));
      const value = new Uint8Array(buffer, 10);
      buffer.grow(150);
      return seen(value);
    },
    'an array of a growable SharedArrayBuffer': () =>
      seen(new Uint8Array(filled(new SharedArrayBuffer(100, { maxByteLength: 200 })), 10, 50)),
  });
}
