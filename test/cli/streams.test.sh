#!/usr/bin/env bash
# Signals, and standard streams that are closed, full or gone.
source "$(dirname "$0")/harness.sh"

# writes until it can't, and says on stderr why
cat > flood.js <<'JS'
const bytes = new Uint8Array(65536);
let result;
do result = lo.core.write(1, bytes, bytes.length); while (result > 0);
console.error('result', result);
JS

it 'is not killed by a pipe that its reader has left'
"$LO" flood.js 2> err | head -c 1 > out
status=${PIPESTATUS[0]}
status_is 0
err_is 'result -32'

it 'ends by itself when console.log has no reader any more'
echo 'for (let i = 0; i < 1e5; i++) console.log(i)' > log.js
timeout "$LIMIT" "$LO" log.js 2> err | head -1 > out
status=${PIPESTATUS[0]}
status_is 0
out_is 0
err_is ''

# kill_when_ready SIGNAL CODE: sends it once the code is about to run. (Without env, SIGINT would do
# nothing, and standard input would be empty, as for every background job of a shell.)
kill_when_ready() {
  printf 'console.log("ready"); %s\n' "$2" > script.js
  env --default-signal=INT "$LO" script.js <&0 > out 2> err &
  local pid=$! waited=0
  until grep -q ready out || ((++waited > 10 * LIMIT)); do sleep 0.1; done
  kill -s "$1" "$pid"
  wait "$pid" 2> /dev/null
  status=$?
}

for signal in INT TERM HUP; do
  it "is ended by SIG$signal while it waits"
  kill_when_ready "$signal" 'setTimeout(() => {}, 60000)'
  killed_by "$signal"
  err_is ''
done

mkfifo silent
exec 3<> silent
for code in 'for (;;);' '(function turn() { setImmediate(turn) })()' 'await 1; for (;;);' \
  'lo.loop.add(0, () => {})' 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'; do
  it "is ended by SIGINT during: $code"
  kill_when_ready INT "$code" <&3
  killed_by INT
done
exec 3<&-

it 'gives the shell 130 for SIGINT'
run timeout --preserve-status --foreground -s INT 0.5 "$LO" -e 'setTimeout(() => {}, 60000)'
status_is 130

it 'says nothing when nobody reads its errors'
echo 'throw new Error("x")' > script.js
run bash -c '"$1" script.js 2> /dev/full' - "$LO"
status_is 1

it 'gets ENOSPC from a full device'
"$LO" flood.js > /dev/full 2> err
status=$?
err_is 'result -28'

it 'ends normally when what it logs does not fit'
run bash -c '"$1" -e "console.log(1)" > /dev/full' - "$LO"
status_is 0
err_is ''

it 'gets EBADF from a stdout that is open for reading only'
"$LO" flood.js 1< /dev/null 2> err
err_is 'result -9'

it 'runs with every standard stream closed'
"$LO" -e 'console.log(1); console.error(2); setTimeout(() => lo.exit(3), 1)' <&- >&- 2>&-
status=$?
status_is 3

it 'opens none of its own files in place of a closed standard stream'
cat > script.js <<'JS'
setImmediate(() => {});
setTimeout(() => {}, 1);
lo.loop.poll();
const fd = lo.core.open('result', lo.core.O_WRONLY | lo.core.O_CREAT);
const bytes = new TextEncoder().encode(String(fd > 2));
lo.core.write(fd, bytes, bytes.length);
JS
for closed in '<&-' '>&-' '2>&-' '<&- >&- 2>&-'; do
  rm -f result
  eval '"$LO" script.js' "$closed"
  [[ $(< result) == true ]] || fail "descriptors above 2, with $closed"
done

it 'keeps what it prints out of its own files'
echo 'console.error(1); setImmediate(() => console.error(2))' > script.js
"$LO" script.js 2>&- > out
status=$?
status_is 0
out_is ''

it 'has no thread that keeps a pipe open which the script has closed'
# The script ends well only if the reader sees the end of the pipe before that.
mkfifo seen
cat > script.js <<'JS'
await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
gc();
lo.core.close(1);
lo.loop.add(3, () => lo.exit(0));
setTimeout(() => lo.exit(1), 10000);
JS
"$LO" script.js 3<> seen 2> err | { cat > out; echo > seen; }
status=${PIPESTATUS[0]}
status_is 0
