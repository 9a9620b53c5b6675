"""Tables as they were last stored, so that not every click has to read and check them.

A server belongs to one process at a time, so a table is what was last stored here. The cache holds
nothing that is not stored, and drops what is in doubt: the next click reads that again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.store.protocol import Stored
from bot.tables.table import Table

ROOM: Final = 1000
"""How many tables are cached, of about 30 kB each; the least recently used goes first."""


class TableCache:
    """Returns copies to those who change them, because an action may be refused halfway."""

    def __init__(self, room: int = ROOM) -> None:
        self._room: Final = room
        self._tables: OrderedDict[str, tuple[Table, Stored]] = OrderedDict()

    def stored(self, name: str) -> Stored | None:
        """What the store knows beside the table itself, if it is cached."""
        found = self._tables.get(name)
        return found and found[1]

    def take(self, name: str) -> tuple[Table, Stored] | None:
        """The table as it was last stored, if it is cached."""
        found = self._tables.get(name)
        if found is None:
            return None
        self._tables.move_to_end(name)
        table, stored = found
        return table.copy(), stored

    def peek(self, name: str) -> tuple[Table, Stored] | None:
        """The same for those who only read: it is the cached table itself."""
        return self._tables.get(name)

    def put(self, table: Table, stored: Stored, *, used: bool) -> None:
        """Cache a table that has just been stored, if it is open; nobody may change it any more.

        A table that nobody uses takes no other table's place.
        """
        if not table.open:
            self.drop(table.id)
        if not table.open or not (used or table.id in self._tables):
            return
        kept = replace(table, made=[], told=[])
        # the snapshot is as large as the table, which makes it superfluous
        self._tables[table.id] = kept, replace(stored, snapshot="")
        self._tables.move_to_end(table.id)
        if len(self._tables) > self._room:
            self._tables.popitem(last=False)

    def keep(self, ours: Callable[[int], bool]) -> None:
        """Forget the tables of servers that are no longer ours: others change them now."""
        for name, (_, stored) in [*self._tables.items()]:
            if not ours(stored.guild):
                del self._tables[name]

    def drop(self, name: str) -> None:
        """Forget a table that may have changed without us knowing how."""
        self._tables.pop(name, None)
