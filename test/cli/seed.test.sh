#!/usr/bin/env bash
# The scripts in $LO_SEED, as they are: rows of the same shape as node's, with true numbers.
source "$(dirname "$0")/harness.sh"

if [[ ! -r ${LO_SEED:-}/loop-test.js ]]; then
  it 'runs the scripts of LO_SEED'
  skip 'there is no such folder'
  exit
fi

number='[0-9]+(\.[0-9]+)?'
row="^[a-z]+ +setImmediate +0 time +[0-9]+ rate +$number rate/core +$number"
row+=" ns/iter +$number rss +[0-9]+ usr +$number sys +$number tot +$number\$"

# rows RUNTIME FILE: runs its loop-test.js, for ever, until it has printed three rows
rows() {
  "$1" "$LO_SEED/loop-test.js" > "$2" 2> "$2.err" &
  local pid=$! waited=0
  until (($(wc -l < "$2") >= 3)) || ((++waited > 10 * LIMIT)); do sleep 0.1; done
  kill "$pid"
  wait "$pid" 2> /dev/null
}

# Side by side, for they take a second a row.
rows "$LO" lo.out & lo_rows=$!
if command -v node > /dev/null; then rows node node.out & fi
wait $!
wait "$lo_rows"

it 'prints rows, and nothing else'
[[ $(grep -cE "$row" lo.out) == 3 ]] || fail "three rows of the known columns, not $(< lo.out)"
[[ $(wc -l < lo.out) == 3 ]] || fail "nothing else, not $(< lo.out)"
[[ ! -s lo.out.err ]] || fail "no errors, not $(< lo.out.err)"

it 'prints what node prints'
# Column for column: the same words in the same places.
shape() { sed -E 's/^[a-z]+ +//; s/[0-9.]/ /g' "$1" | sort -u; }
if [[ -f node.out ]]; then
  [[ $(grep -cE "$row" node.out) == 3 ]] || fail "node to print three rows, not $(< node.out)"
  [[ $(shape lo.out) == "$(shape node.out)" ]] || fail "the columns of $(< node.out)"
else
  skip 'there is no node'
fi

# The same script, watched from outside: its calls of setImmediate are counted, and at each row the
# kernel is asked.
cat > watch.js <<'JS'
const { setImmediate: add, console: { log } } = globalThis;
const read = (path) => new TextDecoder().decode(lo.core.readFile(path));
// user and system ticks, after the name, which may have blanks
const ticks = () =>
  read('/proc/self/stat').replace(/^.*\) /, '').split(' ').slice(11, 13).map(Number);

let rows = 0;
let turns = 0;
let before;
let start;

function begin() {
  turns = 0;
  before = ticks();
  start = lo.hrtime();
}

globalThis.setImmediate = (callback) => {
  if (start === undefined) begin();
  turns++;
  return add(callback);
};

console.log = (row) => {
  const [user, system] = ticks();
  const milliseconds = (lo.hrtime() - start) / 1e6;
  const pages = Number(read('/proc/self/statm').split(' ')[1]);
  log(row, turns, milliseconds, pages, user - before[0], system - before[1]);
  if (++rows === 3) lo.exit();
  begin();
};
JS
echo "import './watch.js'; import 'file://$LO_SEED/loop-test.js'" > watched.js
run "$LO" watched.js

it 'prints a row a second'
awk '{ time += $5; real += $21 }
  END { exit !(real > 2900 && time > 0.9 * real && time < 1.1 * real) }' out ||
  fail 'as many seconds as passed'

page=$(getconf PAGESIZE) hertz=$(getconf CLK_TCK)

# holds NAME EXPRESSION: of every row, with its own columns and what was seen from outside
holds() {
  it "$1"
  awk -v page="$page" -v hertz="$hertz" '
    function abs(x) { return x < 0 ? -x : x }
    function near(a, b, share) { return abs(a - b) <= share * b }
    {
      time = $5; rate = $7; rate_per_core = $9; nanoseconds = $11
      rss = $13; user = $15; sys = $17; total = $19
      turns = $20; pages = $22; user_ticks = $23; system_ticks = $24
      tick = 100 * 1000 / hertz / time  # the share of a core, in percent
    }
    !('"$2"') { wrong = 1 }
    END { exit wrong || NR != 3 }' out || fail "of every row: $2"
}

holds 'has the turns that were made' 'near(rate * time / 1000, turns, 0.01)'
holds 'has the nanoseconds that a turn took' 'near(nanoseconds, 1e6 * time / turns, 0.01)'
holds 'has the memory that the kernel counts' 'near(rss, pages * page, 0.1)'
holds 'has the time in user mode' 'abs(user - user_ticks * tick) <= 3 * tick'
holds 'has the time in the kernel' 'abs(sys - system_ticks * tick) <= 3 * tick'
holds 'adds the two up' 'abs(total - user - sys) <= 0.03'
holds 'has the rate of a core that is all its own' 'near(rate_per_core, rate / (total / 100), 0.01)'
