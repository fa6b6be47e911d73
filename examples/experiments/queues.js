// In what to queue immediates? A turn of a loop: each callback queues itself again.
const LENGTHS = [1, 10, 1000];

const swapped = () => {
  let queue = [];
  return { push: (f) => { queue.push(f); },
    run() { const batch = queue; queue = []; for (const f of batch) f(); } };
};
const shifted = () => {
  const queue = [];
  return { push: (f) => { queue.push(f); },
    run() { for (let n = queue.length; n > 0; n--) queue.shift()(); } };
};
const linked = () => {
  let head = null;
  let tail = null;
  return { push(f) { const node = { f, next: null };
      tail = tail === null ? head = node : tail.next = node; },
    run() { let node = head; head = tail = null; for (; node !== null; node = node.next) node.f(); } };
};
const ring = () => {
  const slots = new Array(2048).fill(null);
  let [first, last] = [0, 0];
  return { push(f) { slots[last] = f; last = (last + 1) & 2047; },
    run() { for (const end = last; first !== end; first = (first + 1) & 2047) slots[first](); } };
};

for (const [name, make] of Object.entries({ swapped, shifted, linked, ring })) {
  const results = LENGTHS.map((length) => {
    const queue = make();
    for (let i = 0; i < length; i++) queue.push(function again() { queue.push(again); });
    const turn = () => { for (let n = 4e5 / length; n > 0; n--) queue.run(); };
    turn(); // until V8 has optimised it
    const start = lo.hrtime();
    turn();
    return `${length}: ${((lo.hrtime() - start) / 4e5).toFixed(1)}`;
  });
  console.log(`${name.padEnd(8)} ns a callback, by the length of the queue: ${results.join(', ')}`);
}
