"""People at the table: how soon they answer, what they want, and what they click for it.

They click decisions, answers, and the cards that the thumb player would play. They answer when they
are asked, and pass only where windows wait for everybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from bot.tables.play import to_speak
from bot.tables.table import Table
from engine.moves import OPEN, Leave, Move, Stay
from players.thumb import Thumb

REACTION_TIME: Final = (3.0, 9.0)
"""Seconds, least and most, until a person answers or picks a card from the hand."""
HAND_LIFETIME: Final = 14 * 60.0  # seconds; Discord takes edits of an open hand for that long
ON_THE_BOARD: Final = OPEN | {"draw"}
"""Kinds of moves that are one click on the board; all others need a private message."""

When = Callable[[float], float]
"""A function from the time of a wish to the time at which it can be carried out."""


@dataclass(frozen=True, slots=True)
class Wish:
    """An action that a person is about to take, and when."""

    at: float
    command: str
    arguments: str = field(default="", repr=False)
    clicks: tuple[str, ...] = ()
    """The kinds of clicks it takes."""
    then: str = ""
    """The move that follows from the hand it opens."""


class Person:
    """A person on a seat."""

    def __init__(self, seat: int, rng: Random, when: When = lambda at: at) -> None:
        self.seat = seat
        self.clicks: Counter[str] = Counter({"hand": 1})
        """Clicks by kind; the hand is looked at once before the first leg."""
        self.missed = 0
        """Cards this person would have played, had the window stayed open."""
        self.wish: Wish | None = None
        self.asked = 0
        """Questions and plays of this person."""
        self.blind = 0
        """Those at which the own hand lay above a newer public message."""
        self.orders = False
        """Leaves standing orders and sealed answers instead of watching the board."""
        self.passes = False
        """Passes in each window, as if windows waited for everybody."""
        self._rng = rng
        self._when = when
        self._player = Thumb()
        self._key: object = None
        self._hand_seen = 0.0
        self._page = self._hand_page = 0
        """The newest public message, and the one below which the hand was opened last."""

    def look(self, table: Table, now: float) -> None:
        """See what is asked now; a wish for a question that is over is dropped."""
        asked = self.seat in table.running.waiting
        key = (table.moment, asked, table.turns[self.seat], self._can_seal(table))
        if key == self._key:
            return
        if self.wish is not None and "card" in self.wish.clicks:
            self.missed += 1
        self._key, self._page = key, table.page.number
        self.wish = self._wanted(table, now)
        if self.wish is not None and not {"pass", "orders"} & {*self.wish.clicks}:
            self.asked += 1
            self.blind += self._hand_page != self._page

    def acted(self, now: float) -> None:
        """Count the clicks of the wish that was carried out."""
        wish, self.wish = self.wish, None
        if wish is None:
            return
        self.clicks.update(wish.clicks)
        private = {"open", "card", "pick", "answer", "orders"} & {*wish.clicks}
        if not self.orders and not private and now - self._hand_seen > HAND_LIFETIME:
            self.clicks["hand"] += 1
            private = {"hand"}
        if private:
            self._hand_seen, self._hand_page = now, self._page
        if wish.then:
            self.wish = Wish(self._soon(now), "move", wish.then, ("card",))

    def _soon(self, now: float) -> float:
        return self._when(now + self._rng.uniform(*REACTION_TIME))

    def _wanted(self, table: Table, now: float) -> Wish | None:
        if self.orders and self.seat not in table.never:
            kinds = [it for it in table.running.windows if it not in ("cannot", "crashing")]
            return Wish(self._when(now), "never", " ".join(kinds), ("open", "orders"))
        if self.seat not in table.running.waiting:
            return self._ahead(table, now)
        move = self._player.choose(table.running.view(self.seat), self._rng)
        if "pass" in table.running.offers:
            return self._in_window(table, move, now)
        return Wish(self._soon(now), "move", str(move), _clicks_for(move))

    def _in_window(self, table: Table, move: Move, now: float) -> Wish | None:
        if move.kind != "pass" and self.seat in table.thinking:
            return Wish(self._soon(now), "move", str(move), ("card",))  # the hand is open already
        if move.kind != "pass":
            command = "think" if table.pace == "live" and not self.passes else ""
            return Wish(self._soon(now), command, "", ("open",), then=str(move))
        if self.passes or table.pace != "live":
            return Wish(self._soon(now), "move", "pass", ("pass",))
        return self._ahead(table, now)

    def _can_seal(self, table: Table) -> bool:
        """Return whether this seat can answer before it is asked."""
        if not self.orders or self.seat in table.sealed:
            return False
        leg = table.running.view(None).leg
        if table.question in ("decisions", "spoken") and self.seat == leg.captain:
            return True
        return self.seat in to_speak(table) and self.seat not in table.running.waiting

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
    """Return the kinds of clicks that a move takes that is not a card."""
    if move.kind in ON_THE_BOARD:
        return ("decision",)
    if move.kind == "declare":
        return ("open", "answer")
    return ("open", "pick")
