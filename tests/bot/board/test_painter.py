"""Boards in channels: the latest picture, few requests, and no trouble that holds up a game."""

import asyncio

import pytest
from discord import AllowedMentions

from bot.board import painter
from bot.board.pacing import RequestPacing
from bot.board.painter import NEEDS_PEOPLE
from bot.board.rendered import RenderedPage
from bot.store.protocol import PostedMessage, StoreError
from bot.tables.pages import PageKey
from bot.words import LANGUAGES, catalogue
from tests.bot.board.channels import CHANNEL, OLD, FakeChannels
from tests.bot.discord.refusing import cut, refused
from tests.bot.store.changes import change, leg

# --- what hangs ----------------------------------------------------------------------------


async def test_a_new_page_is_hung_up_and_calls_whom_it_shall_and_nobody_else(
    wall: FakeChannels,
) -> None:
    await wall.change()
    await wall.calm()
    (request,) = wall.requests
    mentions: AllowedMentions = request.sent["allowed_mentions"]
    assert (request.kind, request.channel) == ("send", CHANNEL)
    assert [user.id for user in mentions.users] == [1, 2]  # pyright: ignore[reportGeneralTypeIssues, reportAttributeAccessIssue] - a list here
    assert (mentions.everyone, mentions.roles, mentions.replied_user) == (False, False, False)
    assert await wall.store.message_of("blue", leg(1)) == PostedMessage(
        leg(1), CHANNEL, request.message
    )
    assert await wall.store.unpainted() == []


async def test_a_page_that_hangs_is_edited_and_calls_nobody(wall: FakeChannels) -> None:
    await wall.stands()
    await wall.change()
    await wall.calm()
    (request,) = wall.requests
    assert (request.kind, request.message) == ("edit", OLD)
    assert request.sent["allowed_mentions"].to_dict() == AllowedMentions.none().to_dict()
    assert await wall.store.unpainted() == []


async def test_the_newest_page_is_painted_first(wall: FakeChannels) -> None:
    wall.newest = 2
    await wall.stands(leg(1))
    await wall.change("blue", leg(1), leg(2))
    await wall.calm()
    assert wall.kinds() == ["send", "edit"]


async def test_a_page_that_comes_while_the_last_one_is_drawn_is_painted_first(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    await wall.stands(leg(1))
    drawn = wall.render

    async def turned(table: str, page: PageKey) -> RenderedPage:
        if wall.newest == 1:
            wall.newest = 2
            await wall.change("blue", leg(1), leg(2))
        return await drawn(table, page)

    monkeypatch.setattr(wall, "render", turned)
    await wall.change("blue", leg(1))
    await wall.calm()
    assert wall.kinds() == ["send", "edit"]
    assert await wall.store.unpainted() == []


async def test_a_burst_of_changes_costs_few_edits_and_the_latest_is_seen(
    wall: FakeChannels,
) -> None:
    await wall.stands()
    wall.takes = 0.02
    for _ in range(30):
        await wall.change()
    await wall.calm()
    assert len(wall.requests) <= 4
    assert wall.shown() == "31.txt"
    assert await wall.store.unpainted() == []


async def test_changes_one_after_the_other_leave_some_time_between_the_edits(
    wall: FakeChannels,
) -> None:
    await wall.stands()
    begin = asyncio.get_running_loop().time()
    for _ in range(4):
        await wall.change()
        await wall.calm()
    assert len(wall.requests) == 4
    assert asyncio.get_running_loop().time() - begin >= 0.3


async def test_no_table_is_remembered_when_it_is_at_rest(wall: FakeChannels) -> None:
    await wall.change()
    await wall.until(1)
    await asyncio.sleep(0.15)
    kept = wall.painter
    assert not any((kept._begun, kept._tries, kept._timers, kept._again, kept._under_way))


async def test_a_table_does_not_wait_for_another(wall: FakeChannels) -> None:
    wall.takes = 0.5
    names = [f"t{n}" for n in range(5)]
    for name in names:
        await wall.store.commit(change(name, paint=(leg(1),)))
    begin = asyncio.get_running_loop().time()
    for name in names:
        wall.painter.schedule(name)
    await wall.until(5)
    assert asyncio.get_running_loop().time() - begin < 5 * wall.takes


async def test_nobody_waits_for_a_board_with_a_crowd_before_it(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RequestPacing, "crowded", True)
    await wall.change()
    await wall.painter.wait_painted("blue")
    assert wall.requests == []


async def test_what_waited_for_a_restart_is_painted(wall: FakeChannels) -> None:
    await wall.store.commit(change("blue", paint=(leg(1),)))
    await wall.painter.start()
    await wall.calm()
    assert wall.kinds() == ["send", "edit"]  # it may hang already, as it was


async def test_old_pages_that_may_hang_are_found_before_the_newest_is_hung(
    wall: FakeChannels,
) -> None:
    wall.newest = 2
    await wall.store.commit(change("blue", channel=CHANNEL, paint=(leg(1), leg(2))))
    wall.version = 1
    await wall.painter.start()
    await wall.calm()
    assert wall.kinds() == ["send", "edit", "send", "edit"]
    marks = [request.sent["nonce"] for request in wall.requests if request.kind == "send"]
    assert marks == ["blue-1-0-70-0", "blue-2-0-70-0"]
    await wall.change("blue", leg(1), leg(2))
    await wall.calm()
    assert wall.kinds()[4:] == ["edit", "edit"]


async def test_a_page_whose_hanging_was_not_heard_of_shows_the_latest(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "RETRY_AFTER", (0.01,))
    wall.faults = [cut()]
    await wall.change()
    await wall.until(3)
    assert wall.kinds() == ["send", "send", "edit"]
    assert wall.shown() == "1.txt"
    await wall.change()
    await wall.calm()
    assert wall.kinds()[3:] == ["edit"]


# --- what is gone --------------------------------------------------------------------------


@pytest.mark.parametrize("code", [10008, 50083])
async def test_a_newest_page_that_cannot_be_edited_is_hung_anew(
    wall: FakeChannels, code: int
) -> None:
    await wall.stands()
    wall.faults = [refused(code, 404)]
    await wall.change()
    await wall.calm()
    # the new one wakes an archived thread, so that the old one can be taken down
    assert wall.kinds() == ["edit", "send", *(["edit", "delete"] if code == 50083 else [])]
    hung = await wall.store.message_of("blue", leg(1))
    assert hung
    assert hung.message != OLD
    assert wall.painter.blocked == {}


async def test_a_page_that_is_too_old_to_edit_is_hung_anew_and_taken_down(
    wall: FakeChannels,
) -> None:
    await wall.stands()
    wall.faults = [refused(30046, 429)]
    await wall.change()
    await wall.calm()
    assert wall.kinds() == ["edit", "send", "edit", "delete"]
    assert [it.message == OLD for it in wall.requests] == [True, False, False, True]
    assert await wall.store.unpainted() == []


async def test_an_old_page_that_is_too_old_to_edit_is_edited_later(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "RETRY_AFTER", (0.01,))
    wall.newest = 2
    await wall.stands()
    wall.faults = [refused(30046, 429)]
    await wall.change()
    await wall.until(2)
    assert [(it.kind, it.message) for it in wall.requests] == [("edit", OLD)] * 2
    assert await wall.store.message_of("blue", leg(1)) == PostedMessage(leg(1), CHANNEL, OLD)


async def test_an_old_page_that_is_gone_is_let_go(wall: FakeChannels) -> None:
    wall.newest = 2
    await wall.stands()
    wall.faults = [refused(10008, 404)]
    await wall.change()
    await wall.calm()
    assert wall.kinds() == ["edit"]
    assert await wall.store.message_of("blue", leg(1)) is None
    assert await wall.store.unpainted() == []


@pytest.mark.parametrize("code", [*NEEDS_PEOPLE, 50035])
async def test_a_hopeless_refusal_is_told_and_tried_again_with_the_next_click_only(
    wall: FakeChannels, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "RETRY_AFTER", (0.01,))
    wall.always = refused(code, 403)
    await wall.change()
    await asyncio.sleep(0.3)
    assert len(wall.requests) == 1
    assert wall.painter.blocked == {"blue": NEEDS_PEOPLE.get(code, "cannot_paint")}
    await wall.change()
    await wall.calm()
    assert len(wall.requests) == 2
    wall.always = None
    await wall.change()
    await wall.calm()
    assert (len(wall.requests), wall.painter.blocked) == (3, {})


async def test_what_the_house_does_meanwhile_does_not_ask_again_for_what_is_refused(
    wall: FakeChannels,
) -> None:
    wall.takes = 0.05
    for asked in (False, True):
        before = len(wall.requests)
        wall.always = refused(50013, 403)
        await wall.change()
        while len(wall.requests) == before:
            await asyncio.sleep(0)
        wall.painter.schedule("blue", asked=asked)
        await wall.calm()
        assert len(wall.requests) == before + 1 + asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_for_an_empty_wall_has_its_sentence(language: str) -> None:
    for code in (*NEEDS_PEOPLE.values(), "unreachable", "cannot_paint"):
        assert f"board-{code}" in catalogue(language)


# --- our own trouble -----------------------------------------------------------------------


async def test_a_table_that_is_frozen_is_left_alone_and_the_others_are_painted(
    wall: FakeChannels,
) -> None:
    await wall.store.commit(change("frozen", channel=71, paint=(leg(1),)))
    wall.painter.schedule("frozen")
    await wall.change()
    await wall.until(1)
    assert wall.kinds() == ["send"]


async def test_a_store_that_cannot_note_it_paints_again_with_the_next_click(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StoreError("full")

    await wall.stands()
    with monkeypatch.context() as fault:
        fault.setattr(wall.store, "record_painted", full)
        await wall.change()
        await wall.calm()
    await wall.change()
    await wall.calm()
    assert wall.shown() == "3.txt"
    assert await wall.store.unpainted() == []


async def test_an_unexpected_fault_is_told_without_its_text(
    wall: FakeChannels, caplog: pytest.LogCaptureFixture
) -> None:
    wall.faults = [ValueError("Anna holds the spyglass")]
    await wall.change()
    await wall.calm()
    assert "ValueError" in caplog.text
    assert "spyglass" not in caplog.text
    await wall.change()
    await wall.calm()
    assert wall.shown() == "2.txt"


# --- closing -----------------------------------------------------------------------------


async def test_closing_waits_for_what_is_under_way_and_begins_nothing(wall: FakeChannels) -> None:
    wall.takes = 0.1
    await wall.change()
    await asyncio.sleep(0)
    await wall.painter.close()
    assert await wall.store.unpainted() == []
    await wall.change()
    await asyncio.sleep(0.05)
    assert len(wall.requests) == 1
    assert await wall.store.unpainted() == ["blue"]


async def test_closing_ends_the_waiting_for_a_discord_out_of_reach(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "RETRY_AFTER", (0.5,))
    wall.always = cut()
    await wall.change()
    await wall.until(1)
    await wall.painter.close()
    await asyncio.sleep(0.6)
    assert len(wall.requests) == 1
