"""Inline updates with a picture: which of them Discord keeps, and that this is remembered."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.board.boards import Idle
from bot.board.picture_support import WAY_RETRY_INTERVAL
from bot.board.responses import Outcome
from bot.discord.limits import ARCHIVED
from bot.store.data import Attached
from tests.bot.board.channels import CHANNEL
from tests.bot.board.pictured import BAD_FORM, FOG, Pictured, Press, answered, pictured, pictures_of
from tests.bot.discord.refusing import refused


@pytest.fixture
async def channels(tmp_path: Path) -> AsyncIterator[Pictured]:
    async with pictured(tmp_path) as channels:
        yield channels


def takes(channels: Pictured) -> list[bool | None]:
    """Return whether the channel keeps pictures in inline updates, and whether in edits."""
    return [channels.pictures.takes(way, CHANNEL) for way in ("rides", "edits")]


async def test_an_inline_update_names_the_file_that_stays(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    (answer,) = await answered(channels)
    assert (pictures_of(answer), answer["attachments"]) == ([FOG.name], [{"id": "801"}])
    assert (channels.requests, await channels.hung(), takes(channels)) == ([], FOG, [True, None])


@pytest.mark.parametrize(
    "attached", [Attached(801, "board-birds1.png", "birds"), Attached(0, FOG.name, "fog")]
)
async def test_another_roll_or_a_file_without_an_id_needs_an_edit(
    channels: Pictured, attached: Attached
) -> None:
    await channels.stands_with(attached)
    assert await answered(channels) == []
    assert channels.kinds() == ["edit"]


async def test_a_refused_inline_picture_is_remembered_for_minutes(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    assert len(await answered(channels, Outcome.REFUSED)) == 1
    assert takes(channels)[0] is False
    assert await answered(channels) == []
    assert pictures_of(channels.requests[-1].sent) == [FOG.name]
    channels.now += WAY_RETRY_INTERVAL
    channels.hurry()
    assert len(await answered(channels)) == 1
    assert takes(channels)[0] is True


async def test_a_refusal_with_and_without_picture_proves_nothing(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    channels.always = refused(BAD_FORM)
    assert len(await answered(channels, Outcome.REFUSED)) == 1
    assert takes(channels)[0] is None
    channels.always = None
    channels.boards.of("blue").state = Idle()
    assert len(await answered(channels)) == 1
    assert takes(channels)[0] is True


async def test_a_refusal_for_an_archived_thread_proves_nothing(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    assert len(await answered(channels, Outcome.REFUSED, code=ARCHIVED)) == 1
    assert pictures_of(channels.requests[-1].sent) == [FOG.name]  # it was woken meanwhile
    assert takes(channels)[0] is None


async def test_a_refusal_of_an_outdated_board_proves_nothing(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    press = Press(channels)
    await channels.change()
    await press.sends(await press.drawn(), Outcome.REFUSED)
    await channels.change()
    await press.ends()
    assert pictures_of(channels.requests[-1].sent) == [FOG.name]
    assert takes(channels)[0] is None


async def test_an_update_of_which_discord_does_not_tell_proves_nothing(channels: Pictured) -> None:
    await channels.stands_with(FOG)
    await answered(channels, tells=False)
    assert (channels.requests, await channels.hung(), takes(channels)[0]) == ([], FOG, None)


async def test_an_inline_update_without_a_picture_proves_nothing(channels: Pictured) -> None:
    channels.roll = ""
    await channels.stands()
    await answered(channels, Outcome.REFUSED)
    assert takes(channels)[0] is None
    assert len(await answered(channels)) == 1


async def test_a_picture_lost_by_an_inline_update_comes_back_once(channels: Pictured) -> None:
    """A change meanwhile is delivered when it is known that the picture is gone."""
    channels.drops = True
    await channels.stands_with(FOG)
    press = Press(channels)
    await channels.change()
    update = await press.drawn()
    await channels.change()
    await press.sends(update)
    await press.ends()
    assert takes(channels) == [False, None]
    (request,) = channels.requests
    assert [it.name for it in request.sent["uploads"]] == ["board-fog3.png"]
    assert await channels.hung() == Attached(801, "board-fog3.png", "fog")
    assert await answered(channels) == []
    assert await channels.store.unpainted() == []


async def test_a_stored_picture_that_an_update_does_not_show_proves_nothing(
    channels: Pictured,
) -> None:
    channels.drops = True
    await channels.stood_with(FOG)
    assert len(await answered(channels)) == 1
    assert takes(channels)[0] is None
    assert await channels.hung() == Attached(801, "board-fog2.png", "fog")


async def test_a_crash_before_a_lost_picture_is_back_loses_no_board(channels: Pictured) -> None:
    channels.drops = True
    await channels.stands_with(FOG)
    press = Press(channels)
    await channels.change()
    await press.sends(await press.drawn())
    assert press.sent
    await channels.restarts()
    await channels.calm()
    assert await channels.hung() == Attached(801, "board-fog2.png", "fog")
    assert await channels.store.unpainted() == []
