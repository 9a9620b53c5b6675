"""People at the table: how soon they answer, what they want, and what they click for it.

They click decisions, answers, and the cards that the thumb player would play, on boards of their
own that follow the game. They answer when they are asked, and pass only where windows wait for
everybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from bot.tables.play import to_speak
from bot.tables.table import Table
from engine.moves import OPEN, Discard, Leave, Move, Stay
from players.thumb import Thumb

REACTION_TIME: Final = (3.0, 9.0)
"""Seconds, least and most, until a person answers or picks a card from the hand."""
BOARD_LIFETIME: Final = 14 * 60.0  # seconds; a board follows the game for that long after a press
ON_THE_BOARD: Final = OPEN | {"draw"}
"""Kinds of moves that are one click on the public board, too."""

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


class Person:
    """A person on a seat."""

    def __init__(self, seat: int, rng: Random, when: When = lambda at: at) -> None:
        self.seat = seat
        self.clicks: Counter[str] = Counter()
        """Clicks by kind."""
        self.missed = 0
        """Cards this person would have played, had the window stayed open."""
        self.wish: Wish | None = None
        self.asked = 0
        """Questions and plays of this person."""
        self.blind = 0
        """Questions at which the private board was out of sight."""
        self.orders = False
        """Leaves standing orders and sealed answers instead of watching the board."""
        self.ahead = False
        """Answers as soon as the own board asks, before the seat's turn."""
        self.stays = ""
        """The order to stay that this person gives at the first question; "" for none."""
        self._rng = rng
        self._when = when
        self._player = Thumb()
        self._key: object = None
        self._pressed_at: float | None = None
        """The time of the last press; None: the one in the lobby."""

    def look(self, table: Table, now: float) -> None:
        """See what is asked now; a wish for a question that is over is dropped."""
        asked = self.seat in table.running.waiting
        key = (table.moment, asked, table.turns[self.seat], self._can_seal(table))
        if key == self._key:
            return
        if self.wish is not None and "card" in self.wish.clicks:
            self.missed += 1
        self._key = key
        if self._pressed_at is None:
            self._pressed_at = now
        self.wish = self._wanted(table, now)
        if self.wish is not None and not {"pass", "orders"} & {*self.wish.clicks}:
            self.asked += 1
            self.blind += not self._sees_board(now)

    def acted(self, now: float) -> None:
        """Count the clicks of the wish that was carried out."""
        wish, self.wish = self.wish, None
        self._key = None  # an order changes nothing that is asked, and the question is still there
        if wish is None:
            return
        self.clicks.update(wish.clicks)
        private = {"card", "pick", "answer", "orders"} & {*wish.clicks}
        if not self._sees_board(now) and (private or not self.orders):
            self.clicks["hand"] += 1
        self._pressed_at = now

    def _sees_board(self, now: float) -> bool:
        return self._pressed_at is not None and now - self._pressed_at <= BOARD_LIFETIME

    def _soon(self, now: float) -> float:
        return self._when(now + self._rng.uniform(*REACTION_TIME))

    def _wanted(self, table: Table, now: float) -> Wish | None:
        if self.orders and self.seat not in table.never:
            kinds = [it for it in table.running.windows if it not in ("cannot", "crashing")]
            return Wish(self._when(now), "never", " ".join(kinds), ("hand", "orders"))
        if self.stays and self.seat not in table.stay_orders:
            # the page, the city, the exceptions, and back to the board
            return Wish(self._soon(now), "stay_order", self.stays, ("orders",) * 4)
        if self.seat not in table.running.waiting or self.seat in table.by_order:
            return self._ahead(table, now)
        move = self._player.choose(table.running.view(self.seat), self._rng)
        if "pass" in table.running.offers:
            return self._in_window(table, move, now)
        if move.kind == "discard":
            return Wish(self._soon(now), "exchange", self._exchanged(table, move), ("pick",))
        return Wish(self._soon(now), "move", str(move), _clicks_for(move))

    def _exchanged(self, table: Table, first: Move) -> str:
        """Return the cards that the thumb player lays aside one by one, as one form names them."""
        game, cards, move = table.running.copy(), list[str](), first
        while isinstance(move, Discard):
            cards.append(move.card)
            game.play(self.seat, move)
            move = self._player.choose(game.view(self.seat), self._rng)
        return " ".join(cards)

    def _in_window(self, table: Table, move: Move, now: float) -> Wish | None:
        if move.kind != "pass":
            return Wish(self._soon(now), "move", str(move), ("card",))
        waits = table.window_ends is None and self.seat not in table.answers_at
        if waits or table.pace_rules.is_slow:
            return Wish(self._soon(now), "move", "pass", ("pass",))
        return self._ahead(table, now)

    def _can_seal(self, table: Table) -> bool:
        """Return whether this seat can answer before it is asked, and does so.

        A board of one's own asks captains ahead if they have a choice, and passengers at once.
        """
        if self.seat in table.sealed or self.seat in table.answers_at:
            return False
        leg = table.running.leg
        if table.question in ("decisions", "spoken") and self.seat == leg.captain:
            return len(table.running.answers(self.seat)) > 1 or self.orders
        if not self.orders and not self.ahead:
            return False
        return self.seat in to_speak(table) and self.seat not in table.running.waiting

    def _ahead(self, table: Table, now: float) -> Wish | None:
        if not self._can_seal(table):
            return None
        view = table.running.view(self.seat)
        if self.seat == view.leg.captain:
            true = table.running.answers(self.seat)
            return Wish(self._soon(now), "seal", f"declare {true[0]}", ("answer",))
        move = self._player.choose(replace(view, legal=(Stay(), Leave())), self._rng)
        return Wish(self._soon(now), "seal", str(move), ("decision",))


def _clicks_for(move: Move) -> tuple[str, ...]:
    """Return the kinds of clicks that a move takes that is not a card."""
    if move.kind in ON_THE_BOARD:
        return ("decision",)
    if move.kind == "declare":
        return ("answer",)
    return ("pick",)
