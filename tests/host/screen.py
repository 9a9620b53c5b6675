"""Pages as a browser shows them: posted as they are, without a game behind them.

async with phone(room) as screen:
    height = await screen.height(content)
"""

import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.discord.rest import Rest, Upload, body
from bot.pages.layout import Content
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.shots import BARE, HEIGHT, PHONE, READY, TALLEST, Tab, browser_tab

ARTICLE: Final = "article[data-message-id='%s']"
BOX: Final = f'document.querySelector("{ARTICLE} .component-container")'
"""A message from its title to its last button."""
SHOWN: Final = f"Boolean({BOX})"
LOADED: Final = "[...document.images].every(it => it.complete && it.naturalWidth)"
"""Whether all pictures are loaded, without which a page would be lower."""
PLACE: Final = """
    (box => ({x: box.x, y: box.y, width: box.width, height: box.height, scale: 1}))
    (%s.getBoundingClientRect())
"""
"""Where it is on the page."""
ALONE: Final = """
    document.querySelectorAll('article[data-message-id]').forEach(it =>
        it.style.display = it.dataset.messageId === '%s' ? '' : 'none')
"""


@dataclass
class Screen:
    """A channel in a browser."""

    room: Room
    viewer: Person
    tab: Tab
    width: int

    async def height(self, content: Content, picture: Path | None = None) -> float:
        """Return the height of a page in points; with ``picture``, save one at that path."""
        message = await self._post(content)
        page = {"layout": "channel", "width": self.width, "height": HEIGHT}
        page |= {"locale": self.viewer.locale, "presentation_time": self.room.env.now()}
        channel, viewers = self.room.channel, [self.viewer.actor]
        async with self.room.env.preview(channel, viewers=viewers, **page) as preview:
            await self.tab.call("Page.navigate", url=preview.url)
            await self.tab.until(READY)
            await self.tab.run(BARE)
            await self.tab.until(SHOWN % message)
            await self.tab.run(ALONE % message)
            await self.tab.until(LOADED)
            box = await self.tab.run(PLACE % (BOX % message))
            if picture is not None:
                shot = await self.tab.call("Page.captureScreenshot", format="png", clip=box)
                picture.write_bytes(base64.b64decode(shot["data"]))
        return box["height"]

    async def _post(self, content: Content) -> int:
        files = [Upload(name, text.encode()) for name, text in content.files]
        if content.picture is not None:
            files.append(Upload(content.picture.name, content.picture.paint()))
        with self.room.env._bot_scope():
            sent = await Rest(self.room.bot).post(
                self.room.channel.id, body(content.components), files
            )
        await self.room.settle()
        return int(sent["id"])


@asynccontextmanager
async def screen(room: Room, viewer: Person, width: int = PHONE) -> AsyncIterator[Screen]:
    """A browser of this width with the channel of a room."""
    async with browser_tab() as tab:
        await tab.size(width, TALLEST // 4)
        yield Screen(room, viewer, tab, width)
