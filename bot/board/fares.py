"""Which boards can ride on clicks, and what is learned from those that did."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.board import gallery
from bot.board.messages import Messages
from bot.board.outbox import story_of
from bot.board.rendered import PageRenderer, RenderedPage
from bot.board.rides import Fare, Ride
from bot.store.protocol import PostedMessage, StoreError
from bot.tables.pages import PageKey

_log = logging.getLogger(__name__)


class Fares:
    """Makes the boards that ride, and remembers what Discord does with their pictures."""

    def __init__(
        self,
        renderer: PageRenderer,
        messages: Messages,
        waiting: Callable[[str], Awaitable[list[PageKey]]],
    ) -> None:
        self._renderer: Final = renderer
        self._messages: Final = messages
        self._waiting: Final = waiting
        """Finds what must be painted of a table."""

    async def load(self, table: str, message: int) -> Fare | None:
        """The board, if all that has changed can be shown on this very message."""
        waiting = await self._waiting(table)
        story = story_of(waiting)
        if len(story) != 1:
            return None
        page = story[0]
        posted = await self._messages.certain(table, page)
        if posted is None or posted.message != message:
            return None
        rendered = await self._renderer.render(table, page)
        picture = posted.picture
        if not rendered.is_current or rendered.content.files or _is_moved(posted, rendered):
            return None
        keeps = picture is None or (picture.id and self._messages.takes("rides") is not False)
        if not keeps or not gallery.fits(rendered, picture):
            return None
        asks = picture is not None and self._messages.takes("rides") is None
        others = len(waiting) > 1
        return Fare(page, rendered.version, posted, rendered.content, asks, others)

    async def note_ride(self, ride: Ride, fare: Fare) -> bool:
        """Remember what Discord did with the picture; must the board be painted once more?"""
        try:
            await self._messages.note("rides", taken=not ride.dropped)
            if ride.dropped:
                posted = replace(fare.posted, picture=None)
                await self._messages.record(ride.table, fare.page, fare.version, posted)
        except StoreError as fault:  # the next ride finds it out again
            _log.warning("table %s: its picture may be missing (%s)", ride.table, fault.code)
            return False
        return bool(ride.dropped)

    async def note_refusal(self, table: str, refused: Fare) -> None:
        """The very board that was refused as an answer was taken by an edit, picture and all."""
        if await self._messages.certain(table, refused.page) == refused.posted:
            await self._messages.note("rides", taken=False)


def _is_moved(posted: PostedMessage, rendered: RenderedPage) -> bool:
    """Does the board stand in another place by now, or may it?"""
    here = (posted.channel, posted.reposts) == (rendered.channel, rendered.reposts)
    return posted.uncertain or not here
