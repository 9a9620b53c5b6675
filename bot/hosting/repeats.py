"""Recognises a press that is made twice, as by a double click, or just too late to matter.

Whoever presses again what was done a moment ago need not be told that it cannot be done any more.
Nor does somebody under whose finger a window closed, and who wanted to pass in it; but whoever has
lost a decision is told. What is remembered is lost with the process: then they are told.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from bot.hosting.action import SAY, SLOT, Action, comparable
from bot.hosting.reader import TableState
from bot.tables.presence import PASS, is_window
from bot.tables.table import Table

TWICE_WITHIN: Final = 10.0
"""Seconds within which the same press means the same."""
DOUBLE_CLICK: Final = 1.5
"""Seconds between the presses of a double click, where a second press would undo the first."""
TOO_LATE_WITHIN: Final = 5.0
"""Seconds after a question within which an answer to it was on its way."""
FIRST_SLOT: Final = "0"
"""Where the moves of a window are numbered, this is to pass."""
ROOM: Final = 1000
"""How many users at tables are remembered, and how many tables."""
ENDED: Final = 8
"""How many questions of each table: some are over within a second."""


class Superfluous(Exception):
    """It is done already, or there is nothing left to do it for; nothing is lost by that."""

    def __init__(self, reason: Exception) -> None:
        super().__init__(type(reason).__name__)
        self.reason = reason
        """What those are told who need an answer in words."""


class Repeats:
    """What each user did last at each table, and which questions have just ended there."""

    def __init__(self) -> None:
        self._done: Final[OrderedDict[tuple[str, int], _Done]] = OrderedDict()
        self._asked: Final[OrderedDict[str, _Asked]] = OrderedDict()

    def follow(self, table: Table, now: float) -> None:
        """See what is asked at this table now, and what is asked no more."""
        asked = self._asked.setdefault(table.id, _Asked(table.moment, is_window(table)))
        if asked.moment != table.moment:
            ended = _Ended(asked.moment, asked.is_window, now)
            asked = _Asked(table.moment, is_window(table), (*asked.ended, ended)[-ENDED:])
            self._asked[table.id] = asked
        self._asked.move_to_end(table.id)
        if len(self._asked) > ROOM:
            self._asked.popitem(last=False)

    def note(self, state: TableState, user: int, action: Action, now: float) -> None:
        """This has just been done, to the table as it was in this state."""
        key = state.table.id, user
        self._done[key] = _Done(comparable(action), state.stored.version + 1, now)
        self._done.move_to_end(key)
        if len(self._done) > ROOM:
            self._done.popitem(last=False)

    def makes_superfluous(self, state: TableState, user: int, action: Action, now: float) -> bool:
        """Is nothing lost if this action, which is refused, is not carried out?

        Whoever is waited for has something to do, and is told whatever is refused, but for a pass.
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
        """Is this what the user did last here, so lately that a second press is the same one?"""
        done = self._done.get((table, user))
        return done is not None and done.what == action and 0 <= now - done.at <= DOUBLE_CLICK

    def _was_too_late(self, table: Table, seat: int, action: Action, now: float) -> bool:
        """Did the question end a moment ago, and is nothing lost that this would have answered?"""
        asked = self._asked.get(table.id)
        found = [it for it in asked.ended if it.moment == action.moment] if asked else []
        if not found or not 0 <= now - found[-1].at <= TOO_LATE_WITHIN:
            return False
        if action.name == SLOT:
            return found[-1].was_window and action.arguments == FIRST_SLOT
        return action.name == SAY and _is_as_said(table, seat, action.arguments)


@dataclass(frozen=True, slots=True)
class _Ended:
    """A question that is asked no more."""

    moment: int
    was_window: bool
    at: float


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a table asks, and what it asked lately."""

    moment: int
    is_window: bool
    ended: tuple[_Ended, ...] = ()


@dataclass(frozen=True, slots=True)
class _Done:
    """What somebody did, and the version of the table that it made."""

    what: Action
    version: int
    at: float


def _stands(table: Table, seat: int | None, action: Action) -> bool:
    """Is it as this action would have it, whatever others have done since?"""
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
    """Has the game taken the course that these words would have given it?"""
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
