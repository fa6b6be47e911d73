/** `node:assert/strict`: the functions of `lib/assert.js`, each in its strict form. */

import { strict } from './assert.js';

export {
  AssertionError, doesNotMatch, doesNotReject, doesNotThrow, fail, ifError, match, ok, rejects,
  strict, throws, deepStrictEqual, deepStrictEqual as deepEqual, notDeepStrictEqual,
  notDeepStrictEqual as notDeepEqual, notStrictEqual, notStrictEqual as notEqual, strictEqual,
  strictEqual as equal,
} from './assert.js';
export default strict;
