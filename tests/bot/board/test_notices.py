"""Calls beside a board: messages of their own, for edits notify nobody."""

import asyncio

import pytest
from discord import AllowedMentions

from bot.board import painter
from tests.bot.board.channels import CHANNEL, FakeChannels, Request
from tests.bot.discord.refusing import broken, cut, refused
from tests.bot.store.changes import change, notice


def called(wall: FakeChannels) -> list[int]:
    """Whom the last request calls."""
    return called_by(wall.requests[-1])


def called_by(request: Request) -> list[int]:
    mentions: AllowedMentions = request.sent["allowed_mentions"]
    return [user.id for user in mentions.users or ()]  # pyright: ignore[reportGeneralTypeIssues, reportAttributeAccessIssue] - a list here


async def test_a_call_hangs_once_and_is_set_right_and_taken_down(wall: FakeChannels) -> None:
    wall.pings = True
    await wall.change("blue", notice(1))
    await wall.calm()
    assert (wall.kinds(), called(wall)) == (["send"], [1])
    await wall.change("blue", notice(1))
    await wall.calm()
    assert (wall.kinds(), called(wall)) == (["send", "edit"], [1])
    wall.pings = False
    await wall.change("blue", notice(1))
    await wall.calm()
    assert wall.kinds() == ["send", "edit", "delete"]
    assert len({request.message for request in wall.requests}) == 1


@pytest.mark.parametrize("fault", [broken(), cut(), TimeoutError()], ids=repr)
async def test_a_call_is_taken_down_as_soon_as_discord_can_be_reached(
    wall: FakeChannels, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "RETRY_AFTER", (0.01,))
    await wall.stands(notice(1))
    wall.faults = [fault]
    await wall.change("blue", notice(1))
    await wall.until(2)
    assert wall.kinds() == ["delete", "delete"]
    assert await wall.store.message_of("blue", notice(1)) is None


@pytest.mark.parametrize("dies", [False, True])
async def test_a_call_that_nobody_told_us_of_is_taken_down(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch, *, dies: bool
) -> None:
    """The line broke as it was hung up, and whom it names has answered since."""
    monkeypatch.setattr(painter, "RETRY_AFTER", (9.0,) if dies else (0.01,))
    wall.pings = True
    wall.faults = [cut()]
    await wall.change("blue", notice(1))
    while not wall.requests:
        await asyncio.sleep(0)
    wall.pings = False
    if dies:
        await wall.restarts()
    await wall.until(3)
    assert wall.kinds() == ["send", "send", "delete"]
    assert len({request.sent["nonce"] for request in wall.requests[:2]}) == 1
    assert [called_by(request) for request in wall.requests[:2]] == [[1], []]
    assert wall.requests[1].message == wall.requests[2].message
    assert await wall.store.unpainted() == []
    assert await wall.store.message_of("blue", notice(1)) is None


async def test_a_call_that_never_hung_is_not_hung_up_to_be_taken_down(wall: FakeChannels) -> None:
    await wall.change("blue", notice(1))
    await wall.calm()
    assert (wall.kinds(), await wall.store.unpainted()) == ([], [])


async def test_a_call_that_somebody_has_deleted_is_let_go(wall: FakeChannels) -> None:
    await wall.stands(notice(1))
    wall.faults = [refused(10008, 404)]
    await wall.change("blue", notice(1))
    await wall.calm()
    assert (wall.kinds(), wall.painter.blocked) == (["delete"], {})
    assert await wall.store.unpainted() == []


@pytest.mark.parametrize(("code", "moves"), [(10008, False), (50083, False), (10003, True)])
async def test_a_call_that_cannot_be_set_right_blocks_nothing(
    wall: FakeChannels, code: int, *, moves: bool
) -> None:
    wall.pings = True
    await wall.change("blue", notice(1))
    await wall.calm()
    wall.faults = [refused(code, 404)]
    channel = CHANNEL + moves
    await wall.store.commit(change("blue", wall.version, channel=channel, paint=(notice(1),)))
    wall.painter.schedule("blue")
    await wall.calm()
    assert wall.kinds() == ["send", "edit"]
    assert wall.painter.blocked == {}
    assert await wall.store.unpainted() == []


async def test_a_board_that_can_be_painted_again_is_told_of(wall: FakeChannels) -> None:
    shown: list[str] = []
    wall.painter.on_shown = shown.append
    wall.faults = [refused(50001, 403)]
    await wall.change()
    await wall.calm()
    assert (wall.painter.blocked, shown) == ({"blue": "cannot_see"}, [])
    wall.painter.schedule("blue")
    await wall.calm()
    assert (wall.painter.blocked, shown) == ({}, ["blue"])


async def test_a_channel_that_goes_while_it_is_painted_is_gone_all_the_same(
    wall: FakeChannels,
) -> None:
    shown: list[str] = []
    wall.painter.on_shown = shown.append
    wall.takes = 0.2
    await wall.change()
    await asyncio.sleep(0.1)
    wall.painter.blocked["blue"] = "channel_gone"
    await wall.calm()
    assert (wall.kinds(), wall.painter.blocked) == (["send"], {"blue": "channel_gone"})
    assert shown == []
