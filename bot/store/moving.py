"""Moves a whole database to another place, which may be of another kind."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from bot.store.address import Address
from bot.store.backends import maintenance_at, sql_store_at
from bot.store.claims import private_folder
from bot.store.integrity import Holdings
from bot.store.maintenance import CopyDamaged
from bot.store.protocol import StoreError
from bot.store.sql.moving import copied


def move(source: Address, target: Address) -> tuple[Holdings, int]:
    """Copy everything from a database at rest into a new one; what it holds, in how many rows.

    The source stays as it is. A `StoreError` says why not, with the place to blame as ``path``.
    """
    found = maintenance_at(source).inspect()
    if found is None:
        raise StoreError("missing", path=source)
    if found.is_played_on:
        raise StoreError("in_use", path=source)
    if found.damages:
        raise CopyDamaged(Path(f"{source}"), found.damages)
    with private_folder() as folder:
        origin = _at_rest(source, folder)
        if target.server:
            rows = _copied(origin, target)
        else:
            rows = _copied_into_file(origin, target, folder)
    return found.holdings, rows


def _at_rest(source: Address, folder: Path) -> Address:
    """The source; of a file a copy, which may be brought up to date."""
    if source.server:
        return source
    copy = folder / "from.db"
    maintenance_at(source).back_up(copy)
    return Address.of_file(copy)


def _copied_into_file(origin: Address, target: Address, folder: Path) -> int:
    """The file appears when it is whole."""
    if os.path.lexists(target.file):
        raise StoreError("exists", path=target)
    draft = Address.of_file(folder / "to.db")
    rows = _copied(origin, draft)
    maintenance_at(draft).back_up(target.file)
    return rows


def _copied(source: Address, target: Address) -> int:
    rows = asyncio.run(_copy(source, target))
    written = maintenance_at(target).inspect()
    if written is None or written.damages:
        raise StoreError("unlike", path=target)
    return rows


async def _copy(source: Address, target: Address) -> int:
    out_of, into = sql_store_at(source), sql_store_at(target)
    await out_of.open()
    try:
        await into.open()
        try:
            return await copied(out_of, into)
        except StoreError as error:
            raise StoreError(error.code, path=target) from error
        finally:
            await into.close()
    finally:
        await out_of.close()
