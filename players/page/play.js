"use strict";

/* The game: frames one after the other, then what is asked, and the answers to it. The driver is `Here` or `Live`. */

const LEAST = 450;
const FOR_A_LETTER = 12;
const LINES = 3;
const FEW = 6;
const OPENING = 2;
const NEAR_SHIP = 85;
const NEAR_CITY = 75;
const SEEN = "celestia-tips";
const byId = (id) => document.getElementById(id);

let before = null;
let now = null;
let facts = {}; // all that is shown beside the scene: the question, the answers, who is awaited
let rest = [];
let timer = 0;
let busy = false;
let card = null;
let shown = "";
let stays = false; // the question that stands there is still the one that is asked

function learn(found) {
  GAME.cards.push(...(found.cards ?? []));
  GAME.treasures.push(...(found.treasures ?? []));
}

/** Take what came from the driver: its frames are shown first, then what is asked. */
function take(found) {
  if (found.refused) {
    byId("ask").replaceChildren(made("p", {}, found.refused));
    return;
  }
  const { frames = [], cards, treasures, rules, ...changes } = found;
  learn(found);
  const asked = JSON.stringify(facts.question);
  Object.assign(facts, changes);
  GAME.scores = facts.scores;
  GAME.names = facts.names ?? GAME.names;
  stays = JSON.stringify(facts.question) === asked;
  if (!stays) card = null;
  const isMoving = rest.length > 0;
  for (const frame of frames) rest.push(patched(frame, rest.at(-1) ?? now));
  while (rest.length > driver.mostWaiting) catchUp();
  if (rest.length && !stays) clearQuestion();
  if (!isMoving) showNext();
}

/** Put the first two frames that wait together: others play faster than they are shown. */
function catchUp() {
  const [first, second, ...more] = rest;
  rest = [{ ...second, said: [...first.said, ...second.said].slice(-LINES) }, ...more];
}

/** A frame from its changes; a seat without any is null. */
function patched(frame, last) {
  if (!last) return frame;
  const seats = (frame.seats ?? last.seats).map((seat, number) => seat ?? last.seats[number]);
  return { ...last, ...frame, seats };
}

function showNext() {
  clearTimeout(timer);
  if (!rest.length) {
    ask();
    return;
  }
  const [frame, ...more] = rest;
  rest = more;
  show({ ...frame, last: isOver() && !rest.length });
  const letters = frame.said.reduce((sum, it) => sum + it.length, 0);
  if (!rest.length) ask();
  else timer = setTimeout(showNext, Math.min(driver.longest, LEAST + FOR_A_LETTER * letters));
}

/** Show what is left at once. */
function skip() {
  clearTimeout(timer);
  if (!rest.length) return;
  const said = rest.flatMap((it) => it.said);
  const last = rest.at(-1);
  rest = [];
  show({ ...last, said: said.slice(-LINES), last: isOver() });
  ask();
}

function isOver() {
  return facts.scores.length > 0;
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
  if (GAME.seat === null) return; // a spectator has none of what follows
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
    const ways = waysOf(number).length;
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
  card = waysOf(number).length && card !== number ? number : null;
  if (isAsked()) showAnswers();
}

/** The answers by which a card is played now. */
function waysOf(number) {
  return isAsked() ? facts.question.moves.filter((it) => it.card === number) : [];
}

/* --- the question --------------------------------------------------------------------------- */

/** True if an answer can be given now. */
function isAsked() {
  return Boolean(facts.question) && (stays || !rest.length);
}

function clearQuestion() {
  shown = "";
  for (const id of ["ask", "answers", "beside", "tip", "thing"]) byId(id).replaceChildren();
  if (rest.length > 1) byId("beside").append(quiet(say("page-skip"), skip));
}

function quiet(words, press) {
  const found = made("button", { type: "button", class: "quiet" }, words);
  found.addEventListener("click", press);
  return found;
}

/** Show what is asked; what stands there already is left alone, for fingers that are about to press. */
function ask() {
  const drawing = JSON.stringify([facts, card]);
  if (drawing === shown) return;
  shown = drawing;
  if (isOver() || (facts.stage && facts.stage !== "playing")) {
    finish();
    return;
  }
  const { question, waits, notes = [], doors = [] } = facts;
  const lines = [facts.stake, question && isCaptain() ? "" : facts.odds, ...notes].filter(Boolean);
  const head = question ? question.words : waits || say("page-watching");
  byId("ask").replaceChildren(
    made("p", { class: question ? "question" : "waits" }, ...spoken(head), ...timeLeft()),
    ...lines.map((it) => made("p", { class: "stake" }, ...spoken(it))),
  );
  showTip();
  showAnswers();
  if (GAME.seat !== null) showHand(now.seats[GAME.seat], before.seats[GAME.seat]);
  const beside = doors.map((it) => quiet(it.label, () => answered({ do: it.do, values: [it.value] })));
  if (question?.hint) {
    const hint = quiet(say("page-hint-ask"), () => giveHint(hint));
    beside.unshift(hint);
  }
  byId("beside").replaceChildren(...beside);
  showOrders();
}

/** The captain's own hand says more than the odds by what all can see. */
function isCaptain() {
  return now.captain === GAME.seat;
}

function showAnswers() {
  const offered = (facts.question?.moves ?? []).filter((it) => card === null || it.card === card);
  const buttons = offered.map((move) => {
    const found = made("button", { type: "button", class: `answer ${move.kind}` }, made("span", {}, ...spoken(move.label)));
    if (move.about) found.title = move.about;
    found.addEventListener("click", () => answered(move));
    return found;
  });
  byId("answers").classList.toggle("many", buttons.length > FEW);
  byId("answers").replaceChildren(...buttons);
}

/** Do what a button, a card or a place on the scene stands for. */
async function answered({ do: name, value, values = [value] }) {
  if (busy) return;
  busy = true;
  byId("asked").setAttribute("aria-busy", "true");
  try {
    await driver.act({ do: name, values });
  } catch (fault) {
    byId("ask").replaceChildren(made("p", {}, say("page-broken")));
    throw fault;
  } finally {
    busy = false;
    byId("asked").removeAttribute("aria-busy");
  }
}

async function giveHint(button) {
  button.disabled = true;
  const asked = facts.question;
  const found = await driver.hint();
  learn(found);
  if (asked === facts.question && found.hint) byId("tip").replaceChildren(...spoken(found.hint));
}

/* --- time and orders: on a table with other people ------------------------------------------ */

function timeLeft() {
  return facts.until ? [made("span", { id: "left" }, ` · ${spelt(driver.secondsTo(facts.until))}`)] : [];
}

function spelt(seconds) {
  if (seconds < 120) return say("page-seconds", { seconds });
  if (seconds < 7200) return say("page-minutes", { minutes: Math.round(seconds / 60) });
  return say("page-hours", { hours: Math.round(seconds / 3600) });
}

setInterval(() => {
  const left = byId("left");
  if (left && facts.until) left.textContent = ` · ${spelt(driver.secondsTo(facts.until))}`;
}, 1000);

/** The orders of my seat: what is changed is sent at once. */
function showOrders() {
  const orders = byId("orders");
  const groups = facts.orders ?? [];
  orders.hidden = !groups.length;
  const known = JSON.stringify(groups);
  if (orders.dataset.known === known) return;
  orders.dataset.known = known;
  byId("orders-head").textContent = say("page-orders");
  byId("wishes").replaceChildren(...groups.map(orderGroup));
}

function orderGroup({ label: legend, do: name, choices, one }) {
  const found = made("fieldset", { class: "boxes" });
  if (legend) found.append(made("legend", {}, legend));
  const change = () => {
    const chosen = [...found.querySelectorAll("input")].filter((it) => it.checked).map((it) => it.value);
    answered({ do: name, values: name === "always" ? [chosen.length ? "on" : "off"] : chosen });
  };
  for (const [value, words, isChosen] of choices) {
    const box = made("input", { type: one ? "radio" : "checkbox", name, value });
    box.checked = isChosen;
    box.addEventListener("change", change);
    found.append(made("label", {}, box, made("span", {}, ...spoken(words))));
  }
  return found;
}

/** One tip that this browser has not shown yet, for those who want tips. */
function showTip() {
  byId("tip").replaceChildren();
  if (!facts.question || !driver.wantsTips()) return;
  const seen = new Set(JSON.parse(kept(SEEN) ?? "[]"));
  const fresh = facts.question.tips.find(([key]) => !seen.has(key));
  if (!fresh) return;
  byId("tip").replaceChildren(...spoken(fresh[1]));
  keep(SEEN, JSON.stringify([...seen, fresh[0]]));
}

/** What is touched on the scene is an answer, too: the ship stays aboard, the city is left for. */
function touched(event) {
  if (!isAsked()) return;
  const box = scene.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * PLACES.width;
  const y = ((event.clientY - box.top) / box.height) * PLACES.height;
  const near = ([left, top], most) => Math.hypot(left - x, top - y) < most;
  const kind = near(shipAt(now), NEAR_SHIP) ? "stay" : near(PLACES.cities[now[now.craft]], NEAR_CITY) ? "leave" : "";
  const move = facts.question.moves.find((it) => it.kind === kind);
  if (move) answered(move);
}

/* --- the end -------------------------------------------------------------------------------- */

function finish() {
  const words = say((facts.stage ?? "over") === "over" ? "page-over" : "page-cancelled");
  clearQuestion();
  byId("orders").hidden = true;
  byId("ask").replaceChildren(made("p", { class: "question" }, words));
  driver.finish();
}

/* --- beginning ------------------------------------------------------------------------------ */

/** Show a game from here on: a new one, or one that has gone on without this page. */
function beginWith(first) {
  byId("start").hidden = true;
  byId("game").hidden = false;
  byId("game").classList.toggle("watching", first.rules.seat === null);
  byId("told-head").textContent = say("page-story");
  byId("seats-head").textContent = say("page-others");
  byId("hand-head").textContent = say("page-hand");
  byId("won-head").textContent = say("page-treasures");
  byId("dice").setAttribute("aria-label", say("replay-dice"));
  byId("after").hidden = true;
  Object.assign(GAME, first.rules, { words: { ...texts.words, ...first.rules.words } });
  for (const layer of Object.values(layers)) layer.replaceChildren();
  pieces.clear();
  gifts = null;
  boscalumia = null;
  clearTimeout(timer);
  before = null;
  now = null;
  facts = {};
  rest = [];
  paintGround();
  take({ ...first, frames: first.frames.slice(-OPENING) });
}

scene.addEventListener("click", touched);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || byId("game").hidden) return;
  const number = Number(event.key);
  if (number > 0) byId("answers").children[number - 1]?.click();
  if (event.key === "Escape") skip();
});
