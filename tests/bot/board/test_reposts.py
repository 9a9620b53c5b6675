"""Reposted boards: a new message replaces the old one, whatever happens."""

import asyncio

import pytest

from bot.board import boards
from bot.store.data import PostedMessage
from tests.bot.board.channels import CHANNEL, OLD, FakeChannels
from tests.bot.discord.refusing import broken, cut, refused
from tests.bot.store.changes import change, leg


async def reposts(channels: FakeChannels, channel: int = CHANNEL) -> None:
    """Somebody has a board reposted that is far up in the channel."""
    channels.reposts += 1
    await channels.store.commit(change("blue", channels.version, channel=channel, paint=(leg(1),)))
    channels.version += 1
    channels.boards.deliver("blue")


async def fresh(channels: FakeChannels) -> PostedMessage | None:
    """The new message of the board, if there is one."""
    posted = await channels.store.message_of("blue", leg(1))
    return posted if posted and posted.message != OLD else None


async def test_a_repost_replaces_the_old_message(channels: FakeChannels) -> None:
    await channels.stands()
    await reposts(channels)
    await channels.calm()
    assert channels.kinds() == ["send", "edit", "delete"]
    assert channels.requests[2].message == OLD
    assert await fresh(channels) == PostedMessage(leg(1), CHANNEL, channels.requests[0].message, 1)
    await channels.change()
    await channels.calm()
    assert channels.kinds()[3:] == ["edit"]


async def test_a_board_can_be_reposted_in_another_channel(channels: FakeChannels) -> None:
    await channels.stands()
    await reposts(channels, CHANNEL + 1)
    await channels.calm()
    assert [(it.kind, it.channel) for it in channels.requests] == [
        *(("send", CHANNEL + 1), ("edit", CHANNEL + 1), ("delete", CHANNEL))
    ]


@pytest.mark.parametrize("code", [50001, 50083])
async def test_a_past_page_that_is_left_behind_keeps_no_board_from_another_channel(
    channels: FakeChannels, code: int
) -> None:
    await channels.stands()  # the first leg stands in a channel that is closed by now
    channels.newest, channels.reposts = 2, 1
    moved = change("blue", channels.version, channel=CHANNEL + 1, paint=(leg(1), leg(2)))
    await channels.store.commit(moved)
    channels.version += 1
    channels.faults = [None, refused(code, 403)]
    channels.boards.deliver("blue")
    await channels.calm()
    assert [(it.kind, it.channel) for it in channels.requests] == [
        *(("send", CHANNEL + 1), ("edit", CHANNEL))
    ]
    assert channels.blocked == {}


@pytest.mark.parametrize(("code", "moves"), [(10003, 0), (10008, 0), (50001, 1), (50083, 1)])
async def test_the_record_of_a_replaced_message_that_is_gone_is_removed(
    channels: FakeChannels, code: int, moves: int
) -> None:
    await channels.stands()
    channels.faults = [None, None, refused(code, 403)]
    await reposts(channels, CHANNEL + moves)
    await channels.calm()
    assert await fresh(channels)
    assert (channels.blocked, await channels.store.unpainted()) == ({}, [])


@pytest.mark.parametrize("code", [50001, 50083])
async def test_an_old_message_is_deleted_as_soon_as_it_is_allowed(
    channels: FakeChannels, code: int
) -> None:
    await channels.stands()
    channels.faults = [None, None, refused(code, 403)]
    await reposts(channels)
    await channels.calm()
    assert "blue" in channels.blocked
    await channels.change()
    await channels.calm()
    assert channels.kinds()[3:] == ["edit", "delete"]
    assert (channels.blocked, await channels.store.unpainted()) == ({}, [])


@pytest.mark.parametrize("fault", [broken(), cut(), TimeoutError()], ids=repr)
async def test_an_old_message_is_deleted_as_soon_as_discord_is_back(
    channels: FakeChannels, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.01,))
    await channels.stands()
    channels.faults = [None, None, fault]
    await reposts(channels)
    await channels.until(5)
    assert channels.kinds() == ["send", "edit", "delete", "edit", "delete"]
    assert await fresh(channels)


async def test_a_crash_before_the_deletion_leaves_no_second_board(channels: FakeChannels) -> None:
    await channels.stands()
    channels.faults = [None, None, cut()]
    await reposts(channels)
    await channels.until(3)
    await channels.restarts()
    await channels.until(5)
    assert channels.kinds()[3:] == ["edit", "delete"]


async def test_an_unconfirmed_repost_is_looked_for_despite_failures(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By then the old one can be edited again, and somebody has asked for a repost."""
    monkeypatch.setattr(boards, "RETRY_DELAYS", (9.0,))
    await channels.stands()
    channels.faults = [refused(30046, 429), cut()]
    await channels.change()
    await channels.until(2)
    await reposts(channels)
    await channels.until(5)
    assert channels.kinds() == ["edit", "send", "send", "edit", "delete"]
    assert len({it.sent["nonce"] for it in channels.requests if it.kind == "send"}) == 1
    assert await channels.store.unpainted() == []


async def test_an_unconfirmed_first_message_is_found_by_a_repost(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This is what people do when no board comes."""
    monkeypatch.setattr(boards, "RETRY_DELAYS", (9.0,))
    channels.faults = [cut()]
    await channels.change()
    await channels.until(1)
    await reposts(channels)
    await channels.calm()
    assert channels.kinds() == ["send", "send", "edit"]
    assert len({it.sent["nonce"] for it in channels.requests if it.kind == "send"}) == 1


async def test_the_old_message_shows_the_board_if_nothing_can_be_posted(
    channels: FakeChannels,
) -> None:
    await channels.stands()
    channels.faults = [refused(50013, 403)]
    await reposts(channels)
    await channels.calm()
    assert [(it.kind, it.message) for it in channels.requests][1:] == [("edit", OLD)]
    assert channels.blocked == {"blue": "cannot_post"}
    assert await channels.store.unpainted() == ["blue"]
    channels.boards.deliver("blue")
    await channels.calm()
    assert channels.kinds()[2:] == ["send", "edit", "delete"]
    assert channels.blocked == {}


async def test_the_old_message_is_not_edited_in_a_hidden_channel(channels: FakeChannels) -> None:
    await channels.stands()
    channels.faults = [refused(50001, 403)]
    await reposts(channels)
    await channels.calm()
    assert (channels.kinds(), channels.blocked) == (["send"], {"blue": "cannot_see"})


async def test_a_repost_during_an_edit_posts_a_new_message(channels: FakeChannels) -> None:
    await channels.stands()
    channels.takes = 0.1
    await channels.change()
    while not channels.requests:
        await asyncio.sleep(0)
    await reposts(channels)
    await channels.until(4)
    assert channels.kinds() == ["edit", "send", "edit", "delete"]
    assert await fresh(channels)


async def test_an_unconfirmed_repost_is_found_after_a_crash(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game has moved on to the next page: no old page may keep its buttons."""
    monkeypatch.setattr(boards, "RETRY_DELAYS", (9.0,))
    await channels.stands()
    channels.faults = [cut()]
    await reposts(channels)
    await channels.until(1)
    channels.newest = 2
    await channels.store.commit(
        change("blue", channels.version, channel=CHANNEL, paint=(leg(1), leg(2)))
    )
    await channels.restarts()
    await channels.calm()
    sent = [it.sent["nonce"] for it in channels.requests if it.kind == "send"]
    assert sent[0] == sent[1] != sent[2]
    assert [it.message for it in channels.requests if it.kind == "delete"] == [OLD]
    assert await channels.store.unpainted() == []
