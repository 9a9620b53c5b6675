"""The page of the local table in a real browser follows the game."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from simcord.preview import Preview

from bot.cli.local import serve
from tests.host.shots import DESKTOP, HEIGHT, PHONE, READY, browser_tab, in_a_browser
from tests.host.small_bot import Small
from tests.host.test_local import at_home

pytestmark = in_a_browser

RESIZED = "configure_presentation"
STUCK = f"window.simcordPreview.pendingAction?.kind === '{RESIZED}'"
START = (
    "[...document.querySelectorAll('article button')].find(it => it.textContent.includes('Start'))"
)
ALL_SEEN = """
    (({scrollHeight, scrollTop, clientHeight}) => scrollHeight - scrollTop - clientHeight < 2)(
        document.getElementById('channel-timeline'))
"""
MESSAGES = "document.querySelectorAll('article[data-message-id]').length"


async def test_an_answer_that_is_lost_leaves_no_page_stuck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, lost, over = Preview._action, list[str](), asyncio.Event()

    async def act(preview: Preview, context: str | None, body: Mapping[str, Any]) -> Any:
        taken = await take(preview, context, body)
        if body["kind"] == RESIZED and body["host_width"] > PHONE and not lost:
            lost.append(body["request_id"])
            await over.wait()
        return taken

    monkeypatch.setattr(Preview, "_action", act)
    told: asyncio.Queue[str] = asyncio.Queue()
    table = asyncio.create_task(serve(Small(tmp_path / "small.txt"), tell=told.put_nowait))
    address = await asyncio.wait_for(told.get(), 10)
    async with browser_tab() as tab:
        await tab.size(PHONE, HEIGHT)
        await tab.call("Page.navigate", url=address)
        await tab.until(READY)
        await tab.size(DESKTOP, HEIGHT)
        await tab.until(STUCK)
        try:
            await tab.until(f"!({STUCK}) && {READY}")
        finally:
            over.set()
            table.cancel()
    assert len(lost) == 1
    with pytest.raises(asyncio.CancelledError):
        await table


async def test_the_page_follows_the_game(tmp_path: Path) -> None:
    async with at_home(tmp_path) as address, browser_tab() as tab:
        await tab.size(PHONE, HEIGHT)
        await tab.call("Page.navigate", url=address)
        await tab.until(f"{READY} && {MESSAGES} === 1")
        await tab.run(f"{START}.click()")
        await tab.until(f"{READY} && {MESSAGES} > 2")
        await tab.until(ALL_SEEN)
