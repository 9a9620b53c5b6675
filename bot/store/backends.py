"""The kinds of database there are: chosen by an address, and loaded only when one is used."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from bot import console
from bot.store.address import POSTGRESQL, SQLITE, Address
from bot.store.maintenance import Maintenance
from bot.store.protocol import Store
from bot.store.sql.store import SqlStore

if TYPE_CHECKING:
    from bot.store.sqlite.backend import SqliteBackend

_URL: Final = re.compile(r"([a-z][a-z0-9+.-]+)://(.*)", re.IGNORECASE | re.DOTALL)
"""A scheme and what follows; one letter before a colon is a drive of Windows."""
_FILE: Final = re.compile(r"/([^?#]*[^?#/])")
"""What follows the scheme of a file: no server and no options."""


class Backend(Protocol):
    """A kind of database."""

    def store(self, address: Address, clock: Callable[[], float]) -> SqlStore:
        """The store at this address, not yet open."""
        ...

    def maintenance(self, address: Address) -> Maintenance:
        """How to look after the database at this address."""
        ...


def _sqlite() -> SqliteBackend:
    from bot.store.sqlite.backend import SqliteBackend

    return SqliteBackend()


def _postgresql() -> Backend:
    from bot.store.postgres.backend import PostgresBackend

    files = _sqlite()
    return PostgresBackend(
        lambda file: files.store(Address.of_file(file), time.time),
        lambda file: files.maintenance(Address.of_file(file)),
    )


BACKENDS: Final[Mapping[str, Callable[[], Backend]]] = {SQLITE: _sqlite, POSTGRESQL: _postgresql}
"""The backend for each scheme."""
SAME: Final[Mapping[str, str]] = {"postgres": POSTGRESQL}
"""Other names of a scheme, by which hosts tell where their database is."""


def store_at(address: Address, clock: Callable[[], float] = time.time) -> Store:
    """The store at this address, not yet open."""
    return BACKENDS[address.scheme]().store(address, clock)


def sql_store_at(address: Address) -> SqlStore:
    """The same, for those who copy whole databases."""
    return BACKENDS[address.scheme]().store(address, time.time)


def maintenance_at(address: Address) -> Maintenance:
    """How to look after the database at this address."""
    return BACKENDS[address.scheme]().maintenance(address)


def _server(url: str) -> Address:
    try:
        return Address.of_server(url)
    except ValueError:
        raise ValueError(console.NO_DATABASE_IN_URL) from None  # it may have a password in it


def parse_address(text: str) -> Address:
    """The address in a path or a URL; a `ValueError` says what to write instead.

    It never repeats a URL, for there may be a password in it.
    """
    url = _URL.fullmatch(text)
    if url is None:
        return Address.of_file(Path(text).expanduser())
    scheme, rest = url[1].lower(), url[2]
    scheme = SAME.get(scheme, scheme)
    if scheme not in BACKENDS:
        raise ValueError(console.UNKNOWN_DATABASE.format(scheme=scheme))
    if scheme == POSTGRESQL:
        return _server(text)
    named = _FILE.fullmatch(rest)
    if named is None:
        raise ValueError(console.NO_FILE_IN_URL)
    return Address.of_file(Path(named[1]).expanduser())
