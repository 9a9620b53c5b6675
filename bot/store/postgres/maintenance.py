"""How to look after a database on a server, on which bots may be running.

A copy is a file, of the kind that a bot without a server plays on: it can be checked, played on,
and brought back to a server. For databases too large for that there are PostgreSQL's own tools.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from bot.store.address import Address
from bot.store.claims import private_folder
from bot.store.integrity import Holdings
from bot.store.maintenance import CopyDamaged, Inspection, Maintenance, Restored
from bot.store.overview import Overview
from bot.store.postgres.replacing import is_played_on, put_back
from bot.store.postgres.store import PostgresStore
from bot.store.protocol import StoreError
from bot.store.sql import inspecting, rows
from bot.store.sql.moving import TargetRefused, copied
from bot.store.sql.overview import overview
from bot.store.sql.retention import closed_before
from bot.store.sql.schema import Step
from bot.store.sql.session import Session
from bot.store.sql.store import SqlStore

_NOW_AND_SIZE: Final = """
SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION),
    pg_database_size(current_database())
"""
AT_ONCE: Final = 100
"""So many old games are deleted in one transaction."""

FileStore = Callable[[Path], SqlStore]
"""The store in a file."""
FileMaintenance = Callable[[Path], Maintenance]


class PostgresMaintenance(Maintenance):
    """Copies go by way of a private file."""

    def __init__(self, address: Address, store: FileStore, upkeep: FileMaintenance) -> None:
        self._address = address
        self._file_store = store
        self._file_upkeep = upkeep

    def inspect(self) -> Inspection | None:
        return asyncio.run(self._inspected())

    async def _inspected(self) -> Inspection | None:
        store = PostgresStore(self._address.server)
        async with store.connected():
            waiting = await store.waiting_steps()
            if waiting is None:
                return None
            if waiting:  # it is read when it is up to date
                held = await store.read_whole(inspecting.holdings)
                return Inspection((), held, migrations=len(waiting))

            async def look(db: Session) -> Inspection:
                found = [damage async for damage in inspecting.damage_in(db)]
                return Inspection(found, await inspecting.holdings(db), await is_played_on(db))

            return await store.read_whole(look)

    def inspect_copy(self) -> Inspection:
        found = self.inspect()
        if found is None:
            raise StoreError("missing", path=self._address)
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
            waiting = await store.waiting_steps()
            if waiting is None:
                raise StoreError("missing", path=self._address)
            if waiting:
                raise StoreError("older_database")

            async def look(db: Session) -> Overview:
                ((now, size),) = await db.rows(_NOW_AND_SIZE)
                return await overview(db, now, size)

            return await store.read(look)

    def back_up(self, copy: Path) -> Holdings:
        if os.path.lexists(copy):
            raise StoreError("exists", path=copy)
        if not copy.parent.is_dir():
            raise StoreError("no_folder", path=copy.parent)
        with private_folder() as folder:
            draft = folder / "copy.db"
            try:
                asyncio.run(self._copied(self._file_store(draft), at_rest=False))
            except TargetRefused as error:  # the draft, not the server
                raise StoreError(error.code, **{"path": folder, **error.data}) from error
            return self._file_upkeep(draft).back_up(copy)

    def copy_into(self, target: SqlStore) -> int:
        return asyncio.run(self._copied(target, at_rest=True))

    async def _copied(self, target: SqlStore, *, at_rest: bool) -> int:
        source = PostgresStore(self._address.server)

        async def confirm() -> None:
            if at_rest:
                await _check_at_rest(source)

        async with source.connected():
            self._check(await source.waiting_steps())
            return await copied(source, target, confirm)

    def delete_games(self, before: float) -> tuple[int, Holdings]:
        return asyncio.run(self._deleted(before))

    async def _deleted(self, before: float) -> tuple[int, Holdings]:
        store = PostgresStore(self._address.server)
        async with store.connected():
            self._check(await store.waiting_steps())
            await _check_at_rest(store)
            old = await store.read_whole(lambda db: closed_before(db, before))
            for first in range(0, len(old), AT_ONCE):
                await store.write(partial(_delete, tables=old[first : first + AT_ONCE]))
            return len(old), await store.read_whole(inspecting.holdings)

    def _check(self, waiting: Sequence[Step] | None) -> None:
        """Raise if there is no database, or one that the bot has yet to bring up to date."""
        if waiting is None:
            raise StoreError("missing", path=self._address)
        if waiting:
            raise StoreError("older_database")

    def restore(self, copy: Path, *, anyway: bool = False) -> Restored:
        upkeep = self._file_upkeep(copy)
        found = upkeep.inspect_copy()
        if found.damages and not anyway:
            raise CopyDamaged(copy, found.damages)
        with private_folder() as folder:
            draft = folder / "copy.db"
            upkeep.back_up(draft)
            kept, left_out = asyncio.run(self._put_back(self._file_store(draft), anyway=anyway))
        return Restored(found.holdings, kept, left_out)

    async def _put_back(self, source: SqlStore, *, anyway: bool) -> tuple[str | None, int]:
        target = PostgresStore(self._address.server)
        await source.open()
        try:
            async with target.connected():
                await _check_at_rest(target)
                return await put_back(source, target, time.time(), anyway=anyway)
        finally:
            await source.close()


async def _check_at_rest(store: PostgresStore) -> None:
    """Raise if processes live on a database, or if it is none of ours."""
    await store.waiting_steps()
    if await store.read(is_played_on):
        raise StoreError("in_use")


async def _delete(db: Session, tables: Sequence[str]) -> None:
    for table in tables:
        await rows.delete(db, table)
