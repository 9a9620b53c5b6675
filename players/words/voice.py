"""Turns events, moves and errors of the engine into sentences, by kind and field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, Final

from engine import CelestiaError, Event, Move, View
from engine.box import CHARACTERS, CITIES, CITY_OF, LITTLE_HELP, POINTS, ROWBOATS, SPYGLASSES
from engine.events import Drew
from engine.state.payment import to_face
from players.hints import Hint
from players.words.catalogue import Catalogue


class Voice:
    """Speaks of a game in the language of ``say``; ``seat`` names the seats.

    The names must fit sentences in the third person: no sentence addresses a seat by its name.
    ``ship`` is the name of the ship; "" if it has none.
    """

    def __init__(self, say: Catalogue, seat: Callable[[int], str], ship: str = "") -> None:
        self.say = say
        self.seat = seat
        self.ship = ship or say("the-ship")

    # --- sentences -------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        """Return what happened, as far as this form of the event shows it."""
        values = self._values(_fields(event), FORMS)
        if event.kind in _MORE:
            values.update(_MORE[event.kind](self, event))
        return self.say(_event_key(self.say, event), **values)

    def opened(self, event: Event) -> str:
        """Return what happened with all its secrets: public once the game is over."""
        key = f"open-{event.kind}"
        if key not in self.say:
            return self.event(event)
        return self.say(key, **self._values(_fields(event), FORMS))

    def opened_draws(self, draws: Iterable[Drew]) -> str:
        """Return the cards that several seats draw one after the other, with all their secrets."""
        drawn = [
            self.say("help-of", seat=self.seat(draw.seat), card=self.things(draw.cards or ()))
            for draw in draws
        ]
        return self.say("open-drew-all", laid=self.listed(drawn))

    def move(self, move: Move, view: View | None = None) -> str:
        """Return a move as a label without markdown; with a view it names the target of a roll."""
        key = _move_key(move)
        values = self._values(_fields(move), LABEL_FORMS)
        if view and f"{key}-to" in self.say:
            key, values = f"{key}-to", {"target": self.city(view.leg.target)}
        return self.say(key, **values)

    def about(self, move: Move) -> str:
        """Return what a move does, on one line."""
        using = getattr(move, "using", "")
        card = using or (getattr(move, "card", "") if move.kind == "play" else "")
        return self.say(f"card-{card}-about" if card else f"{_move_key(move)}-about")

    def question(self, view: View) -> str:
        """Return the question in its public form."""
        return self.say(self._asking("question", view), **self._asked(view))

    def ask(self, view: View) -> str:
        """Return the question in the form for a seat that has to answer."""
        return self.say(self._asking("ask", view), **self._asked(view))

    def hint(self, hint: Hint) -> str:
        """Return the reason of a hint; its move is a label like any other."""
        values = self._values(_fields(hint), FORMS)
        return self.say(f"hint-{hint.why}", **values, ship=self.ship)

    def tip(self, key: str, view: View) -> str:
        """Return a tip for the seat of this view."""
        return self.say(f"tip-{key}", variant=view.options.variant, goal=view.options.goal)

    def refusal(self, error: CelestiaError) -> str:
        """Return why something is refused, and what is possible instead."""
        return self.say(f"refusal-{error.code}", **self._values(error.data, OPTION_FORMS))

    # --- words -----------------------------------------------------------------------------

    def card(self, name: str) -> str:
        return self.say(f"card-{name}")

    def treasure(self, name: str) -> str:
        city = self.city(CITY_OF[name])
        if name in SPYGLASSES:
            return self.say("treasure-spyglass", city=city)
        return self.say("treasure", city=city, points=POINTS[name])

    def thing(self, name: str) -> str:
        """A card or a treasure."""
        return self.treasure(name) if name in CITY_OF else self.card(name)

    def city(self, number: int) -> str:
        return self.say(f"city-{number}")

    def face(self, name: str) -> str:
        """What a die shows."""
        return self.say(f"face-{name}")

    # --- lists -----------------------------------------------------------------------------

    def things(self, names: Iterable[str]) -> str:
        """Cards or treasures; equal ones are counted."""
        return self.counted([self.thing(name) for name in names])

    def faces(self, names: Iterable[str]) -> str:
        """What dice show, for labels."""
        return self.counted([self.face(name) for name in names])

    def dice(self, names: Iterable[str]) -> str:
        """What dice show, for sentences."""
        return self.counted([self.face(name) for name in names] or [self.face("none")])

    def seats(self, numbers: Iterable[int]) -> str:
        """Seats, each named once."""
        return self.listed([self.seat(number) for number in dict.fromkeys(numbers)], "list-nobody")

    def listed(self, names: Iterable[str], nothing: str = "list-none") -> str:
        """Return ``a``, ``a and b``, ``a, b and c``; for none the sentence ``nothing``."""
        *most, last = list(names) or [self.say(nothing)]
        return self.say("list-and", most=", ".join(most), last=last) if most else last

    def counted(self, names: Iterable[str]) -> str:
        """Return a list in which equal names are counted: ``2 × a and b``."""
        return self.listed(
            self.say("list-times", count=count, thing=name) if count > 1 else name
            for name, count in Counter(names).items()
        )

    # --- values ----------------------------------------------------------------------------

    def _values(self, told: Mapping[str, object], forms: Mapping[str, Form]) -> dict[str, object]:
        """Return the known values of these fields, in the forms that sentences take."""
        return {
            name: forms[name](self, value) if name in forms else value
            for name, value in told.items()
            if value is not None and (name in forms or isinstance(value, str | int))
        }

    def _asking(self, form: str, view: View) -> str:
        """Return the key of the question; some have another one when there is nothing to face."""
        key = f"{form}-{view.question}"
        if view.question == DECISIONS and not _may_leave(view):
            key += "-bound"
        return key if to_face(view.leg) or f"{key}-none" not in self.say else f"{key}-none"

    def _asked(self, view: View) -> dict[str, object]:
        """Return the values that a question may use; all are public."""
        step = view.agenda[-1]
        told: dict[str, object] = {name: getattr(view.leg, name) for name in _OF_LEG}
        told.update({name: getattr(step, name) for name in _OF_STEP if hasattr(step, name)})
        told.update({"seats": view.waiting, "treasures": view.gifts_shown})
        told["held"] = view.seats[view.leg.captain].hand
        facing = [face for face, count in to_face(view.leg).items() for _ in range(count)]
        return {**self._values(told, FORMS), "events": self.dice(facing), "ship": self.ship}


def _may_leave(view: View) -> bool:
    """Return whether the craft's city has treasures; the Gap and the place behind it never have."""
    city = view.leg.city
    return city <= len(view.piles) and view.piles[city - 1] > 0


DECISIONS: Final = "decisions"
_OF_LEG: Final = ("craft", "captain", "city", "target", "dice")
_OF_STEP: Final = ("seat", "city")


def _fields(told: Any) -> dict[str, object]:
    kind: type[Any] = told.__class__
    return {name: getattr(told, name) for name in _names(kind)}


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple([field.name for field in fields(kind)])


# --- which key says it ---------------------------------------------------------------------


def _event_key(say: Catalogue, event: Any) -> str:
    """Return the key of the sentence that fits this event best."""
    key = f"event-{event.kind}"
    if event.kind in _ENDING:
        return key + _ENDING[event.kind](event)
    if event.secret and all(getattr(event, name) is not None for name in event.secret):
        return f"{key}-known"
    if event.kind == "played":
        own = f"{key}-{'rowboat' if event.card in ROWBOATS else event.card}"
        return own if own in say else f"{key}-on" if event.on else key
    return key


_ENDING: Final[dict[str, Callable[[Any], str]]] = {
    "crashed": lambda event: "" if event.seats else "-empty",
    "declared": lambda event: f"-{event.answer}",
    "discarded": lambda event: "" if event.cards else "-none",
    "journey_began": lambda event: "" if event.city == CITIES[0].number else "-later",
    "paid": lambda event: "" if event.cards else "-none",
    "rerolled": lambda event: "" if event.picked else "-none",
    "rolled": lambda event: "" if event.dice else "-none",
}
"""The suffixes of some events' keys."""


def _move_key(move: Any) -> str:
    on = getattr(move, "on", "")
    using = getattr(move, "using", "")
    if move.kind == "declare":
        return f"move-declare-{move.answer}"
    if move.kind == "reroll" and not move.dice:
        return "move-reroll-none"
    if move.kind == "play" and move.card in LITTLE_HELP:
        return "move-lay"
    key = "move-power" if move.kind == "play" and move.card in CHARACTERS else f"move-{move.kind}"
    if on:
        return f"{key}-for" if on in CITY_OF else f"{key}-on"
    return f"{key}-using" if using else key


# --- in which form it is said --------------------------------------------------------------

Form = Callable[[Voice, Any], object]


def _aim(voice: Voice, on: str | int) -> str:
    """A treasure, a seat's number, or nothing."""
    if on == "":
        return ""
    return voice.treasure(on) if isinstance(on, str) and on in CITY_OF else voice.seat(int(on))


def _cards(voice: Voice, cards: int | tuple[str, ...]) -> str | int:
    return cards if isinstance(cards, int) else voice.things(cards)


def _of_kind(family: str) -> Form:
    """Return the form of names of one family of keys, one name or several."""

    def form(voice: Voice, names: str | Iterable[str]) -> str:
        several = (names,) if isinstance(names, str) else names
        keys = [(name, f"{family}-{name}") for name in several]
        return voice.listed(voice.say(key) if key in voice.say else name for name, key in keys)

    return form


FORMS: Final[dict[str, Form]] = {
    **dict.fromkeys(("seat", "captain", "to"), lambda voice, seat: voice.seat(seat)),
    **dict.fromkeys(("seats", "winners"), lambda voice, seats: voice.seats(seats)),
    **dict.fromkeys(("city", "target"), lambda voice, city: voice.city(city)),
    **dict.fromkeys(("dice", "picked"), lambda voice, faces: voice.dice(faces)),
    **dict.fromkeys(("card", "treasure"), lambda voice, name: voice.thing(name)),
    "cards": _cards,
    "treasures": lambda voice, names: voice.things(names),
    "on": _aim,
    "using": lambda voice, name: voice.card(name) if name else "",
}
"""Forms of fields by name; other fields stay plain, for sentences to select by."""

LABEL_FORMS: Final[dict[str, Form]] = {**FORMS, "dice": lambda voice, faces: voice.faces(faces)}
"""The same in plain text."""

OPTION_FORMS: Final[dict[str, Form]] = {
    "box": _of_kind("box"),
    "boxes": _of_kind("box"),
    "variant": _of_kind("variant"),
    "character": _of_kind("colour"),
    "characters": _of_kind("colour"),
}
"""Forms of the data of a refusal."""


# --- what some events say beside their fields ----------------------------------------------


def _help_shown(voice: Voice, event: Any) -> dict[str, object]:
    """Return the cards that each seat laid."""
    laid = zip(event.seats, event.cards, strict=True)
    each = [voice.say("help-of", seat=voice.seat(n), card=voice.card(card)) for n, card in laid]
    return {"laid": voice.listed(each)}


def _chosen(voice: Voice, event: Any) -> dict[str, object]:
    """Return the choice of each seat."""
    choices = [
        voice.say(f"choice-{choice}", seat=voice.seat(seat))
        for seat, choice in enumerate(event.choices)
    ]
    return {"choices": voice.listed(choices)}


def _game_ended(voice: Voice, event: Any) -> dict[str, object]:
    """Return the number of winners, and their points."""
    return {"count": len(event.winners), "points": event.totals[event.winners[0]]}


_MORE: Final[dict[str, Callable[[Voice, Any], dict[str, object]]]] = {
    "help_shown": _help_shown,
    "chosen": _chosen,
    "game_ended": _game_ended,
}
