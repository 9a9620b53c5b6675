"""Boards in the answers to clicks: one at a time, and none is ever lost."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.board.renderer import RenderedPage
from bot.board.responses import Outcome
from bot.store.data import PostedMessage
from bot.store.errors import DiskFailing
from bot.store.store import Store
from bot.tables.refusals import Refused
from tests.bot.board.channels import CHANNEL, OLD
from tests.bot.board.pictured import Pictured, Press, answered, pictured, words_of
from tests.bot.discord.refusing import broken, refused
from tests.bot.store.changes import leg, notice


@pytest.fixture
async def channels(tmp_path: Path) -> AsyncIterator[Pictured]:
    """Channels with a board without a picture."""
    async with pictured(tmp_path, "") as channels:
        await channels.stands()
        yield channels


async def pages(channels: Pictured) -> list[str]:
    """Wait for deliveries, and return what the edits show; nothing is left in the outbox."""
    await channels.calm()
    assert await channels.store.unpainted() == []
    return [words_of(it.sent).strip() for it in channels.requests]


async def test_the_answer_to_a_click_carries_the_board_that_it_changed(channels: Pictured) -> None:
    (answer,) = await answered(channels)
    assert (words_of(answer).strip(), answer["attachments"]) == ("version 2", [])
    assert await pages(channels) == []


async def test_boards_that_only_this_process_changes_are_not_looked_up(
    channels: Pictured, monkeypatch: pytest.MonkeyPatch
) -> None:
    await answered(channels)
    await channels.boards.flush()
    for name in ("pages_to_paint", "message_of"):
        monkeypatch.delattr(Store, name)
    for number in range(3, 6):
        (answer,) = await answered(channels)
        assert words_of(answer).strip() == f"version {number}"
    await channels.change()
    await channels.calm()
    assert words_of(channels.requests[-1].sent).strip() == "version 6"


async def test_a_ping_that_was_delivered_leaves_the_board_to_answers(
    channels: Pictured,
) -> None:
    await answered(channels)
    await channels.change("blue", notice(1))
    await channels.calm()
    press = Press(channels)
    await channels.change()
    update = await press.drawn()
    assert update is not None
    assert not update.others
    await press.sends(update)
    await press.ends()
    assert await channels.store.unpainted() == []


async def test_one_click_at_a_time_reserves_a_board(channels: Pictured) -> None:
    press = Press(channels)
    assert channels.boards.reserve("blue", OLD) is None
    assert channels.boards.reserve("green", OLD) is not None
    press.board.release()
    again = Press(channels)
    press.board.release()  # once more: it is the other's by now
    assert channels.boards.reserve("blue", OLD) is None
    again.board.release_if_unchanged()
    assert channels.boards.reserve("blue", OLD) is not None


async def test_a_board_is_not_reserved_during_a_delivery(channels: Pictured) -> None:
    channels.gate.clear()
    await channels.change()
    await channels.begun(1)
    assert channels.boards.reserve("blue", OLD) is None
    channels.gate.set()
    await channels.calm()
    assert channels.boards.reserve("blue", OLD) is not None


@pytest.mark.parametrize("fault", [refused(50013, 403), broken()], ids=["for good", "for now"])
async def test_a_board_that_cannot_be_shown_is_not_reserved(
    channels: Pictured, fault: Exception
) -> None:
    channels.faults = [fault]
    await channels.change()
    await channels.calm()
    assert "blue" in channels.blocked
    assert channels.boards.reserve("blue", OLD) is None


async def test_no_board_is_reserved_while_the_bot_stops(channels: Pictured) -> None:
    await channels.boards.close()
    assert channels.boards.reserve("blue", OLD) is None


async def test_nothing_is_delivered_until_a_changed_board_is_released(channels: Pictured) -> None:
    press = Press(channels)
    await channels.change()
    press.board.release_if_unchanged()
    await asyncio.sleep(0.02)
    assert channels.requests == []
    channels.sender.note_token(OLD, "of the click")
    await press.ends()
    assert channels.kinds() == ["by token"]


@pytest.mark.parametrize(
    "fault", [DiskFailing(), Refused("table_frozen"), ValueError("a secret")], ids=repr
)
async def test_a_board_that_cannot_be_drawn_is_delivered_after_the_click(
    channels: Pictured,
    fault: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The click is stored by then, so nobody is told that it failed."""
    press = Press(channels)
    await channels.change()

    async def fails(*_: object, **__: object) -> None:
        raise fault

    with monkeypatch.context() as broken:
        broken.setattr(channels, "render", fails)
        assert await press.board.prepare() is None
    await press.ends()
    assert channels.kinds() == ["edit"]
    assert "a secret" not in caplog.text


async def test_changes_during_an_inline_update_are_delivered_once_afterwards(
    channels: Pictured, monkeypatch: pytest.MonkeyPatch
) -> None:
    press, render = Press(channels), channels.render
    await channels.change()

    async def slowly(*args: Any, **more: Any) -> RenderedPage:
        drawn = await render(*args, **more)
        monkeypatch.setattr(channels, "render", render)
        await channels.change()
        return drawn

    monkeypatch.setattr(channels, "render", slowly)
    update = await press.drawn()
    await channels.change()
    await press.sends(update)
    await press.ends()
    assert [words_of(answer).strip() for answer in press.sent] == ["version 2"]
    assert await pages(channels) == ["version 4"]


@pytest.mark.parametrize("outcome", [Outcome.REFUSED, Outcome.LOST, Outcome.PROMISED])
async def test_an_inline_update_without_confirmation_is_followed_by_an_edit(
    channels: Pictured, outcome: Outcome
) -> None:
    await answered(channels, outcome)
    assert await pages(channels) == ["version 2"]


async def test_a_cancelled_click_releases_its_board(channels: Pictured) -> None:
    press = Press(channels)
    await channels.change()
    await press.drawn()
    await press.ends()
    assert await pages(channels) == ["version 2"]
    assert channels.boards.reserve("blue", OLD) is not None


async def test_a_click_that_changes_nothing_carries_no_board(channels: Pictured) -> None:
    press = Press(channels)
    assert await press.board.prepare() is None
    await press.ends()
    assert channels.requests == []


async def test_a_new_page_is_posted_and_not_put_into_the_answer(channels: Pictured) -> None:
    press = Press(channels)
    channels.newest = 2
    await channels.change("blue", leg(1), leg(2))
    assert await press.board.prepare() is None
    await press.ends()
    assert len(await pages(channels)) == 2
    assert channels.kinds() == ["send", "edit"]


@pytest.mark.parametrize("how", ["another message", "reposted", "uncertain"])
async def test_a_board_that_may_stand_elsewhere_is_not_put_into_the_answer(
    channels: Pictured, how: str
) -> None:
    if how == "uncertain":
        unsure = PostedMessage(leg(1), CHANNEL, OLD, uncertain=True)
        await channels.store.record_post("blue", unsure)
    channels.reposts = int(how == "reposted")
    assert await answered(channels, message=OLD + (how == "another message")) == []
    assert channels.kinds()[0] == ("edit" if how == "another message" else "send")


async def test_a_ping_beside_an_inline_update_is_delivered(channels: Pictured) -> None:
    press, channels.pings = Press(channels), True
    await channels.change("blue", leg(1), notice(1))
    await press.sends(await press.drawn())
    await press.ends()
    assert len(await pages(channels)) == len(press.sent) == 1
    assert channels.kinds() == ["send"]


# --- until it has arrived --------------------------------------------------------------------


async def test_a_board_waits_in_the_outbox_until_it_has_arrived(channels: Pictured) -> None:
    press = Press(channels)
    await channels.change()
    await press.sends(await press.drawn())
    assert await channels.store.pages_to_paint("blue") == [leg(1)]
    await press.ends()
    assert await channels.store.pages_to_paint("blue") == []


@pytest.mark.parametrize("sends", [False, True])
async def test_a_crash_during_an_inline_update_loses_no_board(
    channels: Pictured, sends: bool
) -> None:
    press = Press(channels)
    await channels.change()
    update = await press.drawn()
    if sends:
        await press.sends(update)
    await channels.restarts()
    assert await pages(channels) == ["version 2"]


async def test_a_change_after_an_inline_update_stays_in_the_outbox(channels: Pictured) -> None:
    first = Press(channels)
    await channels.change()
    await first.sends(await first.drawn())
    first.board.release()
    second = Press(channels)  # before the first is taken off the outbox
    await channels.change()
    await channels.boards.flush()
    assert await channels.store.pages_to_paint("blue") == [leg(1)]
    await second.ends()
    assert await pages(channels) == ["version 3"]


async def test_a_click_that_outlasts_a_loss_of_shards_keeps_its_board(channels: Pictured) -> None:
    """Its answer may arrive late, and must not come after an edit that shows more."""
    press = Press(channels)
    await channels.change()
    update = await press.drawn()
    await channels.boards.release()
    await channels.boards.start()
    await channels.change()
    await channels.calm()
    assert channels.requests == []
    await press.sends(update)
    await press.ends()
    assert await pages(channels) == ["version 3"]


async def test_only_requests_by_the_bots_token_take_a_turn(
    channels: Pictured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are forty-five turns a second, and a turn without a request makes other boards late."""
    turns: list[tuple[int, bool]] = []

    async def turn(table: str, *, urgent: bool) -> None:
        turns.append((len(channels.requests), urgent))

    monkeypatch.setattr(channels.boards.pacing, "turn", turn)
    await channels.changes()
    channels.newest = 2
    await channels.changes(leg(1), leg(2))
    assert channels.kinds() == ["edit", "send", "edit"]
    assert turns == [(0, True), (1, True), (2, False)]
    posted = await channels.messages.find(channels.boards.of("blue").posts, leg(2))
    assert posted
    channels.sender.note_token(posted.message, "of a click")
    await channels.changes(leg(2))
    channels.newest = 3
    await channels.changes(leg(2), leg(3))
    assert channels.kinds()[3:] == ["by token", "send", "by token"]
    assert turns[3:] == [(4, True)]
