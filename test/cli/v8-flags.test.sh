#!/usr/bin/env bash
# V8's flags on lo's command line.
source "$(dirname "$0")/harness.sh"

echo 'console.log("ran")' > script.js

# accepted FLAG...
accepted() {
  it "takes $*"
  run "$LO" "$@" script.js
  status_is 0
  out_is ran
}

# refused FLAG: in one line that names it
refused() {
  it "refuses $1"
  run "$LO" "$1" script.js
  status_is 2
  out_is ''
  err_has_lines 1
  err_begins 'lo: '
  err_has "$1"
}

accepted --stack-size=900
accepted --stack_size=900
accepted --single-threaded
accepted --no-opt
accepted --no-opt --max-lazy --stack-size=800
accepted --random-seed=-1

it 'takes --jitless'
run "$LO" --jitless script.js
status_is 0
out_is ran

it 'runs the loop with V8 on one thread'
run "$LO" --single-threaded -e 'setTimeout(() => console.log("timer"), 1)'
status_is 0
out_is timer

it 'hands a flag to V8'
run "$LO" --stack-size=200 -e 'let depth = 0; (function f() { depth++; f(); })()'
status_is 1
err_has 'RangeError: Maximum call stack size exceeded'
run "$LO" --allow-natives-syntax -e 'console.log(%HasFastProperties({}))'
out_is true

refused --no-such-flag
refused --no-such-flag=1
refused --stack-size=abc
refused --stack-size=1.5
refused --stack-size
refused --stack-size=
refused --max-heap-size=-1
refused --max-heap-size=99999999999999999999999
refused --no-opt=3
refused --jitless=maybe

it 'does not take the script for the value of a flag'
run "$LO" --stack-size script.js
status_is 2
out_is ''

it 'says so when V8 has no room to start'
run "$LO" --stack-size=1 script.js
status_is 1
out_is ''
err_has "lo: V8 can't start"

it 'prints its flags for --v8-options, and runs nothing'
run "$LO" --v8-options script.js
status_is 0
out_has '--stack-size'
! grep -qx ran out || fail 'the script not to run'
run "$LO" --v8-options
status_is 0
out_has '--stack-size'
