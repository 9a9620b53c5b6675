"""Recognises superfluous presses: double clicks, and presses that came just too late to matter.

A refusal is no news to a user who presses the same button twice, or who wanted to pass in a window
that has just closed. A user who lost a decision is told. After a restart nothing is remembered, and
every refusal is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.hosting.action import SAY, SLOT, Action, comparable
from bot.hosting.reader import TableState
from bot.lru import Lru
from bot.tables.autoplay import has_no_choice
from bot.tables.presence import PASS, is_window
from bot.tables.table import Table

TWICE_WITHIN: Final = 10.0
"""Seconds within which the same press counts as a repetition."""
DOUBLE_CLICK: Final = 1.5
"""Seconds between the presses of a double click, where a second press would undo the first."""
TOO_LATE_WITHIN: Final = 5.0
"""Seconds after the end of a question within which an answer to it was already on its way."""
FIRST_SLOT: Final = "0"
"""The number of the pass among the moves of a window, and of an only answer."""
CAPACITY: Final = 1000
"""Remembered users at tables, and remembered tables."""
MAX_ENDED: Final = 8
"""Remembered questions of each table; some are over within a second."""


class Superfluous(Exception):
    """The action was refused, and nothing is lost by that."""

    def __init__(self, reason: Exception) -> None:
        super().__init__(type(reason).__name__)
        self.reason = reason
        """The refusal, for commands, which need an answer."""


class Repeats:
    """Remembers what each user did last at each table, and which questions have just ended."""

    def __init__(self) -> None:
        self._done: Final = Lru[tuple[str, int], _Done](CAPACITY)
        self._asked: Final = Lru[str, _Asked](CAPACITY)

    def follow(self, table: Table, now: float) -> None:
        """Note the question of this table, and the end of the one before."""
        asked = self._asked.get(table.id) or _Asked(table.moment, _with_first_slots(table))
        if asked.moment != table.moment:
            ended = _Ended(asked.moment, asked.first_slots, now)
            first_slots = _with_first_slots(table)
            asked = _Asked(table.moment, first_slots, (*asked.ended, ended)[-MAX_ENDED:])
        self._asked[table.id] = asked

    def note(self, state: TableState, user: int, action: Action, now: float) -> None:
        """Note an action of a user, carried out on the table in this state."""
        done = _Done(comparable(action), state.stored.version + 1, now)
        self._done[state.table.id, user] = done

    def makes_superfluous(self, state: TableState, user: int, action: Action, now: float) -> bool:
        """Is nothing lost by the refusal of this action?

        A player whose turn it is always gets an answer, except to a pass.
        """
        table, seat = state.table, state.table.seat_of(user)
        is_asked = table.game is not None and seat in table.game.waiting
        if seat is not None and self._was_too_late(table, seat, action, now):
            return True
        if action == Action(SAY, PASS, moment=table.moment - 1):
            return seat is not None and not is_asked
        if action == Action(SAY, PASS, moment=table.moment):
            return not is_asked and seat in (*table.quiet, *table.never, *table.spoken_for)
        done = self._done.get((table.id, user))
        if done is None or done.what != comparable(action):
            return False
        if not 0 <= now - done.at <= TWICE_WITHIN:
            return False
        return done.version == state.stored.version or _stands(table, seat, action)

    def was_just_done(self, table: str, user: int, action: Action, now: float) -> bool:
        """Is this the second press of a double click?"""
        done = self._done.get((table, user))
        return done is not None and done.what == action and 0 <= now - done.at <= DOUBLE_CLICK

    def _was_too_late(self, table: Table, seat: int, action: Action, now: float) -> bool:
        """Did the question end just now, in the way that this would have answered it?"""
        asked = self._asked.get(table.id)
        found = [it for it in asked.ended if it.moment == action.moment] if asked else []
        if not found or not 0 <= now - found[-1].at <= TOO_LATE_WITHIN:
            return False
        if action.name == SLOT:
            return seat in found[-1].first_slots and action.arguments == FIRST_SLOT
        return action.name == SAY and _is_as_said(table, seat, action.arguments)


@dataclass(frozen=True, slots=True)
class _Ended:
    """A question that has ended."""

    moment: int
    first_slots: tuple[int, ...]
    at: float


@dataclass(frozen=True, slots=True)
class _Asked:
    """The question of a table, and those that have just ended."""

    moment: int
    first_slots: tuple[int, ...]
    """The seats for which the bot may make the first of their moves."""
    ended: tuple[_Ended, ...] = ()


@dataclass(frozen=True, slots=True)
class _Done:
    """The last action of a user, and the version of the table after it."""

    what: Action
    version: int
    at: float


def _with_first_slots(table: Table) -> tuple[int, ...]:
    """Return the seats for which the bot may make the first move: a pass, or the only answer."""
    asked = table.game.waiting if table.game is not None else ()
    return tuple([seat for seat in asked if is_window(table) or has_no_choice(table, seat)])


def _stands(table: Table, seat: int | None, action: Action) -> bool:
    """Is the table still as this action would have it, whatever others have done since?"""
    match action.name:
        case "join":
            return seat is not None
        case "leave":
            return seat is None
        case "start":
            return table.stage == "playing"
        case "say" | "slot":
            return table.game is not None and seat not in table.game.waiting
        case _:
            return False


def _is_as_said(table: Table, seat: int, words: str) -> bool:
    """Has the game gone as this answer wanted?"""
    if table.game is None:
        return False
    leg = table.game.leg
    match words:
        case "pass":
            return True
        case "stay":
            return seat in leg.stayed
        case "leave":
            return seat in leg.gone
        case "declare can" | "declare cannot":
            return seat == leg.captain and words == f"declare {leg.said}"
        case _:
            return False
