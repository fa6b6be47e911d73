#!/usr/bin/env bash
# Little memory, few descriptors, deep recursion.
source "$(dirname "$0")/harness.sh"

# A sanitizer would rather stop at an allocation that fails.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}allocator_may_return_null=1

# with_descriptors LIMIT CODE: also without those that whoever runs the tests has left open
with_descriptors() {
  printf '%s\n' "$2" > script.js
  run bash -c 'ulimit -n "$1"; exec "$2" script.js' - "$1" "$LO" \
    < /dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
}

it 'runs its loop with ten descriptors'
with_descriptors 10 'setImmediate(() => {}); setTimeout(() => console.log("timer"), 1)'
status_is 0
out_is timer

it 'says so when there is no descriptor for the loop'
with_descriptors 20 'while (lo.core.open("/dev/null", 0) >= 0);
  setTimeout(() => console.log("timer"), 1)'
status_is 1
out_is ''
err_has 'EMFILE'

it 'goes on when a script has used up the descriptors'
echo > other.js
with_descriptors 20 'while (lo.core.open("/dev/null", 0) >= 0);
  try { lo.core.readFile("/dev/null") } catch (error) { console.log(error.code) }
  try { setTimeout(() => {}, 1) } catch (error) { console.log(error.code) }
  await import("./other.js").catch((error) => console.log(error.code));
  lo.exit()  // before a sanitizer wants to open something'
status_is 0
out_is $'EMFILE\nEMFILE\nEMFILE'

for kilobytes in 8192 1024 512; do
  it "throws a RangeError before a stack of $kilobytes kB is full"
  echo 'function f() { f() } try { f() } catch (error) { console.log(error.name) }' > script.js
  run bash -c 'ulimit -s "$1"; exec "$2" script.js' - "$kilobytes" "$LO"
  status_is 0
  out_is RangeError
done

it 'ends with a message when the heap that it may have is full'
echo 'const all = []; for (;;) all.push(new Array(1000).fill(1))' > script.js
run "$LO" --max-heap-size=20 script.js
((status > 128)) || fail 'a fatal error'
out_is ''
err_has Fatal

it 'throws a RangeError for a buffer that is too large'
js 'try { new ArrayBuffer(2 ** 52) } catch (error) { console.log(error.name) }
  try { "x".repeat(2 ** 30) } catch (error) { console.log(error.name) }
  try { new Array(2 ** 32) } catch (error) { console.log(error.name) }'
status_is 0
out_is $'RangeError\nRangeError\nRangeError'

it 'can recurse as deep as V8 lets it'
js 'const depth = (n) => (n === 0 ? 0 : 1 + depth(n - 1)); console.log(depth(5000))'
out_is 5000

it 'survives a stack overflow wherever it happens'
cat > script.js <<'JS'
let overflows = 0;
lo.onUncaughtException = (error) => { overflows += Number(error instanceof RangeError); };
const overflow = () => overflow();
const deep = (callback) => { try { deep(callback); } catch { callback(); } };
setTimeout(overflow, 1);
setImmediate(overflow);
queueMicrotask(overflow);
Promise.resolve().then(overflow);
deep(() => { try { lo.core.readFile('/nowhere'); } catch {} });
deep(() => { try { setTimeout(() => {}, 1); } catch {} });
deep(() => { try { lo.loop.add(0, () => {}); } catch {} });
deep(() => { import('./nowhere.js').catch(() => {}); });
setTimeout(() => console.log(overflows), 20);
JS
run "$LO" script.js < /dev/null
status_is 0
out_is 4

it 'imports a thousand modules in a chain'
mkdir chain
for i in {0..999}; do echo "import './$((i + 1)).js';" > "chain/$i.js"; done
echo 'console.log("end of the chain")' > chain/1000.js
run "$LO" chain/0.js
status_is 0
out_is 'end of the chain'
