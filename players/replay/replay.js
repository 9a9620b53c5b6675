"use strict";

/* Paging: frames from what changes between them, buttons, keys, the slider, playing. */

const SPEEDS = [1, 2, 4];
const LEAST = 1100;
const FOR_A_LETTER = 26;
const SWIPE = 40;

/** The seat that is named first acts, where nothing else is said. */
function firstSeat(said) {
  const seats = [...said].map((mark) => mark.charCodeAt(0) - SEAT);
  return seats.find((seat) => seat >= 0 && seat < FACE - SEAT) ?? null;
}

/** Every step whole, from the first one and what changes afterwards. */
const FRAMES = (() => {
  const now = {};
  return GAME.frames.map((changes, number) => {
    Object.assign(now, { by: firstSeat(changes.s), down: [] }, changes);
    const seats = GAME.names.map((_, seat) => ({
      number: seat,
      at: now[`a${seat}`],
      hand: now[`h${seat}`],
      won: now[`w${seat}`],
      tokens: now[`t${seat}`],
      crew: now[`c${seat}`],
      power: now[`p${seat}`],
    }));
    return { ...now, seats, said: now.s.split(" ").map(whole), last: number === GAME.frames.length - 1 };
  });
})();
/** The first step of every leg. */
const LEGS = FRAMES.flatMap((frame, number) => (frame.leg !== FRAMES[number - 1]?.leg ? [number] : []));

const byId = (id) => document.getElementById(id);
const slider = byId("slider");
let here = 0;
let timer = 0;
let speed = 0;

function show(step) {
  const next = Math.min(Math.max(step, 0), FRAMES.length - 1);
  const frame = FRAMES[next];
  paint(frame, next === here + 1);
  showDice(frame);
  showTold(frame);
  showSeats(frame, FRAMES[Math.max(next - 1, 0)]);
  here = next;
  const journey = say("replay-journey", { journey: frame.journey });
  const where = say("replay-step", { step: next + 1, steps: FRAMES.length });
  byId("where").textContent = `${journey} · ${where}`;
  slider.value = next;
  slider.setAttribute("aria-valuetext", `${journey}, ${where}`);
  for (const id of ["back", "leg-back"]) byId(id).setAttribute("aria-disabled", next === 0);
  for (const id of ["forward", "leg-forward"]) byId(id).setAttribute("aria-disabled", frame.last);
  for (const link of document.querySelectorAll("#moments a")) {
    if (link.hash === `#${next + 1}`) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
}

/** Go there because somebody asked for it. */
function go(step) {
  pause();
  show(step);
}

function legBack() {
  go(LEGS.findLast((leg) => leg < here) ?? 0);
}

function legForward() {
  go(LEGS.find((leg) => leg > here) ?? FRAMES.length - 1);
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  sayPlaying();
}

function play() {
  if (FRAMES[here].last) show(0);
  wait();
  sayPlaying();
}

/** A step stays as long as it takes to read it. */
function wait() {
  const letters = FRAMES[here].said.reduce((sum, it) => sum + it.length, 0);
  timer = setTimeout(() => {
    show(here + 1);
    if (FRAMES[here].last) pause();
    else wait();
  }, (LEAST + FOR_A_LETTER * letters) / SPEEDS[speed]);
}

function toggle() {
  if (timer) pause();
  else play();
}

function sayPlaying() {
  document.body.classList.toggle("playing", timer !== 0);
  label(byId("play"), timer ? "replay-pause" : "replay-play");
}

function label(element, key, values) {
  const words = say(key, values);
  element.setAttribute("aria-label", words);
  if (element.tagName === "BUTTON") element.title = words;
}

function nextSpeed() {
  speed = (speed + 1) % SPEEDS.length;
  saySpeed();
  if (timer) {
    clearTimeout(timer);
    wait();
  }
}

function saySpeed() {
  byId("speed").textContent = `${SPEEDS[speed]}×`;
  label(byId("speed"), "replay-speed", { times: SPEEDS[speed] });
}

const KEYS = {
  ArrowLeft: () => go(here - 1),
  ArrowRight: () => go(here + 1),
  PageUp: legBack,
  PageDown: legForward,
  Home: () => go(0),
  End: () => go(FRAMES.length - 1),
  " ": toggle,
};

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const act = KEYS[event.key];
  // a button or a link that has the focus is what Space presses
  if (!act || (event.key === " " && event.target.closest("a, button"))) return;
  event.preventDefault();
  act();
}

/** A finger that goes to the side pages; one that goes up or down scrolls. */
function letSwipe(element) {
  let from = null;
  element.addEventListener("touchstart", ({ touches }) => {
    from = touches.length === 1 ? touches[0] : null;
  }, { passive: true });
  element.addEventListener("touchend", ({ changedTouches: [to] }) => {
    const [x, y] = from ? [to.clientX - from.clientX, to.clientY - from.clientY] : [0, 0];
    if (Math.abs(x) >= SWIPE && Math.abs(x) > 2 * Math.abs(y)) go(here - Math.sign(x));
  });
}

/** A link to a step names it from 1. */
function follow() {
  const step = Number(location.hash.slice(1));
  if (Number.isInteger(step) && step > 0) go(step - 1);
}

function showMoments() {
  const links = GAME.moments.map(({ step, title, said }) => {
    const link = made("a", { href: `#${step + 1}` }, made("strong", {}, title), made("span", {}, ...spoken(whole(said))));
    link.addEventListener("click", () => go(step));
    return made("li", {}, link);
  });
  byId("moments-list").replaceChildren(...links);
  byId("moments").hidden = !links.length;
  for (const { step } of GAME.moments) {
    const mark = byId("marks").appendChild(made("i"));
    mark.style.left = `${(100 * step) / (FRAMES.length - 1)}%`;
  }
}

function begin() {
  paintGround();
  showMoments();
  const buttons = { back: () => go(here - 1), forward: () => go(here + 1), "leg-back": legBack, "leg-forward": legForward };
  for (const [id, act] of Object.entries({ ...buttons, play: toggle, speed: nextSpeed })) {
    byId(id).addEventListener("click", act);
  }
  for (const id of Object.keys(buttons)) label(byId(id), `replay-${id}`);
  label(byId("bar"), "replay-bar");
  label(slider, "replay-slider");
  label(byId("dice"), "replay-dice");
  byId("told-head").textContent = GAME.words["replay-told"];
  byId("seats-head").textContent = GAME.words["replay-seats"];
  byId("moments-head").textContent = GAME.words["replay-moments"];
  byId("keys").textContent = GAME.words["replay-keys"];
  byId("goal").textContent = GAME.words["replay-goal"];
  slider.max = FRAMES.length - 1;
  slider.addEventListener("input", () => go(Number(slider.value)));
  byId("seats").addEventListener("click", nameThing);
  letSwipe(byId("stage"));
  addEventListener("keydown", pressed);
  addEventListener("hashchange", follow);
  saySpeed();
  sayPlaying();
  show(0);
  follow();
}

begin();
