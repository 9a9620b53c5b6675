"""Addresses of databases, as paths or URLs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bot import console

SQLITE: Final = "sqlite"
"""The scheme of a file, which may be left out."""
POSTGRESQL: Final = "postgresql"
"""The scheme of a server."""
_URL: Final = re.compile(r"([a-z][a-z0-9+.-]+)://(.*)", re.IGNORECASE | re.DOTALL)
"""A scheme and what follows; a single letter before a colon is a drive of Windows."""
_FILE: Final = re.compile(r"/([^?#]*[^?#/])")
"""What follows the scheme of a file: no server and no options."""
SCHEMES: Final = (SQLITE, POSTGRESQL)
ALIASES: Final[Mapping[str, str]] = {"postgres": POSTGRESQL}
"""Other names of a scheme, which some hosting services use."""


@dataclass(frozen=True, slots=True)
class Address:
    """The place of a database: its kind, and its file or its server."""

    scheme: str
    file: Path
    """The file; of a database on a server, its name."""
    server: str = field(default="", repr=False)
    """The whole address of a server; there may be a password in it."""

    def __str__(self) -> str:
        """Return what any operator may see: never a password."""
        return f"{self.scheme}:{self.file}" if self.server else f"{self.file}"

    @classmethod
    def of_file(cls, file: Path) -> Address:
        """Return the address of a database in this file."""
        return cls(SQLITE, file)

    @classmethod
    def of_server(cls, url: str) -> Address:
        """Return the address of a database on a server; a `ValueError` says what to write instead.

        With an "@", "/" or "#" as it is in a password, a part of that would be taken for the name.
        """
        parts = urlsplit(url)
        name = parts.path.strip("/")
        if "@" in name or "/" in name or parts.fragment or parts.netloc.count("@") > 1:
            raise ValueError(console.ENCODE_IT)
        if not name:
            raise ValueError(console.NO_DATABASE_IN_URL)
        return cls(POSTGRESQL, Path(name), url)


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
        return Address.of_server(text)
    named = _FILE.fullmatch(rest)
    if named is None:
        raise ValueError(console.NO_FILE_IN_URL)
    return Address.of_file(Path(named[1]).expanduser())
