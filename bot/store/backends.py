"""Chooses the kind of database by an address, and loads only the kind that is used."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from bot import console
from bot.store.address import POSTGRESQL, SQLITE, Address
from bot.store.maintenance import Maintenance
from bot.store.store import Store

_URL: Final = re.compile(r"([a-z][a-z0-9+.-]+)://(.*)", re.IGNORECASE | re.DOTALL)
"""A scheme and what follows; a single letter before a colon is a drive of Windows."""
_FILE: Final = re.compile(r"/([^?#]*[^?#/])")
"""What follows the scheme of a file: no server and no options."""


SCHEMES: Final = (SQLITE, POSTGRESQL)
ALIASES: Final[Mapping[str, str]] = {"postgres": POSTGRESQL}
"""Other names of a scheme, which some hosting services use."""


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


def _server(url: str) -> Address:
    try:
        return Address.of_server(url)
    except ValueError:
        raise ValueError(console.NO_DATABASE_IN_URL) from None  # it may have a password in it


def parse_address(text: str) -> Address:
    """Return the address in a path or a URL; a `ValueError` says what to write instead.

    It never repeats a URL, which may have a password in it.
    """
    url = _URL.fullmatch(text)
    if url is None:
        return Address.of_file(Path(text).expanduser())
    scheme, rest = url[1].lower(), url[2]
    scheme = ALIASES.get(scheme, scheme)
    if scheme not in SCHEMES:
        raise ValueError(console.UNKNOWN_DATABASE.format(scheme=scheme))
    if scheme == POSTGRESQL:
        return _server(text)
    named = _FILE.fullmatch(rest)
    if named is None:
        raise ValueError(console.NO_FILE_IN_URL)
    return Address.of_file(Path(named[1]).expanduser())
