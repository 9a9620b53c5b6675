"""Puts a copy in the place of a database on a server; what was there before is kept beside it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from bot.store.postgres import migrate
from bot.store.postgres.connections import transaction
from bot.store.postgres.failures import RAISED, failure_of
from bot.store.postgres.session import PostgresSession
from bot.store.postgres.store import PostgresStore
from bot.store.protocol import LogBroken, StoreError
from bot.store.restored import as_restored
from bot.store.sql import rows, schema
from bot.store.sql.moving import KEYS, STAYS, copy_rows, put_rows
from bot.store.sql.session import Row, Session
from bot.store.sql.store import SqlStore

_OPEN: Final = "SELECT id, changed FROM tables WHERE is_open = 1"
UNFIT: Final = "unfit"
"""The code for what a server does not take: it checks more than a file does."""


async def put_back(
    source: SqlStore, target: PostgresStore, now: float, *, anyway: bool
) -> tuple[str | None, int]:
    """Let the target hold what the source does, all of it or nothing.

    ``anyway``: leave out what the server does not take. The schema in which its old tables are
    kept, if there were any; and how many rows were left out.
    """

    async def put(db: PostgresSession) -> tuple[str | None, int]:
        kept = await _set_aside(db, now)
        await migrate.take(db.connection, schema.steps(kind=migrate.KIND), now)
        picking = _Picking(db)

        async def copy(source_db: Session) -> int:
            return await copy_rows(source_db, db, picking.put if anyway else put_rows)

        await source.read_whole(copy)
        await _repost_open_boards(db)
        return kept, picking.left_out

    return await target.alone(put)


async def _set_aside(db: PostgresSession, now: float) -> str | None:
    """Give what is there another schema. From then on nobody can begin to play on it."""
    if not await migrate.has_tables(db.connection):
        return None
    name = time.strftime("replaced_%Y%m%d_%H%M%S", time.gmtime(now))
    await db.do(f"CREATE SCHEMA {name}")
    for (table,) in await db.rows(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    ):
        if table in KEYS or table in STAYS:
            await db.do(f"ALTER TABLE {table} SET SCHEMA {name}")
    if await is_played_on(db, f"{name}.processes"):  # somebody has come since we looked
        raise StoreError("in_use")
    return name


async def is_played_on(db: Session, processes: str = "processes") -> bool:
    """Does any process live on a database, whichever version it is of?"""
    if await db.row("SELECT 1 WHERE to_regclass(?) IS NULL", processes):
        return False
    sql = (
        f"SELECT 1 FROM {processes}"  # noqa: S608 - our own name
        " WHERE until > CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION)"
    )
    return await db.row(sql) is not None


class _Picking:
    """Puts in what a server takes: rows that fit their columns, and hang on one that is there."""

    def __init__(self, db: PostgresSession) -> None:
        self._db = db
        self.left_out = 0

    async def put(self, _: Session, table: str, all_: Sequence[Row]) -> Sequence[Row]:
        """Put these into a table, one by one if not together; those that are there now."""
        if await self._is_put(table, all_):
            return all_
        fit = [row for row in all_ if await self._is_put(table, [row])]
        self.left_out += len(all_) - len(fit)
        return fit

    async def _is_put(self, table: str, some: Sequence[Row]) -> bool:
        try:
            async with transaction(self._db.connection):  # in the whole one: a savepoint
                await put_rows(self._db, table, some)
        except RAISED as error:
            if failure_of(error).code != UNFIT:
                raise
            return False
        return True


async def _repost_open_boards(db: Session) -> None:
    """Have every open board posted anew: channels show what came after the copy was made."""
    # what the bot noted of Discord may not have been true for long
    await db.do("DELETE FROM facts")
    for table, changed in await db.rows(_OPEN):
        stored = await rows.read(db, table, None)
        try:
            log = await rows.log(db, table)
        except LogBroken:
            log = []
        change = stored and as_restored(stored, lambda log=log: log)
        if change:
            await rows.store(db, change, changed)
