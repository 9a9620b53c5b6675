"""Boards at a shutdown: they say so, and the next start delivers them again."""

import asyncio

import pytest

from bot.board import boards
from tests.bot.board.channels import CHANNEL, HANGS, OLD, FakeChannels
from tests.bot.discord.refusing import broken, cut, refused
from tests.bot.store.changes import change, leg


async def announced(channels: FakeChannels) -> list[tuple[str, int]]:
    """Announce the shutdown; return the requests. The page is in the outbox then, in any case."""
    async with asyncio.timeout(5):
        await channels.boards.announce_shutdown(["blue"])
    assert await channels.store.pages_to_paint("blue") == [leg(1)]
    return [(it.kind, it.message) for it in channels.requests]


async def test_the_newest_page_says_that_the_bot_stops(channels: FakeChannels) -> None:
    await channels.stands()
    assert await announced(channels) == [("edit", OLD)]


async def test_a_delivery_under_way_ends_before_the_last_one(channels: FakeChannels) -> None:
    await channels.stands()
    channels.takes = 0.02
    await channels.change()
    await channels.begun(1)
    assert await announced(channels) == [("edit", OLD)] * 2
    await channels.change()
    await asyncio.sleep(0.05)
    assert len(channels.requests) == 2


async def test_a_delivery_that_takes_too_long_is_not_waited_for(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "EDIT_TIMEOUT", 0.01)  # how long it is waited for
    await channels.stands()
    channels.takes = 0.1
    await channels.change()
    await channels.begun(1)
    assert await announced(channels) == [("edit", OLD)] * 2


async def test_no_board_is_posted_at_the_last_minute(channels: FakeChannels) -> None:
    await channels.store.commit(change("blue", channel=CHANNEL, paint=(leg(1),)))
    assert await announced(channels) == []


@pytest.mark.parametrize(
    "fault", [refused(10008, 404), broken(), cut(), TimeoutError(), HANGS], ids=repr
)
async def test_a_board_that_cannot_be_shown_does_not_delay_the_end(
    channels: FakeChannels, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "LAST_DELIVERY_TIMEOUT", 0.05)
    await channels.stands()
    channels.faults = [fault]
    await announced(channels)
