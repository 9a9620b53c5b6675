"""Chooses the kind of database by an address, loads only that kind, and moves between addresses."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from bot.store.address import POSTGRESQL, Address
from bot.store.data import Holdings
from bot.store.errors import CopyDamaged, CopyDiffers, Exists, InUse, Missing, StoreError
from bot.store.maintenance import Maintenance
from bot.store.private_copies import private_folder
from bot.store.store import Store


def store_at(address: Address, clock: Callable[[], float] = time.time) -> Store:
    """Return the store at this address, not yet open."""
    if address.scheme == POSTGRESQL:
        from bot.store.postgres.store import PostgresStore

        return PostgresStore(address.server, clock=clock)
    from bot.store.sqlite.store import SqliteStore

    return SqliteStore(address.file, clock=clock)


def maintenance_at(address: Address) -> Maintenance:
    """Return the maintenance of the database at this address."""
    if address.scheme == POSTGRESQL:
        from bot.store.postgres.maintenance import PostgresMaintenance

        return PostgresMaintenance(
            address,
            lambda file: store_at(Address.of_file(file)),
            lambda file: maintenance_at(Address.of_file(file)),
        )
    from bot.store.sqlite.maintenance import SqliteMaintenance

    return SqliteMaintenance(address.file)


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
