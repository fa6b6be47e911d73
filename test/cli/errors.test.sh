#!/usr/bin/env bash
# What is printed of an error that nobody catches: all on stderr, nothing on stdout.
source "$(dirname "$0")/harness.sh"

here=file://$work/script.js

# prints CODE TEXT: status 1, and TEXT (@ is the script's URL) begins what is on stderr.
prints() {
  it "prints $2"
  js "$1"
  status_is 1
  out_is ''
  err_begins "${2//@/$here}"
}

# The place, a caret below it, and the stack.

prints 'throw new Error("boom")' '@:1
throw new Error("boom")
      ^

Error: boom
    at @:1:7'

prints '// first

  function inner() { throw new TypeError("deep"); }
  inner();' '@:3
  function inner() { throw new TypeError("deep"); }
                           ^

TypeError: deep
    at inner (@:3:28)
    at @:4:3'

prints $'\tconst a = null;\ta.b' $'@:1
\tconst a = null;\ta.b
\t               \t  ^

TypeError: Cannot read properties of null'

prints 'const ü = "€"; throw new Error("wide")' '@:1
const ü = "€"; throw new Error("wide")
                     ^

Error: wide'

prints 'nowhere()' '@:1
nowhere()
^

ReferenceError: nowhere is not defined
    at @:1:1'

prints 'import { readFileSync } from "./none.js"; // for what it says' '@:1
import { readFileSync } from "./none.js"; // for what it says
                             ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find module '"'$work/none.js' imported from $work/script.js"

prints 'import fs from "node:fs"' '@:1
import fs from "node:fs"
               ^

Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:fs imported from'

echo 'export const there = 1' > exports.js
prints 'import { notThere } from "./exports.js"' '@:1
import { notThere } from "./exports.js"
         ^^^^^^^^

SyntaxError: The requested module '"'./exports.js' does not provide an export named 'notThere'"

prints 'const a = 1;
let b = ;' '@:2
let b = ;
        ^

SyntaxError: Unexpected token '"';'"

prints '  let open = "never closed' '@:1
  let open = "never closed
             ^^^^^^^^^^^^^

SyntaxError: Invalid or unexpected token'

it 'names the file and the line of an error in a dependency'
printf 'const a = 1;\nlet a = 2;\n' > broken.js
js 'import "./broken.js"'
status_is 1
err_begins "file://$work/broken.js:2
let a = 2;
    ^

SyntaxError: Identifier 'a' has already been declared"

it 'names the importer that asks for a missing module, not the main one'
mkdir folder
printf '\n\nimport "../missing.js";\n' > folder/middle.js
js 'import "./folder/middle.js"'
status_is 1
err_begins "file://$work/folder/middle.js:3"$'\nimport "../missing.js";\n       ^\n\n'
err_has "Cannot find module '$work/missing.js' imported from $work/folder/middle.js"

it 'names the importer of a missing module for import() as well'
js 'await import("./missing.js")'
status_is 1
err_has "Cannot find module '$work/missing.js' imported from $work/script.js"
err_has "at $here:1:1"

it 'shows where code of -e went wrong'
run "$LO" -e $'1;\nthrow new Error("x")'
status_is 1
err_begins $'[eval]:2\nthrow new Error("x")\n      ^\n\nError: x\n    at [eval]:2:7'

it 'shows what is wrong with the syntax of -e'
run "$LO" -e 'let x = ;'
status_is 1
err_begins $'[eval]:1\nlet x = ;\n        ^\n\nSyntaxError: Unexpected token'

prints 'JSON.parse("{]")' '<anonymous_script>:1
{]
 ^

SyntaxError: '

# Long lines.

padding=$(printf 'x%.0s' {1..1000})
prints "/*$padding*/ throw new Error('minified'); /*$padding*/" "@:1:1012
${padding:0:51}*/ throw new Error('minified'); /*${padding:0:35}
                                                            ^

Error: minified
    at @:1:1012"

it 'shows where the syntax of a very long line is wrong'
js "/*$padding*/ let a = ; /*$padding*/"
status_is 1
err_begins "$here:1:1014"
err_has '*/ let a = ; /*'

it 'shows the import of a missing module in a very long line'
js "/*$padding*/ import './missing.js'; /*$padding*/"
status_is 1
err_begins "$here:1:1013"
err_has "*/ import './missing.js'; /*"

it 'prints an error of a line of megabytes at once'
{
  printf 'const s = "'
  head -c 3000000 /dev/zero | tr '\0' x
  echo '"; throw new Error("end")'
} > long.js
run "$LO" long.js
status_is 1
err_has 'Error: end'
(($(wc -c < err) < 1000)) || fail 'less than the line'

# What errors carry.

prints 'throw new Error("outer", { cause: new TypeError("inner") })' '@:1
throw new Error("outer", { cause: new TypeError("inner") })
      ^

Error: outer
    at @:1:7 {
  [cause]: TypeError: inner
      at @:1:35'

it 'prints what hangs on an error'
js 'throw Object.assign(new Error("tagged"), { code: "E_TAG", detail: { depth: 1 } })'
err_has "code: 'E_TAG'"
err_has 'detail: { depth: 1 }'

it 'prints the errors of an AggregateError'
js 'await Promise.any([Promise.reject(new Error("one")), Promise.reject(new Error("two"))])'
status_is 1
err_has 'Error: one'
err_has 'Error: two'

prints 'class HttpError extends Error { name = "HttpError" }
throw new HttpError("404")' '@:2
throw new HttpError("404")
      ^

HttpError: 404
    at @:2:7'

it 'prints a system error with its code'
js 'lo.core.readFile("/nowhere")'
status_is 1
err_has "SystemError: ENOENT: no such file or directory, open '/nowhere'"
err_has "code: 'ENOENT'"

# What is no Error, or a strange one.

prints 'throw null' 'Uncaught null'
prints 'throw undefined' 'Uncaught undefined'
prints 'throw 42' 'Uncaught 42'
prints 'throw "text"' "Uncaught 'text'"
prints 'throw Symbol("s")' 'Uncaught Symbol(s)'
prints 'throw { a: { b: 1 } }' 'Uncaught { a: { b: 1 } }'
prints 'throw Object.create(null)' 'Uncaught [Object: null prototype] {}'
prints 'Promise.reject("text")' "Uncaught 'text'"
prints 'setTimeout(() => { throw null }, 1)' 'Uncaught null'
prints 'Error.stackTraceLimit = 0; setTimeout(() => { throw new Error("no frames") }, 1)' \
  'Error: no frames'
prints 'setImmediate(() => lo.loop.poll())' 'Error [ERR_NESTED_POLL]: '

it 'prints a proxy without asking it'
js 'const asked = (result) => { console.log("asked"); return result };
  throw new Proxy({ target: 1 }, {
    get: () => asked(), getOwnPropertyDescriptor: () => asked(),
    getPrototypeOf: () => asked(null), ownKeys: () => asked([]),
  })'
status_is 1
out_is ''
err_begins 'Uncaught '

it 'prints a proxy that throws whatever is asked'
js 'throw new Proxy({}, new Proxy({}, { get() { throw new Error("trap") } }))'
status_is 1
err_begins 'Uncaught '
err_lacks trap

it 'prints a revoked proxy'
js 'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy'
status_is 1
err_begins 'Uncaught '

# strange NAME CODE: whatever is wrong with the error, something is printed, and the status is 1
strange() {
  it "prints an error whose $1"
  js "$2"
  status_is 1
  out_is ''
  err_has "${3:-Error}"
}
strange 'stack throws' 'const e = new Error("message");
  Object.defineProperty(e, "stack", { get() { throw new Error("stack") } }); throw e'
strange 'stack is no string' 'throw Object.assign(new Error("message"), { stack: 7 })' 7
strange 'stack is empty' 'throw Object.assign(new Error("message"), { stack: "" })' message
strange 'message throws' 'const e = new Error();
  Object.defineProperty(e, "message", { get() { throw new Error("message") } }); throw e'
strange 'name throws' 'const e = new Error("message");
  Object.defineProperty(e, "name", { get() { throw new Error("name") } }); throw e' message
strange 'cause is itself' 'const e = new Error("message"); e.cause = e; throw e' message
strange 'causes are without end' 'let e = new Error("message");
  for (let i = 0; i < 1e5; i++) e = new Error("message", { cause: e });
  throw e' message
strange 'inspection throws' 'const e = new Error("message");
  e[Symbol.for("nodejs.util.inspect.custom")] = () => { throw new Error("custom") }; throw e'
strange 'prepareStackTrace throws' 'Error.prepareStackTrace = () => { throw new Error("prepare") };
  throw new Error("message")'
strange 'message is very long' 'throw new Error("x".repeat(1e6))' xxxxxxxxxx
strange 'globals are gone' 'for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (["Error", "Reflect", "globalThis"].includes(name)) continue;
    Reflect.deleteProperty(globalThis, name);
  }
  throw new Error("message")' message
strange 'prototypes are spoilt' 'const { Error: E } = globalThis;
  Array.prototype.map = Array.prototype.join = String.prototype.split = () => { throw 1 };
  throw new E("message")' message

# No stack left.

prints 'function f() { f(); }
f()' '@:1
function f() { f(); }
               ^

RangeError: Maximum call stack size exceeded
    at f (@:1:'

it 'prints a stack overflow of a promise'
js 'await 1; (function f() { f(); })()'
status_is 1
err_has 'RangeError: Maximum call stack size exceeded'

it 'prints a stack overflow of a timer'
js 'setTimeout(function f() { f(); }, 1)'
status_is 1
err_has 'RangeError: Maximum call stack size exceeded'

it 'waits for a stderr that is non-blocking and full'
mkfifo fifo
{ sleep 0.2; wc -c > count; } < fifo &
exec 3> fifo
perl -e 'use Fcntl; fcntl(STDERR, F_SETFL, O_NONBLOCK)' 2>&3
echo 'throw new Error("x".repeat(1e6))' > script.js
timeout "$LIMIT" "$LO" script.js 2>&3
status=$?
exec 3>&-
wait
status_is 1
(($(< count) > 1000000)) || fail "all of a million bytes, not $(< count)"
