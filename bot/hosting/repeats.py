"""Recognises a press that is made twice, as by a double click.

Whoever presses again what was done a moment ago need not be told that it cannot be done any more.
What is remembered is lost with the process: then they are told.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

TWICE_WITHIN: Final = 10.0
"""Seconds within which the same press means the same."""
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
        self._done: Final[OrderedDict[tuple[str, int], tuple[Hashable, float]]] = OrderedDict()

    def note(self, table: str, user: int, what: Hashable, now: float) -> None:
        """This has just been done."""
        self._done[table, user] = what, now
        self._done.move_to_end((table, user))
        if len(self._done) > ROOM:
            self._done.popitem(last=False)

    def is_repeat(self, table: str, user: int, what: Hashable, now: float) -> bool:
        """Was this the last thing that the user did here, a moment ago?"""
        done, at = self._done.get((table, user), (None, now))
        return done == what and 0 <= now - at <= TWICE_WITHIN
