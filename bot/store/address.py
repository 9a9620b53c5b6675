"""Where the tables are kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

SQLITE: Final = "sqlite"
"""The scheme of a file, which may be left out."""
POSTGRESQL: Final = "postgresql"
"""The scheme of a server."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the tables are kept: in a database of this kind, in this file or on this server."""

    scheme: str
    file: Path
    """The file; of a database on a server, its name."""
    server: str = field(default="", repr=False)
    """The whole address of a server; there may be a password in it."""

    def __str__(self) -> str:
        """What may be shown to everybody who runs the bot: never a password."""
        return f"{self.scheme}:{self.file}" if self.server else f"{self.file}"

    @classmethod
    def of_file(cls, file: Path) -> Address:
        """The address of a database in this file."""
        return cls(SQLITE, file)

    @classmethod
    def of_server(cls, url: str) -> Address:
        """The address of a database on a server; a `ValueError` if it names none."""
        name = urlsplit(url).path.strip("/")
        if not name:
            raise ValueError(name)
        return cls(POSTGRESQL, Path(name), url)
