"""The kinds of database there are: chosen by an address, and loaded only when one is used."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol

from bot import console
from bot.store.address import SQLITE, Address
from bot.store.maintenance import Maintenance
from bot.store.protocol import Store

_URL: Final = re.compile(r"([a-z][a-z0-9+.-]+)://(.*)", re.IGNORECASE | re.DOTALL)
"""A scheme and what follows; one letter before a colon is a drive of Windows."""
_FILE: Final = re.compile(r"/([^?#]*[^?#/])")
"""What follows the scheme of a file: no server and no options."""


class Backend(Protocol):
    """A kind of database."""

    def store(self, address: Address, clock: Callable[[], float]) -> Store:
        """The store at this address, not yet open."""
        ...

    def maintenance(self, address: Address) -> Maintenance:
        """How to look after the database at this address."""
        ...


def _sqlite() -> Backend:
    from bot.store.sqlite.backend import SqliteBackend

    return SqliteBackend()


BACKENDS: Final[Mapping[str, Callable[[], Backend]]] = {SQLITE: _sqlite}
"""The backend for each scheme."""


def store_at(address: Address, clock: Callable[[], float] = time.time) -> Store:
    """The store at this address, not yet open."""
    return BACKENDS[address.scheme]().store(address, clock)


def maintenance_at(address: Address) -> Maintenance:
    """How to look after the database at this address."""
    return BACKENDS[address.scheme]().maintenance(address)


def parse_address(text: str) -> Address:
    """The address in a path or a URL; a `ValueError` says what to write instead.

    It never repeats a URL, for there may be a password in it.
    """
    url = _URL.fullmatch(text)
    if url is None:
        return Address.of_file(Path(text).expanduser())
    scheme, rest = url[1].lower(), url[2]
    if scheme not in BACKENDS:
        raise ValueError(console.UNKNOWN_DATABASE.format(scheme=scheme))
    named = _FILE.fullmatch(rest)
    if named is None:
        raise ValueError(console.NO_FILE_IN_URL)
    return Address.of_file(Path(named[1]).expanduser())
