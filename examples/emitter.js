// An EventEmitter: listeners, one-time listeners, errors, and waiting for an event.
import { EventEmitter, once } from 'node:events';

class Door extends EventEmitter {
  knock(who) {
    if (!this.emit('knock', who)) console.log(`${who} knocks, and nobody listens`);
  }
}

const door = new Door();
door.knock('Ada');
door.on('knock', (who) => console.log(`${who} is at the door`));
door.once('knock', (who) => console.log(`${who} is the first`));
door.knock('Grace');
door.knock('Barbara');

door.on('error', (error) => console.log(`caught: ${error.message}`));
door.emit('error', new Error('the hinge creaks'));

setTimeout(() => door.emit('open', 'inside'), 10);
const [where] = await once(door, 'open');
console.log(`now we are ${where}`);
