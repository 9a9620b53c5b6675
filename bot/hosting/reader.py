"""How a table is read: from memory, from its snapshot if the hash fits, or from its log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from bot.hosting import checks
from bot.hosting.cache import TableCache
from bot.store.protocol import LogBroken, Store, Stored
from bot.tables.actions import Entry, NotReplayed, rebuilt, replay
from bot.tables.finished_game import FinishedGame, finished_game
from bot.tables.refusals import Refused
from bot.tables.table import FROZEN, Table, Unreadable, load
from engine import Event

_Made = TypeVar("_Made")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as it is stored, seen by one seat."""

    table: Table
    stored: Stored
    seat: int | None
    told: tuple[Event, ...] = field(default=(), repr=False)
    """What the action that led here has told."""
    repeated: bool = False
    """This very click had been carried out before; nothing was done again."""


class TableReader:
    """Finds tables, and refuses those that cannot be read or are of another server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.cache = TableCache()

    async def look(self, table: str, guild: int | None = None) -> TableState:
        """The table as it was last stored, from memory where it is still there.

        Here and below ``guild`` is the server from which somebody asks; None: the bot does.
        """
        return self.cached(table, guild) or await self.read(table, guild=guild)

    async def peek(self, table: str) -> TableState:
        """The table as it was last stored, for those who only read it."""
        found = self.cache.peek(table)
        return TableState(*found, None) if found else await self.read(table)

    def cached(self, table: str, guild: int | None) -> TableState | None:
        stored = self.cache.stored(table)
        if stored is not None:
            checks.check_server(stored, guild)
        found = self.cache.take(table)
        return found and TableState(*found, None)

    async def read(
        self, table: str, interaction: int | None = None, guild: int | None = None
    ) -> TableState:
        """The table from the database, made from its log if the snapshot is damaged."""
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
        # where it stands is in the snapshot and in the log; beside them, that is for looking up
        stored = replace(stored, guild=loaded.guild, channel=loaded.channel)
        checks.check_server(stored, guild)
        return TableState(loaded, stored, None, repeated=stored.processed)

    async def history(self, table: str) -> Table:
        """The table replayed from its log, with every move ever made and event ever told."""
        try:
            return await self._from_log(table, replay)
        except (LogBroken, NotReplayed):
            raise Refused("log_damaged", table=table) from None

    async def played(self, table: str) -> FinishedGame:
        """The game of a table as it was played, from its log."""
        try:
            return await self._from_log(table, finished_game)
        except (LogBroken, NotReplayed):
            raise Refused("log_damaged", table=table) from None

    async def _rebuilt(self, stored: Stored) -> Table:
        _log.error("table %s: its snapshot is damaged and is made again from its log", stored.table)
        try:
            return await self._from_log(stored.table, rebuilt)
        except (LogBroken, NotReplayed):
            raise Refused("table_frozen", table=stored.table) from None

    async def _from_log(self, table: str, made: Callable[[Iterable[Entry]], _Made]) -> _Made:
        try:
            # a long game takes longer than others should wait for their clicks
            return await asyncio.to_thread(made, await self.store.log(table))
        except (LogBroken, NotReplayed) as fault:
            _log.error("table %s: its log cannot be followed: %r", table, fault)
            raise
