/** A descriptor that becomes readable at a deadline: timerfd_create(2). */
import { SystemError } from './errors.js';

const { create, arm } = lo.load('timerfd');
const { close } = lo.load('files');

export class TimerDescriptor {
  constructor() {
    this.fd = create();
    if (this.fd < 0) throw new SystemError(this.fd, 'timerfd_create');
  }

  /**
   * Makes it unreadable now, and readable again at `deadline` and not before.
   * @param {number} deadline nanoseconds of lo.hrtime(); Infinity for never
   */
  arm(deadline) {
    arm(this.fd, deadline === Infinity ? 0 : deadline);
  }

  close() {
    close(this.fd);
  }
}
