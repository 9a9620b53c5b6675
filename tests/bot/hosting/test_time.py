"""Due tables: the stored deadlines, pings, stand-ins and sleep."""

from pathlib import Path

import pytest

from bot.hosting.action import Action
from bot.hosting.scheduler import Scheduler
from bot.tables import presence
from bot.tables.paces import DAY, HOUR
from bot.tables.proof import record
from bot.tables.table import PageKey, Table
from engine.records import NOBODY, verify
from tests.bot.hosting.hosted import ANNA, BEN, USERS, Hosting, code, hosting
from tests.bot.store.changes import change, notice
from tests.bot.store.corruption import LONG, lose_the_rest

DECISION = 45.0
ROUNDS = 200


async def deciding(hosted: Hosting) -> Table:
    """A game of three, one of whom has to decide; everything is painted."""
    await hosted.start(persons=3)
    while not (table := await hosted.table()).ends_at:
        await hosted.a_move()
    await hosted.painted()
    return table


def story_and(table: Table, ping: int) -> list[PageKey]:
    """The page and this ping, in the order in which they wait."""
    return sorted([notice(ping), table.page.key], key=lambda page: (page.number, page.kind))


async def passes(hosted: Hosting, seconds: float) -> Table:
    """Let time pass, and attend to the table whenever it is due."""
    end = hosted.now + seconds
    for _ in range(ROUNDS):
        at = await hosted.store.next_due()
        if at is None or at > end:
            break
        hosted.now = max(hosted.now, at)
        await hosted.service.attend("blue")
    hosted.now = end
    return await hosted.table()


async def commands(hosted: Hosting) -> list[str]:
    return [entry.action for entry in await hosted.store.log("blue")]


# --- what is due, and stored ---------------------------------------------------------------


async def test_a_warning_changes_no_board_and_is_withdrawn_by_the_stand_in(
    hosted: Hosting,
) -> None:
    await deciding(hosted)
    assert (await passes(hosted, DECISION * 2 / 3)).notice
    assert await hosted.store.pages_to_paint("blue") == [notice(1)]
    await hosted.painted()
    table = await passes(hosted, DECISION / 3)
    assert table.notice is None
    assert await hosted.store.pages_to_paint("blue") == story_and(table, 1)


async def test_a_ping_names_only_seats_that_have_not_answered(hosted: Hosting) -> None:
    await hosted.start(persons=4)
    while len((await hosted.table()).running.waiting) < 2:
        await hosted.a_move()
    table = await hosted.table()
    first, *others = [seat for seat in table.running.waiting if seat != table.host]
    await hosted.do(table.people[table.host], "nudge")
    await hosted.painted()
    await hosted.service.do("blue", Action("move", "pass"), seat=first)
    table = await hosted.table()
    assert (table.notice is not None) == bool(others)
    assert notice(1) in await hosted.store.pages_to_paint("blue")


async def test_a_click_in_the_second_of_its_deadline_counts(hosted: Hosting) -> None:
    table = await deciding(hosted)
    ((seat, ends),) = table.ends_at.items()
    hosted.now = ends
    await hosted.do(USERS[seat], "move", str(table.running.legal(seat)[0]))
    await hosted.service.attend("blue")
    assert "stand_in" not in await commands(hosted)
    assert (await hosted.table()).missed == {}


async def test_a_table_that_everybody_leaves_sleeps_and_is_closed(hosted: Hosting) -> None:
    await deciding(hosted)
    assert (await passes(hosted, 2 * HOUR)).asleep
    assert {"warn", "stand_in"} <= {*await commands(hosted)}
    assert not (await hosted.do(ANNA, "back")).table.asleep
    assert (await passes(hosted, HOUR + 10 * DECISION)).asleep
    table = await passes(hosted, 30 * DAY)
    assert (table.stage, await hosted.store.next_due()) == ("expired", None)
    kept = record(await hosted.service.history("blue"))
    assert kept is not None
    assert (verify(kept).fits, kept.ending) == (True, NOBODY)


@pytest.mark.parametrize("silent", ["quiet", "arm", "back"])
async def test_silent_commands_postpone_nothing_that_others_see(
    hosted: Hosting, silent: str
) -> None:
    before = await deciding(hosted)
    hosted.now += 5
    after = (await hosted.do(BEN, silent)).table
    assert (after.due, after.seen_at) == (before.due, before.seen_at)


async def test_public_commands_postpone_the_sleep_of_a_table(hosted: Hosting) -> None:
    table = await deciding(hosted)
    (seat,) = table.ends_at
    hosted.now += 5
    table = (await hosted.do(USERS[seat], "move", str(table.running.legal(seat)[0]))).table
    assert table.seen_at == hosted.now
    hosted.now += 5
    table = (await hosted.service.repost("blue", 70, None)).table
    assert table.seen_at == hosted.now


# --- when nobody could reach the bot -------------------------------------------------------


async def test_a_restart_gives_everybody_their_time_again(tmp_path: Path) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file) as hosted:
        table = await deciding(hosted)
        stopped = hosted.now
    async with hosting(file) as hosted:
        hosted.now = hosted.reach.since = stopped + 3 * HOUR
        await hosted.service.attend("blue")
        again = await hosted.table()
        assert again.ends_at == dict.fromkeys(table.ends_at, hosted.now + DECISION)
        assert await hosted.store.pages_to_paint("blue") == [again.page.key]
        await passes(hosted, DECISION)
        assert "stand_in" in await commands(hosted)


async def test_a_restart_with_an_earlier_clock_gives_no_more_time(tmp_path: Path) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file) as hosted:
        await deciding(hosted)
        stopped = hosted.now
    async with hosting(file) as hosted:
        hosted.now = hosted.reach.since = stopped - 2 * HOUR
        await goes_by(hosted, 1)
        assert min((await hosted.table()).ends_at.values()) <= hosted.now + DECISION
        await goes_by(hosted, DECISION)
        assert "stand_in" in await commands(hosted)


async def test_an_unreadable_table_stops_no_time_at_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file) as hosted:
        await deciding(hosted)
        await hosted.store.commit(change("red", due=hosted.now, snapshot=LONG))
        stopped = hosted.now
    lose_the_rest(file)
    async with hosting(file) as hosted:
        hosted.now = hosted.reach.since = stopped
        await goes_by(hosted, DECISION + 1)
        assert "stand_in" in await commands(hosted)
        assert [line for line in caplog.messages if "red" in line] == [
            "table red could not be attended to: the store refused: broken",
            "table red could not be attended to 2 times: broken",
        ]


async def goes_by(hosted: Hosting, seconds: float) -> None:
    """Run the scheduler for these seconds."""
    clock = Scheduler(
        hosted.store, hosted.service.attend, lambda: hosted.now, hosted, lambda: hosted.now
    )
    await clock.start()
    for _ in range(round(seconds) + 1):
        clock._wake()
        if clock._round is not None:
            await clock._round
        hosted.now += 1
    hosted.now -= 1
    await clock.close()


async def test_a_ping_shows_time_that_was_given_back(hosted: Hosting) -> None:
    await deciding(hosted)
    table = await passes(hosted, DECISION * 2 / 3)
    await hosted.painted()
    hosted.now = hosted.reach.since = hosted.now + HOUR
    await hosted.service.attend("blue")
    assert await hosted.store.pages_to_paint("blue") == story_and(table, 1)


async def test_a_game_that_cannot_be_shown_is_closed_in_the_end(hosted: Hosting) -> None:
    table = await deciding(hosted)
    hosted.reach.shown_since = lambda: hosted.now
    assert (await passes(hosted, table.sleeps_after + DAY)).asleep
    assert (await passes(hosted, 28 * DAY)).open
    assert (await passes(hosted, 2 * DAY)).stage == "expired"
    assert {"warn", "stand_in"}.isdisjoint(await commands(hosted))  # nobody's time ran out before


# --- nudges --------------------------------------------------------------------------------


async def test_the_host_may_nudge_once_a_minute_and_only_the_newest_ping_is_posted(
    hosted: Hosting,
) -> None:
    await waiting_for_others(hosted)
    assert await code(hosted.do(BEN, "nudge")) == "nobody_to_call"  # which does not count
    await hosted.do(ANNA, "nudge")
    await hosted.painted()
    hosted.now += 59
    assert await code(hosted.do(ANNA, "nudge")) == "nudged_lately"
    hosted.now += 1
    await hosted.do(ANNA, "nudge")
    assert await hosted.store.pages_to_paint("blue") == [notice(1), notice(2)]
    hosted.now -= HOUR  # a clock that was put back forbids none
    await hosted.do(ANNA, "nudge")


async def waiting_for_others(hosted: Hosting) -> None:
    """A table without time limits, whose host waits for the others."""
    await hosted.open()
    await hosted.do(ANNA, "setting", "pace=none")
    await hosted.do(BEN, "join", "b")
    await hosted.do(ANNA, "start", "7")
    while presence.to_ping(table := await hosted.table()) != (1,):
        await hosted.a_move()
    await hosted.painted()
    assert table.host == 0
