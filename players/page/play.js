"use strict";

/* The game: frames one after the other, then what is asked, and the answers to it. */

const LEAST = 450;
const FOR_A_LETTER = 12;
const MOST = 2200;
const FEW = 6;
const OPENING = 2;
const NEAR_SHIP = 85;
const NEAR_CITY = 75;
const SEEN = "celestia-tips";
const byId = (id) => document.getElementById(id);

let before = null;
let now = null;
let asked = null;
let version = 0;
let rest = [];
let timer = 0;
let busy = false;
let card = null;
let opening = false;

function learn(found) {
  GAME.cards.push(...(found.cards ?? []));
  GAME.treasures.push(...(found.treasures ?? []));
}

/** Take what came from the driver: the frames are shown first, then the question. */
function take(found) {
  if (found.refused) {
    byId("ask").replaceChildren(made("p", {}, found.refused));
    return;
  }
  learn(found);
  keep(KEPT, found.question ? found.saved : null);
  GAME.scores = found.scores;
  asked = found.question;
  version = found.version;
  card = null;
  rest = opening ? found.frames.slice(-OPENING) : found.frames;
  opening = false;
  clearQuestion();
  showNext();
}

function showNext() {
  clearTimeout(timer);
  if (!rest.length) {
    ask();
    return;
  }
  const [frame, ...more] = rest;
  rest = more;
  show({ ...frame, last: !asked && !rest.length });
  const letters = frame.said.reduce((sum, it) => sum + it.length, 0);
  if (!rest.length) ask();
  else timer = setTimeout(showNext, Math.min(MOST, LEAST + FOR_A_LETTER * letters));
}

/** Show what is left at once. */
function skip() {
  clearTimeout(timer);
  if (!rest.length) return;
  const said = rest.flatMap((it) => it.said);
  const last = rest.at(-1);
  rest = [];
  show({ ...last, said: said.slice(-3), last: !asked });
  ask();
}

function show(frame) {
  before = now ?? frame;
  now = frame;
  paint(frame, true);
  showDice(frame);
  showTold(frame);
  showAll(frame);
  byId("where").textContent = say("page-where", { journey: frame.journey, goal: GAME.words["replay-goal"] });
}

/* --- the seats ------------------------------------------------------------------------------ */

function showAll(frame) {
  byId("seats").replaceChildren(...frame.seats.map((seat) => seatLine(seat, frame)));
  const mine = frame.seats[GAME.seat];
  showHand(mine, before.seats[GAME.seat]);
  const won = treasuresOf(mine, before.seats[GAME.seat]);
  byId("won").replaceChildren(...(won.length ? won : [made("li", { class: "none" }, say("page-nothing"))]));
  byId("won-head").textContent = `${say("page-treasures")} · ${pointsOf(mine)}`;
}

/** The backs of treasures: how many from each city. */
function backs(seat) {
  return [...counted(seat.backs)].map(([city, count]) => {
    const words = `${count} × ${GAME.cities[city].name}`;
    const value = made("span", { class: "worth back", "aria-hidden": "true" }, `${GAME.cities[city].value}`);
    return chip("treasure", value, count, words, false);
  });
}

function seatLine(seat, frame) {
  const score = frame.last ? (GAME.scores[seat.number] ?? null) : null;
  const acts = frame.by === seat.number ? " acts" : "";
  const head = made("div", { class: "head" }, made("h3", {}, named(seat.number)));
  if (score) head.append(made("span", { class: "points" }, minus(score.total)));
  else head.append(held(seat));
  const where = score ? say("replay-place", { rank: score.rank }) : whereabouts(seat);
  const below = made("div", { class: "head" }, made("p", { class: "where" }, where), ...signs(seat, frame));
  const shown = made("li", { class: `seat${acts}${score ? ` place-${score.rank}` : ""}` }, head, below);
  if (seat.backs.length) shown.append(made("div", { class: "row" }, made("ul", { class: "treasures" }, ...backs(seat))));
  if (score) shown.append(parts(score));
  return shown;
}

function held(seat) {
  const words = say("page-held", { count: seat.held });
  return made("span", { class: "held", title: words }, made("span", { "aria-hidden": "true" }, `${seat.held}`), unseen(words));
}

/** My cards; one that can be played now is a button. */
function showHand(mine, had) {
  const old = counted(had.hand);
  const shown = [...counted(mine.hand)].map(([number, count]) => {
    const [name, words, about] = GAME.cards[number];
    const ways = asked && !rest.length ? asked.moves.filter((it) => it.card === number).length : 0;
    const press = made("button", { type: "button", class: ways ? "ready" : "", "aria-label": count > 1 ? `${count} × ${words}` : words }, icon(`card-${name}`));
    if (count > 1) press.append(made("span", { class: "times", "aria-hidden": "true" }, `×${count}`));
    press.addEventListener("click", () => pressCard(number, words, about));
    return made("li", { class: count > (old.get(number) ?? 0) ? "card new" : "card" }, press);
  });
  byId("hand").replaceChildren(...(shown.length ? shown : [made("li", { class: "none" }, say("page-nothing"))]));
}

/** A card says what it does; where it can be played, only the ways to do so are left. */
function pressCard(number, words, about) {
  byId("thing").replaceChildren(made("strong", {}, words), ` ${about}`);
  const ways = asked && !rest.length ? asked.moves.some((it) => it.card === number) : false;
  card = ways && card !== number ? number : null;
  if (asked && !rest.length) showAnswers();
}

/* --- the question --------------------------------------------------------------------------- */

function clearQuestion() {
  for (const id of ["ask", "answers", "beside", "tip", "thing"]) byId(id).replaceChildren();
  const past = made("button", { type: "button", class: "quiet" }, say("page-skip"));
  past.addEventListener("click", skip);
  if (rest.length > 1) byId("beside").append(past);
}

function ask() {
  byId("beside").replaceChildren();
  if (!asked) {
    finish();
    return;
  }
  const odds = now.captain === GAME.seat ? "" : asked.odds; // the captain's own hand says more
  const lines = [asked.stake, odds].filter(Boolean).map((it) => made("p", { class: "stake" }, ...spoken(it)));
  byId("ask").replaceChildren(made("p", { class: "question" }, ...spoken(asked.words)), ...lines);
  showTip();
  showAnswers();
  showHand(now.seats[GAME.seat], before.seats[GAME.seat]);
  const hint = made("button", { type: "button", class: "quiet" }, say("page-hint-ask"));
  hint.addEventListener("click", () => giveHint(hint));
  const beside = asked.moves.length > 1 ? [hint] : [];
  if (asked.moves.some((it) => it.kind === "pass")) {
    const leg = made("button", { type: "button", class: "quiet" }, say("page-pass-leg"));
    leg.addEventListener("click", () => answered("pass leg", { version }));
    beside.push(leg);
  }
  byId("beside").replaceChildren(...beside);
}

function showAnswers() {
  const offered = asked.moves.map((move, number) => ({ ...move, number })).filter((it) => card === null || it.card === card);
  const buttons = offered.map((move) => {
    const found = made("button", { type: "button", class: `answer ${move.kind}` }, made("span", {}, ...spoken(move.label)));
    if (move.about) found.title = move.about;
    found.addEventListener("click", () => answered("answer", { number: move.number, version }));
    return found;
  });
  byId("answers").classList.toggle("many", buttons.length > FEW);
  byId("answers").replaceChildren(...buttons);
}

async function answered(name, given) {
  if (busy) return;
  busy = true;
  try {
    take(await driver.ask(name, { language: texts.language, ...given }));
  } catch (fault) {
    byId("ask").replaceChildren(made("p", {}, say("page-broken")));
    throw fault;
  } finally {
    busy = false;
  }
}

async function giveHint(button) {
  button.disabled = true;
  const given = version;
  const found = await driver.ask("hint", { language: texts.language });
  learn(found);
  if (given === version && found.hint) byId("tip").replaceChildren(...spoken(found.hint));
}

/** One tip that this browser has not shown yet, for those who want tips. */
function showTip() {
  byId("tip").replaceChildren();
  if (!chosenNow().tips) return;
  const seen = new Set(JSON.parse(kept(SEEN) ?? "[]"));
  const fresh = asked.tips.find(([key]) => !seen.has(key));
  if (!fresh) return;
  byId("tip").replaceChildren(...spoken(fresh[1]));
  keep(SEEN, JSON.stringify([...seen, fresh[0]]));
}

/** What is touched on the scene is an answer, too: the ship stays aboard, the city is left for. */
function touched(event) {
  if (!asked || rest.length) return;
  const box = scene.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * PLACES.width;
  const y = ((event.clientY - box.top) / box.height) * PLACES.height;
  const near = ([left, top], most) => Math.hypot(left - x, top - y) < most;
  const kind = near(shipAt(now), NEAR_SHIP) ? "stay" : near(PLACES.cities[now[now.craft]], NEAR_CITY) ? "leave" : "";
  const number = asked.moves.findIndex((it) => it.kind === kind);
  if (number >= 0) answered("answer", { number, version });
}

/* --- the end -------------------------------------------------------------------------------- */

async function finish() {
  byId("ask").replaceChildren(made("p", { class: "question" }, say("page-over")));
  const again = made("button", { type: "button", class: "answer go" }, say("page-again"));
  again.addEventListener("click", () => enter("new", setupOf(chosenNow())));
  byId("answers").replaceChildren(again);
  const found = await driver.ask("ending", { language: texts.language });
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

function file(words, name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  return made("a", { class: "quiet", href: address, download: name }, words);
}

/* --- beginning ------------------------------------------------------------------------------ */

function beginWith(first) {
  byId("start").hidden = true;
  byId("game").hidden = false;
  byId("menu").textContent = say("page-another");
  byId("menu").lang = "";
  byId("told-head").textContent = say("page-story");
  byId("seats-head").textContent = say("page-others");
  byId("hand-head").textContent = say("page-hand");
  byId("won-head").textContent = say("page-treasures");
  byId("dice").setAttribute("aria-label", say("replay-dice"));
  byId("after").hidden = true;
  before = null;
  now = null;
  paintGround();
  opening = true;
  take(first);
}

/** Another game on the same page: all of the last one is taken off the scene. */
function againWith(first) {
  Object.assign(GAME, first.rules, { words: { ...texts.words, ...first.rules.words } });
  for (const layer of Object.values(layers)) layer.replaceChildren();
  pieces.clear();
  gifts = null;
  boscalumia = null;
  beginWith(first);
}

scene.addEventListener("click", touched);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || byId("game").hidden) return;
  const number = Number(event.key);
  if (number > 0) byId("answers").children[number - 1]?.click();
  if (event.key === "Escape") skip();
});
