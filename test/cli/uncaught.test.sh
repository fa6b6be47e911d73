#!/usr/bin/env bash
# lo.onUncaughtException, and what goes on after an error.
source "$(dirname "$0")/harness.sh"

it 'hands over what was thrown, and prints nothing'
js 'const thrown = { anything: 1 };
  lo.onUncaughtException = (error) => console.log(error === thrown);
  setTimeout(() => { throw thrown }, 1)'
status_is 0
out_is true
err_is ''

it 'is called as a method of lo'
js 'lo.onUncaughtException = function () { console.log(this === lo) }; throw 1'
out_is true

it 'lets the other callbacks of the batch run'
cat > script.js <<'JS'
lo.onUncaughtException = (error) => console.log('caught', error.message);
const fail = (message) => { throw new Error(message) };
const batch = (name, add) => {
  add(() => fail(name));
  add(() => console.log(name, 'next'));
};
batch('microtask', queueMicrotask);
batch('immediate', setImmediate);
batch('timer', (callback) => setTimeout(callback, 1));
batch('promise', (callback) => setTimeout(() => Promise.resolve().then(callback), 10));
setTimeout(batch, 20, 'plain immediate', (callback) => lo.loop.setImmediate(callback));
fail('main');
JS
run "$LO" script.js
status_is 0
err_is ''
# The main module's error comes after its microtasks: a module that throws is a rejected promise.
out_is 'caught microtask
microtask next
caught main
caught immediate
immediate next
caught timer
timer next
caught promise
promise next
caught plain immediate
plain immediate next'

it 'lets the callbacks of the other descriptors run'
cat > script.js <<'JS'
lo.onUncaughtException = (error) => console.log('caught', error.message);
for (const fd of [3, 4]) {
  lo.loop.add(fd, () => {
    lo.loop.remove(fd);
    throw new Error(String(fd));
  });
}
JS
run "$LO" script.js 3< <(echo) 4< <(echo)
status_is 0
[[ $(sort out) == $'caught 3\ncaught 4' ]] || fail 'both'

it 'gets every rejection of a drain'
js 'lo.onUncaughtException = (error) => console.log(error);
  Promise.reject(1); Promise.reject(2);
  setTimeout(() => { Promise.reject(3); Promise.reject(4) }, 1)'
status_is 0
out_is $'1\n2\n3\n4'

it 'gets what lo.run, lo.onBeforeExit and a finalizer throw'
js 'lo.onUncaughtException = (error) => console.log(error);
  lo.run(() => { throw "first driver" });
  lo.run(() => { throw "second driver" });
  lo.onBeforeExit = () => { throw "before exit" };
  const registry = new FinalizationRegistry(() => { throw "finalizer" });
  (() => registry.register({}, 1))();
  setTimeout(gc, 1); setTimeout(() => {}, 50)'
status_is 0
out_is $'first driver\nsecond driver\nfinalizer\nbefore exit'

it 'may go on with promises and callbacks'
js 'lo.onUncaughtException = async () => { await 1; console.log("awaited");
    setImmediate(() => console.log("immediate")) };
  throw 1'
status_is 0
out_is $'awaited\nimmediate'

it 'gets its own rejection'
js 'lo.onUncaughtException = async (error) => {
    console.log(error);
    if (error < 3) throw error + 1;
  };
  throw 1'
status_is 0
out_is $'1\n2\n3'

it 'may be set, changed and taken away at any time'
js 'lo.onUncaughtException = () => { console.log("first"); lo.onUncaughtException = null };
  setImmediate(() => { throw new Error("second") });
  throw 1'
status_is 1
out_is first
err_has 'Error: second'

it 'is no handler unless it is a function'
js 'lo.onUncaughtException = {}; throw new Error("here")'
status_is 1
err_has 'Error: here'

it 'ends with 7 and prints the new error when it throws'
js 'lo.onUncaughtException = () => { throw new Error("in the handler") };
  setTimeout(() => console.log("later"), 1);
  throw new Error("here")'
status_is 7
out_is ''
err_begins "file://$work/script.js:1"
err_has 'Error: in the handler'

for value in null '"text"' '{ a: 1 }'; do
  it "ends with 7 when it throws $value"
  js "lo.onUncaughtException = () => { throw $value };
    setTimeout(() => { throw new Error('here') }, 1)"
  status_is 7
  err_has Uncaught
done

it 'ends with 7 when it never stops calling itself'
js 'lo.onUncaughtException = () => lo.reportUncaught(1); throw 1'
status_is 7
err_has 'Maximum call stack size exceeded'

it 'prints the error and what a getter in its place throws'
js 'Object.defineProperty(lo, "onUncaughtException", { get() { throw new Error("getter") } });
  throw new Error("here")'
status_is 1
err_has 'Error: here'

it 'gets what lo.reportUncaught is called with'
js 'lo.onUncaughtException = (error) => console.log(error);
  lo.reportUncaught("reported");
  console.log("on")'
status_is 0
out_is $'reported\non'

it 'is not asked for errors that are caught'
js 'lo.onUncaughtException = () => console.log("asked");
  try { throw 1 } catch {}
  Promise.reject(1).catch(() => {});
  await Promise.allSettled([Promise.reject(1)])'
status_is 0
out_is ''
