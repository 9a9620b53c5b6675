"""Pings beside a board: messages of their own, because edits notify nobody."""

import pytest

from bot.board import boards
from tests.bot.board.channels import CHANNEL, FakeChannels, Request
from tests.bot.discord.refusing import broken, cut, refused
from tests.bot.store.changes import change, notice


def pinged(request: Request) -> list[str]:
    """The users whom a request pings."""
    return request.sent["allowed_mentions"]["users"]


async def pings(channels: FakeChannels, *, due: bool) -> list[str]:
    """Deliver the notice, which is still due or is answered; return the kinds of all requests."""
    channels.pings = due
    await channels.change("blue", notice(1))
    await channels.calm()
    assert (channels.blocked, await channels.store.unpainted()) == ({}, [])
    return channels.kinds()


async def test_a_ping_is_posted_once_then_edited_and_deleted(channels: FakeChannels) -> None:
    assert await pings(channels, due=True) == ["send"]
    assert await pings(channels, due=True) == ["send", "edit"]
    assert [pinged(it) for it in channels.requests] == [["1"], ["1"]]
    assert await pings(channels, due=False) == ["send", "edit", "delete"]
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
    """The connection broke during the post, and those it names have answered since."""
    monkeypatch.setattr(boards, "RETRY_DELAYS", (9.0,) if dies else (0.01,))
    channels.pings = True
    channels.faults = [cut()]
    await channels.change("blue", notice(1))
    await channels.begun(1)
    channels.pings = False
    if dies:
        await channels.restarts()
    await channels.until(3)
    assert channels.kinds() == ["send", "send", "delete"]
    first, second, deletion = channels.requests
    assert first.sent["nonce"] == second.sent["nonce"]
    assert (pinged(first), pinged(second)) == (["1"], [])
    assert second.message == deletion.message
    assert await channels.store.unpainted() == []
    assert await channels.store.message_of("blue", notice(1)) is None


async def test_a_ping_that_was_never_posted_is_not_posted_to_be_deleted(
    channels: FakeChannels,
) -> None:
    assert await pings(channels, due=False) == []


async def test_the_record_of_a_deleted_ping_is_removed(channels: FakeChannels) -> None:
    await channels.stands(notice(1))
    channels.faults = [refused(10008, 404)]
    assert await pings(channels, due=False) == ["delete"]


@pytest.mark.parametrize(("code", "moves"), [(10008, False), (50083, False), (10003, True)])
async def test_a_ping_that_cannot_be_edited_blocks_nothing(
    channels: FakeChannels, code: int, *, moves: bool
) -> None:
    await pings(channels, due=True)
    channels.faults = [refused(code, 404)]
    moved = change("blue", channels.version, channel=CHANNEL + moves, paint=(notice(1),))
    await channels.store.commit(moved)
    channels.boards.deliver("blue")
    await channels.calm()
    assert channels.kinds() == ["send", "edit"]
    assert (channels.blocked, await channels.store.unpainted()) == ({}, [])


async def test_a_board_that_is_shown_again_is_reported(channels: FakeChannels) -> None:
    channels.faults = [refused(50001, 403)]
    await channels.change()
    await channels.calm()
    assert (channels.blocked, channels.events.unblocked) == ({"blue": "cannot_see"}, [])
    channels.boards.deliver("blue")
    await channels.calm()
    assert (channels.blocked, channels.events.unblocked) == ({}, ["blue"])


async def test_a_channel_deleted_during_a_delivery_stays_gone(channels: FakeChannels) -> None:
    channels.gate.clear()
    await channels.change()
    await channels.begun(1)
    channels.boards.block("blue", "channel_gone")
    channels.gate.set()
    await channels.calm()
    assert (channels.kinds(), channels.blocked) == (["send"], {"blue": "channel_gone"})
    assert channels.events.unblocked == []
