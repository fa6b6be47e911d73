/** A queue: first in, first out, each in constant time on average. @template T */
export class Queue {
  /** @type {(T | undefined)[]} */
  #items = [];
  #head = 0;

  get size() {
    return this.#items.length - this.#head;
  }

  /** @param {T} item */
  push(item) {
    this.#items.push(item);
  }

  /** Takes the oldest out; undefined if there is none. @returns {T | undefined} */
  shift() {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    // Half of the array is empty: what is left moves to its front.
    if (this.#head * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}
