"""Private boards that stay at the bottom of the channel, with a picture that is true."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from bot.board.picture_support import PictureSupport
from bot.board.private_pages import PrivatePages, Reader
from bot.board.tips import TipPicker
from bot.discord.controls import every
from bot.discord.limits import TOKEN_KEPT
from bot.discord.rest import Json, Upload
from bot.hosting.reader import TableState
from bot.pages.layout import ATTACHED, GALLERY
from bot.pictures.studio import Studio
from bot.words import catalogue
from tests.bot.board.test_tips import Kept
from tests.bot.discord.refusing import refused
from tests.bot.tables.driven import laid

ANN, BOB = 10, 11


class Phone:
    """Ann and Bob as passengers, the private messages they see, and what was asked of Discord."""

    def __init__(self) -> None:
        self.now = 0.0
        self.shown: dict[str, str] = {}
        """The picture on each private message that Discord has, by its id; "": none."""
        self.posted: list[str] = []
        """The tokens by which pages were posted."""
        self.fault: Exception | None = None
        """The fault of edits and posts."""
        self.at = laid(3, dice="fog birds", captain=2, hands={2: "compass turbo"})
        self.at.table.people = {0: ANN, 1: BOB}
        self.at.pass_on("decisions")
        rest: Any = self
        pictures = PictureSupport(Studio())
        tips = TipPicker(Kept("off"), lambda: self.now)
        self.pages = PrivatePages(rest, self.look, tips, pictures, lambda: self.now)

    @property
    def table(self) -> str:
        return self.at.table.id

    async def look(self, table: str) -> TableState:
        stored: Any = None
        return TableState(self.at.table, stored, None)

    async def follow_up(self, token: str, message: Json, uploads: Sequence[Upload] = ()) -> Json:
        self._fail()
        self.posted.append(token)
        number = f"{len(self.posted)}"
        self.shown[number] = uploads[0].name if uploads else ""
        return self._told(number, message)

    async def edit_answer(self, token: str, changes: Json, *, message: str) -> Json:
        self._fail()
        return self._told(message, changes)

    async def take_back(self, token: str, *, message: str) -> None:
        del self.shown[message]

    def _fail(self) -> None:
        fault, self.fault = self.fault, None
        if fault is not None:
            raise fault

    def _told(self, number: str, message: Json) -> Json:
        """Return a message as Discord has it: a picture that is kept goes by its address."""
        media = {"url": f"https://cdn/1/{number}/{self.shown[number]}"}
        for part in every(message["components"]):
            if part["type"] == GALLERY:
                (item,) = part["items"]
                assert item["media"] == {"url": f"{ATTACHED}{self.shown[number]}"}
        gallery = {"type": GALLERY, "items": [{"media": media}]}
        return {"id": number, "components": [gallery] if self.shown[number] else []}

    def presses(self, user: int, token: str, *, is_buried: bool = False) -> None:
        reader = Reader(user, catalogue("en"), lambda _, name: name)
        self.pages.note_press(self.table, reader, token, is_buried=is_buried)

    async def is_posted(self) -> None:
        """Post a public message."""
        self.pages.posted(self.table, len(self.posted) + 1)
        await self.calm()

    async def plays(self, *moves: str) -> None:
        self.at.do(*moves)
        self.pages.changed(self.table)
        await self.calm()

    async def calm(self) -> None:
        while tasks := [*self.pages._tasks.values(), *self.pages._deletions]:
            await asyncio.wait(tasks)
            await asyncio.sleep(0)


@pytest.fixture
async def phone(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Phone]:
    monkeypatch.setattr("bot.board.private_pages.GATHERING_STEP", 0.0)
    phone = Phone()
    yield phone
    await phone.pages.close()


async def test_people_who_pressed_get_a_board_below_each_public_message(phone: Phone) -> None:
    phone.presses(ANN, "join")
    await phone.is_posted()
    assert phone.posted == ["join"]  # Bob has pressed nothing
    phone.presses(ANN, "stay")
    await phone.is_posted()
    assert phone.posted == ["join", "stay"]
    assert [*phone.shown] == ["2"]  # the one above is gone


async def test_a_board_is_laid_anew_where_its_picture_is_false_and_its_owner_asked(
    phone: Phone,
) -> None:
    phone.presses(ANN, "ann")
    phone.presses(BOB, "bob")
    await phone.is_posted()
    first = {*phone.shown.values()}
    assert len(first) == 1  # they see the same
    await phone.plays("0 move leave")
    assert phone.posted == ["ann", "bob", "bob"]  # Ann is asked nothing
    assert phone.shown["3"] not in first


async def test_a_public_message_does_not_wait_for_further_changes(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.board.private_pages.GATHERING_STEP", 1e9)
    phone.presses(ANN, "ann")
    phone.pages.posted(phone.table, 1)
    (task,) = phone.pages._tasks.values()
    await asyncio.wait_for(task, 60)
    assert phone.posted == ["ann"]


async def test_a_board_that_is_asked_ahead_gets_a_true_picture_once(phone: Phone) -> None:
    phone.at = laid(5, dice="fog birds", captain=4).pass_on("decisions")
    phone.at.table.people = {0: ANN, 3: BOB}
    phone.presses(BOB, "bob")
    await phone.is_posted()
    phone.at.table.moment += 1  # the dice were rolled after that
    await phone.plays("0 move leave")
    assert phone.posted == ["bob", "bob"]
    await phone.plays("1 move leave")
    assert phone.posted == ["bob", "bob"]
    await phone.plays("2 move leave")  # now it is Bob's turn
    assert phone.posted == ["bob", "bob", "bob"]


async def test_who_has_sealed_an_answer_needs_no_new_picture(phone: Phone) -> None:
    phone.at = laid(4, dice="fog birds", captain=3).pass_on("decisions").do("2 seal stay")
    phone.at.table.people = {2: BOB}
    phone.presses(BOB, "bob")
    await phone.is_posted()
    phone.at.table.moment += 1
    await phone.plays("0 move leave")
    assert phone.posted == ["bob"]


async def test_a_board_keeps_a_picture_that_is_true(phone: Phone) -> None:
    phone.presses(BOB, "bob")
    await phone.is_posted()
    await phone.plays("0 move stay")
    assert phone.posted == ["bob"]


async def test_a_board_above_talk_comes_back_at_the_next_press(phone: Phone) -> None:
    phone.presses(ANN, "one")
    await phone.is_posted()
    phone.presses(ANN, "two")
    await phone.calm()
    assert phone.posted == ["one"]
    phone.presses(ANN, "three", is_buried=True)
    await phone.calm()
    assert phone.posted == ["one", "three"]


async def test_a_dismissed_board_stays_away(phone: Phone) -> None:
    phone.presses(ANN, "ann")
    await phone.is_posted()
    phone.fault = refused(10008, 404)
    await phone.plays("0 move stay")
    await phone.is_posted()
    assert phone.posted == ["ann"]


async def test_no_board_is_laid_by_an_old_press(phone: Phone) -> None:
    phone.presses(ANN, "ann")
    phone.now = TOKEN_KEPT
    await phone.is_posted()
    assert phone.posted == []


async def test_a_board_that_discord_did_not_take_is_laid_after_the_next_press(
    phone: Phone,
) -> None:
    phone.presses(ANN, "one")
    phone.fault = TimeoutError()
    await phone.is_posted()
    assert phone.posted == []
    phone.presses(ANN, "two")
    await phone.is_posted()
    assert phone.posted == ["two"]


async def test_a_board_that_waits_for_discord_comes_with_a_public_message(phone: Phone) -> None:
    phone.presses(ANN, "ann")
    await phone.is_posted()
    phone.fault = TimeoutError()
    await phone.plays("0 move stay")
    assert phone.fault is None
    await phone.is_posted()
    assert phone.posted == ["ann", "ann"]


async def test_where_edits_keep_no_pictures_a_board_goes_on_in_words(phone: Phone) -> None:
    phone.presses(ANN, "ann")
    await phone.is_posted()
    phone.fault = refused(50035, 400)
    await phone.plays("0 move stay")
    assert phone.fault is None
    phone.shown["1"] = ""  # the next edit came in words
    await phone.plays("1 move stay")
    assert phone.posted == ["ann"]
