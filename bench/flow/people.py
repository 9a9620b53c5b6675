"""People at the table: how soon they answer, what they want, and what they have to click for it.

They click decisions, answers, and cards that they would play, as the thumb player would. Nobody
passes who does not have to. This module and `bench.flow.evening` are also run with the code of an
earlier release, so they lean on nothing that is new since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from bot.tables.commands import COMMANDS
from bot.tables.play import to_speak
from bot.tables.table import Table
from engine.moves import OPEN, Leave, Move, Stay
from players.thumb import Thumb

ANSWERS_IN: Final = (3.0, 5.0)
"""Seconds until somebody answers, or picks a card from the hand."""
EARLY: Final = 0.5
"""How often a passenger says before the turn comes whether to stay."""
HAND_LIVES: Final = 14 * 60.0
"""Seconds for which an open hand keeps itself up to date after the last click on it."""
BY_BEATS: Final = "think" in COMMANDS
"""Does this code close windows by itself? Otherwise people pass in each, as they had to."""
ON_THE_BOARD: Final = OPEN | {"draw"}
"""Kinds of moves that are one click on the board; for all others a private message is opened."""

When = Callable[[float], float]
"""When somebody who wants to do something at this time can do it."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody is about to do, and when."""

    at: float
    command: str
    arguments: str = field(default="", repr=False)
    clicks: tuple[str, ...] = ()
    """What is clicked for it."""
    then: str = ""
    """The move for which the hand is opened by it."""


class Person:
    """Somebody on a seat."""

    def __init__(self, seat: int, rng: Random, when: When = lambda at: at) -> None:
        self.seat = seat
        self.clicks: Counter[str] = Counter({"hand": 1})
        """What was clicked; the hand is looked at once before the first leg."""
        self.missed = 0
        """Cards that this person would have played, had the window been open for longer."""
        self.wish: Wish | None = None
        self.orders = False
        """Has standing orders, because nobody watches a board for hours."""
        self.early = False
        """Says in this leg before the turn comes whether to stay."""
        self._rng = rng
        self._when = when
        self._player = Thumb()
        self._key: object = None
        self._hand_seen = 0.0
        self._journey = 1

    def look(self, table: Table, now: float) -> None:
        """See what is asked now; a wish for a question that is over is forgotten."""
        view = table.running.view(None)
        asked = self.seat in table.running.waiting
        key = (table.moment, asked, table.turns[self.seat], self._can_seal(table))
        if key == self._key:
            return
        if self.wish is not None and "card" in self.wish.clicks:
            self.missed += 1
        self._key = key
        self.early = Random(f"{self.seat} {table.page.number}").random() < EARLY
        self.wish = self._wanted(table, now)
        if not BY_BEATS and view.journey != self._journey:
            self.clicks["hand"] += 1  # a card was drawn, and no hand says so by itself
        self._journey = view.journey

    def acted(self, now: float) -> None:
        """What was wished has been done."""
        wish, self.wish = self.wish, None
        if wish is None:
            return
        self.clicks.update(wish.clicks)
        private = {"open", "card", "pick", "answer", "orders"} & {*wish.clicks}
        if BY_BEATS and not self.orders and not private and now - self._hand_seen > HAND_LIVES:
            self.clicks["hand"] += 1
            private = {"hand"}
        if private:
            self._hand_seen = now
        if wish.then:
            self.wish = Wish(self._soon(now), "move", wish.then, ("card",))

    def _soon(self, now: float) -> float:
        return self._when(now + self._rng.uniform(*ANSWERS_IN))

    def _wanted(self, table: Table, now: float) -> Wish | None:
        if BY_BEATS and self.orders and self.seat not in getattr(table, "never", {}):
            kinds = [it for it in table.running.windows if it not in ("cannot", "crashing")]
            return Wish(self._when(now), "never", " ".join(kinds), ("open", "orders"))
        if self.seat not in table.running.waiting:
            return self._ahead(table, now)
        move = self._player.choose(table.running.view(self.seat), self._rng)
        if "pass" in table.running.offers:
            return self._in_window(table, move, now)
        return Wish(self._soon(now), "move", str(move), _clicks_for(move))

    def _in_window(self, table: Table, move: Move, now: float) -> Wish | None:
        if move.kind != "pass" and self.seat in getattr(table, "thinking", ()):
            return Wish(self._soon(now), "move", str(move), ("card",))  # the hand is open already
        if move.kind != "pass":
            command = "think" if BY_BEATS and table.pace == "live" else ""
            return Wish(self._soon(now), command, "", ("open",), then=str(move))
        if BY_BEATS and table.pace == "live":
            return self._ahead(table, now)
        return Wish(self._soon(now), "move", "pass", ("pass",))

    def _can_seal(self, table: Table) -> bool:
        """Is there an answer to be given before it is asked for?"""
        if self.seat in table.sealed:
            return False
        leg = table.running.view(None).leg
        if BY_BEATS and table.question in ("decisions", "spoken") and self.seat == leg.captain:
            return True
        early = self.seat in to_speak(table) and self.seat not in table.running.waiting
        return early and (self.orders or self.early)

    def _ahead(self, table: Table, now: float) -> Wish | None:
        if not self._can_seal(table):
            return None
        view = table.running.view(self.seat)
        if self.seat == view.leg.captain:
            true = table.running.answers(self.seat)
            return Wish(self._soon(now), "seal", f"declare {true[0]}", ("open", "answer"))
        move = self._player.choose(replace(view, legal=(Stay(), Leave())), self._rng)
        return Wish(self._soon(now), "seal", str(move), ("decision",))


def _clicks_for(move: Move) -> tuple[str, ...]:
    """What is clicked for a move that is no card."""
    if move.kind in ON_THE_BOARD:
        return ("decision",)
    if move.kind == "declare":
        return ("open", "answer")
    return ("open", "pick")
