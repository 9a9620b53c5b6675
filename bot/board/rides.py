"""A board that goes along with the answer to a click: one request, and none of the bot's own.

A ride is reserved before the click is carried out, so that nothing else is under way for the board
while its answer is. What changes meanwhile is painted when the ride is over.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Protocol

import discord

from bot.board import gallery
from bot.discord.rest import Json
from bot.errors import report
from bot.pages.layout import Content
from bot.store.protocol import PostedMessage, StoreError
from bot.tables.pages import PageKey
from bot.tables.refusals import Refused


class End(Enum):
    """How a ride ended."""

    ARRIVED = auto()
    """Discord shows the board."""
    REFUSED = auto()
    """Discord refuses such an answer, and might take another."""
    UNKNOWN = auto()
    """Nobody told us; the board may be shown or not."""


class Updates(Protocol):
    """Answers a click by changing the message that was pressed on."""

    async def update(self, changes: Json, *, told: bool = False) -> Json | None:
        """``told``: return what the message is then."""
        ...


@dataclass(frozen=True, slots=True)
class Fare:
    """A board that is ready to ride."""

    page: PageKey
    version: int
    posted: PostedMessage
    content: Content
    asks: bool
    """Nobody knows yet whether this Discord keeps pictures in such an answer: we look."""
    others: bool
    """Pages beside the story must be painted as well."""


Load = Callable[[str, int], Awaitable[Fare | None]]
"""The board of this table if it can ride on a click at this message."""


class Ride:
    """The reservation of one click. Whoever has it must leave it; twice is no harm."""

    def __init__(
        self, table: str, message: int, load: Load, over: Callable[[Ride, Fare | None], None]
    ) -> None:
        self.table: Final = table
        self.changed = False
        """The table has changed since the last board was made."""
        self.dropped: bool | None = None
        """Did the board arrive without its picture? None: nobody told us."""
        self.may_be_the_picture = False
        """The answer was refused, and perhaps for its picture."""
        self._message = message
        self._load = load
        self._over = over
        self._fare: Fare | None = None
        self._end: End | None = None
        self._left = False

    async def prepare(self) -> Ride | None:
        """Make the board, if the click has changed it; None: there is nothing that could ride.

        What was done is stored by now. A board that cannot be made is no reason to say otherwise:
        it is painted afterwards, and the painter says why if that fails as well.
        """
        if not self.changed:
            return None
        self.changed = False  # what changes from here on may not be on this board
        try:
            self._fare = await self._made()
        finally:
            self.changed = self.changed or self._fare is None
        return self._fare and self

    async def _made(self) -> Fare | None:
        try:
            return await self._load(self.table, self._message)
        except (StoreError, Refused):
            return None
        except Exception as fault:
            report(f"table {self.table}: a board that was to ride", fault)
            return None

    async def send(self, interaction: Updates) -> None:
        """Answer with the board."""
        fare = self._fare
        if fare is None:
            raise ValueError(self.table)
        picture = fare.posted.picture
        try:
            told = await interaction.update(gallery.riding(fare.content, picture), told=fare.asks)
        except discord.HTTPException as refused:
            self.may_be_the_picture = gallery.may_be_the_file(refused)
            raise
        if told is not None and picture is not None:
            self.dropped = not gallery.shows(told, picture)

    def ended(self, end: End) -> None:
        """Note what became of the answer."""
        self._end = end
        if end is not End.ARRIVED:
            self.changed = True

    def let_go(self) -> None:
        """Leave at once if nothing is going to ride: others wait for nobody's private answer.

        A board that did change waits for the answer, and is then painted by the token of the click.
        """
        if self._fare is None and not self.changed:
            self.leave()

    def leave(self) -> None:
        """Let others paint the board; what did not ride is painted."""
        if self._left:
            return
        self._left = True
        fare, self._fare = self._fare, None
        if fare is not None and self._end is None:  # made, and never sent
            self.changed = True
        self._over(self, fare if self._end is not None else None)

    @property
    def end(self) -> End | None:
        return self._end
