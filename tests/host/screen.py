"""Pages as a browser shows them: posted as they are, without a game behind them."""

from collections.abc import Sequence
from typing import Any, Final

from bot.discord.rest import Rest, Upload, body
from bot.pages.layout import Content
from tests.host.ground import Room
from tests.host.shots import BARE, HEIGHT, PHONE, READY, TALLEST, browser_tab

BOXES: Final = "[...document.querySelectorAll('article[data-message-id] .component-container')]"
"""All messages, each from its title to its last button."""
LOADED: Final = "[...document.images].every(it => it.complete && it.naturalWidth)"
"""Whether all pictures are loaded, without which a page would be lower."""
HEIGHTS: Final = f"{BOXES}.map(it => it.getBoundingClientRect().height)"


async def heights(room: Room, pages: Sequence[Content]) -> list[float]:
    """Return the heights of pages in points, on one phone that shows them all."""
    for page in pages:
        await _post(room, page)
    viewer = room.join("Viewer")
    options: dict[str, Any] = {"layout": "channel", "width": PHONE, "height": HEIGHT}
    options["presentation_time"] = room.env.now()
    async with (
        room.env.preview(room.channel, viewers=[viewer.actor], **options) as preview,
        browser_tab() as tab,
    ):
        await tab.size(PHONE, TALLEST)
        await tab.call("Page.navigate", url=preview.url)
        await tab.until(READY)
        await tab.run(BARE)
        await tab.until(f"{BOXES}.length === {len(pages)}")
        await tab.until(LOADED)
        return await tab.run(HEIGHTS)


async def _post(room: Room, content: Content) -> None:
    files = [Upload(name, text.encode()) for name, text in content.files]
    if content.picture is not None:
        files.append(Upload(content.picture.name, content.picture.paint()))
    with room.env._bot_scope():
        await Rest(room.bot).post(room.channel.id, body(content.components), files)
    await room.settle()
