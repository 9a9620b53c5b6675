"""A page that reaches another process than the owner of its table is forwarded to the owner."""

from __future__ import annotations

import asyncio
import json
from typing import Final, cast

import pytest

from bot.live import doors as live_doors
from bot.live.commands import Hello
from bot.live.doors import Doors
from bot.live.links import LiveLinks
from bot.live.pages import Line, LivePages, Visit
from bot.shards.mail import Mail
from bot.store.leases import SHARD_BITS, Share
from bot.tables.refusals import Refused
from bot.words import catalogue
from tests.bot.shards.relays import Everybody

GUILDS: Final = {"mine": 0, "theirs": 1 << SHARD_BITS}
"""The servers to which links lead, on the shards 0 and 1."""


class Links:
    async def guild_of(self, link: str) -> int | None:
        return GUILDS.get(link)


class Tables:
    """In place of the pages of a process: it says everything back."""

    def __init__(self) -> None:
        self.open_pages: list[Page] = []
        self.gone = asyncio.Event()

    async def open(self, hello: Hello, line: Line) -> Visit:
        if hello.link not in GUILDS:
            raise Refused("link_unknown")
        page = Page(self, line)
        self.open_pages.append(page)
        line.send(f"welcome {hello.link}")
        return page


class Page:
    def __init__(self, tables: Tables, line: Line) -> None:
        self.tables, self.line = tables, line

    async def received(self, text: str) -> None:
        self.line.send(text)

    def close(self) -> None:
        self.tables.open_pages.remove(self)
        self.tables.gone.set()


class Browser:
    """Keeps what a page is sent."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[str] = asyncio.Queue()

    def send(self, text: str) -> None:
        self.sent.put_nowait(text)

    def end(self) -> None:
        self.sent.put_nowait("end")


class Process:
    def __init__(self, relay: Everybody | None, *shards: int) -> None:
        self.tables = Tables()
        self.share = Share(2, frozenset(shards))
        self.mail = Mail(relay, lambda: 7)
        pages, links = cast("LivePages", self.tables), cast("LiveLinks", Links())
        self.doors = Doors(pages, links, self.mail, lambda: self.share)
        self.mail.start()

    async def close(self) -> None:
        await self.doors.close()
        await self.mail.close()


def hello(link: str) -> Hello:
    return Hello(link=link, browser="0" * 32, language="fr")


async def two() -> tuple[Process, Process]:
    relay = Everybody()
    found = Process(relay, 0), Process(relay, 1)
    await asyncio.sleep(0)
    return found


async def test_pages_of_own_tables_are_opened_here() -> None:
    first, second = await two()
    browser = Browser()
    visit = await first.doors.open(hello("mine"), browser)
    await visit.received("one")
    assert [await browser.sent.get() for _ in range(2)] == ["welcome mine", "one"]
    assert not second.tables.open_pages
    visit.close()
    await asyncio.gather(first.close(), second.close())


async def test_pages_of_others_tables_are_forwarded_both_ways_and_forgotten() -> None:
    first, second = await two()
    browser = Browser()
    visit = await first.doors.open(hello("theirs"), browser)
    for text in ("one", "two", "three"):
        await visit.received(text)
    told = [await browser.sent.get() for _ in range(4)]
    assert told == ["welcome theirs", "one", "two", "three"]
    assert not first.tables.open_pages
    (page,) = second.tables.open_pages
    page.line.end()  # the link is void, or the table has another owner
    assert await browser.sent.get() == "end"
    visit.close()
    await second.tables.gone.wait()
    assert not second.tables.open_pages
    await asyncio.gather(first.close(), second.close())


async def test_a_refusal_of_the_owner_is_forwarded(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = await two()
    monkeypatch.setitem(GUILDS, "void", GUILDS["theirs"])
    browser = Browser()
    opening = first.doors.open(hello("void"), browser)
    visit = await opening
    monkeypatch.delitem(GUILDS, "void")
    told = json.loads(await browser.sent.get())
    assert told == {"refused": catalogue("fr")("error-link_unknown"), "over": True}
    assert await browser.sent.get() == "end"
    visit.close()
    await asyncio.gather(first.close(), second.close())


async def test_a_link_to_nothing_is_refused_at_once() -> None:
    first, second = await two()
    with pytest.raises(Refused, match="link_unknown"):
        await first.doors.open(hello("nothing"), Browser())
    await asyncio.gather(first.close(), second.close())


async def test_a_page_of_a_process_that_died_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_doors, "SILENCE", 0.05)
    first, second = await two()
    browser = Browser()
    await first.doors.open(hello("theirs"), browser)
    await browser.sent.get()
    await second.tables.gone.wait()
    assert not second.tables.open_pages
    await asyncio.gather(first.close(), second.close())


async def test_a_bot_of_one_process_opens_all_pages() -> None:
    alone, browser = Process(None, 0, 1), Browser()
    await alone.doors.open(hello("theirs"), browser)
    assert await browser.sent.get() == "welcome theirs"
    await alone.close()
