"""Boards that nobody will ever see are dropped; boards that people may still see are kept."""

import asyncio

import pytest

from bot.board import boards
from bot.store.data import PostedMessage
from bot.store.errors import Locked
from bot.store.leases import Share
from tests.bot.board.channels import CHANNEL, OLD, FakeChannels
from tests.bot.discord.refusing import refused
from tests.bot.store.changes import change, leg

GONE = refused(10003, 404)
FORBIDDEN = refused(50013, 403)


async def blocks(channels: FakeChannels, fault: Exception, stage: str) -> None:
    """Have a table in this stage, which Discord refuses to show."""
    channels.always = fault
    await channels.store.commit(change("blue", stage=stage, channel=CHANNEL, paint=(leg(1),)))
    channels.boards.changed("blue", 1, [leg(1)], awaited=True)
    await channels.calm()
    assert "blue" in channels.blocked


def known(channels: FakeChannels) -> set[str]:
    """The tables of which something is kept in memory."""
    assert {*channels.blocked} == {*channels.boards._boards}
    return {*channels.blocked}


@pytest.mark.parametrize("starts", [False, True])
async def test_the_board_of_a_deleted_table_is_dropped(
    channels: FakeChannels, *, starts: bool
) -> None:
    await blocks(channels, FORBIDDEN, "lobby")
    await channels.boards.drop_dead()
    assert known(channels) == {"blue"}
    stored = await channels.store.table("blue")
    assert stored
    assert await channels.store.retention.delete_table("blue", stored.guild)
    await (channels.boards.start() if starts else channels.boards.drop_dead())
    assert known(channels) == set()


@pytest.mark.parametrize(
    ("fault", "stage", "waits"),
    [
        (GONE, "over", False),
        (GONE, "expired", False),
        (GONE, "playing", True),
        (FORBIDDEN, "over", True),
    ],
)
async def test_a_table_that_is_over_and_has_lost_its_channel_leaves_the_outbox(
    fault: Exception, stage: str, waits: bool, channels: FakeChannels
) -> None:
    """People may play on in another channel, or show the end where the bot may write again."""
    await blocks(channels, fault, stage)
    await channels.boards.drop_dead()
    assert known(channels) == ({"blue"} if waits else set())
    assert await channels.store.unpainted() == (["blue"] if waits else [])


async def test_dead_boards_are_dropped_at_an_interval_whatever_fails(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "DEAD_BOARDS_INTERVAL", 0.01)
    channels._begin()
    unpainted, faults = channels.store.unpainted, [Locked(), ValueError("a fault")]

    async def sometimes() -> list[str]:
        if faults and channels.blocked:
            raise faults.pop()
        return await unpainted()

    monkeypatch.setattr(channels.store, "unpainted", sometimes)
    await channels.boards.start()
    await blocks(channels, GONE, "over")
    async with asyncio.timeout(5):
        while channels.blocked:
            await asyncio.sleep(0.01)
    assert not faults


# --- tables that come and go ---------------------------------------------------------------


async def test_people_get_time_back_for_a_board_that_stays_with_the_process(
    channels: FakeChannels,
) -> None:
    await blocks(channels, refused(0, 500), "playing")
    channels.store.share = Share(2, frozenset({0}))
    await channels.boards.release()
    assert (channels.blocked, channels.events.unblocked) == ({"blue": "unreachable"}, [])
    channels.always = None
    await channels.boards.start()
    await channels.calm()
    assert (channels.blocked, channels.events.unblocked) == ({}, ["blue"])
    assert await channels.store.unpainted() == []


async def test_a_blocked_board_of_a_lost_shard_is_dropped(channels: FakeChannels) -> None:
    await blocks(channels, FORBIDDEN, "playing")
    channels.store.share = Share(2, frozenset({1}))
    assert await channels.store.unpainted() == []  # its server belongs to the other shard
    await channels.boards.release()
    await channels.boards.start()
    assert channels.blocked == {}


async def test_a_board_that_another_process_moved_is_found_again(channels: FakeChannels) -> None:
    await channels.stands()
    await channels.change()
    await channels.calm()
    await channels.boards.release()
    await channels.store.record_post("blue", PostedMessage(leg(1), CHANNEL, OLD + 1))
    await channels.boards.start()
    await channels.change()
    await channels.calm()
    assert [it.message for it in channels.requests] == [OLD, OLD + 1]
