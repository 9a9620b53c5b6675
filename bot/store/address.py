"""Where the tables are kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

SQLITE: Final = "sqlite"
"""The scheme of a file, which may be left out."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the tables are kept: in a database of this kind, in this file."""

    scheme: str
    file: Path

    def __str__(self) -> str:
        """What may be shown to everybody who runs the bot: never a password."""
        return f"{self.file}"

    @classmethod
    def of_file(cls, file: Path) -> Address:
        """The address of a database in this file."""
        return cls(SQLITE, file)
