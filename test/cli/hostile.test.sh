# Scripts that leave little of JavaScript as it was, and what lo is still to do.
source "$(dirname "$0")/harness.sh"

it 'loads bindings although Object.prototype has setters with the names of their functions'
js 'const fail = { set() { throw new Error("seen"); } };
for (const name of ["kind", "arm", "wait", "read"]) Object.defineProperty(Object.prototype, name, fail);
console.log({ a: 1 }, typeof lo.load("io_uring").arm);'
status_is 0
out_is '{ a: 1 } function'

it 'watches a descriptor although arrays have lost their methods'
js 'Array.prototype.push = () => { throw new Error("push"); };
lo.loop.add(lo.load("descriptors").pipe()[0], () => {});
lo.core.write(1, Uint8Array.of(111, 107, 10), 3);
lo.exit(0);'
status_is 0
out_is 'ok'

it 'loads a library again that did not fit on the stack'
js 'function overflow(name) { try { overflow(name); } catch { return globalThis[name]; } }
const names = ["AbortController", "EventTarget", "console", "TextDecoder", "performance"];
for (const name of names) try { overflow(name); } catch { /* no room to load it */ }
for (const name of names) if (globalThis[name] === undefined) throw new Error(name);
console.log(typeof new AbortController().signal.addEventListener);'
status_is 0
out_is 'function'

it 'drives the loop again that did not fit on the stack'
js 'setTimeout(() => console.log("timer"), 500);
function overflow() { try { overflow(); } catch { lo.loop.poll(0); } }
try { overflow(); } catch { /* no room for a turn */ }'
status_is 0
out_is 'timer'

it 'says that a closed loop is closed'
for loop in epoll doorbell; do
  run "$LO" --loop=$loop -e 'const { loop } = lo; (function spin() { setImmediate(spin); })();
setImmediate(() => loop.close());' < /dev/null
  status_is 1
  err_has 'EBADF'
done

it 'goes on with an event whose listener threw, and ends with 1'
js 'const target = new EventTarget();
target.addEventListener("x", () => { throw new Error("first"); });
target.addEventListener("x", () => console.log("second"));
target.dispatchEvent(new Event("x"));
console.log("after");'
status_is 1
out_is $'second\nafter'
err_has 'Error: first'
