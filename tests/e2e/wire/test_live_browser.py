"""The page on a running table in Debian's chromium: whole games, on a phone and at a desk.

pytest -s -m long tests/e2e/wire/test_live_browser.py
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import time
from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.words import LANGUAGES, catalogue
from players.replay.steps import Replay
from tests.client.page import link_in
from tests.e2e.wire import Wire, wired
from tests.e2e.wire.people import Person
from tests.e2e.wire.playing import Players, begin
from tests.e2e.wire.test_live import GIVEN_UP_AFTER, on_the_web
from tests.host.axe import findings
from tests.host.shots import PATIENCE, Tab, browser_tab

pytestmark = pytest.mark.long

PHONE, DESK = (390, 844), (1280, 800)
JUDGED_AT: Final = 3
"""The question at which axe-core looks at the page."""
KILLED_AT: Final = 6
"""The question at which the bot is killed as it is answered."""
PICTURES: Final = os.environ.get("LIVE_PICTURES")
"""A folder for pictures of the page, for those who look."""
ASKED: Final = "isOver() || (isAsked() && !busy && byId('answers').children.length > 0)"
ANSWERED: Final = """
    (() => {
        skip();
        const all = byId('answers').children;
        if (!all.length) return 0;
        all[%d %% all.length].click();
        return 1;
    })()
"""
OVER: Final = json.dumps([catalogue(it)("error-link_over") for it in LANGUAGES])
IS_TOLD: Final = f"{OVER}.includes(byId('note').textContent)"
"""The page was away as the game ended, so its link is void."""
ENDED: Final = f"(isOver() || {IS_TOLD})"
OUT_OF_REACH: Final = re.compile("ERR_CONNECTION_(REFUSED|RESET)")
"""Errors of the console while the bot is dead."""
KILLS: Final = int(os.environ.get("LIVE_KILLS", "100"))
EVERY: Final = 4
"""Answers between two of them."""
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
    await tab.call("Page.navigate", url="about:blank")
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
            if questions == JUDGED_AT:
                assert await findings(tab) == []
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
        assert await findings(tab) == []
        assert questions > KILLED_AT
        lost = [it for it in complaints(tab) if "ERR_CONNECTION_REFUSED" not in f"{it}"]
        assert lost == []


async def test_a_hundred_kills(tmp_path: Path) -> None:
    """Two play by page, one by buttons, and a computer as well."""
    site, settings = on_the_web()
    sizes = ((PHONE, "fr"), (DESK, "en"))
    async with wired(tmp_path, **settings) as wire, browser_tab() as one, browser_tab() as other:
        wire.forgive("an answer did not get through")
        wire.discord.ack_within = GIVEN_UP_AFTER
        tabs, seed = (one, other), 0
        pages = [_Page(tab, Random(f"kills {number}")) for number, tab in enumerate(tabs)]
        while wire.bot.begun <= KILLS:
            seed += 1
            channel = wire.discord.add_channel(wire.guild, f"table-{seed}")
            names = [f"{name}{seed}" for name in ("Ann", "Bob", "Cid")]
            people = ann, bob, cid = [wire.join(name, channel=channel) for name in names]
            players = await begin(*people, seed=seed, computers=1, boxes="all")
            for tab, person, (size, language) in zip(tabs, (ann, bob), sizes, strict=True):
                await opens(tab, site, person, size, language)
            async with asyncio.TaskGroup() as group:
                group.create_task(_others(Players((cid,), seed), players))
                playing = [group.create_task(it.plays()) for it in pages]
                while wire.bot.begun <= KILLS and await _killed(wire, pages, players):
                    pass
                await asyncio.gather(*playing)
            scores = Replay.of(players.record).game.scores
            totals = [it.total for it in sorted(scores, key=attrgetter("seat"))]
            for tab in tabs:
                shown = await tab.run("JSON.stringify(facts.scores.map((it) => it.total))")
                assert await tab.run(IS_TOLD) or json.loads(shown) == totals
                assert [it for it in complaints(tab) if not OUT_OF_REACH.search(f"{it}")] == []
                tab.events.clear()
            answered, late = sum(it.answered for it in pages), max(it.late for it in pages)
            print(f"\n{wire.bot.begun - 1} kills, {answered} answers, right again: {late:.2f} s")


async def _killed(wire: Wire, pages: Sequence[_Page], players: Players) -> bool:
    """Kill the bot after some answers; return whether the game goes on."""
    known = sum(it.answered for it in pages)
    while sum(it.answered for it in pages) < known + EVERY:
        if players.over:
            return False
        await asyncio.sleep(0.01)
    await wire.bot.kill()
    with wire.bot.kept.reading() as db:
        ((kept,),) = db.execute("SELECT snapshot FROM tables WHERE id = ?", (players.table,))
    moment = json.loads(kept)["moment"]
    await asyncio.gather(*[it.sees(f"!byId('note').hidden || {ENDED}") for it in pages])
    begun = time.monotonic()
    await wire.bot.start()
    for page in pages:
        await page.sees(f"{ENDED} || (byId('note').hidden && facts.moment >= {moment})")
        page.late = max(page.late, time.monotonic() - begun)
    return not players.over


class _Page:
    """A page on which somebody gives answers by lot."""

    def __init__(self, tab: Tab, rng: Random) -> None:
        self.answered = 0
        self.late = 0.0
        """The longest time in seconds until it was right again after a start."""
        self._tab = tab
        self._rng = rng
        self._turn = asyncio.Lock()

    async def plays(self) -> None:
        """Answer until the game is over."""
        while True:
            await self.sees(f"{ENDED} || (byId('note').hidden && {ASKED})")
            async with self._turn:
                if await self._tab.run(ENDED):
                    return
                number = self._rng.randrange(8)
                self.answered += await self._tab.run(ANSWERED % number) or 0

    async def sees(self, script: str) -> None:
        """Wait until this holds on the page, between answers of `plays`."""
        async with asyncio.timeout(PATIENCE):
            while True:
                async with self._turn:  # a tab answers one call at a time
                    if await self._tab.run(script):
                        return
                await asyncio.sleep(0.05)


async def _others(presses: Players, players: Players) -> None:
    while not players.over:
        await presses.step()
