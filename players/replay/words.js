"use strict";

/* What is said: sentences with seats and bold words in them, labels, the picture in words. */

const GAME = JSON.parse(document.getElementById("data").textContent);

/** What a sentence leaves to the page: a seat, a face, a card or a treasure, as one letter. */
const MARK = /[\uE000-\uE4FE]/;
const MARKED = /(\(?[\uE000-\uE4FE][).,:;!?…]*)/;
const FACES = ["fog", "lightning", "birds", "pirates", "blank"];
const SEAT = 0xe000;
const FACE = 0xe010;
const CARD = 0xe100;
const TREASURE = 0xe300;

/** A sentence from its number and the marks that go into its gaps. */
function whole(short) {
  const number = parseInt(short, 10);
  const marks = [...short.slice(`${number}`.length)];
  return GAME.said[number].replace(/\uE4FF/g, () => marks.shift());
}

/** A label with its values put in. */
function say(key, values = {}) {
  return GAME.words[key].replace(/\{(\w+)\}/g, (gap, name) => (name in values ? values[name] : gap));
}

/** An element with attributes and children; texts are only ever texts. */
function made(tag, attributes = {}, ...children) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  found.append(...children);
  return found;
}

/** A name by which everybody can tell the seat: its sign, and what it is called. */
function named(seat) {
  return made("bdi", { class: `name ${GAME.colours[seat]}` }, icon(`chip-${GAME.colours[seat]}`), made("span", {}, GAME.names[seat]));
}

/** A thing in a sentence: its sign, and what it is called. */
function thing(name, words) {
  return made("span", { class: "thing" }, icon(name), words);
}

/** What a mark stands for. */
function marked(mark) {
  const code = mark.charCodeAt(0);
  if (code >= TREASURE) return GAME.treasures[code - TREASURE][1];
  if (code >= CARD) return thing(`card-${GAME.cards[code - CARD][0]}`, GAME.cards[code - CARD][1]);
  if (code >= FACE) return thing(`die-${FACES[code - FACE]}`, GAME.words[`face-${FACES[code - FACE]}`]);
  return named(code - SEAT);
}

/** The same with the marks of punctuation that must not be parted from it. */
function glued(words) {
  if (!MARK.test(words)) return words;
  const [before, after] = words.split(MARK);
  const node = marked(words.match(MARK)[0]);
  if (typeof node === "string") return before + node + after;
  return before || after ? made("span", { class: "glued" }, before, node, after) : node;
}

/** A sentence as nodes. */
function* spoken(sentence) {
  for (const [number, words] of sentence.split("**").entries()) {
    const nodes = words.split(MARKED).filter(Boolean).map(glued);
    if (number % 2) yield made("strong", {}, ...nodes);
    else yield* nodes;
  }
}

/** Words for those who listen alone. */
function unseen(words) {
  return made("span", { class: "unseen" }, words);
}

/** All that the picture shows, in words. */
function described(frame) {
  return [...flights(frame), ...around(frame)].join(" ");
}

function called(seats) {
  return seats.map((seat) => GAME.names[seat]).join(", ");
}

function* flights(frame) {
  for (const craft of ["ship", "boat"]) {
    const aboard = frame.seats.filter((seat) => seat.at === craft).map((seat) => seat.number);
    if (!aboard.length) continue;
    const flies = craft === frame.craft && frame.to;
    const values = { city: GAME.cities[frame[craft]].name, target: flies ? GAME.cities[frame.to].name : "" };
    yield say(`picture-${craft}-${flies ? "flies" : "rests"}`, values);
    yield say(`picture-aboard-${craft}`, { seats: called(aboard) });
  }
  const captain = frame.seats[frame.captain];
  if (captain.at === frame.craft) yield say("picture-captain", { seats: called([frame.captain]) });
  const ashore = frame.seats.filter((seat) => seat.at > 0);
  const pairs = ashore.map((it) => say("picture-pair", { seat: GAME.names[it.number], value: GAME.cities[it.at].name }));
  if (pairs.length) yield say("picture-ashore", { seats: pairs.join(", ") });
}

function* around(frame) {
  const cities = frame.piles.map((left, number) => {
    const city = GAME.cities[number + 1];
    return `${city.name} ${city.value}/${city.dice}/${left}`;
  });
  yield say("picture-cities", { cities: cities.join(", ") });
  if (GAME.boxes.includes("krismastri")) yield say("picture-gifts", { gifts: frame.gifts });
  if (GAME.boxes.includes("matryoshburg")) yield say("picture-matryoshburg");
  if (GAME.boxes.includes("boscalumia")) yield say(frame.lit ? "picture-lit" : "picture-dark");
}
