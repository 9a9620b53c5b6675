"""Replaces a database on a server by a copy; the former one is kept as another schema."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from bot.store.errors import InUse, Unfit
from bot.store.postgres import migrate
from bot.store.postgres.connections import transaction
from bot.store.postgres.failures import RAISED, failure_of
from bot.store.postgres.session import PostgresSession
from bot.store.postgres.store import PostgresStore
from bot.store.sql import schema
from bot.store.sql.catalogue import CATALOGUE
from bot.store.sql.session import Row, Session
from bot.store.sql.statements import statement
from bot.store.sql.transfer import copy_rows, put_rows
from bot.store.store import Store

_TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
_HAS_PROCESSES: Final = "SELECT 1 WHERE to_regclass(?) IS NOT NULL"
_LIVING: Final = """
SELECT 1 FROM {processes}
WHERE until > CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION)
"""


async def restore(
    source: Store, target: PostgresStore, now: float, *, anyway: bool
) -> tuple[str | None, int]:
    """Replace the target by the source, whole or not at all.

    ``anyway``: leave out rows that the server refuses, which checks more than a file does. Return
    the schema that holds the former tables, if there were any, and the number of rows left out.
    """

    async def put(db: PostgresSession) -> tuple[str | None, int]:
        kept = await _set_aside(db, now)
        await migrate.apply(db.connection, schema.migrations(kind=migrate.KIND), now)
        picking = _Picking(db)

        async def copy(source_db: Session) -> int:
            return await copy_rows(source_db, db, picking.put if anyway else put_rows)

        await source.read_whole(copy)
        return kept, picking.left_out

    return await target.in_long_transaction(put)


async def _set_aside(db: PostgresSession, now: float) -> str | None:
    """Move all tables to another schema, after which no process can begin to play on them."""
    if not await migrate.has_tables(db.connection):
        return None
    name = time.strftime("replaced_%Y%m%d_%H%M%S", time.gmtime(now))
    await db.do(statement("CREATE SCHEMA {name}", name=name))
    known = {it.name for it in CATALOGUE}
    for (table,) in await db.rows(_TABLES):
        if table in known:
            await db.do(statement("ALTER TABLE {table} SET SCHEMA {name}", table=table, name=name))
    if await is_played_on(db, f"{name}.processes"):  # one has started since the first check
        raise InUse
    return name


async def is_played_on(db: Session, processes: str = "processes") -> bool:
    """Return whether any process lives on a database, whatever its version."""
    if await db.row(_HAS_PROCESSES, processes) is None:
        return False
    return await db.row(statement(_LIVING, processes=processes)) is not None


class _Picking:
    """Inserts the rows that a server accepts: they fit their columns and their references."""

    def __init__(self, db: PostgresSession) -> None:
        self._db = db
        self.left_out = 0

    async def put(self, _: Session, table: str, rows: Sequence[Row]) -> Sequence[Row]:
        """Insert these rows together, or else one by one; return those that were inserted."""
        if await self._is_put(table, rows):
            return rows
        fit = [row for row in rows if await self._is_put(table, [row])]
        self.left_out += len(rows) - len(fit)
        return fit

    async def _is_put(self, table: str, rows: Sequence[Row]) -> bool:
        try:
            async with transaction(self._db.connection):  # within the whole one: a savepoint
                await put_rows(self._db, table, rows)
        except RAISED as error:
            if not isinstance(failure_of(error), Unfit):
                raise
            return False
        return True
