"use strict";

/* What the page needs before there is a game: labels, what this browser keeps, and the scene. */

const LANGUAGE = "celestia-language";
const SCRIPTS = ["words.js", "scene.js", "table.js", "play.js"];
let texts = null;

/** A value that is kept in this browser; a browser may allow none. */
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    /* it is played without being kept */
  }
}

/** A random number of so many bytes, in hexadecimal. */
function random(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((it) => it.toString(16).padStart(2, "0")).join("");
}

/** The language that was chosen here, or the first of this browser's that there is. */
function language() {
  const spoken = document.documentElement.dataset.languages.split(" ");
  const wished = [new URLSearchParams(location.search).get("language"), kept(LANGUAGE), ...navigator.languages];
  const found = wished.filter(Boolean).flatMap((tag) => [tag, tag.split("-")[0]]);
  return found.find((tag) => spoken.includes(tag)) ?? spoken[0];
}

function label(key, values = {}) {
  return texts.words[key].replace(/\{(\w+)\}/g, (gap, name) => (name in values ? values[name] : gap));
}

/** Load the labels, and offer the next language. */
async function loadTexts() {
  const spoken = language();
  texts = await (await fetch(`texts.${spoken}.json`)).json();
  document.documentElement.lang = spoken;
  document.title = label("page-title");
  const menu = document.getElementById("menu");
  menu.hidden = false;
  [menu.lang, menu.textContent] = texts.next;
}

/** Load the scene with its first game. */
async function loadScene(rules) {
  const made = document.createElement("script");
  Object.assign(made, { type: "application/json", id: "data" });
  made.textContent = JSON.stringify({ ...rules, words: { ...texts.words, ...rules.words }, places: texts.places, said: [] });
  document.body.append(made);
  for (const name of SCRIPTS) {
    await new Promise((done, fails) => {
      const script = document.createElement("script");
      Object.assign(script, { src: name, onload: done, onerror: fails });
      document.body.append(script);
    });
  }
}
