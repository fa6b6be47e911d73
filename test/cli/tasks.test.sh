#!/usr/bin/env bash
# What V8 does on its own threads and later, and a loop that the script drives.
source "$(dirname "$0")/harness.sh"

empty_wasm='new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])'
shared='const word = new Int32Array(new SharedArrayBuffer(4));'

for loop in epoll poll; do
  # logs NAME CODE TEXT
  logs() {
    it "$1 (--loop=$loop)"
    printf '%s\n' "$2" > script.js
    run "$LO" "--loop=$loop" script.js
    status_is 0
    out_is "$3"
    err_is ''
  }

  logs 'stays for WebAssembly that compiles' \
    "WebAssembly.compile($empty_wasm).then((module) => console.log(String(module)))" \
    '[object WebAssembly.Module]'
  logs 'awaits WebAssembly that compiles' \
    "console.log(String(await WebAssembly.compile($empty_wasm)))" '[object WebAssembly.Module]'
  logs 'rejects WebAssembly that is wrong' \
    'WebAssembly.compile(new Uint8Array(8)).catch((error) => console.log(error.name))' CompileError
  logs 'wakes a loop that waits, for WebAssembly' \
    "const timer = setTimeout(() => console.log('late'), 10000);
     await WebAssembly.compile($empty_wasm);
     clearTimeout(timer);
     console.log('woken')" woken

  logs 'settles Atomics.waitAsync when notified' "$shared
    Atomics.waitAsync(word, 0, 0).value.then(console.log); Atomics.notify(word, 0)" ok
  logs 'settles Atomics.waitAsync when notified later' "$shared
    Atomics.waitAsync(word, 0, 0).value.then(console.log);
    setTimeout(Atomics.notify, 5, word, 0)" ok
  logs 'stays for the timeout of Atomics.waitAsync' "$shared
    console.log(await Atomics.waitAsync(word, 0, 0, 20).value)" timed-out

  logs 'calls a finalizer' 'const registry = new FinalizationRegistry(console.log);
    (() => registry.register({}, "finalized"))();
    setTimeout(gc, 1); setTimeout(() => console.log("end"), 60)' $'finalized\nend'
  logs 'calls a finalizer when nothing else is left' \
    'const registry = new FinalizationRegistry(console.log);
    (() => registry.register({}, "finalized"))(); await 0; gc()' finalized
  logs 'keeps the target of a WeakRef for the turn' '
    const ref = (() => new WeakRef({ alive: true }))();
    gc(); console.log(ref.deref()); setTimeout(() => { gc(); console.log(ref.deref()) }, 1)' \
    $'{ alive: true }\nundefined'
done

it 'can block in Atomics.wait'
js "$shared console.log(Atomics.wait(word, 0, 0, 5))"
out_is timed-out

# The loop in the script's own hands.

it 'drives the loop that the script does not'
js 'setTimeout(() => console.log("timer"), 1)'
out_is timer

it 'lets the script drive it from the main module, promises included'
js 'setTimeout(async () => { await 1; console.log("promise") }, 1);
  setTimeout(() => console.log("timer"), 5);
  while (lo.loop.poll() > 0) {}
  console.log("end")'
status_is 0
out_is $'promise\ntimer\nend'
err_is ''

it 'lets the script drive it although a dependency awaits'
echo 'await 1; export const value = 1' > awaits.js
js 'import { value } from "./awaits.js";
  setTimeout(async () => { await value; console.log("promise") }, 1);
  setTimeout(() => console.log("timer"), 5);
  while (lo.loop.poll() > 0) {}'
status_is 0
out_is $'promise\ntimer'
err_is ''

it 'warns once when promises wait for a loop that is driven inside of a promise'
js 'await 1;
  for (const ms of [1, 3, 5]) setTimeout(async () => { await 1; console.log("promise") }, ms);
  setTimeout(() => console.log("timer"), 7);
  while (lo.loop.poll() > 0) {}'
status_is 0
out_is $'timer\npromise\npromise\npromise'
(($(grep -c 'inside a promise job' err) == 1)) || fail 'one warning'
err_has 'lo.run('

it 'does not warn when no promise waits'
js 'await 1; setTimeout(() => console.log("timer"), 1); while (lo.loop.poll() > 0) {}'
status_is 0
out_is timer
err_is ''

it 'drives it by lo.run after the awaits of the main module, in order'
js 'lo.run(() => { console.log("driver"); while (lo.loop.poll() > 0) {} console.log("driven") });
  lo.run(() => console.log("second"));
  await 1;
  setTimeout(async () => { await 1; console.log("promise") }, 1);
  setTimeout(() => console.log("timer"), 5);
  console.log("main")'
status_is 0
out_is $'main\ndriver\npromise\ntimer\ndriven\nsecond'
err_is ''

it 'runs the promises of a driver that does not poll'
js 'lo.run(() => { Promise.resolve().then(() => console.log("promise")) });
  lo.run(() => console.log("next"))'
status_is 0
out_is $'promise\nnext'

it 'takes a driver from a driver'
js 'lo.run(() => lo.run(() => console.log("inner")))'
status_is 0
out_is inner

it 'refuses a driver that is no function'
js 'lo.run(1)'
status_is 1
err_has 'ERR_INVALID_ARG_TYPE'
