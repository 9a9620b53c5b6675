"""Boards in channels: the latest picture, few requests, and no trouble that holds up a game."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from discord import AllowedMentions, ui

from bot import painter
from bot.limits import NONCE
from bot.painter import HOPELESS, Painter, Painting
from bot.pictures.canvas import Picture
from bot.store.sqlite import SqliteStore
from bot.store.store import Message, StoreError
from bot.tables.refusals import Refused
from bot.words import LANGUAGES, words
from tests.bot.refusing import broken, cut, refused
from tests.bot.store.changes import change

CHANNEL = 70
OLD = 5000
HANGS = Exception()
"""No answer ever comes."""


class Request(SimpleNamespace):
    """One call to Discord: what kind, of which message, and what was sent."""

    kind: str
    channel: int
    message: int
    sent: dict[str, Any]


class Wall:
    """The studio and its channels: pictures of versions, and a note of every request."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.requests: list[Request] = []
        self.faults: list[BaseException | None] = []
        """What the next requests meet with; None: nothing."""
        self.always: BaseException | None = None
        self.takes = 0.0
        self.version = 0
        self.newest = 1
        self.called_back = 0
        self.painter = Painter(store, self, edit_every=0.1)  # pyright: ignore[reportArgumentType] - as much of a studio as is needed

    async def painting(self, table: str, page: int) -> Painting:
        if table == "frozen":
            raise Refused("table_frozen")
        stored = await self.store.table(table)
        assert stored
        picture = Picture(ui.LayoutView(), calls=(1, 2), files=((f"{stored.version}.txt", "x"),))
        newest, called = page == self.newest, self.called_back
        return Painting(picture, stored.channel, stored.version, newest, called_back=called)

    def channel(self, channel: int) -> Any:
        def message(number: int) -> SimpleNamespace:
            return SimpleNamespace(
                edit=lambda **sent: self._request("edit", channel, number, sent),
                delete=lambda: self._request("delete", channel, number, {}),
            )

        async def send(**sent: Any) -> SimpleNamespace:
            number = 100 + len(self.requests)
            await self._request("send", channel, number, sent)
            return SimpleNamespace(id=number)

        return SimpleNamespace(get_partial_message=message, send=send)

    async def _request(self, kind: str, channel: int, message: int, sent: dict[str, Any]) -> None:
        self.requests.append(Request(kind=kind, channel=channel, message=message, sent=sent))
        fault = self.faults.pop(0) if self.faults else self.always
        await asyncio.sleep(99 if fault is HANGS else self.takes)
        if fault:
            raise fault

    def shown(self) -> str:
        """The version that the last request showed."""
        sent = self.requests[-1].sent
        return (sent.get("files") or sent["attachments"])[0].filename

    def kinds(self) -> list[str]:
        return [request.kind for request in self.requests]

    async def change(self, table: str = "blue", *pages: int) -> None:
        """The table changes, and has to be painted."""
        await self.store.commit(change(table, self.version, channel=CHANNEL, paint=pages or (1,)))
        self.version += 1
        self.painter.kick(table)

    async def hangs(self, page: int = 1, message: int = OLD) -> None:
        """This page hangs already."""
        await self.store.commit(change("blue", self.version, channel=CHANNEL))
        self.version += 1
        await self.store.painted("blue", page, 0, Message(page, CHANNEL, message))

    async def until(self, requests: int) -> None:
        """So many requests have come, and the last of them is done with."""
        async with asyncio.timeout(10):
            while len(self.requests) < requests or self.painter._under_way:
                await asyncio.sleep(0.01)

    async def calm(self) -> None:
        """Nothing is under way."""
        while self.painter._under_way:
            await self.painter.rest("blue")
            await asyncio.sleep(0)


@pytest.fixture
async def wall(tmp_path: Path) -> AsyncIterator[Wall]:
    store = SqliteStore(tmp_path / "celestia.db")
    await store.open()
    wall = Wall(store)
    yield wall
    await wall.painter.close()
    await store.close()


# --- what hangs ----------------------------------------------------------------------------


async def test_a_new_page_is_hung_up_and_calls_whom_it_shall_and_nobody_else(wall: Wall) -> None:
    await wall.change()
    await wall.calm()
    (request,) = wall.requests
    mentions: AllowedMentions = request.sent["allowed_mentions"]
    assert (request.kind, request.channel) == ("send", CHANNEL)
    assert [user.id for user in mentions.users] == [1, 2]  # pyright: ignore[reportGeneralTypeIssues, reportAttributeAccessIssue]
    assert (mentions.everyone, mentions.roles, mentions.replied_user) == (False, False, False)
    assert await wall.store.message_of("blue", 1) == Message(1, CHANNEL, request.message)
    assert await wall.store.unpainted() == []


async def test_a_page_that_hangs_is_edited_and_calls_nobody(wall: Wall) -> None:
    await wall.hangs()
    await wall.change()
    await wall.calm()
    (request,) = wall.requests
    assert (request.kind, request.message) == ("edit", OLD)
    assert request.sent["allowed_mentions"].to_dict() == AllowedMentions.none().to_dict()
    assert await wall.store.unpainted() == []


async def test_the_newest_page_is_painted_first(wall: Wall) -> None:
    wall.newest = 2
    await wall.hangs(1)
    await wall.change("blue", 1, 2)
    await wall.calm()
    assert wall.kinds() == ["send", "edit"]


async def test_a_burst_of_changes_costs_few_edits_and_the_latest_is_seen(wall: Wall) -> None:
    await wall.hangs()
    wall.takes = 0.02
    for _ in range(30):
        await wall.change()
    await wall.calm()
    assert len(wall.requests) <= 4
    assert wall.shown() == "31.txt"
    assert await wall.store.unpainted() == []


async def test_changes_one_after_the_other_leave_some_time_between_the_edits(wall: Wall) -> None:
    await wall.hangs()
    begin = asyncio.get_running_loop().time()
    for _ in range(4):
        await wall.change()
        await wall.calm()
    assert len(wall.requests) == 4
    assert asyncio.get_running_loop().time() - begin >= 0.3


async def test_no_table_is_remembered_when_it_is_at_rest(wall: Wall) -> None:
    await wall.change()
    await wall.until(1)
    await asyncio.sleep(0.15)
    kept = wall.painter
    assert not any((kept._begun, kept._tries, kept._timers, kept._again, kept._under_way))


async def test_a_table_does_not_wait_for_another(wall: Wall) -> None:
    wall.takes = 0.5
    names = [f"t{n}" for n in range(5)]
    for name in names:
        await wall.store.commit(change(name, paint=(1,)))
    begin = asyncio.get_running_loop().time()
    for name in names:
        wall.painter.kick(name)
    await wall.until(5)
    assert asyncio.get_running_loop().time() - begin < 5 * wall.takes


async def test_what_waited_for_a_restart_is_painted(wall: Wall) -> None:
    await wall.store.commit(change("blue", paint=(1,)))
    await wall.painter.start()
    await wall.calm()
    assert wall.kinds() == ["send"]


# --- what is gone --------------------------------------------------------------------------


@pytest.mark.parametrize("code", [10008, 30046, 50083])
async def test_a_newest_page_that_cannot_be_edited_is_hung_anew(wall: Wall, code: int) -> None:
    await wall.hangs()
    wall.faults = [refused(code, 404)]
    await wall.change()
    await wall.calm()
    assert wall.kinds() == ["edit", "send"]
    hung = await wall.store.message_of("blue", 1)
    assert hung
    assert hung.message != OLD
    assert wall.painter.blocked == {}


async def test_an_old_page_that_is_gone_is_let_go(wall: Wall) -> None:
    wall.newest = 2
    await wall.hangs()
    wall.faults = [refused(10008, 404)]
    await wall.change()
    await wall.calm()
    assert wall.kinds() == ["edit"]
    assert await wall.store.message_of("blue", 1) is None
    assert await wall.store.unpainted() == []


@pytest.mark.parametrize("code", [*HOPELESS, 50035])
async def test_a_hopeless_refusal_is_told_and_tried_again_with_the_next_click_only(
    wall: Wall, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "PATIENCE", (0.01,))
    wall.always = refused(code, 403)
    await wall.change()
    await asyncio.sleep(0.3)
    assert len(wall.requests) == 1
    assert wall.painter.blocked == {"blue": HOPELESS.get(code, "cannot_paint")}
    await wall.change()
    await wall.calm()
    assert len(wall.requests) == 2
    wall.always = None
    await wall.change()
    await wall.calm()
    assert (len(wall.requests), wall.painter.blocked) == (3, {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_for_an_empty_wall_has_its_sentence(language: str) -> None:
    for code in (*HOPELESS.values(), "unreachable", "cannot_paint"):
        assert f"board-{code}" in words(language)


# --- out of reach --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [broken(), cut(), OSError(), TimeoutError(), refused(0, 429), refused(0, 502)],
    ids=repr,
)
async def test_what_cannot_be_reached_is_tried_again_with_patience(
    wall: Wall, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "PATIENCE", (0.12, 0.14))
    wall.faults = [fault] * 3
    begin = asyncio.get_running_loop().time()
    await wall.change()
    await wall.until(1)
    assert wall.painter.blocked == {"blue": "unreachable"}
    await wall.until(4)
    assert asyncio.get_running_loop().time() - begin >= 0.12 + 0.14 + 0.14
    assert (wall.painter.blocked, await wall.store.unpainted()) == ({}, [])


async def test_a_message_that_is_sent_again_is_the_same_to_discord(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "PATIENCE", (0.01,))
    wall.faults = [cut(), broken()]
    await wall.change()
    await wall.until(3)
    nonces = [request.sent["nonce"] for request in wall.requests]
    assert len(nonces) == 3
    assert len(set(nonces)) == 1
    assert 0 < len(nonces[0]) <= NONCE


async def test_what_is_stored_meanwhile_does_not_change_the_mark_of_a_message(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "PATIENCE", (0.01,))
    wall.faults = [cut(), cut()]
    for _ in range(3):  # a silent act, for all that anybody sees
        await wall.change()
        await wall.calm()
    await wall.until(3)
    assert len({request.sent["nonce"] for request in wall.requests if request.kind == "send"}) == 1


async def test_a_page_that_is_called_back_is_another_message_to_discord(wall: Wall) -> None:
    for _ in range(2):
        await wall.change()
        await wall.calm()
        await wall.store.painted("blue", 1, 0, None)
        wall.called_back += 1
    first, second = (request.sent["nonce"] for request in wall.requests)
    assert first != second


async def test_a_request_that_hangs_is_given_up_and_tried_again(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "EDIT_TIMEOUT", 0.05)
    monkeypatch.setattr(painter, "PATIENCE", (0.01,))
    wall.faults = [HANGS]
    await wall.change()
    await wall.until(2)
    assert wall.kinds() == ["send", "send"]
    assert await wall.store.unpainted() == []


# --- our own trouble -----------------------------------------------------------------------


async def test_a_table_that_is_frozen_is_left_alone_and_the_others_are_painted(wall: Wall) -> None:
    await wall.store.commit(change("frozen", channel=71, paint=(1,)))
    wall.painter.kick("frozen")
    await wall.change()
    await wall.until(1)
    assert wall.kinds() == ["send"]


async def test_a_store_that_cannot_note_it_paints_again_with_the_next_click(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StoreError("full")

    await wall.hangs()
    with monkeypatch.context() as fault:
        fault.setattr(wall.store, "painted", full)
        await wall.change()
        await wall.calm()
    await wall.change()
    await wall.calm()
    assert wall.shown() == "3.txt"
    assert await wall.store.unpainted() == []


async def test_an_unexpected_fault_is_told_without_its_text(
    wall: Wall, caplog: pytest.LogCaptureFixture
) -> None:
    wall.faults = [ValueError("Anna holds the spyglass")]
    await wall.change()
    await wall.calm()
    assert "ValueError" in caplog.text
    assert "spyglass" not in caplog.text
    await wall.change()
    await wall.calm()
    assert wall.shown() == "2.txt"


# --- taking down, closing ------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault", [None, refused(10008, 404), broken(), cut(), TimeoutError()], ids=repr
)
async def test_an_old_message_is_taken_down_or_left(wall: Wall, fault: Exception | None) -> None:
    wall.faults = [fault]
    await wall.painter.take_down(Message(1, CHANNEL, OLD))
    assert [(request.kind, request.message) for request in wall.requests] == [("delete", OLD)]


async def test_closing_waits_for_what_is_under_way_and_begins_nothing(wall: Wall) -> None:
    wall.takes = 0.1
    await wall.change()
    await asyncio.sleep(0)
    await wall.painter.close()
    assert await wall.store.unpainted() == []
    await wall.change()
    await asyncio.sleep(0.05)
    assert len(wall.requests) == 1
    assert await wall.store.unpainted() == ["blue"]


async def test_closing_ends_the_waiting_for_a_discord_out_of_reach(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "PATIENCE", (0.5,))
    wall.always = cut()
    await wall.change()
    await wall.until(1)
    await wall.painter.close()
    await asyncio.sleep(0.6)
    assert len(wall.requests) == 1
