#!/usr/bin/env bash
# The program's own options.
source "$(dirname "$0")/harness.sh"

ARGS='console.log(JSON.stringify(lo.args.slice(1)))'
hint='(lo --help lists the options)'

it 'hands the script its arguments as they are, options too'
js "$ARGS" one -e --version --nope 'a b' '' -
status_is 0
out_is '["script.js","one","-e","--version","--nope","a b","","-"]'
err_is ''

it 'has the path of the binary in lo.args[0]'
js 'console.log(lo.args[0])'
out_is "$LO"

it 'runs the code of -e, with arguments'
run "$LO" -e "$ARGS" x --help
status_is 0
out_is '["-e","x","--help"]'

it 'runs the code of --eval'
run "$LO" --eval "$ARGS"
out_is '["-e"]'

it 'takes code that is empty'
run "$LO" -e ''
status_is 0
out_is ''

it 'runs the code of -e as a module, whose imports are relative to the working directory'
echo 'export const value = 42;' > value.js
run "$LO" -e 'import { value } from "./value.js"; console.log(await value)'
out_is 42

it 'takes options before the script only'
js "$ARGS" --loop=poll
out_is '["script.js","--loop=poll"]'

it 'ends its options at --'
echo "$ARGS" > ./-dashed.js
run "$LO" -- -dashed.js --
status_is 0
out_is '["-dashed.js","--"]'

# shellcheck disable=SC2016 # the dollars are JavaScript's
versions=$("$LO" -e 'console.log(`lo ${lo.version.lo}\nv8 ${lo.version.v8}`)')
for option in --version -v; do
  it "prints the versions and the loop in use for $option"
  run "$LO" "$option"
  status_is 0
  [[ $(< out) == "$versions"$'\nloop epoll\n'* ]] || fail "first: $versions, loop epoll"
  err_is ''
done

it 'prints the loop that --loop chooses'
run "$LO" --loop=poll --version
status_is 0
out_has 'loop poll'

for option in --help -h; do
  it "prints the usage on stdout for $option"
  run "$LO" "$option"
  status_is 0
  out_has 'Usage: lo'
  out_has '--loop='
  err_is ''
done

it 'says by its status that the usage could not be printed'
run bash -c '"$1" --help > /dev/full' - "$LO"
status_is 1

for arguments in '' '--' '--jitless' '--loop=poll'; do
  it "prints the usage on stderr without a script (lo $arguments)"
  # shellcheck disable=SC2086 # an empty word is not meant
  run "$LO" $arguments < /dev/null
  status_is 2
  out_is ''
  err_has 'Usage: lo'
done

it 'wants the name of the script not to be empty'
run "$LO" ''
status_is 2
err_is "lo: the script's name is empty $hint"

for option in -e --eval; do
  it "wants code after $option"
  run "$LO" "$option"
  status_is 2
  err_is "lo: $option needs code $hint"
done

for option in -x --nope --no-nope -help --eval=1; do
  it "refuses the unknown option $option in one line"
  echo 'console.log("ran")' > script.js
  run "$LO" "$option" script.js
  status_is 2
  out_is ''
  err_is "lo: unknown option $option $hint"
done

for option in --loop --loop=; do
  it "wants a name after $option"
  run "$LO" "$option"
  status_is 2
  err_begins 'lo: --loop= needs the name of a loop'
done

it 'refuses an unknown option beside --help and --version'
run "$LO" --help --nope
status_is 2
run "$LO" --version --nope
status_is 2

for backend in epoll poll doorbell; do
  it "waits by $backend for --loop=$backend"
  echo 'setTimeout(() => console.log(lo.loop.backend.name), 1)' > script.js
  run "$LO" "--loop=$backend" script.js
  status_is 0
  # Where io_uring is refused, a doorbell is an epoll: see doorbell.test.sh.
  [[ $(< out) == "$backend" || $(< err) == *'No doorbell'* ]] || fail "on stdout: $backend"
done

it 'refuses an unknown way of waiting, also where nothing waits'
run "$LO" --loop=nonsense -e 'console.log("ran")'
status_is 2
out_is ''
err_begins 'lo: unknown loop nonsense, there are epoll, poll, doorbell'
err_has_lines 1

it 'refuses an empty way of waiting'
run "$LO" --loop= -e 'console.log("ran")'
status_is 2
out_is ''
err_has_lines 1
