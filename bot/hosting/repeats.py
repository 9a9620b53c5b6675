"""Recognises a press that is made twice, as by a double click.

Whoever presses again what was done a moment ago need not be told that it cannot be done any more.
What is remembered is lost with the process: then they are told.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from bot.hosting.command import SAY, Command, meaning
from bot.hosting.reader import TableState
from bot.tables.presence import PASS
from bot.tables.table import Table

TWICE_WITHIN: Final = 10.0
"""Seconds within which the same press means the same."""
DOUBLE_CLICK: Final = 1.5
"""Seconds between the presses of a double click, where a second press would undo the first."""
ROOM: Final = 1000
"""How many users at tables are remembered."""


class Superfluous(Exception):
    """It is done already, or there is nothing left to do it for; nothing is lost by that."""

    def __init__(self, reason: Exception) -> None:
        super().__init__(type(reason).__name__)
        self.reason = reason
        """What those are told who need an answer in words."""


class Repeats:
    """What each user did last at each table, and when."""

    def __init__(self) -> None:
        self._done: Final[OrderedDict[tuple[str, int], _Done]] = OrderedDict()

    def note(self, state: TableState, user: int, command: Command, now: float) -> None:
        """This has just been done, to the table as it was in this state."""
        key = state.table.id, user
        self._done[key] = _Done(meaning(command), state.stored.version + 1, now)
        self._done.move_to_end(key)
        if len(self._done) > ROOM:
            self._done.popitem(last=False)

    def makes_superfluous(self, state: TableState, user: int, command: Command, now: float) -> bool:
        """Is nothing lost if this command, which is refused, is not carried out?

        Whoever is waited for has something to do, and is told whatever is refused.
        """
        table, seat = state.table, state.table.seat_of(user)
        is_asked = table.game is not None and seat in table.game.waiting
        if command == Command(SAY, PASS, moment=table.moment - 1):
            return seat is not None and not is_asked
        done = self._done.get((table.id, user))
        if done is None or done.what != meaning(command) or not 0 <= now - done.at <= TWICE_WITHIN:
            return False
        return done.version == state.stored.version or _stands(table, seat, command)

    def was_just_done(self, table: str, user: int, command: Command, now: float) -> bool:
        """Is this what the user did last here, so lately that a second press is the same one?"""
        done = self._done.get((table, user))
        return done is not None and done.what == command and 0 <= now - done.at <= DOUBLE_CLICK


@dataclass(frozen=True, slots=True)
class _Done:
    """What somebody did, and the version of the table that it made."""

    what: Command
    version: int
    at: float


def _stands(table: Table, seat: int | None, command: Command) -> bool:
    """Is it as this command would have it, whatever others have done since?"""
    match command.name:
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
