// Timers, immediates and microtasks, in the order in which they run.
const start = performance.now();

function say(what) {
  console.log(`${(performance.now() - start).toFixed(0)} ms: ${what}`);
}

setTimeout(say, 50, 'a timeout');
const beat = setInterval(() => {
  say('an interval');
  if (++beats === 3) clearInterval(beat);
}, 20);
let beats = 0;

setImmediate(() => say('an immediate'));
queueMicrotask(() => say('a microtask'));
say('the script itself');
