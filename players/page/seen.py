"""A game as one seat sees it, as JSON for a page: static data once, then a frame for each step.

Fields are chosen by an allow-list, so that no secret gets out: of other seats a frame has only the
number of cards and the cities of treasures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from engine import Event, Game, View
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
from players.replay.steps import colours_of, gathered
from players.tips import tips_for
from players.words import Catalogue
from players.words.stake import odds, stake

NAMED: Final = ("card", "using", "keep")
"""Fields of a move that name a card."""


class Sight:
    """Follows a game from its deal on, and describes it to one seat."""

    def __init__(self, game: Game, say: Catalogue, seat: int, names: Sequence[str]) -> None:
        self._game: Final = game
        self._say: Final = say
        self._seat: Final = seat
        self._names: Final = [*names]
        self._scene: Final = Scene.of(game)
        self._voice: Final = Marking(say)
        self._leg = 0
        self._known_cards = 0
        self._known_treasures = 0

    def rules(self) -> dict[str, Any]:
        """Return the static data of the game: names, colours, cities, labels."""
        options = self._game.options
        return {
            "seat": self._seat,
            "names": self._names,
            "colours": colours_of(self._game),
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
        for step in gathered([(0, event) for event in events]):
            told = [event for _, event in step]
            for event in told:
                self._scene.follow(event)
                self._leg += event.kind == "leg_began"
            yield self._frame(told)

    def _frame(self, events: Sequence[Event]) -> dict[str, Any]:
        scene, first = self._scene, events[0]
        crashed = [event.seats for event in events if isinstance(event, Crashed)]
        return common(scene, self._leg) | {
            "said": [*self._lines(events)],
            "down": [*crashed[0]] if crashed else [],
            "by": getattr(first, "seat", getattr(first, "captain", None)),
            "seats": [self._shown(number) for number in range(len(scene.seats))],
        }

    def _lines(self, events: Sequence[Event]) -> Iterator[str]:
        """Yield a sentence for each event that the seat may know, without its secrets."""
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
            "stake": stake(view, voice),
            "odds": odds(view, voice),
            "moves": [self._move(move, view) for move in view.legal],
            "tips": [[key, voice.tip(key, view)] for key in tips_for(view)],
        }

    def _move(self, move: Move, view: View) -> dict[str, Any]:
        """Return a move: its label, what it does, and the card by which it is made."""
        cards = [getattr(move, name, "") for name in NAMED]
        card = next((name for name in cards if isinstance(name, str) and name in view.hand), None)
        about = f"{self._voice.about(move)}" if move.kind == "play" else ""
        return {
            "kind": move.kind,
            "label": self._voice.move(move, view),
            "about": about,
            "card": None if card is None else self._voice.cards.of(card),
        }

    def scores(self) -> list[dict[str, int]]:
        """Return the scores, by seat."""
        found = sorted(self._game.scores, key=lambda score: score.seat)
        return [score_of(score) for score in found]

    @property
    def voice(self) -> Marking:
        return self._voice
