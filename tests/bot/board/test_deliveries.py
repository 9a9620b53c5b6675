"""Boards in channels: the latest page, few requests, and no failure that delays a game."""

import asyncio
from collections.abc import Callable
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


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failed deliveries are retried at once."""
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.01,))


async def delivered(channels: FakeChannels) -> list[str]:
    """Wait until the board is delivered and off the outbox; return the kinds of all requests."""
    await channels.calm()
    assert (channels.blocked, await channels.store.unpainted()) == ({}, [])
    return channels.kinds()


# --- posted pages --------------------------------------------------------------------------


async def test_a_new_page_is_posted_and_pings_only_those_it_names(channels: FakeChannels) -> None:
    await channels.change()
    assert await delivered(channels) == ["send"]
    (request,) = channels.requests
    assert request.sent["allowed_mentions"] == {"parse": [], "users": ["1", "2"]}
    posted = PostedMessage(leg(1), CHANNEL, request.message)
    assert await channels.store.message_of("blue", leg(1)) == posted


async def test_a_posted_page_is_edited_and_pings_nobody(channels: FakeChannels) -> None:
    await channels.stands()
    await channels.change()
    assert await delivered(channels) == ["edit"]
    assert channels.requests[0].message == OLD
    assert channels.requests[0].sent["allowed_mentions"] == {"parse": [], "users": []}


async def test_the_newest_page_is_delivered_first(channels: FakeChannels) -> None:
    await channels.stands()
    channels.newest = 2
    await channels.change("blue", leg(1), leg(2))
    assert await delivered(channels) == ["send", "edit"]


async def test_a_page_that_was_over_before_it_was_posted_is_not_posted(
    channels: FakeChannels,
) -> None:
    channels.newest = 2
    await channels.change("blue", leg(1), leg(2))
    assert await delivered(channels) == ["send"]


async def test_a_page_of_an_unknown_kind_keeps_no_other_from_being_delivered(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    render = channels.render

    async def rendered(table: str, page: PageKey) -> RenderedPage:
        assert page.kind in KINDS, "as the real one, which looks it up"
        return await render(table, page)

    monkeypatch.setattr(channels, "render", rendered)
    await channels.change("blue", leg(1), PageKey("legx", 1))
    assert await delivered(channels) == ["send"]


async def test_a_page_that_comes_during_a_delivery_is_delivered_first(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    await channels.stands()
    render = channels.render

    async def turned(table: str, page: PageKey) -> RenderedPage:
        if channels.newest == 1:
            channels.newest = 2
            await channels.change("blue", leg(1), leg(2))
        return await render(table, page)

    monkeypatch.setattr(channels, "render", turned)
    await channels.change()
    assert await delivered(channels) == ["send", "edit"]


async def test_a_delivery_is_logged_under_its_click_and_a_flush_under_none(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the first click began the task, and its board set the timer."""
    causes: list[tuple[str, str]] = []
    flushed = asyncio.Event()

    def noted(what: str, call: Callable[..., Any]) -> Callable[..., Any]:
        async def called(*given: object) -> Any:
            causes.append((what, log.cause.get()))
            done = await call(*given)
            if what == "flush":
                flushed.set()
            return done

        return called

    monkeypatch.setattr(channels, "edit", noted("edit", channels.edit))
    monkeypatch.setattr(channels.store, "cross_out", noted("flush", channels.store.cross_out))
    monkeypatch.setattr(boards, "FLUSH_DELAY", 0.01)
    await channels.stands()
    channels.gate.clear()
    for number, cause in enumerate(("12", "34")):
        with log.caused_by(cause):
            await channels.commits(leg(1))
            channels.boards.changed("blue", channels.version, [leg(1)], awaited=True)
        await channels.begun(1)
        assert number == 0 or channels.is_busy
    channels.gate.set()
    await channels.calm()
    await flushed.wait()
    assert [cause for what, cause in causes if what == "edit"] == ["12", "34"]
    assert {cause for what, cause in causes if what == "flush"} == {""}


async def test_an_edit_in_place_costs_no_commit_of_its_own(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages that are shown are taken off the outbox together, a moment later."""
    await channels.stands()
    monkeypatch.setattr(channels.store, "record_painted", None)
    await channels.change()
    await channels.until(1)
    assert await channels.store.pages_to_paint("blue") == [leg(1)]
    await channels.calm()
    assert channels.kinds() == ["edit"]
    assert await channels.store.pages_to_paint("blue") == []


async def test_a_burst_of_changes_costs_few_edits(channels: FakeChannels) -> None:
    await channels.stands()
    channels.gate.clear()
    for _ in range(30):
        await channels.change()
    channels.gate.set()
    assert len(await delivered(channels)) <= 2
    assert channels.shown() == "31.txt"


async def test_edits_of_one_board_keep_an_interval(channels: FakeChannels) -> None:
    await channels.stands()
    begin = asyncio.get_running_loop().time()
    for _ in range(3):
        await channels.change()
        await channels.calm()
    assert len(channels.requests) == 3
    assert asyncio.get_running_loop().time() - begin >= 0.2


async def test_a_table_does_not_wait_for_another(channels: FakeChannels) -> None:
    """Even where one is frozen, and others get no answer."""
    channels.gate.clear()
    for name in ("frozen", "green", "red", "white"):
        await channels.store.commit(change(name, paint=(leg(1),)))
        channels.boards.deliver(name)
    await channels.begun(3)
    channels.gate.set()
    await channels.calm()


async def test_in_a_crowd_no_click_waits_for_its_board(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Allowance, "crowded", True)
    await channels.change()
    await channels.boards.wait_delivered("blue")
    assert channels.requests == []


async def test_unconfirmed_old_pages_are_found_before_the_newest_is_posted(
    channels: FakeChannels,
) -> None:
    """Pages that the last run left may be posted already, as they were."""
    channels.newest = 2
    await channels.commits(leg(1), leg(2))
    await channels.boards.start()
    assert await delivered(channels) == ["send", "edit", "send", "edit"]
    nonces = [request.sent["nonce"] for request in channels.requests if request.kind == "send"]
    assert nonces == ["blue-1-0-70-0", "blue-2-0-70-0"]
    await channels.change("blue", leg(1), leg(2))
    assert (await delivered(channels))[4:] == ["edit", "edit"]


@pytest.mark.usefixtures("soon")
async def test_a_page_posted_unconfirmed_shows_the_latest_version(channels: FakeChannels) -> None:
    channels.faults = [cut()]
    await channels.change()
    await channels.until(3)
    assert (channels.kinds(), channels.shown()) == (["send", "send", "edit"], "1.txt")
    await channels.change()
    assert (await delivered(channels))[3:] == ["edit"]


# --- messages that are gone ----------------------------------------------------------------


@pytest.mark.parametrize("code", [10008, 50083, 30046])
async def test_a_newest_page_that_cannot_be_edited_is_reposted(
    channels: FakeChannels, code: int
) -> None:
    await channels.stands()
    channels.faults = [refused(code, 404)]
    await channels.change()
    # the new one reopens an archived thread, so that the old one can be deleted
    there = ["edit", "delete"] if code != 10008 else []
    assert await delivered(channels) == ["edit", "send", *there]
    new = channels.requests[1].message
    assert [it.message for it in channels.requests] == [OLD, new, new, OLD][: 2 + len(there)]
    assert await channels.store.message_of("blue", leg(1)) == PostedMessage(leg(1), CHANNEL, new)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(("code", "edits"), [(30046, 2), (10008, 1)])
async def test_an_old_page_is_edited_later_or_given_up_and_not_reposted(
    channels: FakeChannels, code: int, edits: int
) -> None:
    await channels.stands()
    channels.newest = 2
    channels.faults = [refused(code, 429 if code == 30046 else 404)]
    await channels.change()
    await channels.until(edits)
    assert await delivered(channels) == ["edit"] * edits
    posted = PostedMessage(leg(1), CHANNEL, OLD) if edits > 1 else None
    assert await channels.store.message_of("blue", leg(1)) == posted


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("code", [*NEEDS_PEOPLE, 50035])
async def test_a_lasting_refusal_is_reported_and_retried_by_clicks_alone(
    channels: FakeChannels, code: int
) -> None:
    channels.always = refused(code, 403)
    for tries in (1, 2):
        channels.hurry()
        await channels.change()
        await channels.calm()
        channels.boards.changed("blue", channels.version, [], awaited=False)
        await asyncio.sleep(0.03)
        assert len(channels.requests) == tries
    assert channels.blocked == {"blue": NEEDS_PEOPLE.get(code, "cannot_paint")}
    channels.always = None
    await channels.change()
    assert len(await delivered(channels)) == 3


@pytest.mark.parametrize("asked", [False, True])
async def test_changes_by_the_bot_do_not_retry_a_refused_board(
    channels: FakeChannels, *, asked: bool
) -> None:
    channels.gate.clear()
    channels.always = refused(50013, 403)
    await channels.change()
    await channels.begun(1)
    channels.boards.deliver("blue", awaited=asked)
    channels.gate.set()
    await channels.calm()
    assert len(channels.requests) == 1 + asked


async def test_a_change_by_the_bot_during_the_delivery_of_a_refused_board_is_delivered(
    channels: FakeChannels,
) -> None:
    channels.faults = [refused(50013, 403)]
    await channels.change()
    await channels.calm()
    assert "blue" in channels.blocked
    channels.gate.clear()
    await channels.change()
    await channels.begun(2)
    await channels.commits(leg(1))
    channels.boards.changed("blue", 3, [leg(1)], awaited=False)
    channels.gate.set()
    await delivered(channels)
    assert channels.shown() == "3.txt"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_for_a_missing_board_has_its_sentence(language: str) -> None:
    for code in (*NEEDS_PEOPLE.values(), "unreachable", "cannot_paint"):
        assert f"board-{code}" in catalogue(language)


# --- the bot's own faults ------------------------------------------------------------------


async def test_a_delivery_that_was_not_stored_is_repeated_by_the_next_click(
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
    await delivered(channels)
    assert channels.shown() == "3.txt"


async def test_an_unexpected_error_is_logged_without_its_text(
    channels: FakeChannels, caplog: pytest.LogCaptureFixture
) -> None:
    channels.faults = [ValueError("Anna holds the spyglass")]
    await channels.change()
    await channels.calm()
    assert "ValueError" in caplog.text
    assert "spyglass" not in caplog.text
    await channels.change()
    await delivered(channels)
    assert channels.shown() == "2.txt"


# --- closing -----------------------------------------------------------------------------


async def test_closing_waits_for_deliveries_under_way_and_begins_none(
    channels: FakeChannels,
) -> None:
    channels.takes = 0.05
    await channels.change()
    await channels.begun(1)
    await channels.boards.close()
    assert await channels.store.unpainted() == []
    await channels.change()
    assert not channels.is_busy
    assert await channels.store.unpainted() == ["blue"]


async def test_closing_ends_the_wait_for_an_unreachable_discord(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.02,))
    channels.always = cut()
    await channels.change()
    await channels.until(1)
    await channels.boards.close()
    tried = len(channels.requests)
    await asyncio.sleep(0.05)
    assert len(channels.requests) == tried


# --- repaints, though nothing was stored ---------------------------------------------------


@pytest.mark.parametrize("during", [False, True])
async def test_a_repaint_survives_the_arrival_of_the_same_version(
    channels: FakeChannels, *, during: bool
) -> None:
    """As where a ship gets another colour while its board is delivered, or a moment later."""
    if during:
        channels.gate.clear()
    await channels.change()
    await (channels.begun(1) if during else channels.until(1))
    await channels.boards.repaint(["blue"])
    channels.boards.deliver("blue", awaited=False)
    channels.gate.set()
    assert len(await delivered(channels)) == 2


# --- tables that come and go ---------------------------------------------------------------


async def test_a_lost_shard_ends_deliveries_and_drops_blocked_boards(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "LAST_DELIVERY_TIMEOUT", 0.02)
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.02,))
    channels.always = refused(0, 500)
    await channels.change()
    await channels.begun(1)
    channels.store.share, channels.always = Share(2, frozenset()), None
    await channels.boards.release()
    tried = len(channels.requests)
    await asyncio.sleep(0.05)
    assert (len(channels.requests), channels.blocked) == (tried, {})


async def test_a_page_that_the_next_owner_has_posted_is_not_posted_again(
    channels: FakeChannels,
) -> None:
    channels.faults = [refused(0, 500)]  # so it may be posted, and nobody knows where
    await channels.change()
    await channels.calm()
    mine, channels.store.share = channels.store.share, Share(2, frozenset())
    await channels.boards.release()
    await channels.store.record_post("blue", PostedMessage(leg(1), CHANNEL, OLD))
    channels.store.share = mine
    await channels.boards.start()
    assert await delivered(channels) == ["send", "edit"]
    assert channels.requests[1].message == OLD


async def test_a_delivery_that_fails_while_shards_are_lost_is_not_retried_by_itself(
    channels: FakeChannels,
) -> None:
    """The start that follows delivers the board; a retry beside it would be a second writer."""
    channels.gate.clear()
    channels.faults = [refused(0, 500)]
    await channels.change()
    await channels.begun(1)
    losing = asyncio.create_task(channels.boards.release())
    while not channels.boards.is_paused:
        await asyncio.sleep(0)
    channels.gate.set()
    await losing
    assert not isinstance(channels.boards.of("blue").state, Waiting)
    await channels.boards.start()
    assert await delivered(channels) == ["send", "send", "edit"]


async def test_what_may_be_posted_is_read_after_a_loss_before_anything_is_delivered(
    channels: FakeChannels,
) -> None:
    """Or an unconfirmed page, which Discord leaves as it was, would count as up to date."""
    channels.faults = [refused(0, 500)]
    await channels.change()
    await channels.calm()
    await channels.boards.release()
    await channels.change()
    assert await delivered(channels) == ["send", "send", "edit"]
    assert channels.shown() == "2.txt"
