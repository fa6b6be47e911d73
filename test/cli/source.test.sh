#!/usr/bin/env bash
# Where the program comes from: a file, standard input; and what its bytes may be.
source "$(dirname "$0")/harness.sh"

hello='console.log("hello")'
echo "$hello" > hello.js

# Standard input.

it 'runs standard input for -, with arguments'
run "$LO" - a -b <<< 'console.log(lo.args.slice(1).join())'
status_is 0
out_is '-,a,-b'

it 'runs what a pipe brings, bit by bit'
run "$LO" - < <(echo 'const a = 1;'; sleep 0.1; echo 'console.log(a)')
status_is 0
out_is 1

it 'takes empty standard input'
run "$LO" - < /dev/null
status_is 0
out_is ''

it 'takes closed standard input for an empty one'
run "$LO" - <&-
status_is 0
err_is ''

it 'waits for standard input that is non-blocking'
exec 3< <(sleep 0.2; echo "$hello")
perl -e 'use Fcntl; fcntl(STDIN, F_SETFL, O_NONBLOCK)' <&3
run "$LO" - <&3
status_is 0
out_is hello
exec 3<&-

it 'says that a folder is no standard input'
run "$LO" - < "$work"
status_is 1
err_has 'EISDIR'

it 'names standard input in a stack'
run "$LO" - <<< 'throw new Error("x")'
status_is 1
err_begins $'[stdin]:1\nthrow new Error("x")\n      ^\n\nError: x\n    at [stdin]:1:7'

it 'runs /dev/stdin as a file'
run "$LO" /dev/stdin < hello.js
out_is hello

it 'runs the file of a process substitution'
run "$LO" <(echo "$hello")
out_is hello

# Files.

it 'names a script that is missing'
run "$LO" nowhere.js
status_is 1
out_is ''
err_begins "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '$work/nowhere.js'"

it 'does not run a folder'
run "$LO" .
status_is 1
err_has "Directory import '$work' is not supported"

it 'says what is wrong with a file that it may not read'
echo "$hello" > secret.js
chmod 0 secret.js
as_nobody=()
[[ $(id -u) != 0 ]] || as_nobody=(setpriv --reuid 65534 --clear-groups)
if "${as_nobody[@]}" "$LO" --help > /dev/null 2>&1; then
  run "${as_nobody[@]}" "$LO" secret.js
  status_is 1
  err_has 'EACCES'
  err_has "$work/secret.js"
else
  skip 'there is no other user that may run lo'
fi

it 'says what is wrong with a file that cannot be read'
run "$LO" /proc/self/mem
status_is 1
err_has 'EIO'

it 'refuses a chain of links without an end'
ln -s loop-a.js loop-b.js
ln -s loop-b.js loop-a.js
run "$LO" loop-a.js
status_is 1
err_has 'ELOOP'

it 'resolves imports from where a linked script really is'
mkdir real linked
echo 'import "./sibling.js"; console.log(lo.args[1], import.meta.main)' > real/script.js
echo "$hello" > real/sibling.js
ln -s ../real/script.js linked/script.js
run "$LO" linked/script.js
status_is 0
out_is $'hello\nlinked/script.js true'

print_place='console.log([lo.args[1], import.meta.filename, import.meta.url].join("\n"))'
while IFS='|' read -r file url; do
  it "runs a script with the name $file"
  echo "$print_place" > "./$file"
  run "$LO" "./$file"
  status_is 0
  out_is "./$file"$'\n'"$work/$file"$'\n'"file://$work/$url"
done <<'FILES'
with space.js|with%20space.js
per%cent.js|per%25cent.js
escaped%20.js|escaped%2520.js
number#.js|number%23.js
question?.js|question%3F.js
back\slash.js|back%5Cslash.js
quote'.js|quote'.js
größe 日本 😀.js|gr%C3%B6%C3%9Fe%20%E6%97%A5%E6%9C%AC%20%F0%9F%98%80.js
no-extension|no-extension
FILES

it 'runs a script whose name is no UTF-8'
latin1=$(printf 'caf\xe9.js')
echo 'console.log(import.meta.url)' > "$latin1"
run "$LO" "$latin1"
status_is 0
out_is "file://$work/caf%E9.js"

it 'runs in a working directory that was removed'
mkdir gone
cd gone || exit
rmdir "$work/gone"
run "$LO" "$work/hello.js"
status_is 0
out_is hello
run "$LO" -e "$hello"
status_is 0
out_is hello

it 'finds nothing in a working directory that was removed'
# Not /usr/bin/env either, which is there from the root.
run "$LO" usr/bin/env
status_is 1
err_has 'ERR_MODULE_NOT_FOUND'
cd "$work" || exit

# Bytes.

it 'drops a byte order mark'
printf '\xef\xbb\xbfthrow new Error("x")' > bytes.js
run "$LO" bytes.js
err_begins "file://$work/bytes.js:1"$'\nthrow new Error("x")\n      ^'

it 'skips a hashbang, also after a byte order mark'
printf '#!/usr/bin/env lo\nconsole.log(1)\n' > bytes.js
run "$LO" bytes.js
out_is 1
printf '\xef\xbb\xbf#!/usr/bin/env lo\nconsole.log(2)\n' > bytes.js
run "$LO" bytes.js
out_is 2

it 'runs by its hashbang'
printf '#!%s\nconsole.log(lo.args.length)\n' "$LO" > bytes.js
chmod +x bytes.js
run ./bytes.js a b
out_is 4

it 'counts CRLF as the end of one line'
printf 'const a = 1;\r\nthrow new Error("x");\r\n' > bytes.js
run "$LO" bytes.js
err_begins "file://$work/bytes.js:2"$'\nthrow new Error("x");\n      ^'

it 'keeps NUL bytes in a string'
printf 'console.log("a\0b".length)' > bytes.js
run "$LO" bytes.js
out_is 3

it 'reads bytes that are no UTF-8 as U+FFFD'
printf 'console.log("\xff\xc3".codePointAt(0).toString(16), "\xff\xc3".length)' > bytes.js
run "$LO" bytes.js
out_is 'fffd 2'

it 'takes UTF-16 for what it is not'
printf '\xff\xfel\0o\0' > bytes.js
run "$LO" bytes.js
status_is 1
err_has 'SyntaxError'

it 'runs an empty file'
: > bytes.js
run "$LO" bytes.js
status_is 0
out_is ''

it 'runs a script of 10 MB'
{ head -c 10000000 /dev/zero | tr '\0' ' '; echo "$hello"; } > bytes.js
run "$LO" bytes.js
status_is 0
out_is hello
