"""A board in the answer to a click: one request, which Discord does not count against the bot."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol

import discord

from bot.board import picture_support as support
from bot.board.picture_support import Place
from bot.discord.rest import Json
from bot.pages.layout import Content
from bot.store.data import PostedMessage
from bot.tables.table import PageKey


class Arrival(Enum):
    """The result of an inline update."""

    ARRIVED = auto()
    """Discord shows the board."""
    REFUSED = auto()
    """Discord refuses this answer, and might take another."""
    UNKNOWN = auto()
    """The request was not confirmed; the board may be shown or not."""


class Answers(Protocol):
    """An interaction that can be answered by changing the message that was pressed on."""

    async def update(self, changes: Json, *, told: bool = False) -> Json | None:
        """``told``: return what the message is then."""
        ...


@dataclass(slots=True)
class InlineUpdate:
    """An update response that carries the board. What became of it is noted here."""

    page: PageKey
    version: int
    posted: PostedMessage
    """The message that was pressed on."""
    guild: int
    content: Content
    asks: bool
    """Discord is asked what the message is then: it is unknown whether it keeps the picture."""
    others: bool
    """Pages beside the story wait to be delivered."""
    arrival: Arrival | None = None
    """None: it was not sent."""
    lost_picture: bool | None = field(default=None, init=False)
    """The board arrived without its picture; None: Discord did not say."""
    may_be_the_picture: bool = field(default=False, init=False)
    """It was refused, and perhaps for its picture."""

    @property
    def place(self) -> Place:
        """Where the message stands."""
        return Place(self.guild, self.posted.channel)

    async def send(self, interaction: Answers) -> None:
        """Answer the click with the board; raises what Discord refused."""
        picture = self.posted.picture
        changes = support.inline(self.content, picture)
        try:
            told = await interaction.update(changes, told=self.asks)
        except discord.HTTPException as refused:
            self.may_be_the_picture = picture is not None and support.may_be_the_file(refused)
            raise
        if told is not None and picture is not None:
            self.lost_picture = not support.shows(told, picture)
