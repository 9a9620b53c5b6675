"""Care for a database on a server, on which bots may be running.

A copy is a file of SQLite: it can be checked, played on, and restored to a server. For databases
too large for that there are PostgreSQL's own tools.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from bot.store.address import Address
from bot.store.data import Holdings, Overview
from bot.store.errors import Exists, InUse, Missing, NoFolder, OlderDatabase, Unfit
from bot.store.maintenance import Inspection, Maintenance, Restored
from bot.store.postgres import migrate
from bot.store.postgres.connections import transaction
from bot.store.postgres.driver import RAISED, failure_of
from bot.store.postgres.session import PostgresSession
from bot.store.postgres.store import PostgresStore
from bot.store.private_copies import private_folder
from bot.store.sql import schema
from bot.store.sql.catalogue import CATALOGUE
from bot.store.sql.inspection import damage_in, holdings, overview
from bot.store.sql.schema import Migration
from bot.store.sql.session import Row, Session, statement
from bot.store.sql.transfer import copied, copy_rows, put_rows
from bot.store.store import Store

_TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
_HAS_PROCESSES: Final = "SELECT 1 WHERE to_regclass(?) IS NOT NULL"
_LIVING: Final = """
SELECT 1 FROM {processes}
WHERE until > CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION)
"""
_NOW_AND_SIZE: Final = """
SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION),
    pg_database_size(current_database())
"""


class PostgresMaintenance(Maintenance):
    """Care for a database on a server; copies pass through a private file."""

    def __init__(
        self,
        address: Address,
        file_store: Callable[[Path], Store],
        file_maintenance: Callable[[Path], Maintenance],
    ) -> None:
        self._address = address
        self._file_store = file_store
        self._file_maintenance = file_maintenance

    def inspect(self) -> Inspection | None:
        return asyncio.run(self._inspected())

    async def _inspected(self) -> Inspection | None:
        store = PostgresStore(self._address.server)
        async with store.connected():
            await store.check_durable()
            waiting = await store.waiting_migrations()
            if waiting is None:
                return None
            if waiting:  # it can be checked once it is migrated
                held = await store.read_whole(holdings)
                return Inspection((), held, migrations=len(waiting))

            async def look(db: Session) -> Inspection:
                found = [damage async for damage in damage_in(db)]
                return Inspection(found, await holdings(db), await is_played_on(db))

            return await store.read_whole(look)

    def inspect_copy(self) -> Inspection:
        found = self.inspect()
        if found is None:
            raise Missing(path=self._address)
        return found

    def check_at_rest(self) -> None:
        asyncio.run(self._checked_at_rest())

    async def _checked_at_rest(self) -> None:
        store = PostgresStore(self._address.server)
        async with store.connected():
            await _check_at_rest(store)

    def overview(self) -> Overview:
        return asyncio.run(self._overview())

    async def _overview(self) -> Overview:
        store = PostgresStore(self._address.server)
        async with store.connected():
            self._check(await store.waiting_migrations())

            async def look(db: Session) -> Overview:
                ((now, size),) = await db.rows(_NOW_AND_SIZE)
                return await overview(db, now, size)

            return await store.read(look)

    def back_up(self, copy: Path) -> Holdings:
        if os.path.lexists(copy):
            raise Exists(path=copy)
        if not copy.parent.is_dir():
            raise NoFolder(path=copy.parent)
        with private_folder() as folder:
            draft = folder / "copy.db"
            asyncio.run(self._copied(self._file_store(draft), folder, at_rest=False))
            return self._file_maintenance(draft).back_up(copy)

    def copy_into(self, target: Store, place: object) -> int:
        return asyncio.run(self._copied(target, place, at_rest=True))

    async def _copied(self, target: Store, place: object, *, at_rest: bool) -> int:
        source = PostgresStore(self._address.server)

        async def confirm() -> None:
            if at_rest:
                await _check_at_rest(source)

        async with source.connected():
            self._check(await source.waiting_migrations())
            return await copied(source, target, place, confirm)

    def _check(self, waiting: Sequence[Migration] | None) -> None:
        """Raise if there is no database, or one that needs migrations."""
        if waiting is None:
            raise Missing(path=self._address)
        if waiting:
            raise OlderDatabase

    def restore(self, copy: Path, *, anyway: bool = False) -> Restored:
        with private_folder() as folder:
            draft = folder / "copy.db"
            done = self._file_maintenance(draft).restore(copy, anyway=anyway)
            kept, left_out = asyncio.run(self._restored(self._file_store(draft), anyway=anyway))
        return Restored(done.holdings, kept, left_out)

    async def _restored(self, source: Store, *, anyway: bool) -> tuple[str | None, int]:
        target = PostgresStore(self._address.server)
        await source.open()
        try:
            async with target.connected():
                await _check_at_rest(target)
                return await restore(source, target, time.time(), anyway=anyway)
        finally:
            await source.close()


async def _check_at_rest(store: PostgresStore) -> None:
    """Raise if processes live on a database, or if it is another program's."""
    await store.waiting_migrations()
    if await store.read(is_played_on):
        raise InUse


# --- restoring ------------------------------------------------------------------------------------


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

    return await target.write_whole(put)


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
