# shellcheck shell=bash
# What the tests of the command line share. A test is `it NAME`, then `run` or `js`, then what is
# expected of that:
#
#   it 'ends with the status that the script asks for'
#   js 'lo.exit(3)'
#   status_is 3
#
# The binary is $LO. A file ends with status 1 if any expectation failed. It works in a folder of
# its own, and nothing that it runs can take longer than $LIMIT seconds.
: "${LO:?is to be the path of the binary}"
: "${LIMIT:=20}"
ulimit -c 0
# shellcheck disable=SC2034 # for the tests
tests_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
chmod 755 "$work"
cd "$work" || exit
tests=0 failed=0 name='' status=0
trap finish EXIT

finish() {
  cd /
  rm -rf "$work"
  echo "$tests tests, $failed expectations failed"
  if ((failed > 0)); then exit 1; fi
}

# it NAME: begins a test.
it() {
  name=$1
  ((++tests))
}

# skip REASON: says that the test is left out.
skip() { echo "skipped: $name ($1)"; }

# run COMMAND...: runs it, and keeps $status and the files out and err.
run() { timeout -k 1 "$LIMIT" "$@" > "$work/out" 2> "$work/err"; status=$?; }

# js CODE [ARGUMENTS...]: runs lo with CODE in the file script.js.
js() {
  printf '%s\n' "$1" > script.js
  run "$LO" script.js "${@:2}" < /dev/null
}

fail() {
  ((++failed))
  echo "FAILED: $name"
  echo "  expected $1"
  echo "  status $status"
  head -c 2000 "$work/out" | sed 's/^/  out: /'
  head -c 2000 "$work/err" | sed 's/^/  err: /'
}

status_is() { [[ $status == "$1" ]] || fail "the status $1"; }

# killed_by SIGNAL, or the status by which a shell says so
killed_by() { status_is $((128 + $(kill -l "$1"))); }

out_is() { [[ $(< "$work/out") == "$1" ]] || fail "on stdout: $1"; }
err_is() { [[ $(< "$work/err") == "$1" ]] || fail "on stderr: $1"; }
out_has() { grep -qF -e "$1" "$work/out" || fail "somewhere on stdout: $1"; }
err_has() { grep -qF -e "$1" "$work/err" || fail "somewhere on stderr: $1"; }
err_lacks() { ! grep -qF -e "$1" "$work/err" || fail "nowhere on stderr: $1"; }
err_has_lines() { (($(wc -l < "$work/err") == $1)) || fail "$1 lines on stderr"; }
# err_begins TEXT: its lines are the first on stderr.
err_begins() { [[ $(< "$work/err") == "$1"* ]] || fail "first on stderr: $1"; }
