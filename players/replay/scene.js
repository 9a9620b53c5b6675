"use strict";

/* The painted scene: cities, crafts and pawns, put together from the baked symbols. */

const SVG = "http://www.w3.org/2000/svg";
const PLACES = GAME.places;
const GAP = 10;
const BOSCALUMIA = 11;
const MOTION = matchMedia("(prefers-reduced-motion: reduce)");
const GLIDE = 520;

function drawn(tag, attributes = {}, ...children) {
  const found = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  found.append(...children);
  return found;
}

/** Where a part of the art is found. */
function symbol(name) {
  return `#a-${name}`;
}

/** A symbol that stands in a text. */
function icon(name) {
  return drawn("svg", { class: "icon", "aria-hidden": "true" }, drawn("use", { href: symbol(name) }));
}

/** A symbol of the scene, with (0, 0) of the art at this place. */
function put(name, x = 0, y = 0) {
  return drawn("use", { href: symbol(name), transform: `translate(${x} ${y})` });
}

/* Symbols with a frame of their own scale to the size they are given. */
function framed(name, x, y, width) {
  return drawn("use", { href: symbol(name), x: x - width / 2, y: y - width / 2, width, height: width });
}

const scene = document.getElementById("scene");
const layers = Object.fromEntries(
  ["ground", "cities", "target", "back", "inside", "front", "ashore", "badges", "falling"].map((name) => [
    name,
    scene.appendChild(drawn("g", { class: name })),
  ]),
);
const cities = {};
const chests = {};
const crafts = {};
const pieces = new Map();
let gifts = null;
let boscalumia = null;

/** All that never moves. */
function paintGround() {
  scene.setAttribute("viewBox", `0 0 ${PLACES.width} ${PLACES.height}`);
  layers.ground.append(put("sky"));
  for (let city = 1; city <= 9; city += 1) {
    cities[city] = layers.cities.appendChild(put(`city-${city}`, ...PLACES.cities[city]));
    badge(city, [["coin", GAME.cities[city].value], ...dicePart(city), ["chest", 0]]);
  }
  if (GAME.boxes.includes("boscalumia")) {
    const [x, y] = PLACES.cities[6];
    layers.cities.append(drawn("g", { class: "dark" }, put("fork", x, y), put("gap", ...PLACES.cities[GAP])));
    boscalumia = layers.cities.appendChild(put("boscalumia", ...PLACES.cities[BOSCALUMIA]));
    badge(BOSCALUMIA, [["coin", GAME.cities[BOSCALUMIA].value], ...dicePart(BOSCALUMIA)]).classList.add("dark");
  }
  if (GAME.boxes.includes("matryoshburg")) layers.cities.append(put("matryoshburg", ...PLACES.doll));
  if (GAME.boxes.includes("krismastri")) {
    const [x, y] = PLACES.gifts;
    gifts = figure("chest", x, y + 50);
    layers.cities.append(put("krismastri", x, y), framed("gift", x, y + 28, 64), gifts);
  }
  for (const craft of ["ship", "boat"]) {
    crafts[craft] = {
      back: layers.back.appendChild(put(`${craft}-back`)),
      front: layers.front.appendChild(put(`${craft}-front`)),
    };
  }
}

function dicePart(city) {
  return GAME.cities[city].dice ? [["small-die", GAME.cities[city].dice]] : [];
}

function figure(style, x, y) {
  return drawn("text", { class: `figure ${style}`, x, y });
}

const WIDE = { coin: 54, "small-die": 46, chest: 58 };

/** What a city is worth, how many dice lead to it, how many treasures are left. */
function badge(city, parts) {
  const [x, below] = PLACES.cities[city];
  const y = below + PLACES.badge;
  const group = layers.badges.appendChild(drawn("g"));
  let left = x - parts.reduce((wide, [name]) => wide + WIDE[name] - 1, -1) / 2;
  for (const [name, value] of parts) {
    const middle = left + WIDE[name] / 2;
    const number = figure(name, middle, y + (name === "chest" ? 21 : 12));
    number.textContent = value;
    const behind = framed(name, middle, y, 64);
    group.append(behind, number);
    if (name === "chest") chests[city] = { behind, number };
    left += WIDE[name] - 1;
  }
  return group;
}

/** Put the scene as it lies in this frame; `moving`: pieces glide to where they go. */
function paint(frame, moving) {
  for (let city = 1; city <= 9; city += 1) {
    const left = frame.piles[city - 1];
    cities[city].classList.toggle("empty", !left);
    chests[city].behind.setAttribute("href", symbol(left ? "chest" : "empty-chest"));
    chests[city].number.textContent = left;
  }
  if (gifts) gifts.textContent = frame.gifts;
  if (boscalumia) boscalumia.setAttribute("href", symbol(frame.lit ? "boscalumia-lit" : "boscalumia"));
  scene.classList.toggle("lit", frame.lit);
  layers.target.replaceChildren();
  const flies = frame.seats.some((seat) => seat.at === frame.craft);
  if (flies && frame.to && frame.to !== GAP) {
    const [x, y] = PLACES.cities[frame.to];
    layers.target.append(framed("target", x, y + 4, 64));
  }
  const glide = moving && !MOTION.matches;
  const ways = { ship: shipAt(frame), boat: boatAt(frame) };
  for (const [craft, way] of Object.entries(ways)) paintCraft(frame, craft, way, glide);
  paintPawns(frame, ways, glide);
  scene.setAttribute("aria-label", described(frame));
}

function paintCraft(frame, craft, [x, y], glide) {
  const falls = frame.down.length > 0 && frame.craft === craft;
  const there = falls || frame.seats.some((seat) => seat.at === craft);
  for (const half of Object.values(crafts[craft])) {
    half.classList.toggle("gone", !there);
    move(half, x, falls ? y + 26 : y, falls ? -16 : 0, glide && there);
  }
}

/** Put a piece there, at once or gliding. */
function move(piece, x, y, turn, glide) {
  const there = `translate(${x}px, ${y}px) rotate(${turn}deg)`;
  const before = piece.there;
  piece.there = there;
  piece.setAttribute("transform", `translate(${x} ${y}) rotate(${turn})`);
  for (const running of piece.getAnimations()) running.cancel();
  if (glide && before && before !== there) {
    piece.animate([{ transform: before }, { transform: there }], { duration: GLIDE, easing: "ease-in-out" });
  }
}

/** Halfway to where it flies, or over the city where it is moored. */
function shipAt(frame) {
  let [x, y] = PLACES.cities[frame.ship];
  if (frame.ship === GAP) x -= 22;
  else if (frame.craft === "ship" && frame.to) {
    const [toX, toY] = PLACES.cities[frame.to];
    y = Math.abs(y - toY) < 60 ? Math.min(y, toY) : (y + toY) / 2 + 20;
    x = (x + toX) / 2;
  }
  const lift = PLACES.far.includes(frame.ship) ? 80 : 66;
  return [Math.min(Math.max(x, 112), 850), Math.max(y - lift, 82)];
}

function boatAt(frame) {
  let [x, y] = PLACES.cities[frame.boat];
  if (frame.craft === "boat" && frame.to) {
    const [toX, toY] = PLACES.cities[frame.to];
    x += (toX - x) * 0.45;
    y += (toY - y) * 0.45 + 18;
  } else if (frame.boat < 9) {
    // the ship takes off towards the next city; the boat lies at the other side
    x += PLACES.cities[frame.boat + 1][0] < x ? 30 : -30;
  }
  return [x, y - 34];
}

/** Who stands where: a pawn for each seat, and one for each member of a crew aboard. */
function* standing(frame, ways) {
  for (const craft of ["ship", "boat"]) {
    const crowd = frame.seats
      .filter((seat) => seat.at === craft)
      .flatMap((seat) => Array.from({ length: seat.crew || 1 }, (_, number) => ({ seat, number })));
    const [x, y] = ways[craft];
    const step = craft === "ship" ? Math.min(30, 184 / crowd.length) : Math.min(27, 90 / crowd.length);
    for (const [place, { seat, number }] of crowd.entries()) {
      const hat = craft === frame.craft && seat.number === frame.captain && !number;
      const at = x + step * (place - (crowd.length - 1) / 2);
      yield { seat, number, hat, layer: "inside", x: at, y: y + (craft === "ship" ? 27 : -16) };
    }
  }
  for (const city of Object.keys(PLACES.cities).map(Number)) {
    const there = frame.seats.filter((seat) => seat.at === city);
    const [x, y] = PLACES.cities[city];
    const step = Math.min(28, 142 / Math.max(there.length, 1));
    for (const [place, seat] of there.entries()) yield { seat, number: 0, layer: "ashore", x: x - 68 + step * place, y };
  }
  for (const [place, number] of frame.down.entries()) {
    const [x, y] = ways[frame.craft];
    const spread = place - (frame.down.length - 1) / 2;
    const seat = frame.seats[number];
    yield { seat, number: 0, layer: "falling", x: x + 46 * spread, y: y + 112 + 9 * Math.abs(spread), turn: 24 * spread };
  }
}

function paintPawns(frame, ways, glide) {
  const seen = new Set();
  for (const { seat, number, hat, layer, x, y, turn = 0 } of standing(frame, ways)) {
    const key = `${seat.number}-${number}`;
    seen.add(key);
    const found = pieces.get(key) ?? drawn("g", {}, put(`pawn-${GAME.colours[seat.number]}`), put("hat"));
    pieces.set(key, found);
    layers[layer].append(found);
    found.lastChild.classList.toggle("gone", !hat);
    move(found, x, y, turn, glide);
  }
  for (const [key, piece] of pieces) {
    if (seen.has(key)) continue;
    piece.remove();
    pieces.delete(key);
  }
}
