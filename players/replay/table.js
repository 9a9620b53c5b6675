"use strict";

/* What lies beside the scene: the dice, what happens, and all seats with their cards. */

/** Things with how many there are of each, in their order. */
function counted(things) {
  const found = new Map();
  for (const thing of things) found.set(thing, (found.get(thing) ?? 0) + 1);
  return found;
}

function showDice(frame) {
  const shown = frame.dice.map((face) => {
    const struck = frame.ignored.includes(face);
    const name = GAME.words[`face-${FACES[face]}`];
    const die = icon(`die-${FACES[face]}`);
    if (struck) die.append(drawn("use", { href: symbol("struck") }));
    return made("li", struck ? { class: "struck" } : {}, die, unseen(struck ? say("replay-ignored", { die: name }) : name));
  });
  document.getElementById("dice").replaceChildren(...shown);
}

function showTold(frame) {
  const lines = frame.said.map((sentence) => made("p", {}, ...spoken(sentence)));
  document.getElementById("told").replaceChildren(...lines);
}

/** A thing of a seat: its picture, how many of it, and its name. */
function chip(kind, picture, count, label, isNew) {
  const found = made("li", { class: isNew ? `${kind} new` : kind, title: label }, picture);
  if (count > 1) found.append(made("span", { class: "times", "aria-hidden": "true" }, `×${count}`));
  const words = count > 1 ? `${count} × ${label}` : label;
  found.append(unseen(isNew ? say("replay-new", { thing: words }) : words));
  return found;
}

/** The cards of a seat; equal ones are counted. */
function cardsOf(seat, before) {
  const had = counted(before.hand);
  return [...counted(seat.hand)].map(([card, count]) => {
    const [name, label] = GAME.cards[card];
    return chip("card", icon(`card-${name}`), count, label, count > (had.get(card) ?? 0));
  });
}

/** The treasures of a seat, each for itself. */
function treasuresOf(seat, before) {
  const had = counted(before.won);
  return seat.won.map((treasure) => {
    const [points, label, spyglass] = GAME.treasures[treasure];
    const left = had.get(treasure) ?? 0;
    had.set(treasure, left - 1);
    const coin = made("span", { class: spyglass ? "worth spyglass" : "worth", "aria-hidden": "true" }, `${points}`);
    return chip("treasure", coin, 1, label, left < 1);
  });
}

/** A row of things behind its name. */
function row(key, things) {
  const list = made("ul", { class: key });
  if (things.length) list.append(...things);
  else list.append(made("li", { class: "unseen" }, GAME.words["replay-nothing"]));
  return made("div", { class: things.length ? "row" : "row nothing" }, made("h4", { class: "unseen" }, GAME.words[`replay-${key}`]), list);
}

function sign(name, words, count) {
  const found = made("span", { class: "sign", title: words }, icon(name), unseen(words));
  if (count) found.append(made("span", { class: "times", "aria-hidden": "true" }, `${count}`));
  return found;
}

function* signs(seat, frame) {
  if (seat.number === frame.captain && seat.at === frame.craft) yield sign("captain", GAME.words["replay-captain"]);
  if (seat.power) yield sign(`power-${seat.power}`, GAME.words[`replay-power-${seat.power}`]);
  if (seat.crew) yield sign("crew", say("replay-crew", { count: seat.crew }), seat.crew);
  if (seat.tokens) yield sign("lamp", say("replay-tokens", { count: seat.tokens }), seat.tokens > 1 ? seat.tokens : 0);
}

/** Where a seat is: aboard, in the boat, in a city, or down. */
function whereabouts(seat) {
  if (typeof seat.at === "string") return GAME.words[`place-${seat.at}`];
  return seat.at ? GAME.cities[seat.at].name : GAME.words["place-ashore"];
}

function pointsOf(seat) {
  const treasures = seat.won.map((it) => GAME.treasures[it][0]).reduce((sum, it) => sum + it, 0);
  return treasures + seat.tokens * GAME.token;
}

function minus(points) {
  return `${points}`.replace("-", "\u2212");
}

/** What the final points come from. */
function parts(score) {
  const shown = [say("replay-part-treasures", { points: score.treasures })];
  if (score.tokens) shown.push(say("replay-part-tokens", { points: score.tokens }));
  if (score.penalty) shown.push(say("replay-part-penalty", { points: minus(-score.penalty) }));
  return made("p", { class: "parts" }, shown.join(" · "));
}

function seatShown(seat, before, frame) {
  const score = frame.last ? (GAME.scores[seat.number] ?? null) : null;
  const points = score ? score.total : pointsOf(seat);
  const best = score ? ` place-${score.rank}` : "";
  const actor = frame.by === seat.number ? " acts" : "";
  const figure = made("span", { class: "points", title: say("replay-points", { points: minus(points) }) });
  figure.append(made("span", { "aria-hidden": "true" }, minus(points)), unseen(say("replay-points", { points: minus(points) })));
  const head = made("div", { class: "head" }, made("h3", {}, named(seat.number)), figure);
  const where = score ? say("replay-place", { rank: score.rank }) : whereabouts(seat);
  const below = made("div", { class: "head" }, made("p", { class: "where" }, where), ...signs(seat, frame));
  const shown = made("li", { class: `seat${best}${actor}` }, head, below);
  shown.append(row("treasures", treasuresOf(seat, before)));
  shown.append(row("hand", cardsOf(seat, before)));
  if (score) shown.append(parts(score));
  return shown;
}

/** A thing that is pressed says what it is, for those who know no sign of it. */
function nameThing(event) {
  const thing = event.target.closest(".card, .treasure");
  if (thing) thing.closest(".seat").querySelector(".where").textContent = thing.title;
}

/** All seats, with what has come to each since the frame before. */
function showSeats(frame, before) {
  const shown = frame.seats.map((seat, number) => seatShown(seat, before.seats[number], frame));
  document.getElementById("seats").replaceChildren(...shown);
}
