"""The store in one file of SQLite."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, TypeVar

from bot.store.data import Damage
from bot.store.sql import rows, schema, seals
from bot.store.sql.session import Session, Work
from bot.store.sqlite import migrate
from bot.store.sqlite.connection import RAISED, Connection, failure_of
from bot.store.sqlite.files import Lock
from bot.store.sqlite.inspection import damaged_indexes
from bot.store.sqlite.session import OneByOne, carry_out
from bot.store.store import Store

T = TypeVar("T")

PAGES_PER_STEP: Final = 32
"""Pages of 4 kilobytes that are given back to the disk in one step."""
SPARE_PAGES: Final = 256
"""Free pages that stay for the next games: 1 megabyte."""
_INDEXED: Final = ("tables", "players", "messages", "outbox")
"""Tables whose indexes are checked at the start. The log is far longer; ``check`` reads it."""

LOG = logging.getLogger(__name__)


class SqliteStore(Store):
    """All tables in one file of one process; a commit that returned is durable."""

    def __init__(
        self,
        path: Path | str,
        *,
        clock: Callable[[], float] = time.time,
        migrations: Traversable | None = None,
    ) -> None:
        super().__init__(clock)
        self._file = Path(path).resolve()  # two paths to one file must meet at one lock
        self._migrations = migrations
        self._lock = Lock(self._file)
        self._connection = Connection(self._file)
        self._leaving = AsyncExitStack()

    async def open(self) -> None:
        async with AsyncExitStack() as stack:
            self._lock.take()
            stack.callback(self._lock.release)
            await self._connection.open()
            stack.push_async_callback(self._connection.close)
            await self._connection.run(self._prepare)
            self._leaving = stack.pop_all()

    async def close(self) -> None:
        await self._leaving.aclose()

    async def read(self, work: Work[T]) -> T:
        return await self._connection.run(lambda db: carry_out(db, work))

    async def write(self, work: Work[T]) -> T:
        return await self._connection.write(lambda db: carry_out(db, work))

    async def write_at_length(self, work: Work[T]) -> T:
        return await self.write(work)

    async def read_whole(self, work: Work[T]) -> T:
        return await work(OneByOne(self))

    async def write_whole(self, work: Work[T]) -> T:
        return await work(OneByOne(self))

    async def _shrink(self) -> bool:
        return await self.write(_shrink)

    def _prepare(self, db: sqlite3.Connection) -> None:
        LOG.info("SQLite %s", sqlite3.sqlite_version)
        db.execute("PRAGMA busy_timeout = 5000")
        # A database that is refused must not be written to, so this comes first.
        waiting = migrate.pending(db, schema.migrations(self._migrations))
        # This affects only a new file, which can then shrink step by step.
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")  # less may lose commits that were answered
        db.execute("PRAGMA secure_delete = ON").fetchall()  # deleted rows leave no trace
        migrate.advance(db, self._file, waiting, self._clock())
        db.execute("PRAGMA foreign_keys = ON")
        repair(db)
        db.execute("PRAGMA shrink_memory")  # the repair has read every table
        carry_out(db, lambda session: rows.drop_waiting_ends(session, self._clock()))


# --- the repair at the start ----------------------------------------------------------------------


def repair(db: sqlite3.Connection) -> None:
    """Repair indexes that hide tables, report tables that are missing, and log what was found.

    It takes some 15 us for each table. Damage that it cannot repair does not keep the bot from
    starting: it may be of one table.
    """
    for step in (_repair_indexes, _repair_count):
        try:
            step(db)
        except RAISED as error:
            why = failure_of(error).code
            LOG.error("the database could not be repaired: %s", why)  # noqa: TRY400 - no values


def _repair_indexes(db: sqlite3.Connection) -> None:
    if any(_is_badly_indexed(db, table) for table in _INDEXED):
        LOG.error("%s", Damage("", "index"))
        db.execute("REINDEX")


def _is_badly_indexed(db: sqlite3.Connection, table: str) -> bool:
    try:
        return bool(damaged_indexes(db, table))
    except sqlite3.DatabaseError:  # a page is torn, perhaps one of an index
        return True


def _repair_count(db: sqlite3.Connection) -> None:
    damage = carry_out(db, seals.count_damage)
    if damage is None:
        return
    LOG.error("%s", damage)
    db.execute("BEGIN IMMEDIATE")
    try:
        carry_out(db, seals.count_again)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


# --- free space -----------------------------------------------------------------------------------


async def _shrink(db: Session) -> bool:
    """Give some free pages back; not of a file of version 0.2.0, which does not know their uses."""
    if await db.row("PRAGMA auto_vacuum") != (2,):
        return False
    free = await _free_pages(db)
    if free <= SPARE_PAGES:
        return False
    for _ in range(min(PAGES_PER_STEP, free - SPARE_PAGES)):
        await db.rows("PRAGMA incremental_vacuum(1)")  # `sqlite3` does one page for each call
    return await _free_pages(db) > SPARE_PAGES


async def _free_pages(db: Session) -> int:
    found = await db.row("PRAGMA freelist_count")
    return found[0] if found else 0
