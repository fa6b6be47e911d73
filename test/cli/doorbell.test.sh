#!/usr/bin/env bash
# --loop=doorbell: where io_uring is refused, and where several processes write at once.
source "$(dirname "$0")/harness.sh"
LIMIT=50
programs=$(dirname "$LO")

# refused ERRNO ARGUMENTS...: runs lo where io_uring_setup(2) fails
refused() { run "$programs/no_io_uring" "$1" "$LO" "${@:2}"; }

# Each is an error number, and what lo makes of it.
for refusal in '1 EPERM: operation not permitted' '38 ENOSYS: function not implemented' \
  '22 EINVAL: invalid argument' '12 ENOMEM: not enough memory'; do
  number=${refusal%% *} message=${refusal#* }

  it "waits by epoll, and says so in a line, where io_uring fails with $message"
  refused "$number" --loop=doorbell -e \
    'console.log(lo.loop.backend.name); setTimeout(() => console.log("timer"), 1)'
  status_is 0
  out_is $'epoll\ntimer'
  err_has_lines 1
  err_has "Warning: No doorbell, the loop waits by epoll ($message, io_uring_setup)"
done

it 'tells the version of what it waits by'
refused 1 --loop=doorbell --version
status_is 0
out_has 'loop epoll'
err_has_lines 1

it 'has DoorbellLoop wait by epoll where io_uring is refused, and says so once'
echo "import { DoorbellLoop } from 'lib/doorbell.js';
  for (let i = 0; i < 3; i++) console.log(new DoorbellLoop().backend.name);" > script.js
refused 1 script.js
status_is 0
out_is $'epoll\nepoll\nepoll'
err_has_lines 1

it 'says nothing where nobody asks for a doorbell'
refused 1 -e 'console.log(lo.loop.backend.name)'
out_is epoll
err_is ''

it 'hands the warning to lo.onWarning'
echo "lo.onWarning = (warning) => console.log(warning.name);
  lo.library('lib/doorbell.js').doorbellOrEpoll();" > script.js
refused 1 script.js
out_is Warning
err_is ''

if ! "$LO" --loop=doorbell --version 2> /dev/null | grep -qx 'loop doorbell'; then
  skip 'io_uring is refused here'
  exit
fi

it 'tells the version of the doorbell'
run "$LO" --loop=doorbell --version
out_has 'loop doorbell'
err_is ''

# soak PIPES BYTES [COMPLETIONS]: see test/native/soak.js
soak() {
  run "$programs/producers" "$1" "$2" \
    "$LO" --loop=doorbell "$tests_folder/../native/soak.js" "$@"
  status_is 0
  out_has "doorbell: $(($1 * $2)) bytes,"
}

it 'misses no byte of a process that waits for each piece to be read'
soak 1 100000

it 'misses no byte of eight processes'
soak 8 20000

it 'misses no byte when the ring overflows'
soak 1 50000 1
soak 8 10000 1
