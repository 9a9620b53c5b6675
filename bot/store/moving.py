"""Moves a whole database to another place, which may be of another kind."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bot.store.address import Address
from bot.store.backends import maintenance_at, sql_store_at
from bot.store.claims import private_folder
from bot.store.integrity import Holdings
from bot.store.maintenance import CopyDamaged
from bot.store.protocol import StoreError
from bot.store.sql.moving import TargetRefused


def move(source: Address, target: Address) -> tuple[Holdings, int]:
    """Copy everything from a database at rest into a new one; what it holds, in how many rows.

    The source stays as it is. A `StoreError` says why not, with the place to blame as ``path``.
    """
    with _blaming(source):
        found = maintenance_at(source).inspect()
        if found is None:
            raise StoreError("missing")
        if found.is_played_on:
            raise StoreError("in_use")
        if found.damages:
            raise CopyDamaged(Path(f"{source}"), found.damages)
    rows = _copied(source, target) if target.server else _copied_into_file(source, target)
    return found.holdings, rows


def _copied_into_file(source: Address, target: Address) -> int:
    """The file appears when it is whole."""
    if os.path.lexists(target.file):
        raise StoreError("exists", path=target)
    with private_folder() as folder:
        draft = Address.of_file(folder / "to.db")
        rows = _copied(source, draft)
        maintenance_at(draft).back_up(target.file)
        return rows


def _copied(source: Address, target: Address) -> int:
    with _blaming(source, target):
        rows = maintenance_at(source).copy_into(sql_store_at(target))
    with _blaming(target):
        written = maintenance_at(target).inspect()
        if written is None or written.damages:
            raise StoreError("unlike")
    return rows


@contextmanager
def _blaming(place: Address, target: Address | None = None) -> Generator[None]:
    """Name the place to blame, unless a fault names one by itself: the target if it refused."""
    try:
        yield
    except StoreError as error:
        if "path" in error.data:
            raise
        blamed = target if isinstance(error, TargetRefused) else place
        raise StoreError(error.code, **error.data, path=blamed) from error
