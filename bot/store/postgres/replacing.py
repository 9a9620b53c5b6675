"""Puts a copy in the place of a database on a server; what was there before is kept beside it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from bot.store.postgres import migrate
from bot.store.postgres.session import PostgresSession
from bot.store.postgres.store import PostgresStore
from bot.store.protocol import LogBroken
from bot.store.restored import as_restored
from bot.store.sql import rows, schema
from bot.store.sql.moving import KEYS, STAYS, copy_rows
from bot.store.sql.session import Session
from bot.store.sql.store import SqlStore

_OPEN: Final = "SELECT id, changed FROM tables WHERE is_open = 1"


async def put_back(source: SqlStore, target: PostgresStore, now: float) -> Path | None:
    """Let the target hold what the source does, all of it or nothing.

    The name under which its old tables are kept, as a schema of their own; None: it had none.
    """

    async def put(db: PostgresSession) -> Path | None:
        kept = await _set_aside(db, now)
        await migrate.take(db.connection, schema.steps(kind=migrate.KIND), now)

        async def copy(source_db: Session) -> int:
            return await copy_rows(source_db, db)

        await source.read_whole(copy)
        await _repost_open_boards(db)
        return kept

    return await target.alone(put)


async def _set_aside(db: PostgresSession, now: float) -> Path | None:
    if not await migrate.has_tables(db.connection):
        return None
    name = time.strftime("replaced_%Y%m%d_%H%M%S", time.gmtime(now))
    await db.do(f"CREATE SCHEMA {name}")
    for (table,) in await db.rows(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    ):
        if table in KEYS or table in STAYS:
            await db.do(f"ALTER TABLE {table} SET SCHEMA {name}")
    return Path(name)


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
