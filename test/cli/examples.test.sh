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

# An experiment prints a figure in each of so many lines, whatever the machine.
LIMIT=60
while read -r lines file pattern; do
  it "experiments/$file answers its question"
  run "$LO" "$examples/experiments/$file"
  status_is 0
  [[ $(grep -cE "$pattern" out) == "$lines" ]] || fail "$lines lines like $pattern"
  (($(wc -l < "$examples/experiments/$file") < 40)) || fail 'less than 40 lines of code'
done << 'EXPERIMENTS'
4 system-calls.js ^[a-z_0-9]+ +([0-9]+ ns|not here: errno [0-9]+)$
2 second-thread.js ^(one thread|two threads) +epoll_wait [0-9]+ ns, getppid [0-9]+ ns$
6 fast-and-slow.js ^.+ [0-9.]+ ns, [0-9.]+ % slow$
4 queues.js ^[a-z]+ +ns a callback, .*: 1: [0-9.]+, 10: [0-9.]+, 1000: [0-9.]+$
4 busy-poll.js ^epoll_wait with(out|.* us): ([0-9]+ ns|not here, errno [0-9]+)$
10 clocks.js ^.+ [0-9.]+ ns(, resolution [0-9]+ ns)?$
1 futex-ping-pong.js ^[0-9.]+ us there and back$
EXPERIMENTS

it 'no example is left out here'
for file in "$examples"/*.js "$examples"/experiments/*.js; do
  grep -qF "${file##*/}" "$tests_folder/examples.test.sh" || fail "a test of $file"
done
