"""Calls beside a board: messages of their own, for edits notify nobody."""

import pytest
from discord import AllowedMentions

from bot import painter
from tests.bot.refusing import broken, cut, refused
from tests.bot.store.changes import change
from tests.bot.wall import CHANNEL, Wall


def called(wall: Wall) -> list[int]:
    """Whom the last request calls."""
    mentions: AllowedMentions = wall.requests[-1].sent["allowed_mentions"]
    return [user.id for user in mentions.users]  # pyright: ignore[reportGeneralTypeIssues, reportAttributeAccessIssue]


async def test_a_call_hangs_once_and_is_set_right_and_taken_down(wall: Wall) -> None:
    wall.calls = True
    await wall.change("blue", -1)
    await wall.calm()
    assert (wall.kinds(), called(wall)) == (["send"], [1])
    await wall.change("blue", -1)
    await wall.calm()
    assert (wall.kinds(), called(wall)) == (["send", "edit"], [1])
    wall.calls = False
    await wall.change("blue", -1)
    await wall.calm()
    assert wall.kinds() == ["send", "edit", "delete"]
    assert len({request.message for request in wall.requests}) == 1


@pytest.mark.parametrize("fault", [broken(), cut(), TimeoutError()], ids=repr)
async def test_a_call_is_taken_down_as_soon_as_discord_can_be_reached(
    wall: Wall, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "PATIENCE", (0.01,))
    await wall.hangs(page=-1)
    wall.faults = [fault]
    await wall.change("blue", -1)
    await wall.until(2)
    assert wall.kinds() == ["delete", "delete"]
    assert await wall.store.message_of("blue", -1) is None


async def test_a_call_that_somebody_has_deleted_is_let_go(wall: Wall) -> None:
    await wall.hangs(page=-1)
    wall.faults = [refused(10008, 404)]
    await wall.change("blue", -1)
    await wall.calm()
    assert (wall.kinds(), wall.painter.blocked) == (["delete"], {})
    assert await wall.store.unpainted() == []


@pytest.mark.parametrize(("code", "moves"), [(10008, False), (50083, False), (10003, True)])
async def test_a_call_that_cannot_be_set_right_blocks_nothing(
    wall: Wall, code: int, *, moves: bool
) -> None:
    wall.calls = True
    await wall.change("blue", -1)
    await wall.calm()
    wall.faults = [refused(code, 404)]
    channel = CHANNEL + moves
    await wall.store.commit(change("blue", wall.version, channel=channel, paint=(-1,)))
    wall.painter.kick("blue")
    await wall.calm()
    assert wall.kinds() == ["send", "edit"]
    assert wall.painter.blocked == {}
    assert await wall.store.unpainted() == []


async def test_a_board_that_can_be_painted_again_is_told_of(wall: Wall) -> None:
    shown: list[str] = []
    wall.painter.on_shown = shown.append
    wall.faults = [refused(50001, 403)]
    await wall.change()
    await wall.calm()
    assert (wall.painter.blocked, shown) == ({"blue": "cannot_see"}, [])
    wall.painter.kick("blue")
    await wall.calm()
    assert (wall.painter.blocked, shown) == ({}, ["blue"])
