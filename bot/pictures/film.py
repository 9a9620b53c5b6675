"""The film of a journey that greets a server: baked once, and the same for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.pictures.sheet import HOME, SheetError

HELLO: Final = "hello.gif"


@dataclass(frozen=True, slots=True)
class Film:
    """The film, as a picture of a message."""

    @property
    def name(self) -> str:
        return HELLO

    @property
    def occasion(self) -> str:
        return HELLO

    def paint(self) -> bytes:
        """Return the file."""
        try:
            return (HOME / HELLO).read_bytes()
        except OSError as error:
            raise SheetError(f"{error}") from error
