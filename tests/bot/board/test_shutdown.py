"""Boards when we are told to stop: those who look are told, and the next start paints again."""

import asyncio

import pytest

from bot.board import painter
from tests.bot.board.channels import CHANNEL, HANGS, OLD, FakeChannels
from tests.bot.discord.refusing import broken, cut, refused
from tests.bot.store.changes import change, leg


async def test_a_board_is_painted_for_the_last_time_and_once_more_by_the_next_start(
    wall: FakeChannels,
) -> None:
    await wall.stands()
    await wall.painter.announce_shutdown(["blue"])
    assert [(it.kind, it.channel, it.message) for it in wall.requests] == [("edit", CHANNEL, OLD)]
    assert await wall.store.pages_to_paint("blue") == [leg(1)]


async def test_what_is_under_way_is_painted_first_and_nothing_is_after_it(
    wall: FakeChannels,
) -> None:
    await wall.stands()
    wall.takes = 0.05
    await wall.change()
    await asyncio.sleep(0.01)
    await wall.painter.announce_shutdown(["blue"])
    await wall.change()
    await asyncio.sleep(0.2)
    assert wall.kinds() == ["edit", "edit"]


async def test_what_was_under_way_for_too_long_leaves_the_next_start_its_work(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "EDIT_TIMEOUT", 0.01)  # so long it is waited for
    await wall.stands()
    wall.takes = 0.1
    await wall.change()
    await asyncio.sleep(0.05)
    await wall.painter.announce_shutdown(["blue"])
    assert wall.kinds() == ["edit", "edit"]
    assert await wall.store.pages_to_paint("blue") == [leg(1)]


async def test_no_board_is_hung_up_at_the_last_minute(wall: FakeChannels) -> None:
    await wall.store.commit(change("blue", channel=CHANNEL, paint=(leg(1),)))
    await wall.painter.announce_shutdown(["blue"])
    assert wall.requests == []
    assert await wall.store.pages_to_paint("blue") == [leg(1)]


@pytest.mark.parametrize("fault", [refused(10008, 404), broken(), cut(), TimeoutError()], ids=repr)
async def test_a_board_that_cannot_be_painted_keeps_nobody(
    wall: FakeChannels, fault: Exception
) -> None:
    await wall.stands()
    wall.faults = [fault]
    await wall.painter.announce_shutdown(["blue"])
    assert await wall.store.pages_to_paint("blue") == [leg(1)]


async def test_nobody_waits_for_a_discord_that_does_not_answer(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "LAST_PAINTING", 0.05)
    await wall.stands()
    wall.always = HANGS
    async with asyncio.timeout(1):
        await wall.painter.announce_shutdown(["blue"])
    assert await wall.store.pages_to_paint("blue") == [leg(1)]
