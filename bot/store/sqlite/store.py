"""A database of tables in one file of SQLite."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

from bot.store.sql import rows, schema
from bot.store.sql.session import Work
from bot.store.sql.store import SqlStore
from bot.store.sqlite import mending, migrate
from bot.store.sqlite.connection import Connection
from bot.store.sqlite.lock import Lock
from bot.store.sqlite.retention import SqliteRetention
from bot.store.sqlite.session import OneByOne, carry_out
from bot.store.sqlite.writer import Writer

T = TypeVar("T")

LOG = logging.getLogger(__name__)


class SqliteStore(SqlStore):
    """All tables in one file, which belongs to one process; a commit that returned is durable."""

    def __init__(
        self,
        path: Path | str,
        *,
        clock: Callable[[], float] = time.time,
        migrations: Traversable | None = None,
    ) -> None:
        super().__init__(clock)
        self._retention = SqliteRetention(self, lambda: self.share)
        self._file = Path(path).resolve()  # two ways to one file must meet at one lock
        self._migrations = migrations
        self._lock = Lock(self._file)
        self._connection = Connection(self._file)
        self._writer = Writer(self._connection)
        self._leaving = AsyncExitStack()

    async def open(self) -> None:
        """Bring the database up to date and make it ours alone."""
        async with AsyncExitStack() as stack:
            self._lock.take()
            stack.callback(self._lock.release)
            await self._connection.open()
            stack.push_async_callback(self._connection.close)
            await self._connection.run(self._prepare)
            stack.push_async_callback(self._writer.finish)
            self._leaving = stack.pop_all()

    async def close(self) -> None:
        """Finish what is under way, and let go; doing so twice is no harm."""
        await self._leaving.aclose()

    async def read(self, work: Work[T]) -> T:
        return await self._connection.run(lambda db: carry_out(db, work))

    async def write(self, work: Work[T]) -> T:
        return await self._writer.write(lambda db: carry_out(db, work))

    async def write_at_length(self, work: Work[T]) -> T:
        return await self.write(work)

    async def read_whole(self, work: Work[T]) -> T:
        return await work(OneByOne(self))

    async def write_whole(self, work: Work[T]) -> T:
        return await work(OneByOne(self))

    def _prepare(self, db: sqlite3.Connection) -> None:
        LOG.info("SQLite %s", sqlite3.sqlite_version)
        db.execute("PRAGMA busy_timeout = 5000")
        # A database that is refused must not be written to, so this comes first.
        waiting = migrate.pending(db, schema.steps(self._migrations))
        # of a new file only: it can shrink later without being written anew
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")  # less may lose commits that were answered
        db.execute("PRAGMA secure_delete = ON").fetchall()  # who is forgotten leaves no trace
        migrate.advance(db, self._file, waiting, self._clock())
        db.execute("PRAGMA foreign_keys = ON")
        mending.mend(db)
        carry_out(db, lambda session: rows.forget_old_pages(session, self._clock()))
