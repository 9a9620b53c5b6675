"""Reposted boards: a new message replaces the old one, whatever happens."""

import pytest

from bot.board import boards
from bot.board.messages import NotBegun, NotYetBegun
from bot.discord.limits import NONCE
from bot.discord.rest import Json
from bot.store.data import PostedMessage
from bot.store.errors import Outdated
from engine.deal import in_order
from tests.bot.board.channels import CHANNEL, OLD, FakeChannels
from tests.bot.discord.refusing import broken, cut, refused
from tests.bot.hosting.hosted import Hosting
from tests.bot.store.changes import change, leg


async def reposts(channels: FakeChannels, channel: int = CHANNEL) -> None:
    """Have the board reposted, which is far up in the channel."""
    channels.reposts += 1
    await channels.store.commit(change("blue", channels.version, channel=channel, paint=(leg(1),)))
    channels.version += 1
    channels.boards.deliver("blue")


async def is_fresh(channels: FakeChannels) -> bool:
    """Return whether a new message shows the board."""
    posted = await channels.store.message_of("blue", leg(1))
    shown = (channels.blocked, await channels.store.unpainted()) == ({}, [])
    return shown and posted is not None and posted.message != OLD


def nonces(channels: FakeChannels) -> list[str]:
    return [it.sent["nonce"] for it in channels.requests if it.kind == "send"]


@pytest.mark.parametrize("channel", [CHANNEL, CHANNEL + 1])
async def test_a_repost_replaces_the_old_message(channels: FakeChannels, channel: int) -> None:
    await channels.stands()
    await reposts(channels, channel)
    await channels.calm()
    new = channels.requests[0].message
    assert [(it.kind, it.channel, it.message) for it in channels.requests] == [
        *(("send", channel, new), ("edit", channel, new), ("delete", CHANNEL, OLD))
    ]
    posted = await channels.store.message_of("blue", leg(1))
    assert posted == PostedMessage(leg(1), channel, new, 1)


@pytest.mark.parametrize("code", [50001, 50083])
async def test_a_past_page_that_is_left_behind_keeps_no_board_from_another_channel(
    channels: FakeChannels, code: int
) -> None:
    await channels.stands()  # the first leg stands in a channel that is closed by now
    channels.newest, channels.reposts = 2, 1
    moved = change("blue", channels.version, channel=CHANNEL + 1, paint=(leg(1), leg(2)))
    await channels.store.commit(moved)
    channels.faults = [None, refused(code, 403)]
    channels.boards.deliver("blue")
    await channels.calm()
    sent = [(it.kind, it.channel) for it in channels.requests]
    assert sent == [("send", CHANNEL + 1), ("edit", CHANNEL)]
    assert channels.blocked == {}


@pytest.mark.parametrize(("code", "moves"), [(10003, 0), (10008, 0), (50001, 1), (50083, 1)])
async def test_the_record_of_a_replaced_message_that_is_gone_is_removed(
    channels: FakeChannels, code: int, moves: int
) -> None:
    await channels.stands()
    channels.faults = [None, None, refused(code, 403)]
    await reposts(channels, CHANNEL + moves)
    await channels.calm()
    assert await is_fresh(channels)


@pytest.mark.parametrize(
    "fault", [refused(50001, 403), refused(50083, 403), broken(), cut(), TimeoutError()], ids=repr
)
async def test_an_old_message_is_deleted_as_soon_as_it_can_be(
    channels: FakeChannels, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.01,))
    await channels.stands()
    channels.faults = [None, None, fault]
    await reposts(channels)
    await channels.until(3)
    if channels.blocked and channels.blocked["blue"] != "unreachable":
        await channels.change()
    await channels.until(5)
    await channels.calm()
    assert channels.kinds() == ["send", "edit", "delete", "edit", "delete"]
    assert await is_fresh(channels)


async def test_a_crash_before_the_deletion_leaves_no_second_board(channels: FakeChannels) -> None:
    await channels.stands()
    channels.faults = [None, None, cut()]
    await reposts(channels)
    await channels.until(3)
    await channels.restarts()
    await channels.until(5)
    assert channels.kinds()[3:] == ["edit", "delete"]


@pytest.mark.parametrize("stood", [True, False])
async def test_an_unconfirmed_post_is_found_by_a_repost(
    channels: FakeChannels, *, stood: bool
) -> None:
    """This is what people do when no board comes; the old one can be edited again by then."""
    if stood:
        await channels.stands()
    before = ["edit"] if stood else []
    channels.faults = [*([refused(30046, 429)] if stood else []), cut()]
    await channels.change()
    await channels.until(len(before) + 1)
    await reposts(channels)
    await channels.calm()
    deleted = ["delete"] if stood else []
    assert channels.kinds() == [*before, "send", "send", "edit", *deleted]
    assert len({*nonces(channels)}) == 1
    assert await is_fresh(channels)


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
    assert await is_fresh(channels)


async def test_the_old_message_is_not_edited_in_a_hidden_channel(channels: FakeChannels) -> None:
    await channels.stands()
    channels.faults = [refused(50001, 403)]
    await reposts(channels)
    await channels.calm()
    assert (channels.kinds(), channels.blocked) == (["send"], {"blue": "cannot_see"})


async def test_a_repost_during_an_edit_posts_a_new_message(channels: FakeChannels) -> None:
    await channels.stands()
    channels.gate.clear()
    await channels.change()
    await channels.begun(1)
    await reposts(channels)
    channels.gate.set()
    await channels.until(4)
    assert channels.kinds() == ["edit", "send", "edit", "delete"]
    assert await is_fresh(channels)


async def test_an_unconfirmed_repost_is_found_after_a_crash(channels: FakeChannels) -> None:
    """The game has moved on to the next page: no old page may keep its buttons."""
    await channels.stands()
    channels.faults = [cut()]
    await reposts(channels)
    await channels.until(1)
    channels.newest = 2
    await channels.commits(leg(1), leg(2))
    await channels.restarts()
    await channels.calm()
    first, again, newest = nonces(channels)
    assert first == again != newest
    assert [it.message for it in channels.requests if it.kind == "delete"] == [OLD]
    assert await channels.store.unpainted() == []


# --- messages with which games begin -------------------------------------------------------


async def test_deleted_announcements_are_not_found_again_after_a_loss_of_shards(
    hosted: Hosting,
) -> None:
    """Discord would take the next announcement with this nonce for the deleted one."""
    lobby = await hosted.service.look(await hosted.open())
    channels = FakeChannels(hosted.store)
    for _ in range(2):
        with pytest.raises(Outdated):
            async with channels.boards.announced(lobby):
                raise Outdated()
        await channels.boards.release()
    assert channels.kinds() == ["send", "send", "delete", "delete"] * 2
    assert len({*nonces(channels)}) == 4
    assert max(map(len, nonces(channels))) <= NONCE


async def test_a_refused_announcement_leaves_no_message_that_closes_the_lobby(
    hosted: Hosting,
) -> None:
    lobby = await hosted.service.look(await hosted.open())
    channels = FakeChannels(hosted.store)
    channels.faults = [None, refused(50013, 403)]
    with pytest.raises(NotBegun):
        async with channels.boards.announced(lobby):
            pytest.fail("the game began")
    closing, _, deleted = channels.requests
    assert (deleted.kind, deleted.message) == ("delete", closing.message)


@pytest.mark.parametrize("faults", [[broken()], [None, broken()], [None, TimeoutError()]])
async def test_an_unconfirmed_announcement_is_found_by_the_next_start(
    hosted: Hosting, faults: list[BaseException | None]
) -> None:
    lobby = await hosted.service.look(await hosted.open())
    channels = FakeChannels(hosted.store)
    channels.faults = [*faults]
    with pytest.raises(NotYetBegun):
        async with channels.boards.announced(lobby):
            pytest.fail("the game began")
    before = nonces(channels)
    async with channels.boards.announced(lobby) as start:
        assert in_order(start)
    assert {*channels.kinds()} == {"send"}
    assert nonces(channels)[len(before) :][: len(before)] == before


async def test_a_lobby_is_not_closed_by_a_message_that_came_later(
    hosted: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord has forgotten the nonce of the first message, and not yet that of the second."""
    lobby = await hosted.service.look(await hosted.open())
    channels = FakeChannels(hosted.store)
    ids = iter((9, 8))

    async def post(*_: object) -> Json:
        return {"id": f"{next(ids)}"}

    monkeypatch.setattr(channels, "post", post)
    with pytest.raises(NotBegun):
        async with channels.boards.announced(lobby):
            pytest.fail("the game began")
    assert [(it.kind, it.message) for it in channels.requests] == [("delete", 8), ("delete", 9)]
