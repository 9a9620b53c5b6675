"""Private pages that keep themselves up to date, whenever a change comes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from bot.board.private_pages import PrivatePages
from bot.discord.limits import TOKEN_KEPT
from bot.discord.rest import Json
from bot.pages.layout import Content, Layout
from tests.bot.board.pictured import words_of
from tests.bot.discord.refusing import refused

ANN = 1


@dataclass(frozen=True)
class Named:
    id: str = "blue"


@dataclass(frozen=True)
class State:
    """As much of a table as a page of one line needs."""

    line: int
    table: Named = Named()


@dataclass
class Line:
    """A page that shows one number, and is made of it."""

    drawn: int = 0
    confirmed: int = 0

    @property
    def reader(self) -> Any:
        return SimpleNamespace(user=ANN)

    def note_shown(self) -> None:
        self.confirmed += 1

    def key(self, now: Any) -> object:
        return now.line

    def content_at(self, now: Any) -> Content | None:
        self.drawn += 1
        return Layout(0).text(f"{now.line}").content() if now.line >= 0 else None


@dataclass
class Screen:
    """A table with one page open, and what Discord shows of it."""

    line: int = 1
    now: float = 0.0
    seen: list[str] = field(default_factory=list[str])
    tokens: list[str] = field(default_factory=list[str])
    slow: asyncio.Event | None = None
    fault: Exception | None = None

    def __post_init__(self) -> None:
        self.page = Line()
        nothing: Any = None
        self.pages = PrivatePages(self, self.look, nothing, lambda: self.now)

    async def look(self, table: str) -> Any:
        return State(self.line)

    async def edit_answer(self, token: str, changes: Json, *, message: str) -> Json:
        self.tokens.append(token)
        if self.fault is not None:
            raise self.fault
        if self.slow is not None:
            await self.slow.wait()
        self.seen.append(words_of(changes).strip())
        return {}

    def opens(self, by: str = "one") -> None:
        """Ann is answered with the page as it is now."""
        self.shows(Line().content_at(State(self.line)), State(self.line), by)

    def shows(self, content: Content | None, drawn_of: Any, by: str = "one") -> None:
        assert content is not None
        self.seen.append(words_of({"components": content.components}).strip())
        page: Any = self.page
        self.pages.opened(drawn_of, page, content, by, "@original")

    def changes(self, line: int) -> None:
        self.line = line
        self.pages.changed("blue")

    async def calm(self) -> None:
        while self.pages._tasks:
            await asyncio.wait([*self.pages._tasks.values()])
            await asyncio.sleep(0)


@pytest.fixture
async def screen(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Screen]:
    monkeypatch.setattr("bot.board.private_pages.GATHERING_PAUSE", 0.0)
    screen = Screen()
    yield screen
    await screen.pages.close()


async def test_an_open_page_follows_its_table(screen: Screen) -> None:
    screen.opens()
    screen.changes(2)
    await screen.calm()
    assert screen.seen == ["1", "2"]


async def test_a_page_notes_only_what_discord_shows(screen: Screen) -> None:
    screen.opens()
    assert screen.page.confirmed == 1
    screen.changes(2)
    await screen.calm()
    assert screen.page.confirmed == 2
    screen.fault = refused(50027, 401)
    screen.changes(3)
    await screen.calm()
    assert (screen.page.drawn, screen.page.confirmed) == (2, 2)


async def test_a_page_that_is_made_of_the_same_is_not_even_drawn(screen: Screen) -> None:
    screen.opens()
    screen.changes(1)
    await screen.calm()
    assert screen.seen == ["1"]
    assert screen.page.drawn == 0


async def test_a_change_before_a_page_is_shown_is_shown_on_it(screen: Screen) -> None:
    drawn, of = screen.page.content_at(State(1)), State(1)
    screen.changes(2)
    screen.shows(drawn, of)
    await screen.calm()
    assert screen.seen == ["1", "2"]


async def test_while_a_press_is_answered_nothing_else_is_shown(screen: Screen) -> None:
    screen.opens()
    await screen.calm()
    with screen.pages.pressed("blue", ANN):
        screen.changes(2)
        await screen.calm()
        assert screen.seen == ["1"]
    await screen.calm()
    assert screen.seen == ["1", "2"]


async def test_an_edit_that_may_come_after_a_newer_page_is_followed_by_another(
    screen: Screen,
) -> None:
    screen.opens()
    await screen.calm()
    screen.slow = asyncio.Event()
    screen.changes(2)
    while len(screen.tokens) < 1:  # it is under way
        await asyncio.sleep(0)
    with screen.pages.pressed("blue", ANN):
        screen.line = 3
        screen.opens("two")
        screen.slow.set()
        screen.slow = None
    await screen.calm()
    assert screen.seen == ["1", "3", "2", "3"]
    assert screen.tokens == ["one", "two"]


async def test_a_page_is_left_alone_when_its_time_is_over(screen: Screen) -> None:
    screen.opens()
    await screen.calm()
    screen.now = TOKEN_KEPT
    screen.changes(2)
    await screen.calm()
    assert screen.tokens == []


@pytest.mark.parametrize("fault", [refused(10008, 404), TimeoutError()], ids=["gone", "slow"])
async def test_a_page_that_cannot_be_edited_is_not_tried_again(
    screen: Screen, fault: Exception
) -> None:
    screen.opens()
    await screen.calm()
    screen.fault = fault
    for line in (2, 3):
        screen.changes(line)
        await screen.calm()
    assert len(screen.tokens) == 1


async def test_a_page_with_nothing_to_show_any_more_stays_as_it_is(screen: Screen) -> None:
    screen.opens()
    screen.changes(-1)
    await screen.calm()
    screen.changes(2)
    await screen.calm()
    assert screen.seen == ["1"]
