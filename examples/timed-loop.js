// A loop of one's own: lo's, but each turn says how long it took. Timers and immediates go to it.
import { Loop } from 'lib/loop.js';

class TimedLoop extends Loop {
  turns = 0;

  poll(timeout) {
    const start = lo.hrtime();
    const alive = super.poll(timeout);
    console.log(`turn ${++this.turns}: ${((lo.hrtime() - start) / 1e3).toFixed(1)} us`);
    return alive;
  }
}

lo.loop = new TimedLoop();
setImmediate(() => console.log('an immediate'));
setTimeout(() => console.log('a timer'), 5);
while (lo.loop.poll() > 0);
