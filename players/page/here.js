"use strict";

/* The driver of a page without a server: engine and computers run in a worker of this browser. */

class Here {
  #worker = new Worker("worker.js", { type: "module" });
  #waiting = new Map();
  #number = 0;

  constructor() {
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data: { id, found, failed } }) => {
        if (id === 0) {
          if (failed) reject(new Error(failed));
          else resolve();
          return;
        }
        const { done, fails } = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (failed) fails(new Error(failed));
        else done(JSON.parse(found));
      };
      this.#worker.onerror = (event) => reject(new Error(event.message));
    });
  }

  /** Ask for something; what comes back is plain data. */
  ask(name, given = {}) {
    this.#number += 1;
    const id = this.#number;
    return new Promise((done, fails) => {
      this.#waiting.set(id, { done, fails });
      this.#worker.postMessage({ id, name, given: JSON.stringify(given) });
    });
  }
}
