"""A database of tables on a server of PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.resources.abc import Traversable
from math import inf
from typing import Final, TypeVar

from bot.store.leases import Leases
from bot.store.postgres import migrate
from bot.store.postgres.connections import Connections, Lane, transaction
from bot.store.postgres.driver import Connection, state_of
from bot.store.postgres.failures import AGAIN, LOST, RAISED, failure_of
from bot.store.postgres.leases import PostgresLeases
from bot.store.postgres.session import PostgresSession
from bot.store.postgres.writer import PATIENCE, PAUSE, Writer
from bot.store.protocol import Change, StoreError
from bot.store.sql import rows, schema
from bot.store.sql.session import Work
from bot.store.sql.store import SqlStore

T = TypeVar("T")

LASTING: Final = frozenset({"on", "remote_write", "remote_apply", "local"})
"""With any of these a commit waits for a disk, and with "off" for none. Whether the server has its
disk write through is up to its operators: see docs/operating.md."""

_log = logging.getLogger(__name__)


class PostgresStore(SqlStore):
    """All tables on one server, for any number of processes; a commit that returned is durable."""

    def __init__(
        self,
        server: str,
        *,
        clock: Callable[[], float] = time.time,
        migrations: Traversable | None = None,
    ) -> None:
        super().__init__(clock)
        self._migrations = migrations
        self._connections = Connections(server)
        self._writer = Writer(self._connections, clock)
        self._leases = PostgresLeases(self._connections.asking)
        self._leaving = AsyncExitStack()

    @property
    def leases(self) -> Leases:
        """What we share with other processes on this server."""
        return self._leases

    async def open(self) -> None:
        """Bring the database up to date."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.connected())
            async with self._connections.asking() as db:
                await self._prepare(db)
            self._leaving = stack.pop_all()

    @asynccontextmanager
    async def connected(self) -> AsyncGenerator[None]:
        """Reach the server, and change nothing there."""
        await self._connections.open()
        try:
            yield
            await self._writer.finish()
        finally:
            await self._connections.close()

    async def close(self) -> None:
        """Finish what is under way, and let go; doing so twice is no harm."""
        await self._leaving.aclose()

    async def _prepare(self, db: Connection) -> None:
        _log.info("PostgreSQL %s", await db.fetchval("SHOW server_version"))
        # A database that is refused must not be written to, so this comes first.
        known = self._steps
        await migrate.pending(db, known)
        if await db.fetchval("SHOW synchronous_commit") not in LASTING:
            raise StoreError("not_durable")
        await migrate.advance(db, known, self._clock())
        async with transaction(db):
            await rows.forget_old_pages(PostgresSession(db), self._clock())

    @property
    def _steps(self) -> list[schema.Step]:
        return schema.steps(self._migrations, migrate.KIND)

    async def waiting_steps(self) -> list[schema.Step] | None:
        """The steps that this database has yet to take; None if there is nothing in it."""
        async with self._connections.asking() as db:
            waiting = await migrate.pending(db, self._steps)
            return waiting if await migrate.has_tables(db) else None

    # --- all of it at once ---------------------------------------------------------------------

    async def read_whole(self, work: Work[T]) -> T:
        async with (
            self._connections.patient() as db,
            transaction(db, isolation="repeatable_read", readonly=True),
        ):
            return await work(PostgresSession(db))

    async def write_whole(self, work: Work[T]) -> T:
        return await self.alone(work)

    async def write_at_length(self, work: Work[T]) -> T:
        return await self.alone(work)

    async def alone(self, work: Callable[[PostgresSession], Awaitable[T]]) -> T:
        """Do this in one long transaction."""
        async with self._connections.patient() as db, transaction(db):
            return await work(PostgresSession(db))

    # --- a little at a time --------------------------------------------------------------------

    async def read(self, work: Work[T]) -> T:
        await self._writer.settled()
        loop = asyncio.get_running_loop()
        end = inf
        while True:
            try:
                return await self._look(work)
            except RAISED as error:
                failure, may_go_again = failure_of(error), state_of(error) in AGAIN
            end = min(end, loop.time() + PATIENCE)  # a server that hangs is lost only now
            if failure.code == LOST:
                await self._connections.forget()
            if not (may_go_again or failure.code == LOST) or loop.time() >= end:
                raise failure from failure.__cause__
            await asyncio.sleep(PAUSE)

    async def _look(self, work: Work[T]) -> T:
        """What is read at one moment, whatever another process does meanwhile."""
        async with (
            self._connections.connection(Lane.READING) as db,
            transaction(db, isolation="repeatable_read", readonly=True),
        ):
            return await work(PostgresSession(db))

    async def write(self, work: Work[T]) -> T:
        return await self._writer.write(work)

    async def commit(self, change: Change) -> None:
        """Store this change, durably, or raise a `StoreError`; see `InDoubt`."""
        await self._writer.write(lambda db: rows.store(db, change, self._clock()), change)
