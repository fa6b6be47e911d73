#!/usr/bin/env bash
# The exit status.
source "$(dirname "$0")/harness.sh"

# ends STATUS CODE: a program that says nothing
ends() {
  it "ends with $1 after $2"
  js "$2"
  status_is "$1"
  out_is ''
  err_is ''
}

ends 0 ''
ends 0 'lo.exit()'
ends 0 'lo.exit(0); throw new Error("never")'
ends 3 'lo.exit(3)'
ends 255 'lo.exit(255)'
ends 4 'lo.exitCode = 4'
ends 4 'lo.exitCode = 4; lo.exit()'
ends 5 'lo.exitCode = 4; lo.exit(5)'
ends 4 'setTimeout(() => { lo.exitCode = 4; }, 1)'
ends 6 'await 1; lo.exitCode = 6'

# From inside something, at once.
ends 7 'try { lo.exit(7) } catch { console.log("caught") } finally { console.log("finally") }'
ends 7 'setTimeout(() => lo.exit(7), 1); setInterval(() => {}, 1000)'
ends 7 'setImmediate(() => lo.exit(7)); setImmediate(() => console.log("next"))'
ends 7 'queueMicrotask(() => lo.exit(7)); queueMicrotask(() => console.log("next"))'
ends 7 'Promise.resolve().then(() => lo.exit(7)); setTimeout(() => console.log("timer"), 1)'
ends 7 '[3, 1, 2].sort(() => lo.exit(7))'
ends 7 'new Proxy({}, { get() { lo.exit(7) } }).x'
ends 7 'JSON.stringify({ toJSON() { lo.exit(7) } })'
ends 7 'lo.onBeforeExit = () => lo.exit(7)'
ends 7 'lo.onUncaughtException = () => lo.exit(7); throw new Error("x")'
ends 7 'await new Promise(() => lo.exit(7))'
ends 7 'lo.run(() => lo.exit(7))'
ends 7 'setTimeout(() => setImmediate(() => Promise.resolve().then(() => lo.exit(7))), 1)'

it 'ends from inside a dependency'
echo 'lo.exit(8)' > dependency.js
js 'import "./dependency.js"; console.log("never")'
status_is 8
out_is ''

for code in -1 256 1.5 NaN '"1"' null '{}'; do
  it "does not take $code for a status"
  js "try { lo.exit($code) } catch (error) { console.log(error.code.startsWith('ERR_')) }
    try { lo.exitCode = $code } catch (error) { console.log(error.code.startsWith('ERR_')) }"
  status_is 0
  out_is $'true\ntrue'
done

it 'may end in lo.onBeforeExit with another status'
js 'lo.exitCode = 4; lo.onBeforeExit = () => { lo.exitCode = 5; }'
status_is 5

it 'lets an uncaught error win over lo.exitCode'
js 'lo.exitCode = 4; throw new Error("x")'
status_is 1

it 'keeps lo.exitCode when lo.onUncaughtException takes the error'
js 'lo.exitCode = 4; lo.onUncaughtException = () => {}; throw new Error("x")'
status_is 4

# 1: an error that nobody catches.

# fails_in WHERE CODE: the error "here" is thrown, and nothing after it happens.
fails_in() {
  it "ends with 1 after an uncaught error in $1"
  js "$2"
  status_is 1
  out_is ''
  err_has 'Error: here'
  err_has "script.js:"
}

fails_in 'the main module' 'setTimeout(() => console.log("later"), 1); throw new Error("here")'
fails_in 'the main module after an await' 'await 1; throw new Error("here")'
fails_in 'a timer' 'setTimeout(() => { throw new Error("here") }, 1);
  setTimeout(() => console.log("later"), 1)'
fails_in 'an interval' 'setInterval(() => { throw new Error("here") }, 1)'
fails_in 'an immediate' 'setImmediate(() => { throw new Error("here") });
  setImmediate(() => console.log("later"))'
fails_in 'an immediate without a handle' 'lo.loop.setImmediate(() => { throw new Error("here") })'
fails_in 'a microtask' 'queueMicrotask(() => { throw new Error("here") });
  queueMicrotask(() => console.log("later"))'
fails_in 'a promise' 'Promise.resolve().then(() => { throw new Error("here") });
  setImmediate(() => console.log("later"))'
fails_in 'an async function' '(async () => { await 1; throw new Error("here") })()'
fails_in 'a listener' 'import { EventEmitter } from "node:events";
  const emitter = new EventEmitter();
  emitter.on("event", () => { throw new Error("here") });
  setImmediate(() => emitter.emit("event"))'
fails_in 'lo.run' 'lo.run(() => { throw new Error("here") }); lo.run(() => console.log("later"))'
fails_in 'a promise of lo.run' 'lo.run(() => { Promise.reject(new Error("here")) });
  lo.run(() => console.log("later"))'
fails_in 'lo.onBeforeExit' 'lo.onBeforeExit = () => { throw new Error("here") }'
fails_in 'a finalizer' '
  const registry = new FinalizationRegistry(() => { throw new Error("here") });
  (() => registry.register({}, 1))();
  setTimeout(gc, 1); setTimeout(() => console.log("later"), 1000)'
fails_in 'a loop of the script' 'setTimeout(() => { throw new Error("here") }, 1);
  try { while (lo.loop.poll() > 0) {} } catch { console.log("caught") }'

it 'ends with 1 after an uncaught error in a descriptor callback'
cat > script.js <<'JS'
lo.loop.add(0, () => { throw new Error('here') });
setTimeout(() => console.log('later'), 1000);
JS
run "$LO" script.js < <(echo)
status_is 1
out_is ''
err_has 'Error: here'

# Rejections.

it 'reports a rejection once the microtasks are done, before any other callback'
js 'Promise.reject(new Error("here")); queueMicrotask(() => console.log("microtask"));
  setImmediate(() => console.log("immediate"))'
status_is 1
out_is microtask
err_has 'Error: here'

for handling in 'queueMicrotask(() => p.catch(() => {}))' 'await 1; p.catch(() => {})' \
  'Promise.resolve().then(() => {}).then(() => p.then(null, () => {}))'; do
  it "takes a rejection for handled after $handling"
  js "const p = Promise.reject(new Error('here')); $handling;
    setTimeout(() => console.log('on'), 1)"
  status_is 0
  out_is on
  err_is ''
done

for handling in 'setImmediate(() => p.catch(() => {}))' 'setTimeout(() => p.catch(() => {}), 1)'; do
  it "takes a rejection for unhandled when it is handled a turn later, by $handling"
  js "const p = Promise.reject(new Error('here')); $handling"
  status_is 1
  err_has 'Error: here'
done

# 13: a top-level await that never settles.

never='await new Promise(() => {})'
echo "$never; export const value = 1" > stalled.js

# stalls NAME CODE: the warning names the module.
stalls() {
  it "ends with 13 and names the module: $2"
  js "$2"
  status_is 13
  err_begins "Warning: Detected unsettled top-level await at file://$work/$1"
}

stalls script.js "$never"
stalls script.js "setTimeout(() => {}, 5); $never"
stalls script.js "const t = setInterval(() => {}, 1); t.unref(); $never"
stalls stalled.js 'import { value } from "./stalled.js"; console.log(value)'
stalls stalled.js 'import "./stalled.js"; setInterval(() => console.log("never"), 1).unref()'

it 'does not wait for what stalls beside the main module'
js 'import("./stalled.js").then(() => console.log("never")); console.log("main")'
status_is 0
out_is main
err_is ''

it 'ends with 13 and names the code of -e and standard input'
run "$LO" -e "$never"
status_is 13
err_begins 'Warning: Detected unsettled top-level await at [eval]'
run "$LO" - <<< "$never"
status_is 13
err_begins 'Warning: Detected unsettled top-level await at [stdin]'

it 'lets lo.onBeforeExit settle what the main module waits for'
js 'let settle; lo.onBeforeExit = () => settle("settled");
  console.log(await new Promise((resolve) => { settle = resolve; }))'
status_is 0
out_is settled
