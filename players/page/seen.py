"""A game as one seat or a spectator sees it, as JSON for a page: static data once, then frames.

Fields are chosen by an allow-list, so that no secret gets out: of other seats a frame has only the
number of cards and the cities of treasures. An event that the reader may not know makes no frame.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from engine import Event, Options, Score, View
from engine.box import CITY_OF, TOKEN_POINTS
from engine.events import Crashed
from engine.moves import Move
from players.replay.data import (
    Marking,
    by_city,
    by_use,
    cities_of,
    common,
    score_of,
    treasure_of,
    whereabouts,
    words_of,
)
from players.replay.scene import Scene
from players.replay.steps import gathered
from players.tips import tips_for
from players.words import Catalogue

NAMED: Final = ("card", "using", "keep")
"""Fields of a move that name a card."""


class Sight:
    """Follows a game, and describes it to one seat, or to a spectator."""

    def __init__(
        self, options: Options, scene: Scene, say: Catalogue, seat: int | None, leg: int = 0
    ) -> None:
        """``scene``: the table so far, in this leg; it is changed in place."""
        self._options: Final = options
        self._scene: Final = scene
        self._say: Final = say
        self._seat: Final = seat
        self._voice: Final = Marking(say)
        self._leg = leg
        self._known_cards = 0
        self._known_treasures = 0

    def rules(self, names: Sequence[str], colours: Sequence[str]) -> dict[str, Any]:
        """Return the static data of the game: names, colours, cities, labels."""
        options = self._options
        return {
            "seat": self._seat,
            "names": [*names],
            "colours": [*colours],
            "boxes": options.boxes,
            "token": TOKEN_POINTS,
            "cities": cities_of(self._voice),
            "words": words_of(self._say, options),
            "cards": [],
            "treasures": [],
            "scores": [],
        }

    def learned(self) -> dict[str, Any]:
        """Return the names of cards and treasures that are new since the last call."""
        cards = self._voice.cards.things[self._known_cards :]
        treasures = self._voice.treasures.things[self._known_treasures :]
        self._known_cards += len(cards)
        self._known_treasures += len(treasures)
        return {
            "cards": [
                [name, self._say(f"card-{name}"), self._say(f"card-{name}-about")] for name in cards
            ],
            "treasures": [treasure_of(name, self._say) for name in treasures],
        }

    # --- frames --------------------------------------------------------------------------------

    def follow(self, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
        """Yield a frame for each step of the events of a move."""
        left = deque(events)
        seen = [(0, event) for event in left if event.seen_by(self._seat) is not None]
        for step in gathered(seen) if seen else ():
            told = [event for _, event in step]
            for event in told:
                while self._take(left.popleft()) is not event:
                    pass  # the reader may not know it
            yield self.frame(told)
        while left:
            self._take(left.popleft())

    def _take(self, event: Event) -> Event:
        self._scene.follow(event)
        self._leg += event.kind == "leg_began"
        return event

    def frame(self, events: Sequence[Event] = ()) -> dict[str, Any]:
        """Return the table as it is now, after these events."""
        scene, first = self._scene, events[0] if events else None
        crashed = [event.seats for event in events if isinstance(event, Crashed)]
        return common(scene, self._leg) | {
            "said": [*self.lines(events)],
            "down": [*crashed[0]] if crashed else [],
            "by": getattr(first, "seat", getattr(first, "captain", None)),
            "seats": [self._shown(number) for number in range(len(scene.seats))],
        }

    def lines(self, events: Sequence[Event]) -> Iterator[str]:
        """Yield a sentence for each event that the reader may know, without its secrets."""
        for kind, run in groupby(events, lambda event: event.kind):
            told = [*run]
            if kind == "captain_changed" and events[-1] is not told[-1]:
                continue  # the next event says so, too
            for event in told:
                seen = event.seen_by(self._seat)
                if seen is not None:
                    yield self._voice.event(seen)

    def _shown(self, number: int) -> dict[str, Any]:
        seat, mine = self._scene.seat(number), number == self._seat
        treasures = sorted(seat.treasures, key=by_city)
        hand = sorted(seat.hand, key=by_use) if mine else ()
        return {
            "number": number,
            "at": whereabouts(seat),
            "hand": [self._voice.cards.of(card) for card in hand],
            "held": len(seat.hand),
            "won": [self._voice.treasures.of(name) for name in treasures] if mine else [],
            "backs": [CITY_OF[name] for name in treasures],
            "tokens": seat.tokens,
            "crew": seat.crew,
            "power": seat.power,
        }

    # --- questions -----------------------------------------------------------------------------

    def question(self, view: View) -> dict[str, Any]:
        """Return the question to the seat, with all legal answers."""
        voice = self._voice
        return {
            "kind": view.question,
            "words": voice.ask(view),
            "moves": [self._move(number, move, view) for number, move in enumerate(view.legal)],
            "hint": len(view.legal) > 1,
            "tips": [[key, voice.tip(key, view)] for key in tips_for(view)],
        }

    def _move(self, number: int, move: Move, view: View) -> dict[str, Any]:
        """Return a move: its label, what it does, and the card by which it is made."""
        cards = [getattr(move, name, "") for name in NAMED]
        card = next((name for name in cards if isinstance(name, str) and name in view.hand), None)
        about = f"{self._voice.about(move)}" if move.kind == "play" else ""
        return {
            "kind": move.kind,
            "do": "answer",
            "value": f"{number}",
            "label": self._voice.move(move, view),
            "about": about,
            "card": None if card is None else self._voice.cards.of(card),
        }

    @property
    def voice(self) -> Marking:
        return self._voice


def scores_of(scores: Iterable[Score]) -> list[dict[str, int]]:
    """Return scores as the page shows them, by seat."""
    return [score_of(score) for score in sorted(scores, key=lambda score: score.seat)]
