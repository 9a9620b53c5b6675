"use strict";

/* The first screen: what is played, and the way into the game. */

const KEPT = "celestia-game";
const CHOSEN = "celestia-chosen";
const driver = new Here();

function field(kind, legend, ...children) {
  const found = document.createElement("fieldset");
  found.className = kind;
  const head = document.createElement("legend");
  head.textContent = legend;
  found.append(head, ...children);
  return found;
}

function choice(type, name, value, words, checked, about = "") {
  const found = document.createElement("label");
  const box = document.createElement("input");
  Object.assign(box, { type, name, value, defaultChecked: checked, checked });
  const told = document.createElement("span");
  told.textContent = words;
  found.append(box, told);
  if (about) {
    const more = document.createElement("small");
    more.textContent = about;
    found.append(more);
  }
  return found;
}

/** The settings, as they were chosen last. */
function drawSetup() {
  const setup = document.getElementById("setup");
  const chosen = JSON.parse(kept(CHOSEN) ?? "null") ?? texts.usual;
  const one = (name, values, words) => values.map((it) => choice("radio", name, it, words(it), `${chosen[name]}` === `${it}`));
  const boxes = texts.boxes.map(([name, words, about]) => choice("checkbox", "boxes", name, words, chosen.boxes.includes(name), about));
  const switches = texts.switches.map(([name, words]) => choice("checkbox", "switches", name, words, chosen.switches.includes(name)));
  const more = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = label("page-settings");
  more.append(
    summary,
    field("boxes", label("page-boxes"), ...boxes),
    field("chips", label("page-variant"), ...one("variant", texts.variants.map(([name]) => name), (it) => texts.variants.find(([name]) => name === it)[1])),
    field("chips", label("page-goal"), ...one("goal", texts.goals, (it) => `${it}`)),
    field("boxes", label("page-rules"), ...switches),
  );
  setup.replaceChildren(
    field("chips", label("page-level"), ...one("level", texts.levels.map(([name]) => name), (it) => texts.levels.find(([name]) => name === it)[1])),
    field("chips", label("page-seats"), ...one("seats", texts.seats, (it) => `${it}`)),
    field("chips", label("page-tips"), choice("checkbox", "tips", "on", label("page-tips"), chosen.tips)),
    more,
  );
}

function chosenNow() {
  const form = new FormData(document.getElementById("setup"));
  return {
    level: form.get("level"),
    seats: Number(form.get("seats")),
    boxes: form.getAll("boxes"),
    variant: form.get("variant"),
    goal: Number(form.get("goal")),
    switches: form.getAll("switches"),
    tips: form.has("tips"),
  };
}

/** The choices as the engine takes them, with a seed that nobody knows. */
function setupOf(chosen) {
  const options = {
    ...texts.options,
    boxes: chosen.variant === "standard" ? chosen.boxes : [],
    variant: chosen.variant,
    goal: chosen.variant === "beginner" ? texts.options.goal : chosen.goal,
  };
  for (const [name] of texts.switches) options[name] = chosen.switches.includes(name);
  return { language: texts.language, level: chosen.level, seats: chosen.variant === "crew" ? 2 : chosen.seats, options, seed: random(texts.seedBytes) };
}

async function enter(name, given) {
  const state = document.getElementById("state");
  const buttons = [document.getElementById("play"), document.getElementById("go-on")];
  for (const it of buttons) it.disabled = true;
  state.textContent = label("page-loading");
  try {
    await driver.ready;
    const first = await driver.ask(name, given);
    state.textContent = first.refused ?? "";
    if (!first.refused) await enterScene(first);
    else if (name === "go on") forget();
  } catch (fault) {
    state.textContent = label("page-broken");
    throw fault;
  } finally {
    for (const it of buttons) it.disabled = false;
  }
}

function forget() {
  keep(KEPT, null);
  document.getElementById("go-on").hidden = true;
}

/** Load the scene with its first game; later games are drawn into it. */
async function enterScene(first) {
  if (!document.getElementById("data")) await loadScene(first.rules);
  const menu = document.getElementById("menu");
  menu.textContent = label("page-another");
  menu.lang = "";
  keep(KEPT, first.saved);
  beginWith(first);
}

async function drawStart() {
  await loadTexts();
  document.getElementById("what").textContent = label("page-what");
  document.getElementById("play").textContent = label("page-play");
  const goOn = document.getElementById("go-on");
  goOn.textContent = label("page-go-on");
  goOn.hidden = !kept(KEPT);
  drawSetup();
}

document.getElementById("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  const chosen = chosenNow();
  keep(CHOSEN, JSON.stringify(chosen));
  enter("new", setupOf(chosen));
});
document.getElementById("go-on").addEventListener("click", () => enter("go on", { saved: kept(KEPT) }));
document.getElementById("menu").addEventListener("click", () => {
  if (!document.getElementById("game").hidden) {
    location.reload();
    return;
  }
  keep(LANGUAGE, texts.next[0]);
  history.replaceState(null, "", location.pathname);
  drawStart();
});
drawStart();
// once the game is there: it would fetch the same files at the same time
driver.ready.then(() => navigator.serviceWorker?.register("offline.js"));
