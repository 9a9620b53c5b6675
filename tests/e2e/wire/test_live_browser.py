"""The page on a running table in Debian's chromium: whole games, on a phone and at a desk.

pytest -s -m long tests/e2e/wire/test_live_browser.py
"""

from __future__ import annotations

import asyncio
import base64
import os
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from tests.client.page import link_in
from tests.e2e.wire import wired
from tests.e2e.wire.people import Person
from tests.e2e.wire.playing import Players, begin
from tests.e2e.wire.test_live import GIVEN_UP_AFTER, on_the_web
from tests.host.shots import Tab, browser_tab

pytestmark = pytest.mark.long

PHONE, DESK = (390, 844), (1280, 800)
KILLED_AT: Final = 6
"""The question at which the bot is killed as it is answered."""
PICTURES: Final = os.environ.get("LIVE_PICTURES")
"""A folder for pictures of the page, for those who look."""
ASKED: Final = "isOver() || (isAsked() && !busy && byId('answers').children.length > 0)"
FITS: Final = """
    (() => {
        const answers = byId('answers').getBoundingClientRect();
        return !/[\\uE000-\\uE4FF]/.test(document.body.innerText)
            && document.documentElement.scrollWidth <= innerWidth
            && answers.bottom <= innerHeight;
    })()
"""


async def opens(tab: Tab, site: str, person: Person, size: tuple[int, int], language: str) -> None:
    hand = await (await person.presses(action="hand")).says()
    shown = await (await person.presses(action="browser", on=hand)).says()
    await tab.size(*size)
    await tab.call("Runtime.enable")
    await tab.call("Log.enable")
    url = f"{site}/table/?language={language}#{link_in(shown.payload)}"
    await tab.call("Page.navigate", url=url)
    await tab.until("typeof facts !== 'undefined' && now !== null")


async def shot(tab: Tab, name: str) -> None:
    if PICTURES:
        picture = await tab.call("Page.captureScreenshot", format="png")
        Path(PICTURES, f"{name}.png").write_bytes(base64.b64decode(picture["data"]))


def complaints(tab: Tab) -> list[Any]:
    """Return what the console says: errors of scripts, of the policy, of files."""
    return [
        it for it in tab.events if it["method"] in ("Runtime.exceptionThrown", "Log.entryAdded")
    ]


@pytest.mark.parametrize(
    ("size", "language", "boxes", "by_keys"),
    [
        (PHONE, "fr", "all", False),
        (DESK, "en", "all", True),
        (PHONE, "en", "little_help", False),
    ],
)
async def test_a_whole_game(
    tmp_path: Path, size: tuple[int, int], language: str, boxes: str, *, by_keys: bool
) -> None:
    """The bot is killed in the middle: the page goes on by itself when the bot is back."""
    site, settings = on_the_web()
    rng = Random(f"{size} {language}")
    async with wired(tmp_path, **settings) as wire, browser_tab() as tab:
        wire.forgive("an answer did not get through")
        wire.discord.ack_within = GIVEN_UP_AFTER
        ann, bob = wire.join("Ann"), wire.join("Bob")
        players = await begin(ann, bob, seed=7, computers=1, boxes=boxes, goal=25)
        await opens(tab, site, ann, size, language)
        presses = asyncio.create_task(_others(Players((bob,), 1), players))
        questions = 0
        while not players.over:
            await tab.until(ASKED)
            if await tab.run("isOver()"):
                break
            await tab.run("skip()")
            assert await tab.run(FITS)
            if questions % 10 == 0:
                await shot(tab, f"{size[0]}-{language}-{boxes}-{questions}")
            questions += 1
            if questions == KILLED_AT:
                await wire.bot.kill()
            number = rng.randrange(8)
            # none where the table has gone on since
            count = max(1, await tab.run("byId('answers').children.length"))
            if by_keys:
                key = f"{1 + number % min(count, 9)}"
                for kind in ("keyDown", "keyUp"):
                    await tab.call("Input.dispatchKeyEvent", type=kind, key=key, text=key)
            else:
                await tab.run(f"byId('answers').children[{number % count}]?.click()")
            if questions == KILLED_AT:
                await tab.until("!byId('note').hidden")
                await wire.bot.start()
        await presses
        await tab.until("isOver()")
        await tab.run("skip()")
        await shot(tab, f"{size[0]}-{language}-{boxes}-end")
        assert questions > KILLED_AT
        lost = [it for it in complaints(tab) if "ERR_CONNECTION_REFUSED" not in f"{it}"]
        assert lost == []


async def _others(presses: Players, players: Players) -> None:
    while not players.over:
        await presses.step()
