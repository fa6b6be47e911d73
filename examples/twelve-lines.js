// An event loop in twelve lines, on the raw binding, and what a turn of it costs.
const { create, wait } = lo.load('epoll');
const epoll = create();
let queue = [];
const later = (callback) => { queue.push(callback); };

function poll() {
  wait(epoll, 1, 0);
  const batch = queue;
  queue = [];
  for (const callback of batch) callback();
  return queue.length;
}

let turns = 0;
const tick = () => { if (++turns < 3e6) later(tick); };
const start = lo.hrtime();
later(tick);
while (poll() > 0);
console.log(`${((lo.hrtime() - start) / turns).toFixed(0)} ns a turn`);
