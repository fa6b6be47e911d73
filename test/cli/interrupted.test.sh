# A wait that a signal interrupts goes on to the same deadline. Stopping and continuing a process does that to
# epoll_wait(2) and ppoll(2), without a handler for any signal.
source "$(dirname "$0")/harness.sh"

cat > wait.js <<'END'
const start = lo.hrtime();
let turns = 0;
setTimeout(() => console.log(`${turns} turns, late: ${lo.hrtime() - start < 600e6 ? 'no, early' : 'yes'}`), 600);
for (console.log('waiting'); lo.loop.poll() > 0; turns++);
END

for loop in epoll poll doorbell; do
  it "with --loop=$loop"
  "$LO" "--loop=$loop" wait.js > out 2> err &
  for ((i = 0; i < 100; i++)); do
    [[ -s out ]] && break
    sleep 0.05
  done
  for ((i = 0; i < 3; i++)); do
    kill -STOP $!
    sleep 0.05
    kill -CONT $!
    sleep 0.05
  done
  wait $!
  status=$?
  status_is 0
  out_has ', late: yes'
  grep -qE '^[0-2] turns' out || fail 'no turn for an interruption'
done
