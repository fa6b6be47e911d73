# Every example runs, and prints what its first line promises.
source "$(dirname "$0")/harness.sh"
examples=$tests_folder/../../examples

it 'echo.js copies a pipe'
run bash -c "printf 'one\ntwo\n' | '$LO' '$examples/echo.js'"
status_is 0
out_is $'one\ntwo'

it 'echo.js copies a file'
run "$LO" "$examples/echo.js" < "$examples/echo.js"
status_is 0
out_is "$(< "$examples/echo.js")"

it 'emitter.js calls its listeners'
run "$LO" "$examples/emitter.js"
status_is 0
out_is 'Ada knocks, and nobody listens
Grace is at the door
Grace is the first
Barbara is at the door
caught: the hinge creaks
now we are inside'

it 'timers.js keeps the order'
run "$LO" "$examples/timers.js"
status_is 0
out_has 'ms: a timeout'
[[ $(sed 's/.*: //' out | head -3 | paste -sd,) == 'the script itself,a microtask,an immediate' ]] ||
  fail 'the script, the microtask and the immediate first'
[[ $(grep -c 'an interval' out) == 3 ]] || fail 'three beats'

it 'timed-loop.js tells of each turn'
run "$LO" "$examples/timed-loop.js"
status_is 0
out_has 'an immediate'
out_has 'a timer'
grep -qE '^turn 1: [0-9.]+ us$' out || fail 'the time of turn 1'

it 'twelve-lines.js prints what a turn costs'
run "$LO" "$examples/twelve-lines.js"
status_is 0
grep -qE '^[0-9]+ ns a turn$' out || fail 'nanoseconds'

it 'no example is left out here'
for file in "$examples"/*.js; do
  grep -qF "${file##*/}" "$tests_folder/examples.test.sh" || fail "a test of $file"
done
