"""Pings beside a board: messages of their own, because edits notify nobody."""

import asyncio

import pytest

from bot.board import boards
from tests.bot.board.channels import CHANNEL, FakeChannels, Request
from tests.bot.discord.refusing import broken, cut, refused
from tests.bot.store.changes import change, notice


def pinged(channels: FakeChannels) -> list[int]:
    """The users whom the last request pings."""
    return called_by(channels.requests[-1])


def called_by(request: Request) -> list[int]:
    return [int(user) for user in request.sent["allowed_mentions"]["users"]]


async def test_a_ping_is_posted_once_then_edited_and_deleted(channels: FakeChannels) -> None:
    channels.pings = True
    await channels.change("blue", notice(1))
    await channels.calm()
    assert (channels.kinds(), pinged(channels)) == (["send"], [1])
    await channels.change("blue", notice(1))
    await channels.calm()
    assert (channels.kinds(), pinged(channels)) == (["send", "edit"], [1])
    channels.pings = False
    await channels.change("blue", notice(1))
    await channels.calm()
    assert channels.kinds() == ["send", "edit", "delete"]
    assert len({request.message for request in channels.requests}) == 1


@pytest.mark.parametrize("fault", [broken(), cut(), TimeoutError()], ids=repr)
async def test_a_ping_is_deleted_as_soon_as_discord_is_back(
    channels: FakeChannels, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.01,))
    await channels.stands(notice(1))
    channels.faults = [fault]
    await channels.change("blue", notice(1))
    await channels.until(2)
    assert channels.kinds() == ["delete", "delete"]
    assert await channels.store.message_of("blue", notice(1)) is None


@pytest.mark.parametrize("dies", [False, True])
async def test_an_unconfirmed_ping_is_found_and_deleted(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch, *, dies: bool
) -> None:
    """The connection broke during the posting, and those it names have answered since."""
    monkeypatch.setattr(boards, "RETRY_DELAYS", (9.0,) if dies else (0.01,))
    channels.pings = True
    channels.faults = [cut()]
    await channels.change("blue", notice(1))
    while not channels.requests:
        await asyncio.sleep(0)
    channels.pings = False
    if dies:
        await channels.restarts()
    await channels.until(3)
    assert channels.kinds() == ["send", "send", "delete"]
    assert len({request.sent["nonce"] for request in channels.requests[:2]}) == 1
    assert [called_by(request) for request in channels.requests[:2]] == [[1], []]
    assert channels.requests[1].message == channels.requests[2].message
    assert await channels.store.unpainted() == []
    assert await channels.store.message_of("blue", notice(1)) is None


async def test_a_ping_that_was_never_posted_is_not_posted_to_be_deleted(
    channels: FakeChannels,
) -> None:
    await channels.change("blue", notice(1))
    await channels.calm()
    assert (channels.kinds(), await channels.store.unpainted()) == ([], [])


async def test_the_record_of_a_deleted_ping_is_removed(channels: FakeChannels) -> None:
    await channels.stands(notice(1))
    channels.faults = [refused(10008, 404)]
    await channels.change("blue", notice(1))
    await channels.calm()
    assert (channels.kinds(), channels.blocked) == (["delete"], {})
    assert await channels.store.unpainted() == []


@pytest.mark.parametrize(("code", "moves"), [(10008, False), (50083, False), (10003, True)])
async def test_a_ping_that_cannot_be_edited_blocks_nothing(
    channels: FakeChannels, code: int, *, moves: bool
) -> None:
    channels.pings = True
    await channels.change("blue", notice(1))
    await channels.calm()
    channels.faults = [refused(code, 404)]
    channel = CHANNEL + moves
    await channels.store.commit(
        change("blue", channels.version, channel=channel, paint=(notice(1),))
    )
    channels.boards.deliver("blue")
    await channels.calm()
    assert channels.kinds() == ["send", "edit"]
    assert channels.blocked == {}
    assert await channels.store.unpainted() == []


async def test_a_board_that_is_painted_again_is_reported(channels: FakeChannels) -> None:
    channels.faults = [refused(50001, 403)]
    await channels.change()
    await channels.calm()
    assert (channels.blocked, channels.events.unblocked) == ({"blue": "cannot_see"}, [])
    channels.boards.deliver("blue")
    await channels.calm()
    assert (channels.blocked, channels.events.unblocked) == ({}, ["blue"])


async def test_a_channel_deleted_during_a_painting_stays_gone(channels: FakeChannels) -> None:
    channels.takes = 0.2
    await channels.change()
    await asyncio.sleep(0.1)
    channels.boards.block("blue", "channel_gone")
    await channels.calm()
    assert (channels.kinds(), channels.blocked) == (["send"], {"blue": "channel_gone"})
    assert channels.events.unblocked == []
