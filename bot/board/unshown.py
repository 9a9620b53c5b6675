"""The changes of tables that no board shows yet: since when, and what they were caused by.

A painting shows several changes at once where clicks came quickly. It is logged under the id of the
latest, and each change under its own once it is shown.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Container
from typing import Final, NamedTuple

from bot import log

MOST: Final = 16
"""Changes of one table that are kept apart; beyond that the newest stands for those before it."""

_log = logging.getLogger(__name__)


class _Change(NamedTuple):
    version: int
    """Of the table that it made; 0: one from before our start, and nobody knows since when."""
    since: float
    cause: str


class Unshown:
    """What waits to be shown, by table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.on_shown: Callable[[float], None] = lambda _: None
        """Hears after how many seconds a change was on its board."""
        self._clock = clock
        self._changes: Final[dict[str, list[_Change]]] = {}

    def count(self, blocked: Container[str] = ()) -> int:
        """How many tables wait, but for these."""
        return sum(table not in blocked for table in self._changes)

    def longest(self, blocked: Container[str] = ()) -> float:
        """For how many seconds the change has waited that waits longest, but for these tables."""
        waits = [it[0].since for table, it in self._changes.items() if table not in blocked]
        return self._clock() - min(waits) if waits else 0.0

    def changed(self, table: str, version: int) -> None:
        """This version of a table is stored, and has to be shown."""
        changes = self._changes.setdefault(table, [])
        since = self._clock() if len(changes) < MOST else changes.pop().since
        changes.append(_Change(version, since, log.cause.get()))

    def left(self, table: str) -> None:
        """A table waits since before it was ours, or before our start."""
        self._changes.setdefault(table, [_Change(0, self._clock(), "")])

    def forget(self, table: str) -> None:
        """Nobody will see what waits for this table."""
        self._changes.pop(table, None)

    def forget_all(self) -> None:
        """Others may have shown what waits."""
        self._changes.clear()

    def newest(self, table: str) -> int:
        """The version that has to be shown at the end; 0: none that we know of."""
        changes = self._changes.get(table)
        return changes[-1].version if changes else 0

    def cause(self, table: str) -> str:
        """What the newest change was caused by."""
        changes = self._changes.get(table)
        return changes[-1].cause if changes else ""

    def shown(self, table: str, version: int) -> None:
        """The board shows this version, and so all changes that led to it."""
        changes = self._changes.pop(table, [])
        now = self._clock()
        for change in changes:
            if 0 < change.version <= version:
                self._tell(table, change, now - change.since)
        left = [change for change in changes if change.version > version]
        if left:
            self._changes[table] = left

    def _tell(self, table: str, change: _Change, seconds: float) -> None:
        self.on_shown(seconds)
        if _log.isEnabledFor(logging.DEBUG):
            with log.caused_by(change.cause):
                _log.debug("table %s: shown as version %s, %.3f s", table, change.version, seconds)
