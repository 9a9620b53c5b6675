"""Boards that ride with a picture: which Discord keeps or not, and that is remembered."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.board.gallery import TRIED_AGAIN
from bot.board.rendered import RenderedPage
from bot.board.rides import End
from bot.discord.limits import ARCHIVED
from bot.store.protocol import Attached
from tests.bot.board.channels import OLD
from tests.bot.board.pictured import (
    FOG,
    Answered,
    Pictured,
    over,
    pictured,
    pictures_of,
    ridden,
    sent,
    words_of,
)
from tests.bot.discord.refusing import refused


@pytest.fixture
async def channels(tmp_path: Path) -> AsyncIterator[Pictured]:
    async with pictured(tmp_path, "") as channels:
        yield channels


async def test_a_board_that_rides_names_the_file_that_stays(channels: Pictured) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    (answer,) = await ridden(channels)
    assert pictures_of(answer) == [FOG.name]
    assert answer["attachments"] == [{"id": "801"}]
    assert (channels.requests, await channels.hung()) == ([], FOG)
    assert channels.messages.takes("rides") is True


async def test_a_board_with_another_roll_does_not_ride(channels: Pictured) -> None:
    channels.roll = "birds"
    await channels.stands_with(FOG)
    assert await ridden(channels) == []
    (request,) = channels.requests
    assert [it.name for it in request.sent["uploads"]] == ["board-birds2.png"]


async def test_a_picture_whose_file_has_no_number_does_not_ride(channels: Pictured) -> None:
    channels.roll = "fog"
    await channels.stands_with(Attached(0, FOG.name, "fog"))
    assert await ridden(channels) == []
    assert channels.kinds() == ["edit"]


async def test_a_refusal_of_a_ride_with_a_picture_is_remembered(channels: Pictured) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    assert len(await ridden(channels, End.REFUSED)) == 1
    assert channels.messages.takes("rides") is False
    assert await ridden(channels) == []
    assert pictures_of(channels.requests[-1].sent) == [FOG.name]


async def test_a_ride_that_would_be_refused_without_its_picture_says_nothing_of_it(
    channels: Pictured,
) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    channels.always = refused(50035)
    assert len(await ridden(channels, End.REFUSED)) == 1
    assert channels.messages.takes("rides") is None
    channels.always = None
    channels.painter.blocked.clear()
    assert len(await ridden(channels)) == 1
    assert channels.messages.takes("rides") is True


async def test_a_ride_that_was_refused_for_its_thread_says_nothing_of_pictures(
    channels: Pictured,
) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    assert len(await ridden(channels, End.REFUSED, code=ARCHIVED)) == 1
    assert pictures_of(channels.requests[-1].sent) == [FOG.name]  # it was woken meanwhile
    assert channels.messages.takes("rides") is None


async def test_a_refused_ride_of_a_board_that_has_changed_says_nothing_of_pictures(
    channels: Pictured,
) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    ride = channels.painter.reserve("blue", OLD)
    assert ride is not None
    await channels.change()
    await sent(ride, Answered(channels), End.REFUSED)
    await channels.change()
    ride.leave()
    await over(channels.painter)
    await channels.calm()
    assert pictures_of(channels.requests[-1].sent) == [FOG.name]
    assert channels.messages.takes("rides") is None


async def test_boards_with_pictures_ride_again_after_a_week(channels: Pictured) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    await ridden(channels, End.REFUSED)
    channels.now += TRIED_AGAIN
    channels.painter._begun.clear()
    assert len(await ridden(channels)) == 1
    assert channels.messages.takes("rides") is True


async def test_a_ride_that_nobody_tells_of_says_nothing_of_pictures(channels: Pictured) -> None:
    channels.roll = "fog"
    await channels.stands_with(FOG)
    ride, press = channels.painter.reserve("blue", OLD), Answered(channels)
    assert ride is not None
    press.tells = False
    await channels.change()
    assert await sent(ride, press, End.ARRIVED)
    ride.leave()
    await over(channels.painter)
    assert channels.messages.takes("rides") is None
    assert (channels.requests, await channels.hung()) == ([], FOG)


async def test_a_ride_without_a_picture_tells_nothing_of_pictures(channels: Pictured) -> None:
    await channels.stands()
    await ridden(channels, End.REFUSED)
    assert channels.messages.takes("rides") is None
    assert len(await ridden(channels)) == 1


async def test_a_picture_that_a_ride_loses_comes_back_once(channels: Pictured) -> None:
    channels.roll, channels.drops = "fog", True
    await channels.stands_with(FOG)
    assert len(await ridden(channels)) == 1
    assert channels.messages.takes("rides") is False
    (request,) = channels.requests
    assert [it.name for it in request.sent["uploads"]] == ["board-fog2.png"]
    assert await channels.hung() == Attached(801, "board-fog2.png", "fog")
    assert await ridden(channels) == []


async def test_a_ride_that_loses_its_picture_condemns_no_edits(channels: Pictured) -> None:
    """What changes meanwhile is painted when it is known that the picture is gone."""
    channels.roll, channels.drops = "fog", True
    await channels.stands_with(FOG)
    ride = channels.painter.reserve("blue", OLD)
    assert ride is not None
    await channels.change()
    prepared = await ride.prepare()
    assert prepared is not None
    await channels.change()
    await prepared.send(Answered(channels))
    prepared.ended(End.ARRIVED)
    ride.leave()
    await over(channels.painter)
    await channels.calm()
    assert [channels.messages.takes(way) for way in ("rides", "edits")] == [False, None]
    assert [(it.kind, len(it.sent["uploads"])) for it in channels.requests] == [("edit", 1)]
    assert await channels.hung() == Attached(801, "board-fog3.png", "fog")


async def test_what_changes_while_a_board_is_made_is_painted_after_its_ride(
    channels: Pictured, monkeypatch: pytest.MonkeyPatch
) -> None:
    await channels.stands()
    ride, render = channels.painter.reserve("blue", OLD), channels.render
    assert ride is not None
    await channels.change()

    async def slowly(*args: Any, **more: Any) -> RenderedPage:
        drawn = await render(*args, **more)
        monkeypatch.setattr(channels, "render", render)
        await channels.change()
        return drawn

    monkeypatch.setattr(channels, "render", slowly)
    assert await sent(ride, Answered(channels), End.ARRIVED)
    ride.leave()
    await channels.calm()
    assert channels.kinds() == ["edit"]
    assert "version 3" in words_of(channels.requests[-1].sent)
