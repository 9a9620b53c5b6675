"""Boards in channels: the latest page, few requests, and no failure that delays a game."""

import asyncio
from typing import Any

import pytest

from bot import log
from bot.board import boards
from bot.board.boards import Waiting
from bot.board.messages import NEEDS_PEOPLE
from bot.board.renderer import KINDS, RenderedPage
from bot.discord.allowance import Allowance
from bot.store.data import PostedMessage
from bot.store.errors import DiskFull
from bot.store.leases import Share
from bot.tables.table import PageKey
from bot.words import LANGUAGES, catalogue
from tests.bot.board.channels import CHANNEL, OLD, FakeChannels
from tests.bot.discord.refusing import cut, refused
from tests.bot.store.changes import change, leg

# --- posted pages --------------------------------------------------------------------------


async def test_a_new_page_is_posted_and_pings_only_those_it_names(channels: FakeChannels) -> None:
    await channels.change()
    await channels.calm()
    (request,) = channels.requests
    assert (request.kind, request.channel) == ("send", CHANNEL)
    assert request.sent["allowed_mentions"] == {"parse": [], "users": ["1", "2"]}
    assert await channels.store.message_of("blue", leg(1)) == PostedMessage(
        leg(1), CHANNEL, request.message
    )
    assert await channels.store.unpainted() == []


async def test_a_posted_page_is_edited_and_pings_nobody(channels: FakeChannels) -> None:
    await channels.stands()
    await channels.change()
    await channels.calm()
    (request,) = channels.requests
    assert (request.kind, request.message) == ("edit", OLD)
    assert request.sent["allowed_mentions"] == {"parse": [], "users": []}
    assert await channels.store.unpainted() == []


async def test_the_newest_page_is_painted_first(channels: FakeChannels) -> None:
    channels.newest = 2
    await channels.stands(leg(1))
    await channels.change("blue", leg(1), leg(2))
    await channels.calm()
    assert channels.kinds() == ["send", "edit"]


async def test_a_page_that_was_over_before_it_was_posted_is_crossed_out(
    channels: FakeChannels,
) -> None:
    channels.newest = 2
    await channels.change("blue", leg(1), leg(2))
    await channels.calm()
    assert (channels.kinds(), await channels.store.unpainted()) == (["send"], [])


async def test_a_page_of_an_unknown_kind_keeps_no_other_from_being_painted(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = channels.render

    async def render(table: str, page: PageKey) -> RenderedPage:
        assert page.kind in KINDS, "as the real one, which looks it up"
        return await drawn(table, page)

    monkeypatch.setattr(channels, "render", render)
    await channels.change("blue", leg(1), PageKey("legx", 1))
    await channels.calm()
    assert (channels.kinds(), await channels.store.unpainted()) == (["send"], [])


async def test_a_page_that_comes_during_a_painting_is_painted_first(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    await channels.stands(leg(1))
    drawn = channels.render

    async def turned(table: str, page: PageKey) -> RenderedPage:
        if channels.newest == 1:
            channels.newest = 2
            await channels.change("blue", leg(1), leg(2))
        return await drawn(table, page)

    monkeypatch.setattr(channels, "render", turned)
    await channels.change("blue", leg(1))
    await channels.calm()
    assert channels.kinds() == ["send", "edit"]
    assert await channels.store.unpainted() == []


async def test_a_delivery_is_logged_under_its_click_and_a_flush_under_none(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the first click began the task, and its board set the timer."""
    causes: dict[str, list[str]] = {"edit": [], "cross_out": []}
    edit, cross_out = channels.edit, channels.store.cross_out

    async def edited(*asked: Any) -> Any:
        causes["edit"].append(log.cause.get())
        return await edit(*asked)

    async def crossed_out(shown: Any) -> None:
        causes["cross_out"].append(log.cause.get())
        await cross_out(shown)

    monkeypatch.setattr(channels, "edit", edited)
    monkeypatch.setattr(channels.store, "cross_out", crossed_out)
    monkeypatch.setattr(boards, "FLUSH_DELAY", 0.01)

    async def click(id_: str) -> None:
        with log.caused_by(id_):
            await channels.store.commit(
                change("blue", channels.version, channel=CHANNEL, paint=(leg(1),))
            )
            channels.version += 1
            channels.boards.changed("blue", channels.version, [leg(1)], awaited=True)

    await channels.stands()
    channels.takes = 0.05
    await click("12")
    while not channels.requests:
        await asyncio.sleep(0)
    assert channels.is_busy
    await click("34")
    await channels.calm()
    with log.caused_by("56"):
        channels.boards.take_off_outbox("blue", leg(1), 1)
    await asyncio.sleep(0.05)
    assert causes == {"edit": ["12", "34"], "cross_out": [""]}


async def test_a_burst_of_changes_costs_few_edits(channels: FakeChannels) -> None:
    await channels.stands()
    channels.gate.clear()
    for _ in range(30):
        await channels.change()
    channels.gate.set()
    await channels.calm()
    assert len(channels.requests) <= 2
    assert channels.shown() == "31.txt"
    assert await channels.store.unpainted() == []


async def test_edits_of_one_board_keep_an_interval(channels: FakeChannels) -> None:
    await channels.stands()
    begin = asyncio.get_running_loop().time()
    for _ in range(4):
        await channels.change()
        await channels.calm()
    assert len(channels.requests) == 4
    assert asyncio.get_running_loop().time() - begin >= 0.3


async def test_a_table_does_not_wait_for_another(channels: FakeChannels) -> None:
    channels.gate.clear()
    names = [f"t{n}" for n in range(5)]
    for name in names:
        await channels.store.commit(change(name, paint=(leg(1),)))
        channels.boards.deliver(name)
    async with asyncio.timeout(10):
        while len(channels.requests) < len(names):
            await asyncio.sleep(0.01)
    channels.gate.set()
    await channels.calm()


async def test_in_a_crowd_no_click_waits_for_its_board(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Allowance, "crowded", True)
    await channels.change()
    await channels.boards.wait_delivered("blue")
    assert channels.requests == []


async def test_pages_left_by_the_last_run_are_painted(channels: FakeChannels) -> None:
    await channels.store.commit(change("blue", paint=(leg(1),)))
    await channels.boards.start()
    await channels.calm()
    assert channels.kinds() == ["send", "edit"]  # it may be posted already, as it was


async def test_unconfirmed_old_pages_are_found_before_the_newest_is_posted(
    channels: FakeChannels,
) -> None:
    channels.newest = 2
    await channels.store.commit(change("blue", channel=CHANNEL, paint=(leg(1), leg(2))))
    channels.version = 1
    await channels.boards.start()
    await channels.calm()
    assert channels.kinds() == ["send", "edit", "send", "edit"]
    nonces = [request.sent["nonce"] for request in channels.requests if request.kind == "send"]
    assert nonces == ["blue-1-0-70-0", "blue-2-0-70-0"]
    await channels.change("blue", leg(1), leg(2))
    await channels.calm()
    assert channels.kinds()[4:] == ["edit", "edit"]


async def test_a_page_posted_unconfirmed_shows_the_latest_version(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.01,))
    channels.faults = [cut()]
    await channels.change()
    await channels.until(3)
    assert channels.kinds() == ["send", "send", "edit"]
    assert channels.shown() == "1.txt"
    await channels.change()
    await channels.calm()
    assert channels.kinds()[3:] == ["edit"]


# --- messages that are gone ----------------------------------------------------------------


@pytest.mark.parametrize("code", [10008, 50083])
async def test_a_newest_page_that_cannot_be_edited_is_reposted(
    channels: FakeChannels, code: int
) -> None:
    await channels.stands()
    channels.faults = [refused(code, 404)]
    await channels.change()
    await channels.calm()
    # the new one reopens an archived thread, so that the old one can be deleted
    assert channels.kinds() == ["edit", "send", *(["edit", "delete"] if code == 50083 else [])]
    posted = await channels.store.message_of("blue", leg(1))
    assert posted
    assert posted.message != OLD
    assert channels.blocked == {}


async def test_a_page_too_old_to_edit_is_reposted_and_deleted(channels: FakeChannels) -> None:
    await channels.stands()
    channels.faults = [refused(30046, 429)]
    await channels.change()
    await channels.calm()
    assert channels.kinds() == ["edit", "send", "edit", "delete"]
    assert [it.message == OLD for it in channels.requests] == [True, False, False, True]
    assert await channels.store.unpainted() == []


async def test_an_old_page_too_old_to_edit_is_edited_later(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.01,))
    channels.newest = 2
    await channels.stands()
    channels.faults = [refused(30046, 429)]
    await channels.change()
    await channels.until(2)
    assert [(it.kind, it.message) for it in channels.requests] == [("edit", OLD)] * 2
    assert await channels.store.message_of("blue", leg(1)) == PostedMessage(leg(1), CHANNEL, OLD)


async def test_the_record_of_a_deleted_old_page_is_removed(channels: FakeChannels) -> None:
    channels.newest = 2
    await channels.stands()
    channels.faults = [refused(10008, 404)]
    await channels.change()
    await channels.calm()
    assert channels.kinds() == ["edit"]
    assert await channels.store.message_of("blue", leg(1)) is None
    assert await channels.store.unpainted() == []


@pytest.mark.parametrize("code", [*NEEDS_PEOPLE, 50035])
async def test_a_lasting_refusal_is_reported_and_retried_by_clicks_alone(
    channels: FakeChannels, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.01,))
    channels.always = refused(code, 403)
    await channels.change()
    await asyncio.sleep(0.3)
    assert len(channels.requests) == 1
    assert channels.blocked == {"blue": NEEDS_PEOPLE.get(code, "cannot_paint")}
    await channels.change()
    await channels.calm()
    assert len(channels.requests) == 2
    channels.always = None
    await channels.change()
    await channels.calm()
    assert (len(channels.requests), channels.blocked) == (3, {})


async def test_changes_by_the_bot_do_not_retry_a_refused_board(channels: FakeChannels) -> None:
    channels.takes = 0.05
    for asked in (False, True):
        before = len(channels.requests)
        channels.always = refused(50013, 403)
        await channels.change()
        while len(channels.requests) == before:
            await asyncio.sleep(0)
        channels.boards.deliver("blue", awaited=asked)
        await channels.calm()
        assert len(channels.requests) == before + 1 + asked


async def test_what_the_bot_does_while_a_refused_board_is_delivered_is_delivered_as_well(
    channels: FakeChannels,
) -> None:
    channels.always = refused(50013, 403)
    await channels.change()
    await channels.calm()
    assert "blue" in channels.blocked
    channels.always = None
    channels.gate.clear()
    await channels.change()
    await begun(channels, 2)
    await channels.store.commit(change("blue", 2, channel=CHANNEL, paint=(leg(1),)))
    channels.boards.changed("blue", 3, [leg(1)], awaited=False)
    channels.gate.set()
    await channels.calm()
    assert channels.shown() == "3.txt"
    assert await channels.store.unpainted() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_for_a_missing_board_has_its_sentence(language: str) -> None:
    for code in (*NEEDS_PEOPLE.values(), "unreachable", "cannot_paint"):
        assert f"board-{code}" in catalogue(language)


# --- faults of our own ---------------------------------------------------------------------


async def test_a_frozen_table_does_not_delay_the_others(channels: FakeChannels) -> None:
    await channels.store.commit(change("frozen", channel=71, paint=(leg(1),)))
    channels.boards.deliver("frozen")
    await channels.change()
    await channels.until(1)
    assert channels.kinds() == ["send"]


async def test_a_painting_that_was_not_stored_is_repeated_by_the_next_click(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise DiskFull()

    await channels.stands()
    with monkeypatch.context() as fault:
        fault.setattr(channels.store, "record_painted", full)
        await channels.change()
        await channels.calm()
    await channels.change()
    await channels.calm()
    assert channels.shown() == "3.txt"
    assert await channels.store.unpainted() == []


async def test_an_unexpected_error_is_logged_without_its_text(
    channels: FakeChannels, caplog: pytest.LogCaptureFixture
) -> None:
    channels.faults = [ValueError("Anna holds the spyglass")]
    await channels.change()
    await channels.calm()
    assert "ValueError" in caplog.text
    assert "spyglass" not in caplog.text
    await channels.change()
    await channels.calm()
    assert channels.shown() == "2.txt"


# --- closing -----------------------------------------------------------------------------


async def test_closing_waits_for_paintings_under_way_and_begins_none(
    channels: FakeChannels,
) -> None:
    channels.takes = 0.1
    await channels.change()
    await asyncio.sleep(0)
    await channels.boards.close()
    assert await channels.store.unpainted() == []
    await channels.change()
    await asyncio.sleep(0.05)
    assert len(channels.requests) == 1
    assert await channels.store.unpainted() == ["blue"]


async def test_closing_ends_the_wait_for_an_unreachable_discord(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.5,))
    channels.always = cut()
    await channels.change()
    await channels.until(1)
    await channels.boards.close()
    await asyncio.sleep(0.6)
    assert len(channels.requests) == 1


# --- once more, though nothing was stored --------------------------------------------------


@pytest.mark.parametrize("takes", [0.0, 0.2])
async def test_a_repaint_survives_the_arrival_of_the_same_version(
    channels: FakeChannels, takes: float
) -> None:
    """As where a ship gets another colour while its board is painted, or a moment later."""
    channels.takes = takes
    await channels.change()
    async with asyncio.timeout(5):
        while not channels.requests or (channels.is_busy and not takes):
            await asyncio.sleep(0.01)
    await channels.boards.repaint(["blue"])
    channels.boards.deliver("blue", awaited=False)
    await channels.calm()
    assert len(channels.requests) == 2
    assert await channels.store.unpainted() == []


# --- tables that come and go ---------------------------------------------------------------


async def test_a_lost_shard_ends_deliveries_and_drops_blocked_boards(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "LAST_DELIVERY_TIMEOUT", 0.1)
    channels.always = refused(0, 500)
    await channels.change()
    while not channels.requests:
        await asyncio.sleep(0.01)
    channels.store.share = Share(2, frozenset())
    channels.always = None
    await channels.boards.release()
    tried = len(channels.requests)
    await asyncio.sleep(0.3)
    assert len(channels.requests) == tried
    assert not channels.blocked


async def test_a_page_that_the_next_owner_has_posted_is_not_posted_again(
    channels: FakeChannels,
) -> None:
    channels.always = refused(0, 500)  # so it may be posted, and nobody knows where
    await channels.change()
    await channels.calm()
    mine, channels.store.share = channels.store.share, Share(2, frozenset())
    await channels.boards.release()
    await channels.store.record_post("blue", PostedMessage(leg(1), CHANNEL, OLD))
    channels.store.share = mine
    channels.always = None
    await channels.boards.start()
    await channels.calm()
    assert [(it.kind, it.message) for it in channels.requests[1:]] == [("edit", OLD)]


async def test_a_board_that_stays_with_the_process_is_retried(channels: FakeChannels) -> None:
    channels.always = refused(0, 500)
    await channels.change()
    while "blue" not in channels.blocked:
        await asyncio.sleep(0.01)
    channels.always = None
    await channels.boards.release()
    await channels.boards.start()
    await channels.calm()
    assert await channels.store.unpainted() == []


async def test_a_delivery_that_fails_while_shards_are_lost_is_not_retried_by_itself(
    channels: FakeChannels,
) -> None:
    """The start that follows delivers the board; a retry beside it would be a second writer."""
    channels.gate.clear()
    channels.faults = [refused(0, 500)]
    await channels.change()
    await begun(channels, 1)
    board = channels.boards.of("blue")
    losing = asyncio.create_task(channels.boards.release())
    while not channels.boards.is_paused:
        await asyncio.sleep(0)
    channels.gate.set()
    await losing
    assert not isinstance(board.state, Waiting)
    await channels.boards.start()
    await channels.calm()
    assert channels.kinds() == ["send", "send", "edit"]


async def test_what_may_be_posted_is_read_after_a_loss_before_anything_is_delivered(
    channels: FakeChannels,
) -> None:
    """Or an unconfirmed page, which Discord leaves as it was, would count as up to date."""
    channels.faults = [refused(0, 500)]
    await channels.change()
    await channels.calm()
    await channels.boards.release()
    await channels.change()
    await channels.calm()
    assert channels.kinds() == ["send", "send", "edit"]
    assert channels.shown() == "2.txt"


async def begun(channels: FakeChannels, requests: int) -> None:
    """Wait until so many requests have come."""
    while len(channels.requests) < requests:
        await asyncio.sleep(0)
