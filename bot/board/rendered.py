"""What is painted, and where it hangs: pages of tables as they stand, and walls for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import discord

from bot.pages.layout import Content


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as it stands: what it shows, where, and of which version it is."""

    picture: Content
    channel: int
    version: int
    newest: bool
    reposts: int = 0
    """How often pages of this table were hung up afresh because somebody called for them."""
    first: bool = True
    """Nobody has called for this page: whoever is waited for is pinged by it."""


class PageRenderer(Protocol):
    """Who makes pictures of tables."""

    async def painting(self, table: str, page: int) -> RenderedPage:
        """This page of this table, as it is to be seen now."""
        ...

    async def call(self, table: str, number: int) -> RenderedPage:
        """The call of this number; not the newest any more if nobody is meant by it now."""
        ...


class Channels(Protocol):
    """Where messages hang: Discord, as far as it is needed here."""

    def channel(self, channel: int) -> discord.PartialMessageable:
        """A place for messages."""
        ...

    def request_timed_out(self) -> None:
        """A request took too long, and is waited for no more."""
        ...
