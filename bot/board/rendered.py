"""What is painted, and where it hangs: pages of tables as they stand, and walls for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import discord

from bot.pages.layout import Picture


@dataclass(frozen=True, slots=True)
class Painting:
    """A page as it stands: what it shows, where, and of which version it is."""

    picture: Picture
    channel: int
    version: int
    newest: bool
    called_back: int = 0
    """How often pages of this table were hung up afresh because somebody called for them."""
    first: bool = True
    """Nobody has called for this page: whoever is waited for is pinged by it."""


class Studio(Protocol):
    """Who makes pictures of tables."""

    async def painting(self, table: str, page: int) -> Painting:
        """This page of this table, as it is to be seen now."""
        ...

    async def call(self, table: str, number: int) -> Painting:
        """The call of this number; not the newest any more if nobody is meant by it now."""
        ...


class Walls(Protocol):
    """Where messages hang: Discord, as far as it is needed here."""

    def channel(self, channel: int) -> discord.PartialMessageable:
        """A place for messages."""
        ...

    def broke_off(self) -> None:
        """A request took too long, and is waited for no more."""
        ...
