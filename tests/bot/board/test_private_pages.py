"""Private pages that keep themselves up to date, whenever a change comes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from bot.board.private_pages import PrivatePages
from bot.board.responses import Sent
from bot.discord.limits import TOKEN_KEPT
from bot.discord.rest import Json
from bot.pages.layout import Content, Layout
from tests.bot.board.pictured import words_of
from tests.bot.discord.refusing import refused

ANN = 1


def state(line: int) -> Any:
    """As much of a table as a page of one line needs."""
    table = SimpleNamespace(id="blue", stage="playing", moment=0, people={}, seat_of=lambda _: None)
    return SimpleNamespace(line=line, table=table)


class Line:
    """A page that shows one number, and is made of it; below 0 it shows nothing."""

    reader = SimpleNamespace(user=ANN)

    def __init__(self) -> None:
        self.drawn = self.confirmed = 0

    def note_shown(self) -> None:
        self.confirmed += 1

    def key(self, now: Any) -> object:
        return now.line

    def content_at(self, now: Any) -> Content | None:
        self.drawn += 1
        return Layout(0).text(f"{now.line}").content() if now.line >= 0 else None


class Screen:
    """A table with one page open, and what Discord shows of it."""

    def __init__(self) -> None:
        self.line = 1
        self.now = 0.0
        self.seen: list[str] = []
        self.tokens: list[str] = []
        self.gate = asyncio.Event()
        """Edits end once it is set."""
        self.gate.set()
        self.fault: Exception | None = None
        self.page: Any = Line()
        rest: Any = self
        nothing: Any = None
        self.pages = PrivatePages(rest, self.look, nothing, nothing, lambda: self.now)

    async def look(self, table: str) -> Any:
        return state(self.line)

    async def edit_answer(self, token: str, changes: Json, *, message: str) -> Json:
        self.tokens.append(token)
        if self.fault is not None:
            raise self.fault
        await self.gate.wait()
        self.seen.append(words_of(changes).strip())
        return {}

    async def opens(
        self, by: str = "one", drawn_of: int | None = None, told: Json | None = None
    ) -> None:
        """Answer Ann with the page as it is now, or as it was."""
        line = self.line if drawn_of is None else drawn_of
        content = Layout(0).text(f"{line}").content()
        self.seen.append(f"{line}")
        self.pages._opened(state(line), self.page, content, Sent(by, "@original", told))
        if self.gate.is_set():
            await self.calm()

    async def changes(self, line: int) -> None:
        self.line = line
        self.pages.changed("blue")
        if self.gate.is_set():
            await self.calm()

    async def calm(self) -> None:
        while self.pages._tasks:
            await asyncio.wait([*self.pages._tasks.values()])
            await asyncio.sleep(0)


@pytest.fixture
async def screen(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Screen]:
    monkeypatch.setattr("bot.board.private_pages.GATHERING_STEP", 0.0)
    screen = Screen()
    yield screen
    await screen.pages.close()


async def test_an_open_page_follows_its_table_and_notes_only_what_discord_shows(
    screen: Screen,
) -> None:
    await screen.opens()
    assert screen.page.confirmed == 1
    await screen.changes(2)
    assert (screen.seen, screen.page.confirmed) == (["1", "2"], 2)
    screen.fault = refused(50027, 401)
    await screen.changes(3)
    assert (screen.page.drawn, screen.page.confirmed) == (2, 2)


async def test_a_page_that_is_made_of_the_same_is_not_even_drawn(screen: Screen) -> None:
    await screen.opens()
    await screen.changes(1)
    assert (screen.seen, screen.page.drawn) == (["1"], 0)


async def test_a_page_that_looks_the_same_is_not_edited(screen: Screen) -> None:
    screen.page.key = lambda _: object()  # whatever it is made of has changed
    await screen.opens()
    for line in (1, 2, 2, 1):
        await screen.changes(line)
    assert screen.seen == ["1", "2", "1"]


async def test_a_change_before_a_page_is_shown_is_shown_on_it(screen: Screen) -> None:
    await screen.changes(2)
    await screen.opens(drawn_of=1)
    assert screen.seen == ["1", "2"]


async def test_while_a_press_is_answered_nothing_else_is_shown(screen: Screen) -> None:
    await screen.opens()
    with screen.pages.pressed("blue", ANN):
        await screen.changes(2)
        assert screen.seen == ["1"]
    await screen.calm()
    assert screen.seen == ["1", "2"]


async def test_an_edit_that_may_come_after_a_newer_page_is_followed_by_another(
    screen: Screen,
) -> None:
    await screen.opens()
    screen.gate.clear()
    await screen.changes(2)
    while not screen.tokens:  # it is under way
        await asyncio.sleep(0)
    with screen.pages.pressed("blue", ANN):
        screen.line = 3
        await screen.opens("two")
        screen.gate.set()
    await screen.calm()
    assert screen.seen == ["1", "3", "2", "3"]
    assert screen.tokens == ["one", "two"]


async def test_a_page_is_left_alone_when_its_time_is_over(screen: Screen) -> None:
    await screen.opens()
    screen.now = TOKEN_KEPT
    await screen.changes(2)
    assert screen.tokens == []


AWAY = pytest.mark.parametrize(
    "fault", [TimeoutError(), ConnectionResetError(), refused(0, 503)], ids=["slow", "torn", "503"]
)


@AWAY
async def test_a_page_is_tried_again_by_itself_while_discord_is_away(
    screen: Screen, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time anew, after its shortest delays."""
    monkeypatch.setattr("bot.board.private_pages.RETRY_DELAYS", (0.0, 0.0, 99.0))
    await screen.opens()
    for screen.line in (2, 3):
        screen.fault = fault
        screen.tokens.clear()
        screen.pages.changed("blue")
        async with asyncio.timeout(10):
            while len(screen.tokens) < 2:
                await asyncio.sleep(0)
            screen.fault = None
            while screen.seen[-1] != f"{screen.line}":
                await asyncio.sleep(0)


@AWAY
async def test_a_page_that_waits_is_tried_before_its_time_only_after_a_press(
    screen: Screen, fault: Exception
) -> None:
    await screen.opens(told={"id": "7"})
    screen.fault = fault
    for line in (2, 3):
        await screen.changes(line)
    assert len(screen.tokens) == 1
    screen.fault = None
    screen.pages.note_press("blue", screen.page.reader, "one", is_buried=False)
    await screen.calm()
    assert screen.seen == ["1", "3"]


@pytest.mark.parametrize("fault", [refused(10008, 404), refused(0, 429)], ids=["gone", "limited"])
async def test_a_page_that_cannot_be_edited_is_not_tried_again(
    screen: Screen, fault: Exception
) -> None:
    await screen.opens()
    screen.fault = fault
    await screen.changes(2)
    await screen.changes(3)
    assert len(screen.tokens) == 1


async def test_a_page_with_nothing_to_show_any_more_stays_as_it_is(screen: Screen) -> None:
    await screen.opens()
    await screen.changes(-1)
    await screen.changes(2)
    assert screen.seen == ["1"]
