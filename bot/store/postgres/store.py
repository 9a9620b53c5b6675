"""The store on a server of PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from math import inf
from typing import Any, Final, TypeVar

from bot.store.data import Change
from bot.store.errors import NotDurable, StoreError, Unavailable, Unreachable
from bot.store.leases import Leases
from bot.store.postgres import migrate
from bot.store.postgres.connections import Connections, Lane, transaction
from bot.store.postgres.driver import RAISED, RETRIED, Connection, failure_of, state_of
from bot.store.postgres.leases import PostgresLeases
from bot.store.postgres.relay import PostgresRelay
from bot.store.postgres.session import PostgresSession
from bot.store.postgres.writer import PATIENCE, PAUSE, Writer
from bot.store.relay import Relay
from bot.store.sql import recovery, rows, schema
from bot.store.sql.schema import Migration
from bot.store.sql.session import Value, Work
from bot.store.store import Store

T = TypeVar("T")

DURABLE: Final = frozenset({"on", "remote_write", "remote_apply", "local"})
"""Values of ``synchronous_commit`` with which a commit waits for a disk. Whether that disk writes
through is up to the operators of the server: see docs/operating.md."""

_HOMES: Final = "SELECT home, 'tables'::regclass::oid::text FROM fleet"
_SET_HOME: Final = "UPDATE fleet SET home = ?"

_log = logging.getLogger(__name__)


class PostgresStore(Store):
    """All tables on one server, for any number of processes; a commit that returned is durable."""

    def __init__(self, server: str, *, clock: Callable[[], float] = time.time) -> None:
        super().__init__(clock)
        self._migrations = schema.migrations(kind=migrate.KIND)
        self._connections = Connections(server)
        self._writer = Writer(self._connections, clock)
        self._leases = PostgresLeases(self._connections.lend)
        self._relay = PostgresRelay(self._connections)
        self._leaving = AsyncExitStack()

    @property
    def leases(self) -> Leases:
        return self._leases

    @property
    def relay(self) -> Relay:
        return self._relay

    async def open(self) -> None:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.connected())
            async with self._connections.lend() as db:
                await self._prepare(db)
            await self._notice_going_back()
            self._leaving = stack.pop_all()

    @asynccontextmanager
    async def connected(self) -> AsyncGenerator[None]:
        """Connect, and change nothing."""
        await self._connections.open()
        try:
            yield
            await self._writer.finish()
        finally:
            await self._connections.close()

    async def close(self) -> None:
        await self._leaving.aclose()

    async def _prepare(self, db: Connection) -> None:
        _log.info("PostgreSQL %s", await db.fetchval("SHOW server_version"))
        # A database that is refused must not be written to, so this comes first.
        known = self._migrations
        await migrate.pending(db, known)
        await _check_durable(db)
        await migrate.advance(db, known, self._clock())
        async with transaction(db):
            await rows.drop_waiting_ends(PostgresSession(db), self._clock())

    async def _notice_going_back(self) -> None:
        """Have all open boards posted again if the tables were made anew, as by ``pg_restore``."""
        found = await self.rows(_HOMES)
        if not found or found[0][0] == found[0][1]:
            return
        ((noted, home),) = found
        if noted:  # else an older version started here last
            tables = await self.rows(recovery.OPEN_TABLES)
            _log.warning("the database was restored: %s open boards are posted again", len(tables))
            for table, changed in tables:
                await self._repost(table, changed)
        await self._write(_SET_HOME, home)

    async def _repost(self, table: str, changed: float) -> None:
        try:
            await self.write(lambda db: recovery.repost(db, table, changed))
        except Unavailable:
            raise
        except StoreError as fault:  # another process does it, or the table is damaged
            _log.warning("table %s is not posted again: %s", table, fault.code)

    async def check_durable(self) -> None:
        """Raise `NotDurable` if the server may lose what it has committed."""
        async with self._connections.lend() as db:
            await _check_durable(db)

    async def waiting_migrations(self) -> list[Migration] | None:
        """Return the migrations that this database still needs; None if it has no tables."""
        async with self._connections.lend() as db:
            waiting = await migrate.pending(db, self._migrations)
            return waiting if await migrate.has_tables(db) else None

    # --- the whole database -----------------------------------------------------------------------

    async def read_whole(self, work: Work[T]) -> T:
        async with (
            self._connections.patient() as db,
            transaction(db, isolation="repeatable_read", readonly=True),
        ):
            return await work(PostgresSession(db))

    async def write_at_length(self, work: Work[T]) -> T:
        return await self.write_whole(work)

    async def write_whole(self, work: Callable[[PostgresSession], Awaitable[T]]) -> T:
        async with self._connections.patient() as db, transaction(db):
            return await work(PostgresSession(db))

    # --- short work -------------------------------------------------------------------------------

    async def read(self, work: Work[T]) -> T:
        return await self._repeated(lambda: self._look(work))

    async def rows(self, sql: str, *values: Value) -> list[tuple[Any, ...]]:
        return await self._repeated(lambda: self._ask(sql, *values))

    async def _repeated(self, look: Callable[[], Awaitable[T]]) -> T:
        """Read, and again over another connection if this one is lost."""
        await self._writer.settled()
        loop = asyncio.get_running_loop()
        end = inf
        while True:
            try:
                return await look()
            except RAISED as error:
                failure, retried = failure_of(error), state_of(error) in RETRIED
            is_lost = isinstance(failure, Unreachable)
            end = min(end, loop.time() + PATIENCE)  # from now: the server may have hung
            if is_lost:
                await self._connections.reconnect()
            if not (retried or is_lost) or loop.time() >= end:
                raise failure from failure.__cause__
            await asyncio.sleep(PAUSE)

    async def _look(self, work: Work[T]) -> T:
        """Read a snapshot, which no other process changes."""
        async with (
            self._connections.connection(Lane.READING) as db,
            transaction(db, isolation="repeatable_read", readonly=True),
        ):
            return await work(PostgresSession(db))

    async def _ask(self, sql: str, *values: Value) -> list[tuple[Any, ...]]:
        """Read by one statement, which needs no transaction around it: one trip, and not three."""
        async with self._connections.connection(Lane.READING) as db:
            return await PostgresSession(db).rows(sql, *values)

    async def write(self, work: Work[T]) -> T:
        return await self._writer.write(work)

    async def commit(self, change: Change) -> None:
        """Store this change, durably, or raise a `StoreError`; see `InDoubt`."""
        held = replace(change, lease=self.share.lease_of(change.guild))
        await self._writer.write(lambda db: rows.store(db, held, self._clock()), held)


async def _check_durable(db: Connection) -> None:
    if await db.fetchval("SHOW synchronous_commit") not in DURABLE:
        raise NotDurable
