"""Moves a whole database to another place, of the same kind or the other."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bot.store.address import Address
from bot.store.backends import maintenance_at, store_at
from bot.store.errors import CopyDamaged, CopyDiffers, Exists, InUse, Missing, StoreError
from bot.store.integrity import Holdings
from bot.store.private_copies import private_folder


def move(source: Address, target: Address) -> tuple[Holdings, int]:
    """Copy everything from a database at rest into a new one; return what it holds, and its rows.

    The source stays as it is. Raise a `StoreError` that names the place to blame as ``path``.
    """
    with _located(source):
        found = maintenance_at(source).inspect()
        if found is None:
            raise Missing
        if found.is_played_on:
            raise InUse
        if found.damages:
            raise CopyDamaged(Path(f"{source}"), found.damages)
    rows = _copied(source, target) if target.server else _copied_into_file(source, target)
    return found.holdings, rows


def _copied_into_file(source: Address, target: Address) -> int:
    """Copy into a new file, which appears once it is whole."""
    if os.path.lexists(target.file):
        raise Exists(path=target)
    with private_folder() as folder:
        draft = Address.of_file(folder / "to.db")
        rows = _copied(source, draft)
        maintenance_at(draft).back_up(target.file)
        return rows


def _copied(source: Address, target: Address) -> int:
    with _located(source):
        rows = maintenance_at(source).copy_into(store_at(target), target)
    with _located(target):
        written = maintenance_at(target).inspect()
        if written is None or written.damages:
            raise CopyDiffers
    return rows


@contextmanager
def _located(place: Address) -> Generator[None]:
    try:
        yield
    except StoreError as error:
        error.at(place)
        raise
