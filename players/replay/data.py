"""The data for the script of a replay: frames as changes, sentences, labels, names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine import Score
from engine.box import (
    BLANK,
    BOSCALUMIA,
    CHARACTERS,
    CITY,
    CITY_OF,
    EVENTS,
    POINTS,
    SPYGLASSES,
    TOKEN_POINTS,
)
from engine.options import Options
from engine.records import OVER
from engine.state.pieces import ASHORE
from engine.state.scores import BEGINNER_CITIES
from players.replay.moments import Moment
from players.replay.scene import Place, Scene
from players.replay.steps import Replay, Step
from players.words import Catalogue, Voice

SEAT, FACE, CARD, TREASURE = 0xE000, 0xE010, 0xE100, 0xE300
"""First private-use characters of the marks that stand for seats, faces, cards and treasures in a
sentence; the page puts in the name and the picture."""
GAP: Final = "\ue4ff"
"""The place of a mark in a sentence that several events share."""
MARK: Final = re.compile("[\ue000-\ue4fe]")
FACES: Final = (*EVENTS, BLANK)
LABELS: Final = (
    *("replay-back", "replay-forward", "replay-leg-back", "replay-leg-forward"),
    *("replay-play", "replay-pause", "replay-bar", "replay-slider", "replay-keys"),
    *("replay-moments", "replay-told", "replay-seats", "replay-dice", "replay-hand"),
    *("replay-treasures", "replay-nothing", "replay-captain"),
    *("replay-power-ready", "replay-power-used", "picture-matryoshburg", "picture-lit"),
    *("place-ship", "place-boat", "place-ashore"),
)
"""Labels without values."""
TEMPLATES: Final = {
    "replay-journey": ("journey",),
    "replay-step": ("step", "steps"),
    "replay-speed": ("times",),
    "replay-ignored": ("die",),
    "replay-new": ("thing",),
    "replay-points": ("points",),
    "replay-tokens": ("count",),
    "replay-crew": ("count",),
    "replay-place": ("rank",),
    "replay-part-treasures": ("points",),
    "replay-part-tokens": ("points",),
    "replay-part-penalty": ("points",),
    "picture-pair": ("seat", "value"),
    "picture-ship-flies": ("city", "target"),
    "picture-ship-rests": ("city", "target"),
    "picture-boat-flies": ("city", "target"),
    "picture-boat-rests": ("city", "target"),
    "picture-aboard-ship": ("seats",),
    "picture-aboard-boat": ("seats",),
    "picture-captain": ("seats",),
    "picture-ashore": ("seats",),
    "picture-cities": ("cities",),
    "picture-gifts": ("gifts",),
}
"""Labels into which the page puts values, by the names of the values."""


def data_of(
    replay: Replay, say: Catalogue, names: Sequence[str], moments: Iterable[Moment]
) -> dict[str, Any]:
    """Return all that the script knows of a game."""
    voice = Marking(say)
    frames = _changes([_frame(step, voice) for step in replay.steps])
    if replay.record.ending != OVER:
        frames.append({"s": voice.short(say("replay-broken_off"))})
    options = replay.record.options
    return {
        "names": list(names),
        "colours": replay.colours,
        "boxes": options.boxes,
        "token": TOKEN_POINTS,
        "cities": cities_of(voice),
        "words": words_of(say, options),
        "moments": [
            {"step": it.step, "title": it.title(voice), "said": voice.short(it.told(voice))}
            for it in moments
        ],
        "cards": [[name, say(f"card-{name}")] for name in voice.cards.things],
        "treasures": [treasure_of(name, say) for name in voice.treasures.things],
        "scores": [score_of(score) for score in replay.game.scores],
        "said": voice.sentences.things,
        "frames": frames,
    }


class _Numbered:
    """Numbers things that are named again and again."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def of(self, thing: str) -> int:
        return self._numbers.setdefault(thing, len(self._numbers))

    @property
    def things(self) -> list[str]:
        return [*self._numbers]


class Marking(Voice):
    """A voice that writes marks, for which the page puts in names and pictures."""

    def __init__(self, say: Catalogue) -> None:
        super().__init__(say, lambda seat: chr(SEAT + seat))
        self.cards = _Numbered()
        self.treasures = _Numbered()
        self.sentences = _Numbered()

    def short(self, sentence: str) -> str:
        """Return the number of the sentence, followed by the marks for its gaps."""
        marks = "".join(MARK.findall(sentence))
        return f"{self.sentences.of(MARK.sub(GAP, sentence))}{marks}"

    def card(self, name: str) -> str:
        if name in CHARACTERS:  # a power has words, but no card
            return super().card(name)
        return chr(CARD + self.cards.of(name))

    def treasure(self, name: str) -> str:
        return chr(TREASURE + self.treasures.of(name))

    def face(self, name: str) -> str:
        return chr(FACE + FACES.index(name)) if name in FACES else super().face(name)


def _frame(step: Step, voice: Marking) -> dict[str, Any]:
    """Return the table at a step, as plain values that can be compared one by one.

    Values that change often have names of one letter: there are hundreds of frames.
    """
    scene = step.scene
    frame = common(scene, step.leg) | {
        "s": " ".join([voice.short(line) for line in step.lines(voice)]),
        "down": [*step.crashed],
        "by": step.actor,
    }
    for number, seat in enumerate(scene.seats):
        treasures = sorted(seat.treasures, key=by_city)
        shown = {
            "a": whereabouts(seat),
            "h": [voice.cards.of(card) for card in sorted(seat.hand, key=by_use)],
            "w": [voice.treasures.of(it) for it in treasures],
            "t": seat.tokens,
            "c": seat.crew,
            "p": seat.power,
        }
        frame |= {f"{name}{number}": value for name, value in shown.items()}
    return frame


def common(scene: Scene, leg: int) -> dict[str, Any]:
    """Return what lies on the table between the seats, for all to see."""
    return {
        "journey": scene.journey,
        "leg": leg,
        "piles": [*scene.piles],
        "ship": scene.ship,
        "boat": scene.boat,
        "craft": scene.craft,
        "captain": scene.captain,
        "to": scene.target,
        "dice": [*map(FACES.index, scene.dice)],
        "ignored": [*map(FACES.index, scene.ignored)],
        "gifts": scene.gifts,
        "lit": scene.lit,
    }


def _changes(frames: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Yield the first frame whole, and the changes of all others."""
    found: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for frame in frames:
        known: dict[str, Any] = before | {"by": _first_seat(frame["s"]), "down": []}
        different = [name for name, value in frame.items() if known.get(name, ...) != value]
        found.append({name: frame[name] for name in different})
        before = frame
    return found


def _first_seat(said: str) -> int | None:
    """Return the seat that is named first: mostly the one that acts, which is then left out."""
    marks = [ord(mark) for mark in MARK.findall(said)]
    return next((mark - SEAT for mark in marks if mark < FACE), None)


def whereabouts(seat: Place) -> str | int:
    """Return the craft, or the city ashore; 0 after a crash."""
    return seat.city if seat.place == ASHORE else seat.place


def by_use(card: str) -> str:
    """Return a sort key that puts cards against the same face side by side."""
    return card.rpartition("_")[2] + card


def by_city(treasure: str) -> tuple[int, int]:
    """Return a sort key that puts treasures in the order of their cities."""
    return CITY_OF[treasure], POINTS[treasure]


def cities_of(voice: Voice) -> dict[int, dict[str, Any]]:
    """Return the cities by their numbers."""
    return {
        number: {"name": voice.city(number), "value": city.value, "dice": city.dice}
        for number, city in CITY.items()
    }


def treasure_of(name: str, say: Catalogue) -> list[Any]:
    """Return the points of a treasure, its name, and whether it is a Magic Spyglass."""
    return [POINTS[name], Voice(say, str).treasure(name), int(name in SPYGLASSES)]


def score_of(score: Score) -> dict[str, int]:
    """Return the parts of a score."""
    return {
        "rank": score.rank,
        "total": score.total,
        "treasures": score.treasures,
        "tokens": score.tokens,
        "penalty": score.penalty,
    }


def words_of(say: Catalogue, options: Options) -> dict[str, str]:
    """Return the labels; a value that the page puts in is its name in braces."""
    templates = {
        key: say(key, **{name: f"{{{name}}}" for name in values})
        for key, values in TEMPLATES.items()
    }
    faces = {f"face-{face}": say(f"face-{face}") for face in FACES}
    far = CITY[BOSCALUMIA]
    dark = {"picture-dark": say("picture-dark", value=far.value, dice=far.dice)}
    goal = (
        say("replay-cities-goal", goal=BEGINNER_CITIES)
        if options.variant == "beginner"
        else say("replay-goal", goal=options.goal)
    )
    return {**{key: say(key) for key in LABELS}, **templates, **faces, **dark, "replay-goal": goal}
