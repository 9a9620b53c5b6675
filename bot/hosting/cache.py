"""Tables as they were stored last, so that they need not be read and checked for each click.

The database belongs to this one process, so a table is what was last stored here. Nothing is kept
that is not stored, and whatever is in doubt is let go of: the next who asks reads it again.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Final

from bot.store.protocol import Stored
from bot.tables.table import Table

ROOM: Final = 1000
"""So many tables are kept, of about 30 kB each; the one that was used least lately goes first."""


class TableCache:
    """What is put here and what is taken from here are copies: an act may be refused half-way."""

    def __init__(self, room: int = ROOM) -> None:
        self._room: Final = room
        self._kept: OrderedDict[str, tuple[Table, Stored]] = OrderedDict()

    def take(self, name: str) -> tuple[Table, Stored] | None:
        """The table as it was stored last, if it is still here."""
        kept = self._kept.get(name)
        if kept is None:
            return None
        self._kept.move_to_end(name)
        table, stored = kept
        return table.copy(), stored

    def put(self, table: Table, stored: Stored, *, used: bool) -> None:
        """Keep a table that has just been stored, if it is open.

        One that nobody uses takes no other one's place.
        """
        if not table.open:
            self.drop(table.id)
        if not table.open or not (used or table.id in self._kept):
            return
        kept = table.copy()
        kept.made, kept.told = [], []
        # the text is as long as the table, and read by nobody who has that
        self._kept[table.id] = kept, replace(stored, snapshot="")
        self._kept.move_to_end(table.id)
        if len(self._kept) > self._room:
            self._kept.popitem(last=False)

    def drop(self, name: str) -> None:
        """Nobody knows whether this table is still as it was."""
        self._kept.pop(name, None)
