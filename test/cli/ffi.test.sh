# lib/ffi.js where it speaks on stderr, ends the process, or is used at length.
source "$(dirname "$0")/harness.sh"

library=$(dirname "$LO")/libffi_test.so
prelude="import { callback, dlopen, syscallFunction } from 'lib/ffi.js';
const open = (declarations) => dlopen('$library', declarations).symbols;
const BINARY = { parameters: ['i32', 'i32'], result: 'i32' };"

it 'refuses a callback from another thread, and says so'
js "$prelude
const { call_in_thread } = open({ call_in_thread: { parameters: ['function'], result: 'i32' } });
const add = callback(BINARY, (a, b) => a + b);
console.log(call_in_thread(add), call_in_thread(add));"
status_is 0
out_is '0 0'
err_has 'lo: a callback of lib/ffi.js was called from another thread'
err_has_lines 2

it 'refuses a callback from a function that was not declared to call back'
js "$prelude
const { keep, call_kept } = open({ keep: { parameters: ['function'], result: 'void' },
  call_kept: BINARY });
const add = callback(BINARY, (a, b) => a + b);
keep(add);
let sum = 0;
for (let i = 0; i < 3e5; i++) sum += call_kept(0, 0);
console.log(sum, lo.slowCalls(call_kept) < 3e5);"
status_is 0
out_is '0 true'
err_has '`callback: true`'

it 'refuses it inside of a callback, too'
js "$prelude
const { keep, call, call_kept } = open({ keep: { parameters: ['function'], result: 'void' },
  call: { parameters: ['function', 'i32', 'i32'], result: 'i32' }, call_kept: BINARY });
const add = callback(BINARY, (a, b) => a + b);
keep(add);
const spin = callback(BINARY, () => {
  let sum = 0;
  for (let i = 0; i < 3e5; i++) sum += call_kept(0, 0);
  return sum;
});
console.log(call(spin, 0, 0), call(add, 1, 2));"
status_is 0
out_is '0 3'

it 'allows one that was declared'
js "$prelude
const { keep, call_kept } = open({ keep: { parameters: ['function'], result: 'void' },
  call_kept: { ...BINARY, callback: true } });
keep(callback(BINARY, (a, b) => a + b));
console.log(call_kept(2, 3));"
status_is 0
out_is 5
err_is ''

it 'can end the process from a callback'
js "$prelude
const { call } = open({ call: { parameters: ['function', 'i32', 'i32'], result: 'i32' } });
call(callback(BINARY, () => lo.exit(7)), 1, 2);"
status_is 7

it 'prints what a callback threw like any other error'
js "$prelude
const { call } = open({ call: { parameters: ['function', 'i32', 'i32'], result: 'i32' } });
call(callback(BINARY, () => { throw new Error('inside'); }), 1, 2);"
status_is 1
err_has 'Error: inside'

it 'has an overflow of the stack in a callback be an error'
js "$prelude
const { call } = open({ call: { parameters: ['function', 'i32', 'i32'], result: 'i32' } });
const deeper = callback(BINARY, () => call(deeper, 0, 0));
try { call(deeper, 0, 0); } catch (error) { console.log(error.name); }"
status_is 0
out_is RangeError

it 'uses no more memory for thousands of libraries, functions and callbacks than for some'
LIMIT=60
# A sanitizer keeps what was freed, to see whether it is used.
export ASAN_OPTIONS=quarantine_size_mb=1:${ASAN_OPTIONS:-}
js "$prelude
import { mem } from 'lib/proc.js';
const declarations = { add6: { parameters: Array(6).fill('i32'), result: 'i32' },
  length: { parameters: ['buffer'], result: 'usize' },
  call: { parameters: ['function', 'i32', 'i32'], result: 'i32' } };
const once = () => {
  const library = dlopen('$library', declarations);
  const add = callback(BINARY, (a, b) => a + b);
  if (library.symbols.add6(1, 1, 1, 1, 1, 1) + library.symbols.call(add, 1, 2) !== 24) throw 0;
  add.close();
  library.close();
};
const maps = () => lo.core.readFile('/proc/self/maps').length;
for (let i = 0; i < 1500; i++) once();
gc();
const before = [mem(), maps()];
for (let i = 0; i < 3000; i++) once();
gc();
const [bytes, text] = [mem() - before[0], maps() - before[1]];
console.log(bytes < 9e6, text < 2000, bytes, text);"
status_is 0
out_has 'true true'

it 'has no memory that is writable and executable'
js "$prelude
const { echo_i32 } = open({ echo_i32: { parameters: ['i32'], result: 'i32' } });
const add = callback(BINARY, (a, b) => a + b);
syscallFunction({ nr: 39, parameters: [] })();
const address = (line) => line.split('-').map((part) => parseInt(part, 16));
const at = (pointer) => new TextDecoder().decode(lo.core.readFile('/proc/self/maps')).split('\n')
  .filter((line) => address(line)[0] <= pointer && pointer < address(line)[1]);
console.log(at(add.pointer).map((line) => line.split(' ')[1]).join());"
status_is 0
out_is 'r-xp'
