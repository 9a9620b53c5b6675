"""Boards that are called back: a fresh message takes the place of the old one, whatever happens."""

import asyncio

import pytest

from bot.board import painter
from bot.store.protocol import PostedMessage
from tests.bot.board.channels import CHANNEL, OLD, FakeChannels
from tests.bot.discord.refusing import broken, cut, refused
from tests.bot.store.changes import change, leg


async def reposts(wall: FakeChannels, channel: int = CHANNEL) -> None:
    """Somebody calls for a board that has hung for long."""
    wall.reposts += 1
    await wall.store.commit(change("blue", wall.version, channel=channel, paint=(leg(1),)))
    wall.version += 1
    wall.painter.schedule("blue")


async def fresh(wall: FakeChannels) -> PostedMessage | None:
    """Where the board hangs, if that is a message of its own."""
    hung = await wall.store.message_of("blue", leg(1))
    return hung if hung and hung.message != OLD else None


async def test_a_fresh_message_takes_the_place_of_the_old_one(wall: FakeChannels) -> None:
    await wall.stands()
    await reposts(wall)
    await wall.calm()
    assert wall.kinds() == ["send", "edit", "delete"]
    assert wall.requests[2].message == OLD
    assert await fresh(wall) == PostedMessage(leg(1), CHANNEL, wall.requests[0].message, 1)
    await wall.change()
    await wall.calm()
    assert wall.kinds()[3:] == ["edit"]


async def test_a_board_can_be_called_to_another_channel(wall: FakeChannels) -> None:
    await wall.stands()
    await reposts(wall, CHANNEL + 1)
    await wall.calm()
    assert [(it.kind, it.channel) for it in wall.requests] == [
        *(("send", CHANNEL + 1), ("edit", CHANNEL + 1), ("delete", CHANNEL))
    ]


@pytest.mark.parametrize(("code", "moves"), [(10003, 0), (10008, 0), (50001, 1), (50083, 1)])
async def test_an_old_message_that_is_gone_or_left_behind_is_let_go(
    wall: FakeChannels, code: int, moves: int
) -> None:
    await wall.stands()
    wall.faults = [None, None, refused(code, 403)]
    await reposts(wall, CHANNEL + moves)
    await wall.calm()
    assert await fresh(wall)
    assert (wall.painter.blocked, await wall.store.unpainted()) == ({}, [])


@pytest.mark.parametrize("code", [50001, 50083])
async def test_an_old_message_is_taken_down_as_soon_as_people_have_helped(
    wall: FakeChannels, code: int
) -> None:
    await wall.stands()
    wall.faults = [None, None, refused(code, 403)]
    await reposts(wall)
    await wall.calm()
    assert "blue" in wall.painter.blocked
    await wall.change()
    await wall.calm()
    assert wall.kinds()[3:] == ["edit", "delete"]
    assert (wall.painter.blocked, await wall.store.unpainted()) == ({}, [])


@pytest.mark.parametrize("fault", [broken(), cut(), TimeoutError()], ids=repr)
async def test_an_old_message_is_taken_down_as_soon_as_discord_can_be_reached(
    wall: FakeChannels, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "RETRY_AFTER", (0.01,))
    await wall.stands()
    wall.faults = [None, None, fault]
    await reposts(wall)
    await wall.until(5)
    assert wall.kinds() == ["send", "edit", "delete", "edit", "delete"]
    assert await fresh(wall)


async def test_a_crash_before_the_old_message_is_gone_leaves_no_second_board(
    wall: FakeChannels,
) -> None:
    await wall.stands()
    wall.faults = [None, None, cut()]
    await reposts(wall)
    await wall.until(3)
    await wall.restarts()
    await wall.until(5)
    assert wall.kinds()[3:] == ["edit", "delete"]


async def test_a_fresh_message_that_nobody_told_us_of_is_looked_for_whatever_comes(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old one can be edited again by then, and somebody has called the board back."""
    monkeypatch.setattr(painter, "RETRY_AFTER", (9.0,))
    await wall.stands()
    wall.faults = [refused(30046, 429), cut()]
    await wall.change()
    await wall.until(2)
    await reposts(wall)
    await wall.until(5)
    assert wall.kinds() == ["edit", "send", "send", "edit", "delete"]
    assert len({it.sent["nonce"] for it in wall.requests if it.kind == "send"}) == 1
    assert await wall.store.unpainted() == []


async def test_a_first_message_that_nobody_told_us_of_is_found_when_it_is_called_back(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This is what people do when no board comes."""
    monkeypatch.setattr(painter, "RETRY_AFTER", (9.0,))
    wall.faults = [cut()]
    await wall.change()
    await wall.until(1)
    await reposts(wall)
    await wall.calm()
    assert wall.kinds() == ["send", "send", "edit"]
    assert len({it.sent["nonce"] for it in wall.requests if it.kind == "send"}) == 1


async def test_where_nothing_can_be_posted_the_old_message_goes_on_showing_the_board(
    wall: FakeChannels,
) -> None:
    await wall.stands()
    wall.faults = [refused(50013, 403)]
    await reposts(wall)
    await wall.calm()
    assert [(it.kind, it.message) for it in wall.requests][1:] == [("edit", OLD)]
    assert wall.painter.blocked == {"blue": "cannot_post"}
    assert await wall.store.unpainted() == ["blue"]
    wall.painter.schedule("blue")
    await wall.calm()
    assert wall.kinds()[2:] == ["send", "edit", "delete"]
    assert wall.painter.blocked == {}


async def test_where_we_cannot_even_look_the_old_message_is_not_tried(wall: FakeChannels) -> None:
    await wall.stands()
    wall.faults = [refused(50001, 403)]
    await reposts(wall)
    await wall.calm()
    assert (wall.kinds(), wall.painter.blocked) == (["send"], {"blue": "cannot_see"})


async def test_a_board_that_is_called_back_during_an_edit_is_hung_afresh(
    wall: FakeChannels,
) -> None:
    await wall.stands()
    wall.takes = 0.1
    await wall.change()
    while not wall.requests:
        await asyncio.sleep(0)
    await reposts(wall)
    await wall.until(4)
    assert wall.kinds() == ["edit", "send", "edit", "delete"]
    assert await fresh(wall)


async def test_a_fresh_message_that_nobody_told_us_of_is_found_after_a_crash(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game has gone on to the next page meanwhile: no old one may keep its buttons."""
    monkeypatch.setattr(painter, "RETRY_AFTER", (9.0,))
    await wall.stands()
    wall.faults = [cut()]
    await reposts(wall)
    await wall.until(1)
    wall.newest = 2
    await wall.store.commit(change("blue", wall.version, channel=CHANNEL, paint=(leg(1), leg(2))))
    await wall.restarts()
    await wall.calm()
    sent = [it.sent["nonce"] for it in wall.requests if it.kind == "send"]
    assert sent[0] == sent[1] != sent[2]
    assert [it.message for it in wall.requests if it.kind == "delete"] == [OLD]
    assert await wall.store.unpainted() == []
