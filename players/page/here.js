"use strict";

/* The driver of a page without a server: engine and computers run in a worker of this browser. */

class Here {
  longest = 2200; // milliseconds of a frame
  mostWaiting = Infinity; // nobody waits for the person
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
      this.#worker.postMessage({ id, name, given: JSON.stringify({ language: texts.language, ...given }) });
    });
  }

  /** Give an answer to the question that is shown. */
  async act({ do: name, values }) {
    const found = await this.ask(name, { number: Number(values[0]), version: facts.version });
    if (!found.refused) keep(KEPT, found.question ? found.saved : null);
    take(found);
  }

  hint() {
    return this.ask("hint");
  }

  wantsTips() {
    return chosenNow().tips;
  }

  /** What is offered after the game: another one, the review, and files. */
  async finish() {
    const again = made("button", { type: "button", class: "answer go" }, say("page-again"));
    again.addEventListener("click", () => enter("new", setupOf(chosenNow())));
    byId("answers").replaceChildren(again);
    const found = await this.ask("ending");
    learn(found);
    const slips = found.slips.map((it) => made("li", {}, ...spoken(it)));
    const after = byId("after");
    after.hidden = false;
    after.replaceChildren(made("h2", {}, say("page-review")), slips.length ? made("ul", {}, ...slips) : made("p", {}, say("page-review-none")));
    byId("beside").replaceChildren(
      file(say("page-replay"), "celestia-replay.html", found.replay, "text/html"),
      file(say("page-record"), "celestia-record.json", JSON.stringify(found.record), "application/json"),
    );
  }
}

function file(words, name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  return made("a", { class: "quiet", href: address, download: name }, words);
}
