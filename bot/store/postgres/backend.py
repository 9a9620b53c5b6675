"""PostgreSQL as one of the kinds of database there are."""

from __future__ import annotations

from collections.abc import Callable

from bot.store.address import Address
from bot.store.maintenance import Maintenance
from bot.store.postgres.maintenance import FileMaintenance, FileStore, PostgresMaintenance
from bot.store.postgres.store import PostgresStore


class PostgresBackend:
    """All tables on one server; a `bot.store.backends.Backend`. Copies of it are files."""

    def __init__(self, store: FileStore, upkeep: FileMaintenance) -> None:
        self._file_store = store
        self._file_upkeep = upkeep

    def store(self, address: Address, clock: Callable[[], float]) -> PostgresStore:
        return PostgresStore(address.server, clock=clock)

    def maintenance(self, address: Address) -> Maintenance:
        return PostgresMaintenance(address, self._file_store, self._file_upkeep)
