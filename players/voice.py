"""Speaks to one seat of what it may know: that seat is "you", the others have numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from string import Formatter
from typing import Any, Final

from engine import CelestiaError, Event, Move, View
from engine.box import CITY
from engine.state.pieces import Leg
from players import words


class Voice(Formatter):
    """Fills the sentences of `players.words` for this seat (None: for a spectator)."""

    def __init__(self, me: int | None = None) -> None:
        self.me = me

    def seat(self, number: int) -> str:
        """The name of a seat within a sentence."""
        return "you" if int(number) == self.me else f"seat {number}"

    def tell(self, event: Event) -> str:
        """What happened."""
        return self.say(words.EVENTS[event.kind], _fields(event))

    def offer(self, move: Move) -> str:
        """What may be done."""
        return self.say(words.MOVES[move.kind], _fields(move))

    def ask(self, view: View) -> str:
        """What this view's seat is asked."""
        return self.say(words.QUESTIONS[view.question], _fields(view.leg))

    def state(self, leg: Leg) -> str:
        """Who flies where."""
        return self.say(words.LEG, _fields(leg))

    def say(self, sentence: str, data: Mapping[str, object]) -> str:
        """The sentence with these words in it."""
        said = self.vformat(sentence, (), data)
        return said[:1].upper() + said[1:]

    def format_field(self, value: Any, format_spec: str) -> str:
        return FORMS[format_spec](self, value)


def refusal(error: CelestiaError) -> str:
    """Why it cannot be, and what can."""
    sentences = {**words.OPTIONS_ERRORS, **words.MOVE_ERRORS}
    return Voice().say(sentences[error.code], error.data)


def _fields(value: Any) -> dict[str, object]:
    return {field.name: getattr(value, field.name) for field in fields(value)}


def _listed(names: Sequence[str], nothing: str) -> str:
    """``a``, ``a and b``, ``a, b and c``; what there are several of is counted."""
    counted = [f"{n} x {name}" if n > 1 else name for name, n in Counter(names).items()]
    *most, last = counted or [nothing]
    return f"{', '.join(most)} and {last}" if most else last


def _things(_: Voice, names: Sequence[str]) -> str:
    return _listed([words.THINGS[name] for name in names], "no card")


def _shown(voice: Voice, names: Sequence[str] | None) -> str:
    return "" if names is None else f": {_things(voice, names)}"


def _shown_one(voice: Voice, name: str | None) -> str:
    return _shown(voice, None if name is None else (name,))


def _seats(voice: Voice, numbers: Sequence[int]) -> str:
    return _listed([voice.seat(number) for number in dict.fromkeys(numbers)], "nobody")


def _whose(voice: Voice, number: int) -> str:
    return "your" if number == voice.me else f"{voice.seat(number)}'s"


def _aim(voice: Voice, on: str) -> str:
    if not on:
        return ""
    return f", giving up {words.THINGS[on]}" if on in words.THINGS else f" on {voice.seat(int(on))}"


FORMS: Final[dict[str, Callable[[Voice, Any], str]]] = {
    "": lambda _, value: str(value),
    "aim": _aim,
    "answer": lambda _, value: words.ANSWERS[value],
    "cards": lambda _, value: "1 card" if value == 1 else f"{value} cards",
    "city": lambda _, value: CITY[value].name,
    "craft": lambda _, value: words.CRAFTS[value],
    "dice": lambda _, value: _listed([words.FACES[face] for face in value], "no dice"),
    "effect": lambda _, value: words.CARDS[value].effect,
    "ending": lambda _, value: words.ENDINGS[value],
    "list": lambda _, value: _listed([str(each) for each in value], "nothing"),
    "seat": lambda voice, value: voice.seat(value),
    "seats": _seats,
    "shown": _shown,
    "shown_one": _shown_one,
    "thing": lambda _, value: words.THINGS[value],
    "things": _things,
    "using": lambda _, value: f" with {words.THINGS[value]}" if value else "",
    "whose": _whose,
}
"""The forms in which a field is spoken."""
