"""SQLite as one of the kinds of database there are."""

from __future__ import annotations

from collections.abc import Callable

from bot.store.address import Address
from bot.store.maintenance import Maintenance
from bot.store.sqlite.maintenance import SqliteMaintenance
from bot.store.sqlite.store import SqliteStore


class SqliteBackend:
    """All tables in one file; a `bot.store.backends.Backend`."""

    def store(self, address: Address, clock: Callable[[], float]) -> SqliteStore:
        return SqliteStore(address.file, clock=clock)

    def maintenance(self, address: Address) -> Maintenance:
        return SqliteMaintenance(address.file)
