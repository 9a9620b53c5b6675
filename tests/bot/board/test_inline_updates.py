"""Boards that go along with the answers to clicks: one at a time, and none is ever lost."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.board.inline_update import Arrival
from bot.store.data import PostedMessage
from bot.store.errors import DiskFailing
from bot.tables.refusals import Refused
from tests.bot.board.channels import CHANNEL, OLD
from tests.bot.board.pictured import Answered, Pictured, answered, noted, pictured, sent, words_of
from tests.bot.discord.refusing import broken, refused
from tests.bot.store.changes import leg, notice


@pytest.fixture
async def channels(tmp_path: Path) -> AsyncIterator[Pictured]:
    async with pictured(tmp_path, "") as channels:
        yield channels


async def test_the_answer_to_a_click_carries_the_board_that_it_changed(channels: Pictured) -> None:
    await channels.stands()
    (answer,) = await answered(channels)
    assert words_of(answer).strip() == "version 2"
    assert answer["attachments"] == []
    assert (channels.requests, await channels.store.unpainted()) == ([], [])


async def test_one_click_at_a_time_reserves_a_board(channels: Pictured) -> None:
    await channels.stands()
    board = channels.boards.reserve("blue", OLD)
    assert board is not None
    assert channels.boards.reserve("blue", OLD) is None
    assert channels.boards.reserve("green", OLD) is not None
    board.release()
    assert channels.boards.reserve("blue", OLD) is not None


async def test_a_board_is_not_reserved_during_a_delivery(channels: Pictured) -> None:
    await channels.stands()
    channels.takes = 0.05
    await channels.change()
    await asyncio.sleep(0.01)
    assert channels.boards.reserve("blue", OLD) is None
    await channels.calm()
    assert channels.boards.reserve("blue", OLD) is not None


@pytest.mark.parametrize("fault", [refused(50013, 403), broken()], ids=["for good", "for now"])
async def test_a_blocked_board_is_not_reserved(channels: Pictured, fault: Exception) -> None:
    await channels.stands()
    channels.faults = [fault]
    await channels.change()
    await channels.calm()
    assert "blue" in channels.blocked
    assert channels.boards.reserve("blue", OLD) is None


async def test_no_board_is_reserved_while_the_bot_stops(channels: Pictured) -> None:
    await channels.stands()
    await channels.boards.close()
    assert channels.boards.reserve("blue", OLD) is None


async def test_nothing_is_painted_while_a_board_rides(channels: Pictured) -> None:
    await channels.stands()
    board = channels.boards.reserve("blue", OLD)
    assert board is not None
    await channels.change()
    await asyncio.sleep(0.05)
    assert channels.requests == []
    board.release()
    await channels.calm()
    assert channels.kinds() == ["edit"]


@pytest.mark.parametrize(
    "fault", [DiskFailing(), Refused("table_frozen"), ValueError("a secret")], ids=repr
)
async def test_a_board_that_cannot_be_made_is_painted_after_the_click(
    channels: Pictured,
    fault: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The click is stored by then, so nobody is told that it failed."""
    await channels.stands()
    board = channels.boards.reserve("blue", OLD)
    assert board is not None
    await channels.change()

    async def fails(*_: object, **__: object) -> None:
        raise fault

    with monkeypatch.context() as broken:
        broken.setattr(channels, "render", fails)
        assert await board.prepare() is None
    board.release()
    await channels.calm()
    assert channels.kinds() == ["edit"]
    assert "a secret" not in caplog.text


async def test_changes_during_an_inline_update_are_delivered_once_afterwards(
    channels: Pictured,
) -> None:
    await channels.stands()
    board, press = channels.boards.reserve("blue", OLD), Answered(channels)
    assert board is not None
    await channels.change()
    update = await board.prepare()
    assert update is not None
    for _ in range(3):
        await channels.change()
    await update.send(press)
    update.arrival = Arrival.ARRIVED
    board.release()
    await noted(channels)
    await channels.calm()
    assert [words_of(answer).strip() for answer in press.sent] == ["version 2"]
    assert [words_of(it.sent).strip() for it in channels.requests] == ["version 5"]
    assert await channels.store.unpainted() == []


@pytest.mark.parametrize("end", [Arrival.REFUSED, Arrival.UNKNOWN])
async def test_an_inline_update_without_confirmation_is_followed_by_an_edit(
    channels: Pictured, end: Arrival
) -> None:
    await channels.stands()
    await answered(channels, end)
    assert [(it.kind, it.message) for it in channels.requests] == [("edit", OLD)]
    assert await channels.store.unpainted() == []


async def test_a_cancelled_click_releases_its_board(channels: Pictured) -> None:
    await channels.stands()
    assert await answered(channels, arrival=None) == []
    assert channels.kinds() == ["edit"]
    assert channels.boards.reserve("blue", OLD) is not None


async def test_a_click_that_changes_nothing_carries_no_board(channels: Pictured) -> None:
    await channels.stands()
    board = channels.boards.reserve("blue", OLD)
    assert board is not None
    assert await board.prepare() is None
    board.release()
    await channels.calm()
    assert channels.requests == []


async def test_a_new_page_is_posted_and_not_put_into_the_answer(channels: Pictured) -> None:
    await channels.stands()
    board, press = channels.boards.reserve("blue", OLD), Answered(channels)
    assert board is not None
    channels.newest = 2
    await channels.change("blue", leg(1), leg(2))
    assert not await sent(board, press, Arrival.ARRIVED)
    board.release()
    await channels.calm()
    assert channels.kinds() == ["send", "edit"]
    assert await channels.store.unpainted() == []


async def test_a_click_on_another_message_carries_no_board(channels: Pictured) -> None:
    await channels.stands()
    assert await answered(channels, message=OLD + 1) == []
    assert [(it.kind, it.message) for it in channels.requests] == [("edit", OLD)]


@pytest.mark.parametrize("moved", ["reposted", "uncertain"])
async def test_a_board_that_may_stand_elsewhere_is_not_put_into_the_answer(
    channels: Pictured, moved: str
) -> None:
    await channels.stands()
    if moved == "reposted":
        channels.reposts = 1
    else:
        unsure = PostedMessage(leg(1), CHANNEL, OLD, uncertain=True)
        await channels.store.record_post("blue", unsure)
    assert await answered(channels) == []
    assert channels.kinds()[0] == "send"


async def test_a_ping_beside_an_inline_update_is_delivered(channels: Pictured) -> None:
    await channels.stands()
    board, press = channels.boards.reserve("blue", OLD), Answered(channels)
    assert board is not None
    channels.pings = True
    await channels.change("blue", leg(1), notice(1))
    assert await sent(board, press, Arrival.ARRIVED)
    board.release()
    await noted(channels)
    await channels.calm()
    assert (len(press.sent), channels.kinds()) == (1, ["send"])
    assert await channels.store.unpainted() == []


# --- until it has arrived --------------------------------------------------------------------


async def test_a_board_waits_in_the_outbox_until_it_has_arrived(channels: Pictured) -> None:
    await channels.stands()
    board, press = channels.boards.reserve("blue", OLD), Answered(channels)
    assert board is not None
    await channels.change()
    update = await board.prepare()
    assert update is not None
    await update.send(press)
    assert await channels.store.pages_to_paint("blue") == [leg(1)]
    update.arrival = Arrival.ARRIVED
    assert await channels.store.pages_to_paint("blue") == [leg(1)]
    board.release()
    await noted(channels)
    assert await channels.store.pages_to_paint("blue") == []


@pytest.mark.parametrize("sends", [False, True])
async def test_a_crash_during_an_inline_update_loses_no_board(
    channels: Pictured, sends: bool
) -> None:
    await channels.stands()
    board, press = channels.boards.reserve("blue", OLD), Answered(channels)
    assert board is not None
    await channels.change()
    update = await board.prepare()
    assert update is not None
    if sends:
        await update.send(press)
    await channels.restarts()
    await channels.calm()
    assert channels.kinds() == ["edit"]
    assert await channels.store.unpainted() == []


async def test_a_change_after_an_inline_update_stays_in_the_outbox(channels: Pictured) -> None:
    await channels.stands()
    first = channels.boards.reserve("blue", OLD)
    assert first is not None
    await channels.change()
    await sent(first, Answered(channels), Arrival.ARRIVED)
    first.release()
    second = channels.boards.reserve("blue", OLD)  # before it is noted that the first arrived
    assert second is not None
    await channels.change()
    await noted(channels)
    assert await channels.store.pages_to_paint("blue") == [leg(1)]
    second.release()
    await channels.calm()
    assert channels.kinds() == ["edit"]


async def test_a_click_that_outlasts_a_loss_of_shards_keeps_its_board(channels: Pictured) -> None:
    """Its answer may arrive late, and must not come after an edit that shows more."""
    await channels.stands()
    board = channels.boards.reserve("blue", OLD)
    assert board is not None
    await channels.change()
    update = await board.prepare()
    assert update is not None
    await channels.boards.release()
    await channels.boards.start()
    await channels.change()
    await channels.calm()
    assert channels.requests == []
    await update.send(Answered(channels))
    update.arrival = Arrival.ARRIVED
    board.release()
    await noted(channels)
    await channels.calm()
    assert [words_of(it.sent).strip() for it in channels.requests] == ["version 3"]
    assert await channels.store.unpainted() == []


# --- clicks that are answered in another way ------------------------------------------------


async def test_a_click_that_changes_nothing_releases_its_board_before_the_answer(
    channels: Pictured,
) -> None:
    await channels.stands()
    board = channels.boards.reserve("blue", OLD)
    assert board is not None
    board.release_if_unchanged()
    assert channels.boards.reserve("blue", OLD) is not None


async def test_a_board_that_has_changed_waits_for_the_answer(channels: Pictured) -> None:
    await channels.stands()
    board = channels.boards.reserve("blue", OLD)
    assert board is not None
    await channels.change()
    board.release_if_unchanged()
    await asyncio.sleep(0.05)
    assert channels.requests == []
    channels.sender.note_token(OLD, "of the click")
    board.release()
    board.release()
    await channels.calm()
    assert channels.kinds() == ["by token"]


async def test_a_new_page_takes_its_turn_though_clicks_have_left_a_token(
    channels: Pictured, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[list[str]] = []

    async def turn(table: str, *, urgent: bool) -> None:
        turns.append(channels.kinds())

    monkeypatch.setattr(channels.boards.pacing, "turn", turn)
    await channels.stands()
    await channels.changes()
    channels.sender.note_token(OLD, "of a click")
    await channels.changes()
    assert (turns, channels.kinds()) == ([[]], ["edit", "by token"])
    channels.newest = 2
    await channels.changes(leg(1), leg(2))
    assert turns[1] == ["edit", "by token"]
    assert channels.kinds()[2] == "send"
