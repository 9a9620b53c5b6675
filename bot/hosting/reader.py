"""Reads a table: from the cache, from its snapshot if the hash fits, or from its log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from bot.hosting.action import check_server
from bot.lru import Lru
from bot.store.data import Stored
from bot.store.errors import LogBroken
from bot.store.store import Store
from bot.tables.actions import Entry, FinishedGame, NotReplayed, finished_game, rebuilt, replay
from bot.tables.refusals import Refused
from bot.tables.table import FROZEN, Table, Unreadable, load
from engine import Event

CACHE_CAPACITY: Final = 1000
"""Cached tables, of about 30 kB each."""

_Made = TypeVar("_Made")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as it is stored, seen by one seat."""

    table: Table
    stored: Stored
    seat: int | None
    told: tuple[Event, ...] = field(default=(), repr=False)
    """The events of the action that led here."""
    repeated: bool = False
    """This click had been carried out before, and was not carried out again."""


class TableCache:
    """Tables as they were last stored, so that not every click has to read and check them.

    A server belongs to one process at a time, so the newest version of a table is one that this
    process stored. A table in doubt is dropped: the next click reads it from the store.
    """

    def __init__(self, capacity: int = CACHE_CAPACITY) -> None:
        self._tables: Final = Lru[str, tuple[Table, Stored]](capacity)

    def stored(self, name: str) -> Stored | None:
        """The row of a cached table."""
        found = self._tables.get(name)
        return found and found[1]

    def take(self, name: str) -> tuple[Table, Stored] | None:
        """A copy of a cached table, to be changed: an action may be refused halfway."""
        found = self._tables.get(name)
        return found and (found[0].copy(), found[1])

    def peek(self, name: str) -> tuple[Table, Stored] | None:
        """The cached table itself, only to be read."""
        return self._tables.get(name)

    def put(self, table: Table, stored: Stored, *, used: bool) -> None:
        """Cache a table that was just stored, or drop it if it is closed; it must not be changed
        afterwards.

        A table that is not ``used`` by people takes no other table's place.
        """
        if not table.open:
            self.drop(table.id)
        elif used or table.id in self._tables:
            # the snapshot is as large as the table, and says the same
            self._tables[table.id] = (
                replace(table, made=[], told=[]),
                replace(stored, snapshot=""),
            )

    def keep(self, owns: Callable[[int], bool]) -> None:
        """Drop the tables of servers that this process no longer owns: others change them now."""
        for name in self._tables:
            stored = self.stored(name)
            if stored is not None and not owns(stored.guild):
                self.drop(name)

    def drop(self, name: str) -> None:
        """Drop a table that may have changed elsewhere."""
        self._tables.pop(name)


class TableReader:
    """Reads tables, and refuses those that cannot be read or belong to another server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.cache = TableCache()

    async def look(self, table: str, guild: int | None = None) -> TableState:
        """The table as it was last stored.

        Here and below ``guild`` is the server that a user asks from; None: the bot itself asks.
        """
        return self.cached(table, guild) or await self.read(table, guild=guild)

    async def peek(self, table: str) -> TableState:
        """The table as it was last stored, only to be read."""
        found = self.cache.peek(table)
        return TableState(*found, None) if found else await self.read(table)

    def cached(self, table: str, guild: int | None) -> TableState | None:
        """The table if it is cached."""
        stored = self.cache.stored(table)
        if stored is not None:
            check_server(stored, guild)
        found = self.cache.take(table)
        return found and TableState(*found, None)

    async def read(
        self, table: str, interaction: int | None = None, guild: int | None = None
    ) -> TableState:
        """The table from the store, rebuilt from its log if the snapshot is damaged."""
        stored = await self.store.table(table, interaction)
        if stored is None:
            raise Refused("unknown_table")
        # the seals of a frozen table were made anew when it was closed, and fit
        if (stored.stage == FROZEN and stored.intact) or not stored.seated:
            raise Refused("table_frozen", table=table)
        loaded = await self._rebuilt(stored) if not stored.intact else None
        if loaded is None:
            try:
                loaded = load(stored.snapshot)
            except Unreadable:
                loaded = await self._rebuilt(stored)
        loaded.people, loaded.departed = dict(stored.people), dict(stored.departed)
        # the snapshot and the log are the truth; the columns beside them serve searches
        stored = replace(stored, guild=loaded.guild, channel=loaded.channel)
        check_server(stored, guild)
        return TableState(loaded, stored, None, repeated=stored.processed)

    async def history(self, table: str) -> Table:
        """The table replayed from its log, with every move and event."""
        return await self._from_log(table, replay, Refused("log_damaged", table=table))

    async def played(self, table: str) -> FinishedGame:
        """The finished game of a table, replayed from its log."""
        return await self._from_log(table, finished_game, Refused("log_damaged", table=table))

    async def _rebuilt(self, stored: Stored) -> Table:
        _log.error("table %s: its snapshot is damaged and is made again from its log", stored.table)
        refusal = Refused("table_frozen", table=stored.table)
        return await self._from_log(stored.table, rebuilt, refusal)

    async def _from_log(
        self, table: str, made: Callable[[Iterable[Entry]], _Made], refusal: Refused
    ) -> _Made:
        try:
            # a long game would hold up the clicks of others
            return await asyncio.to_thread(made, await self.store.log(table))
        except (LogBroken, NotReplayed) as fault:
            _log.error("table %s: its log cannot be followed: %r", table, fault)
            raise refusal from None
