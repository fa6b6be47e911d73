#!/usr/bin/env bash
# bench/loop-test.js
source "$(dirname "$0")/harness.sh"

row='^lo-[a-z]+ +turns/s +[0-9]+ +ns/turn +[0-9.]+ +rss MB +[0-9.]+'
row+=' +user % +[0-9]+ +system % +[0-9]+$'

it 'prints as many rows as it is asked for, and ends'
run "$LO" "$tests_folder/../../bench/loop-test.js" 2
status_is 0
[[ $(grep -cE "$row" out) == 2 && $(wc -l < out) == 2 ]] || fail 'two rows'
err_is ''

it 'names the way of waiting'
run "$LO" --loop=poll "$tests_folder/../../bench/loop-test.js" 1
status_is 0
out_has 'lo-poll'
