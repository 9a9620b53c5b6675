"""Deadlines and absence by clicks: calls, substitutes, sleeping tables."""

import re
from collections.abc import AsyncIterator, Callable

import discord
import pytest

from bot.client import ACTIVE_WITHIN
from bot.discord.controls import Press
from bot.tables import presence
from bot.tables.paces import DAY
from bot.tables.table import Table
from bot.words import catalogue
from engine.records import NOBODY, verify
from tests.client.messages import Shown
from tests.client.offers import named
from tests.host.driver import Driver, begin, dealt
from tests.host.ground import Room, opened
from tests.host.people import Person
from tests.host.scenes import forged, lobby, said, table_of, tells
from tests.host.states import SLOWLY
from tests.host.test_mentions import messages

MakeBot = Callable[[], discord.Client]

DECISION = 45.0
WARNED = 30.0
HOUR = 3600.0
MINUTE = 60.0
LONGEST = 300


class Evening:
    """A game of Ann, the host, and Bob, who speaks French and may be absent."""

    def __init__(self, room: Room, driver: Driver, language: str) -> None:
        self.room = room
        self.driver = driver
        self.ann, self.bob = driver.people
        self.alone = Driver([self.ann], "alone")
        self._language = language

    def said(self, key: str, **values: object) -> str:
        """Return a sentence in the server's language."""
        return catalogue(self._language)(key, **values)

    def shows(self, key: str, **values: object) -> bool:
        """Whether the board contains this sentence."""
        return self.said(key, **values) in self.board.text

    @property
    def board(self) -> Shown:
        return self.room.board

    @property
    def calls(self) -> list[Shown]:
        """The calls beside the board."""
        return [it for it in self.room.messages if it.text.startswith("🔔")]

    async def until_asked(self, person: Person) -> None:
        """Play until this person has to decide something."""
        for _ in range(LONGEST):
            table = await self.table()
            if [table.people[seat] for seat in presence.deciding(table)] == [person.id]:
                return
            await self.driver.step()

    async def until_away(self) -> None:
        """Play as Ann until a computer substitutes for Bob."""
        await self.ann_plays(lambda: self.shows("mark-substituted"))

    async def ann_plays(self, until: Callable[[], bool]) -> None:
        """Play as Ann until the condition holds, and wait for Bob."""
        for _ in range(LONGEST):
            if until():
                return
            table = await self.table()
            if self.ann.id in [table.people[seat] for seat in presence.asked(table)]:
                await self.alone.step()
            else:
                await self.passes(5.0)
        raise AssertionError(self.board.text)

    async def table(self) -> Table:
        return await table_of(self.room)

    async def passes(self, seconds: float) -> None:
        await self.room.passes(seconds)

    def ends(self) -> int:
        """Return the deadline on the board; 0: none."""
        line = re.escape(self.said("decision-ends", when="WHEN"))
        found = re.search(line.replace("WHEN", r"<t:(\d+):R>"), self.board.text)
        return int(found[1]) if found else 0


def pings(room: Room) -> list[int]:
    """Return all pinged users in order."""
    users = (message["allowed_mentions"].get("users", ()) for _, message in messages(room))
    return [int(user) for them in users for user in them]


@pytest.fixture
async def evening(make_bot: MakeBot) -> AsyncIterator[Evening]:
    """A live table in a French server."""
    async with opened(make_bot, locale="fr") as room:
        yield await sat_down(room, "fr")


async def sat_down(
    room: Room, language: str = "en", pace: str = "live", computers: int = 0
) -> Evening:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    with dealt(room, 3):
        driver = await begin(ann, bob, seed=3, pace=pace, computers=computers)
    return Evening(room, driver, language)


# --- somebody is away ----------------------------------------------------------------------


async def test_only_the_absent_player_is_pinged_and_then_substituted(evening: Evening) -> None:
    await evening.until_asked(evening.bob)
    await evening.passes(WARNED)
    (call,) = evening.calls
    assert pings(evening.room)[-1:] == call.pinged == [evening.bob.id]
    assert evening.said("board-link", link="").split("(")[0] in call.text
    before = evening.board.text
    await evening.passes(DECISION - WARNED)
    assert evening.calls == []
    assert evening.board.text != before


async def test_a_player_who_answers_in_time_is_not_pinged_again(
    evening: Evening,
) -> None:
    await evening.until_asked(evening.bob)
    await evening.passes(WARNED)
    await Driver([evening.bob], "bob").step()
    assert not any(evening.bob.id in call.pinged for call in evening.calls)
    assert (await evening.table()).missed == {}


async def test_a_substituted_seat_is_taken_back_with_a_click(evening: Evening) -> None:
    await evening.until_away()
    line = next(
        it for it in evening.board.text.splitlines() if evening.said("mark-substituted") in it
    )
    assert evening.bob.mention in line
    answer = await evening.bob.presses(action="back")
    assert tells(answer, evening.bob, "back-again")
    assert not evening.shows("mark-substituted")
    assert "back" not in {it.custom_id.split(":")[4] for it in evening.board.buttons}


async def test_any_click_on_the_board_takes_a_substituted_seat_back(
    evening: Evening,
) -> None:
    await evening.until_away()
    evening.room.bot.service.thinking = SLOWLY  # before the computer answers, Bob does
    await evening.ann_plays(lambda: named(evening.board) == {evening.bob.id})
    await Driver([evening.bob], "bob").step()
    assert not evening.shows("mark-substituted")


async def test_the_hand_of_a_substituted_seat_says_so(evening: Evening) -> None:
    await evening.until_away()
    hand = await evening.bob.presses(action="hand")
    assert tells(hand, evening.bob, "hand-substituted")
    answer = await evening.bob.presses(action="back", on=hand.shown[0])
    assert tells(answer, evening.bob, "back-again")
    assert not tells(answer, evening.bob, "hand-substituted")


async def test_opening_a_hand_wakes_a_sleeping_table(evening: Evening) -> None:
    await evening.passes(2 * HOUR)
    hand = await evening.bob.presses(action="hand")
    assert tells(hand, evening.bob, "board-asleep")
    assert not tells(hand, evening.bob, "hand-substituted")  # nobody plays for anybody
    answer = await evening.bob.presses(said(evening.bob, "button-resume"), on=hand.shown[0])
    assert tells(answer, evening.bob, "resumed")
    assert not tells(answer, evening.bob, "board-asleep")


async def test_back_tells_a_player_who_was_never_away(evening: Evening) -> None:
    assert tells(await evening.bob.runs("back"), evening.bob, "never-away")


async def test_a_new_page_does_not_ping_absent_players(evening: Evening) -> None:
    await evening.until_away()
    known, page = len(pings(evening.room)), evening.board.id
    await evening.ann_plays(lambda: evening.board.id != page)
    assert evening.bob.id not in pings(evening.room)[known:]


# --- calls of the host ---------------------------------------------------------------------


async def test_the_host_pings_the_awaited_players(evening: Evening) -> None:
    await evening.until_asked(evening.bob)
    assert tells(await evening.ann.presses(action="nudge"), evening.ann, "nudged")
    (call,) = evening.calls
    assert pings(evening.room)[-1:] == call.pinged == [evening.bob.id]
    assert tells(await evening.ann.runs("nudge"), evening.ann, "error-nudged_lately")


async def test_only_a_player_can_nudge(evening: Evening) -> None:
    await evening.until_asked(evening.bob)
    for answer in (await evening.bob.presses(action="nudge"), await evening.bob.runs("nudge")):
        assert tells(answer, evening.bob, "error-nobody_to_call")  # it is Bob who is waited for
    eve = evening.room.join("Eve")
    press = Press((await evening.table()).id, "nudge")
    drawn = forged(evening.board.buttons[0], press.custom_id)
    assert tells(await eve.presses(drawn), eve, "error-not_seated")
    assert evening.calls == []


async def test_other_players_ping_a_host_who_keeps_them_waiting(evening: Evening) -> None:
    await evening.until_asked(evening.ann)
    assert tells(await evening.ann.runs("nudge"), evening.ann, "error-nobody_to_call")
    assert tells(await evening.bob.presses(action="nudge"), evening.bob, "nudged")
    assert pings(evening.room)[-1:] == [evening.ann.id]


# --- everybody is away ---------------------------------------------------------------------


async def test_an_abandoned_table_says_so_sleeps_and_is_woken(evening: Evening) -> None:
    await evening.passes(HOUR / 2)
    assert evening.shows("nobody-here")
    await evening.passes(HOUR)
    assert evening.shows("board-asleep")
    assert {it.custom_id.split(":")[4] for it in evening.board.buttons} == {
        *("back", "hand", "more")
    }
    eve = evening.room.join("Eve")
    assert tells(await eve.presses(action="back"), eve, "error-not_seated")
    answer = await evening.bob.presses(evening.said("button-resume"))
    assert tells(answer, evening.bob, "resumed")
    assert not evening.shows("board-asleep")
    table = await evening.table()
    assert table.people[table.host] == evening.bob.id


async def test_an_old_button_wakes_a_sleeping_table(evening: Evening) -> None:
    await evening.passes(HOUR / 2)
    seat, *_ = presence.asked(await evening.table())
    old = next(it for it in evening.board.buttons if ":say:" in it.custom_id)
    await evening.passes(HOUR)
    assert evening.shows("board-asleep")
    await evening.driver.people[seat].presses(old)
    assert not evening.shows("board-asleep")


@pytest.fixture
def long_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the scheduler sleep for a month at once, without checking the clock each minute."""
    monkeypatch.setattr("bot.hosting.scheduler.MAX_SLEEP", 40 * DAY)
    monkeypatch.setattr("bot.hosting.scheduler.CLOCK_CHECK_INTERVAL", 40 * DAY)


@pytest.mark.usefixtures("long_sleep")
async def test_a_sleeping_table_is_closed_with_its_scores_and_its_record(
    evening: Evening,
) -> None:
    await evening.driver.play(lambda: len(evening.room.messages) > 3)
    await evening.passes(2 * HOUR)
    assert evening.shows("board-asleep")
    await evening.passes(30 * DAY)
    assert evening.shows("end-expired")
    assert evening.shows("end-expired-why")
    record = evening.alone.record
    assert (verify(record).fits, record.ending) == (True, NOBODY)
    assert evening.ann.mention in evening.board.text
    assert (await evening.ann.presses(action="rematch")).kind == "deferred_update"


async def test_back_wakes_a_game_whose_channel_is_gone_while_its_player_plays_another(
    evening: Evening,
) -> None:
    room, bob = evening.room, evening.bob
    await evening.passes(2 * HOUR)
    room.env.backend.delete_channel(room.channel.id)
    room.channel = bob.channel = room.add_channel("another")
    await lobby(bob)
    bob.channel = room.add_channel("a third")
    assert tells(await bob.runs("board"), bob, "board-here")
    assert tells(await bob.runs("back"), bob, "resumed")


async def test_computers_wait_for_an_absent_single_player(room: Room) -> None:
    evening = await sat_down(room, computers=2)
    await evening.passes(HOUR / 2)
    assert evening.shows("nobody-here")
    before = evening.board.text
    await evening.passes(MINUTE)
    assert evening.board.text == before
    await evening.ann.presses(action="back")
    await evening.passes(MINUTE)
    assert evening.board.text != before


# --- other paces ---------------------------------------------------------------------------


@pytest.mark.usefixtures("long_sleep")
async def test_at_a_relaxed_table_the_next_player_is_pinged(room: Room) -> None:
    evening = await sat_down(room, pace="relaxed")
    await evening.driver.play(lambda: bool(evening.calls))
    (call,) = evening.calls
    table = await evening.table()
    (asked,) = [table.people[seat] for seat in presence.deciding(table)]
    assert pings(room)[-1:] == call.pinged == [asked]
    assert evening.said("notice-turn", seats="").strip(" ,") in call.text
    await evening.passes(2 * DAY / 3)
    (warning,) = evening.calls
    assert (warning.id != call.id, warning.pinged) == (True, [asked])
    before = evening.board.text
    await evening.passes(DAY / 3)
    assert evening.board.text != before


@pytest.mark.usefixtures("long_sleep")
async def test_a_table_without_a_pace_has_no_time_limit(room: Room) -> None:
    evening = await sat_down(room, pace="none")
    before = evening.board.text
    await evening.passes(6 * DAY)
    assert (evening.board.text, evening.calls) == (before, [])
    assert "<t:" not in before
    await evening.passes(2 * DAY)
    assert evening.shows("board-asleep")


# --- restarts ------------------------------------------------------------------------------


async def test_a_restart_gives_the_full_time_again(room: Room) -> None:
    evening = await sat_down(room)
    await evening.until_asked(evening.bob)
    ends = evening.ends()
    await evening.passes(WARNED + 5)
    await room.restart()
    await evening.passes(DECISION - WARNED)
    assert evening.ends() >= ends + WARNED
    assert (await evening.table()).missed == {}
    (call,) = evening.calls
    assert f"<t:{evening.ends()}:R>" in call.text
    await evening.passes(DECISION)
    assert (await evening.table()).missed


async def test_boards_in_play_announce_a_shutdown_until_the_bot_is_back(
    room: Room,
) -> None:
    evening = await sat_down(room)
    with room.env._bot_scope():
        await room.bot.announce_shutdown()
    assert evening.shows("right-back")
    assert "<t:" not in evening.board.text  # it says that nobody's time runs out
    assert tells(await evening.ann.presses(action="hand"), evening.ann, "error-restarting")
    await room.restart()
    assert not evening.shows("right-back")


async def test_a_silent_command_does_not_make_a_board_announce_a_shutdown(room: Room) -> None:
    """Otherwise a long unchanged board would reveal that a card was armed."""
    evening = await sat_down(room, pace="none")
    await evening.passes(2 * ACTIVE_WITHIN)
    await evening.ann.runs("quiet")
    with room.env._bot_scope():
        await room.bot.announce_shutdown()
    assert not evening.shows("right-back")


# --- asked for -----------------------------------------------------------------------------


async def test_status_shows_deadlines_and_sleep(evening: Evening) -> None:
    await evening.until_asked(evening.bob)
    status = await evening.bob.runs("status")
    assert f"<t:{evening.ends()}:R>" in status.text
    await evening.passes(2 * HOUR)
    assert tells(await evening.bob.runs("status"), evening.bob, "board-asleep")
