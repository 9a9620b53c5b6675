"use strict";

/* The driver of a page on a running table: its bot sends what changes, over a WebSocket. */

const BROWSER = "celestia-browser";
const PING_EVERY = 5000;
const SILENCE = 4000;
const FIRST_TRY = 300;
const LAST_TRY = 5000;

class Live {
  longest = 1200; // milliseconds of a frame
  mostWaiting = 2; // the table goes on meanwhile
  #socket = null;
  #pending = new Map();
  #delay = FIRST_TRY;
  #retry = 0;
  #silence = 0;
  #isOver = false;
  #isSeated = false;
  #ahead = 0;
  #shown = Promise.resolve();

  constructor(link) {
    this.link = link;
    this.browser = kept(BROWSER) ?? random(16);
    keep(BROWSER, this.browser);
    setInterval(() => this.#ping(), PING_EVERY);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#ping();
    });
    addEventListener("online", () => this.#ping());
  }

  connect() {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    const address = new URL("socket", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = address.search = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ link: this.link, browser: this.browser, language: texts.language }));
      this.#expect();
    };
    socket.onmessage = ({ data }) => {
      clearTimeout(this.#silence);
      if (data !== "pong") this.#receive(data);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
    this.#expect();
  }

  /** Show messages in order; one that cannot be shown stops none after it. */
  #receive(data) {
    const shown = this.#shown.then(() => this.#came(JSON.parse(data)));
    this.#shown = shown.catch((fault) => {
      tell(label("page-broken"));
      reportError(fault);
    });
  }

  #lost() {
    clearTimeout(this.#silence);
    this.#socket = null;
    if (this.#isOver) return;
    tell(label(this.#isSeated ? "page-lost" : "page-connecting"));
    this.#retry = setTimeout(() => this.connect(), this.#delay * (0.5 + Math.random()));
    this.#delay = Math.min(LAST_TRY, 2 * this.#delay);
  }

  /** Give up a connection that sends nothing. */
  #expect() {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#silence = setTimeout(() => {
      if (this.#socket !== socket) return;
      socket.close();
      this.#lost();
    }, SILENCE);
  }

  #ping() {
    if (this.#isOver) return;
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send("ping");
      this.#expect();
    } else if (!this.#socket) this.connect();
  }

  async #came(found) {
    if (found.refused && found.over) {
      this.#isOver = true;
      tell(found.refused);
      if (this.#isSeated) clearQuestion();
      return;
    }
    if (found.refused && !found.done) {
      tell(found.refused); // the connection ends, and is tried again
      return;
    }
    if (found.rules) {
      this.#delay = FIRST_TRY;
      this.#ahead = found.clock * 1000 - Date.now();
      tell("");
      await begin(found);
      this.#isSeated = true;
      for (const [id, { command }] of this.#pending) this.#send(id, command);
    } else if (found.done) {
      const waiting = this.#pending.get(found.done);
      this.#pending.delete(found.done);
      waiting?.done(found);
    } else take(found);
  }

  #send(id, command) {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ id, ...command }));
      this.#expect();
    }
  }

  /** Send a command; after a lost connection it is sent again, and is carried out once. */
  #ask(command) {
    const id = random(16);
    return new Promise((done) => {
      this.#pending.set(id, { command, done });
      this.#send(id, command);
    });
  }

  async act({ do: name, values }) {
    const { moment, turn } = facts;
    const found = await this.#ask({ do: name, values, moment, turn });
    tell(found.refused ?? "");
  }

  hint() {
    return this.#ask({ do: "hint", values: [] });
  }

  wantsTips() {
    return true; // the bot knows, and sends none to others
  }

  /** Seconds until a time of the bot's clock. */
  secondsTo(time) {
    return Math.max(0, Math.round((time * 1000 - Date.now() - this.#ahead) / 1000));
  }

  finish() {
    this.#isOver = true;
    byId("answers").replaceChildren();
    const replay = facts.replay ? [made("a", { class: "quiet", href: facts.replay }, say("page-replay"))] : [];
    byId("beside").replaceChildren(...replay);
  }
}

/** Say how the connection is, or why something was not done. */
function tell(words) {
  document.getElementById("state").textContent = words;
  const note = document.getElementById("note");
  note.textContent = words;
  note.hidden = !words;
}

/** Show the table as it is: the first time, or after a lost connection. */
async function begin(found) {
  if (!document.getElementById("data")) await loadScene(found.rules);
  beginWith(found);
}

const driver = new Live(location.hash.slice(1));

async function start() {
  await loadTexts();
  document.getElementById("what").textContent = label("page-live");
  document.getElementById("menu").addEventListener("click", () => {
    keep(LANGUAGE, texts.next[0]);
    location.reload();
  });
  tell(label("page-connecting"));
  driver.connect();
}

addEventListener("hashchange", () => location.reload());
start();
