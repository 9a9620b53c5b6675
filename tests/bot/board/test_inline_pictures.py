"""Boards that board with a picture: which Discord keeps or not, and that is remembered."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.board.boards import Idle
from bot.board.inline_update import Arrival
from bot.board.picture_support import WAY_RETRY_INTERVAL
from bot.board.renderer import RenderedPage
from bot.discord.limits import ARCHIVED
from bot.store.data import Attached
from bot.store.errors import DiskFull
from tests.bot.board.channels import CHANNEL, OLD
from tests.bot.board.pictured import (
    FOG,
    Answered,
    Pictured,
    answered,
    noted,
    pictured,
    pictures_of,
    sent,
    words_of,
)
from tests.bot.discord.refusing import refused


@pytest.fixture
async def channels(tmp_path: Path) -> AsyncIterator[Pictured]:
    async with pictured(tmp_path, "") as channels:
        yield channels


async def test_an_inline_update_names_the_file_that_stays(channels: Pictured) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    (answer,) = await answered(channels)
    assert pictures_of(answer) == [FOG.name]
    assert answer["attachments"] == [{"id": "801"}]
    assert (channels.requests, await channels.hung()) == ([], FOG)
    assert channels.pictures.takes("rides", CHANNEL) is True


async def test_another_roll_needs_an_edit(channels: Pictured) -> None:
    channels.roll = "birds"
    await channels.stands_with(FOG)
    assert await answered(channels) == []
    (request,) = channels.requests
    assert [it.name for it in request.sent["uploads"]] == ["board-birds2.png"]


async def test_a_file_without_an_id_needs_an_edit(channels: Pictured) -> None:
    channels.roll = "fog"
    await channels.stands_with(Attached(0, FOG.name, "fog"))
    assert await answered(channels) == []
    assert channels.kinds() == ["edit"]


async def test_a_refused_inline_picture_is_remembered(channels: Pictured) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    assert len(await answered(channels, Arrival.REFUSED)) == 1
    assert channels.pictures.takes("rides", CHANNEL) is False
    assert await answered(channels) == []
    assert pictures_of(channels.requests[-1].sent) == [FOG.name]


async def test_a_refusal_with_and_without_picture_proves_nothing(channels: Pictured) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    channels.always = refused(50035)
    assert len(await answered(channels, Arrival.REFUSED)) == 1
    assert channels.pictures.takes("rides", CHANNEL) is None
    channels.always = None
    channels.boards.of("blue").state = Idle()
    assert len(await answered(channels)) == 1
    assert channels.pictures.takes("rides", CHANNEL) is True


async def test_a_refusal_for_an_archived_thread_proves_nothing(channels: Pictured) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    assert len(await answered(channels, Arrival.REFUSED, code=ARCHIVED)) == 1
    assert pictures_of(channels.requests[-1].sent) == [FOG.name]  # it was woken meanwhile
    assert channels.pictures.takes("rides", CHANNEL) is None


async def test_a_refusal_of_an_outdated_board_proves_nothing(channels: Pictured) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    board = channels.boards.reserve("blue", OLD)
    assert board is not None
    await channels.change()
    await sent(board, Answered(channels), Arrival.REFUSED)
    await channels.change()
    board.release()
    await noted(channels)
    await channels.calm()
    assert pictures_of(channels.requests[-1].sent) == [FOG.name]
    assert channels.pictures.takes("rides", CHANNEL) is None


async def test_inline_pictures_are_tried_again_after_minutes(channels: Pictured) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    await answered(channels, Arrival.REFUSED)
    channels.now += WAY_RETRY_INTERVAL
    channels.hurry()
    assert len(await answered(channels)) == 1
    assert channels.pictures.takes("rides", CHANNEL) is True


async def test_an_unconfirmed_inline_update_proves_nothing(channels: Pictured) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    board, press = channels.boards.reserve("blue", OLD), Answered(channels)
    assert board is not None
    press.tells = False
    await channels.change()
    assert await sent(board, press, Arrival.ARRIVED)
    board.release()
    await noted(channels)
    assert channels.pictures.takes("rides", CHANNEL) is None
    assert (channels.requests, await channels.hung()) == ([], FOG)


async def test_an_inline_update_without_a_picture_proves_nothing(channels: Pictured) -> None:
    await channels.stands()
    await answered(channels, Arrival.REFUSED)
    assert channels.pictures.takes("rides", CHANNEL) is None
    assert len(await answered(channels)) == 1


async def test_a_picture_lost_by_an_inline_update_comes_back_once(channels: Pictured) -> None:
    channels.roll, channels.drops = "fog", True
    await channels.stands_with(FOG)
    assert len(await answered(channels)) == 1
    assert channels.pictures.takes("rides", CHANNEL) is False
    (request,) = channels.requests
    assert [it.name for it in request.sent["uploads"]] == ["board-fog2.png"]
    assert await channels.hung() == Attached(801, "board-fog2.png", "fog")
    assert await answered(channels) == []


async def test_losing_an_inline_picture_says_nothing_about_edits(channels: Pictured) -> None:
    """What changes meanwhile is painted when it is known that the picture is gone."""
    channels.roll, channels.drops = "fog", True
    await channels.stands_with(FOG)
    board = channels.boards.reserve("blue", OLD)
    assert board is not None
    await channels.change()
    update = await board.prepare()
    assert update is not None
    await channels.change()
    await update.send(Answered(channels))
    update.arrival = Arrival.ARRIVED
    board.release()
    await noted(channels)
    await channels.calm()
    assert [channels.pictures.takes(way, CHANNEL) for way in ("rides", "edits")] == [False, None]
    assert [(it.kind, len(it.sent["uploads"])) for it in channels.requests] == [("edit", 1)]
    assert await channels.hung() == Attached(801, "board-fog3.png", "fog")


async def test_a_change_while_an_update_is_drawn_is_delivered_afterwards(
    channels: Pictured, monkeypatch: pytest.MonkeyPatch
) -> None:
    await channels.stands()
    board, render = channels.boards.reserve("blue", OLD), channels.render
    assert board is not None
    await channels.change()

    async def slowly(*args: Any, **more: Any) -> RenderedPage:
        drawn = await render(*args, **more)
        monkeypatch.setattr(channels, "render", render)
        await channels.change()
        return drawn

    monkeypatch.setattr(channels, "render", slowly)
    assert await sent(board, Answered(channels), Arrival.ARRIVED)
    board.release()
    await channels.calm()
    assert channels.kinds() == ["edit"]
    assert "version 3" in words_of(channels.requests[-1].sent)


async def test_a_stored_picture_that_an_update_does_not_show_proves_nothing(
    channels: Pictured,
) -> None:
    channels.roll, channels.drops = "fog", True
    await channels.stood_with(FOG)
    assert len(await answered(channels)) == 1
    assert channels.pictures.takes("rides", CHANNEL) is None
    assert await channels.hung() == Attached(801, "board-fog2.png", "fog")


async def test_a_lost_picture_comes_back_though_the_loss_cannot_be_stored(
    channels: Pictured, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels.roll, channels.drops = "fog", True
    await channels.stands_with(FOG)
    board = channels.boards.reserve("blue", OLD)
    assert board is not None
    await channels.change()
    assert await sent(board, Answered(channels), Arrival.ARRIVED)

    async def full(*_: object) -> None:
        raise DiskFull

    with monkeypatch.context() as fault:
        fault.setattr(channels.store, "record_post", full)
        board.release()
        await noted(channels)
    await channels.calm()
    assert [channels.pictures.takes(way, CHANNEL) for way in ("rides", "edits")] == [False, None]
    assert await channels.hung() == Attached(801, "board-fog2.png", "fog")
    assert await channels.store.unpainted() == []
