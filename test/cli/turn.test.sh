#!/usr/bin/env bash
# bench/turn.js, which runs on node. No baselines are needed: what is missing is named.
source "$(dirname "$0")/harness.sh"
LIMIT=60
turn=$tests_folder/../../bench/turn.js

if ! node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2> /dev/null; then
  skip 'no node from version 20 on'
  exit
fi

it 'measures what there is, as a table'
run node "$turn" --rounds 1 --seconds 1 --only '^node$' --json results.json
status_is 0
grep -qE '^\| node +\| +[0-9.]+ \| +[0-9.]+ \| +[0-9.]+ \| +[0-9]+ \|' out || fail 'a row'
err_has 'round 1 of 1: node '

it 'writes what it has measured as JSON'
run node -p 'const [{ name, ns }] = JSON.parse(fs.readFileSync("results.json")).results; `${name} ${ns.median > 0}`'
out_is 'node true'

it 'names what is missing'
run node "$turn" --rounds 1 --only '^lo-epoll$' --build /nonexistent
status_is 0
out_has 'Missing: lo-epoll: not installed'

it 'refuses a number of rounds that is none'
run node "$turn" --rounds 0
status_is 1
err_has '--rounds must be a whole number from 1 on, not 0'
