"""Boards at a shutdown: they say so, and the next start paints them again."""

import asyncio

import pytest

from bot.board import boards
from tests.bot.board.channels import CHANNEL, HANGS, OLD, FakeChannels
from tests.bot.discord.refusing import broken, cut, refused
from tests.bot.store.changes import change, leg


async def test_a_last_painting_is_repeated_by_the_next_start(channels: FakeChannels) -> None:
    await channels.stands()
    await channels.boards.announce_shutdown(["blue"])
    assert [(it.kind, it.channel, it.message) for it in channels.requests] == [
        ("edit", CHANNEL, OLD)
    ]
    assert await channels.store.pages_to_paint("blue") == [leg(1)]


async def test_a_painting_under_way_ends_before_the_last_one(channels: FakeChannels) -> None:
    await channels.stands()
    channels.takes = 0.05
    await channels.change()
    await asyncio.sleep(0.01)
    await channels.boards.announce_shutdown(["blue"])
    await channels.change()
    await asyncio.sleep(0.2)
    assert channels.kinds() == ["edit", "edit"]


async def test_a_painting_that_takes_too_long_is_left_to_the_next_start(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "EDIT_TIMEOUT", 0.01)  # how long it is waited for
    await channels.stands()
    channels.takes = 0.1
    await channels.change()
    await asyncio.sleep(0.05)
    await channels.boards.announce_shutdown(["blue"])
    assert channels.kinds() == ["edit", "edit"]
    assert await channels.store.pages_to_paint("blue") == [leg(1)]


async def test_no_board_is_posted_at_the_last_minute(channels: FakeChannels) -> None:
    await channels.store.commit(change("blue", channel=CHANNEL, paint=(leg(1),)))
    await channels.boards.announce_shutdown(["blue"])
    assert channels.requests == []
    assert await channels.store.pages_to_paint("blue") == [leg(1)]


@pytest.mark.parametrize("fault", [refused(10008, 404), broken(), cut(), TimeoutError()], ids=repr)
async def test_a_board_that_cannot_be_painted_does_not_delay_the_end(
    channels: FakeChannels, fault: Exception
) -> None:
    await channels.stands()
    channels.faults = [fault]
    await channels.boards.announce_shutdown(["blue"])
    assert await channels.store.pages_to_paint("blue") == [leg(1)]


async def test_a_silent_discord_does_not_delay_the_end(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "LAST_DELIVERY_TIMEOUT", 0.05)
    await channels.stands()
    channels.always = HANGS
    async with asyncio.timeout(1):
        await channels.boards.announce_shutdown(["blue"])
    assert await channels.store.pages_to_paint("blue") == [leg(1)]
