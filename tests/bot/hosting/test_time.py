"""Time at the host: what the house does when it is due, what is stored of it, and what is seen."""

import json
from pathlib import Path

import pytest

from bot.hosting.scheduler import Scheduler
from bot.hosting.service import Command
from bot.tables import presence
from bot.tables.paces import DAY
from bot.tables.proof import record
from bot.tables.refusals import Refused
from bot.tables.table import Table
from engine import Record
from engine.errors import IllegalMove
from engine.records import verify
from tests.bot.hosting.hosted import ANNA, BEN, USERS, Hosting, hosting
from tests.bot.store.changes import change, notice
from tests.bot.store.rotting import LONG, lose_the_rest

HOUR = 3600.0
DECISION = 45.0
ROUNDS = 200


async def deciding(house: Hosting) -> Table:
    """A game of three, one of whom has to decide, and everything is painted."""
    await house.start(persons=3)
    while not (table := await house.table()).ends_at:
        await house.a_move()
    await house.painted()
    return table


async def passes(house: Hosting, seconds: float) -> Table:
    """So much time goes by, and the house attends to whatever falls due."""
    end = house.now + seconds
    for _ in range(ROUNDS):
        at = await house.store.next_due()
        if at is None or at > end:
            break
        house.now = max(house.now, at)
        await house.service.attend("blue")
    house.now = end
    return await house.table()


async def acts(house: Hosting) -> list[str]:
    return [entry.command for entry in await house.store.log("blue")]


async def deserted(house: Hosting) -> Table:
    """Everybody has gone away."""
    await deciding(house)
    table = await passes(house, 0.9 * HOUR)
    assert len(presence.substituted(table)) == 3
    await house.painted()
    return table


# --- what is due, and stored ---------------------------------------------------------------


async def test_a_deadline_is_a_row_of_the_store(house: Hosting) -> None:
    table = await deciding(house)
    (ends,) = table.ends_at.values()
    assert ends == house.now + DECISION
    assert await house.store.next_due() == ends - DECISION / 3
    await passes(house, DECISION * 2 / 3)
    assert await house.store.next_due() == ends


async def test_a_warning_is_a_call_and_changes_no_board(house: Hosting) -> None:
    table = await deciding(house)
    table = await passes(house, DECISION * 2 / 3)
    assert table.notice is not None
    assert await house.store.pages_to_paint("blue") == [notice(table.notice.number)]


async def test_a_call_names_nobody_who_has_answered(house: Hosting) -> None:
    await house.start(persons=4)
    while len((await house.table()).running.waiting) < 2:
        await house.a_move()
    table = await house.table()
    first, *others = [seat for seat in table.running.waiting if seat != table.host]
    await house.do(table.people[table.host], "nudge")
    await house.painted()
    await house.service.do("blue", Command("move", "pass"), seat=first)
    table = await house.table()
    assert (table.notice is not None) == bool(others)
    assert notice(1) in await house.store.pages_to_paint("blue")


async def test_when_a_computer_decides_the_call_is_taken_down_and_the_board_painted(
    house: Hosting,
) -> None:
    await deciding(house)
    table = await passes(house, DECISION * 2 / 3)
    await house.painted()
    table = await passes(house, DECISION / 3)
    assert table.notice is None
    assert await house.store.pages_to_paint("blue") == sorted(
        [notice(1), table.page.key], key=lambda page: (page.number, page.kind)
    )


async def test_a_click_in_the_very_second_of_its_deadline_counts(house: Hosting) -> None:
    table = await deciding(house)
    ((seat, ends),) = table.ends_at.items()
    house.now = ends
    await house.do(USERS[seat], "move", str(table.running.legal(seat)[0]))
    await house.service.attend("blue")
    assert "stand_in" not in await acts(house)
    assert (await house.table()).missed == {}


async def test_a_click_that_comes_after_the_computer_is_refused_and_nothing_is_lost(
    house: Hosting,
) -> None:
    table = await deciding(house)
    ((seat, ends),) = table.ends_at.items()
    house.now = ends
    await house.service.attend("blue")
    before = await house.everything()
    with pytest.raises((Refused, IllegalMove)):
        await house.do(USERS[seat], "move", str(table.running.legal(seat)[0]))
    assert await house.everything() == before


async def test_the_whole_story_of_a_table_that_everybody_leaves(house: Hosting) -> None:
    await deserted(house)
    done = await acts(house)
    assert {"warn", "stand_in"} <= {*done}
    assert (await passes(house, HOUR)).asleep
    assert not (await house.do(ANNA, "back")).table.asleep
    assert (await passes(house, HOUR + 10 * DECISION)).asleep
    table = await passes(house, 30 * DAY)
    assert (table.stage, await house.store.next_due()) == ("expired", None)
    whole = await house.service.history("blue")
    assert verify(Record.from_json(json.loads(record(whole) or ""))).honest


async def test_nobody_plays_on_in_an_empty_room(house: Hosting) -> None:
    table = await deserted(house)
    before = await acts(house)
    assert table.answers_at == {}
    await passes(house, 0.05 * HOUR)
    assert await acts(house) == before


async def test_stand_ins_end_no_game(house: Hosting) -> None:
    for seed in range(4):
        name = await house.start(f"t{seed}", persons=1, computers=2, goal=25)
        for _ in range(ROUNDS):
            table = await house.table(name)
            if table.asleep or not table.open:
                break
            house.now = max(house.now, table.due or house.now)
            await house.service.attend(name)
        assert (await house.table(name)).asleep


@pytest.mark.parametrize("silent", ["quiet", "arm"])
async def test_silent_words_put_off_nothing_that_others_see(house: Hosting, silent: str) -> None:
    table = await deciding(house)
    due, seen = table.due, table.seen_at
    house.now += 5
    table = (await house.do(BEN, silent)).table
    assert (table.due, table.seen_at) == (due, seen)


async def test_nor_does_anything_else_that_nobody_sees(house: Hosting) -> None:
    table = await deciding(house)
    house.now += 5
    assert (await house.do(BEN, "back")).table.due == table.due


async def test_whatever_others_see_puts_off_the_sleep_of_a_table(house: Hosting) -> None:
    table = await deciding(house)
    (seat,) = table.ends_at
    house.now += 5
    table = (await house.do(USERS[seat], "move", str(table.running.legal(seat)[0]))).table
    assert table.seen_at == house.now
    house.now += 5
    table = (await house.service.repost("blue", 70, None)).table
    assert table.seen_at == house.now


# --- when nobody could reach us ------------------------------------------------------------


async def test_a_restart_in_between_gives_everybody_their_time_again(tmp_path: Path) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file) as house:
        table = await deciding(house)
        stopped = house.now
    async with hosting(file) as house:
        house.now = house.service.since = stopped + 3 * HOUR
        await house.service.attend("blue")
        again = await house.table()
        assert again.ends_at == dict.fromkeys(table.ends_at, house.now + DECISION)
        assert await house.store.pages_to_paint("blue") == [again.page.key]
        assert "stand_in" in (await acts_after(house, DECISION))


async def test_a_restart_under_a_clock_that_was_put_back_gives_no_more_than_that(
    tmp_path: Path,
) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file) as house:
        await deciding(house)
        stopped = house.now
    async with hosting(file) as house:
        house.now = house.service.since = stopped - 2 * HOUR
        await goes_by(house, 1)
        assert min((await house.table()).ends_at.values()) <= house.now + DECISION
        await goes_by(house, DECISION)
        assert "stand_in" in await acts(house)


async def test_nobody_elses_time_stands_still_for_a_table_that_cannot_be_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file) as house:
        await deciding(house)
        await house.store.commit(change("red", due=house.now, snapshot=LONG))
        stopped = house.now
    lose_the_rest(file)
    async with hosting(file) as house:
        house.now = house.service.since = stopped
        await goes_by(house, DECISION + 1)
        assert "stand_in" in await acts(house)
        assert [line for line in caplog.messages if "red" in line] == [
            "table red could not be attended to: the store refused: broken",
            "table red could not be attended to 2 times: broken",
        ]


async def goes_by(house: Hosting, seconds: float) -> None:
    """The clock is started, and so many seconds go by."""
    clock = Scheduler(house.store, house.service.attend, lambda: house.now, lambda: house.now)
    clock.on_jump = lambda: setattr(house.service, "since", house.now)
    await clock.start()
    for _ in range(round(seconds) + 1):
        clock._wake()
        if clock._round is not None:
            await clock._round
        house.now += 1
    house.now -= 1
    await clock.close()


async def acts_after(house: Hosting, seconds: float) -> list[str]:
    await passes(house, seconds)
    return await acts(house)


async def test_as_long_as_a_board_cannot_be_shown_nobodys_time_runs_out(house: Hosting) -> None:
    await deciding(house)
    house.service.shown_since = lambda _: house.now
    await passes(house, 0.9 * HOUR)
    assert not {"stand_in", "warn"} & {*await acts(house)}
    back = house.now
    house.service.shown_since = lambda _: back
    table = await passes(house, 1.0)
    assert min(table.ends_at.values()) <= back + DECISION
    assert "stand_in" in await acts_after(house, DECISION)


async def test_a_call_shows_time_that_was_given_again(house: Hosting) -> None:
    await deciding(house)
    table = await passes(house, DECISION * 2 / 3)
    await house.painted()
    house.now = house.service.since = house.now + HOUR
    await house.service.attend("blue")
    assert await house.store.pages_to_paint("blue") == sorted(
        [notice(1), table.page.key], key=lambda page: (page.number, page.kind)
    )


async def test_a_game_that_can_be_shown_nowhere_is_closed_in_its_time(house: Hosting) -> None:
    table = await deciding(house)
    house.service.shown_since = lambda _: house.now
    assert (await passes(house, table.sleeps_after + DAY)).asleep
    assert (await passes(house, 28 * DAY)).open
    assert (await passes(house, 2 * DAY)).stage == "expired"
    assert {"warn", "stand_in"}.isdisjoint(await acts(house))  # nobody's time ran out before


async def test_a_lobby_and_a_game_that_sleeps_outlast_an_absence_of_ours(house: Hosting) -> None:
    await house.open("lobby")
    await deserted(house)
    await passes(house, HOUR)
    house.now = house.service.since = house.now + 40 * DAY
    for name, stage in (("lobby", "lobby"), ("blue", "playing")):
        await house.service.attend(name)
        assert (await house.table(name)).stage == stage
    assert await house.store.due(house.now) == []


# --- the host's calls ----------------------------------------------------------------------


async def test_the_host_may_call_once_a_minute(house: Hosting) -> None:
    await waiting_for_others(house)
    await house.do(ANNA, "nudge")
    house.now += 59
    assert await refused(house, ANNA) == "nudged_lately"
    house.now += 1
    await house.do(ANNA, "nudge")


async def test_a_call_that_was_refused_does_not_count(house: Hosting) -> None:
    await waiting_for_others(house)
    assert await refused(house, BEN) == "nobody_to_call"
    await house.do(ANNA, "nudge")
    assert await refused(house, BEN) == "nobody_to_call"


async def test_a_clock_that_was_put_back_does_not_keep_the_host_from_calling(
    house: Hosting,
) -> None:
    await waiting_for_others(house)
    await house.do(ANNA, "nudge")
    house.now -= HOUR
    await house.do(ANNA, "nudge")


async def test_only_the_newest_call_hangs(house: Hosting) -> None:
    await waiting_for_others(house)
    await house.do(ANNA, "nudge")
    await house.painted()
    house.now += 60
    await house.do(ANNA, "nudge")
    assert await house.store.pages_to_paint("blue") == [notice(1), notice(2)]


async def waiting_for_others(house: Hosting) -> None:
    """A table without a clock, at which the host waits for the others."""
    await house.open()
    await house.do(ANNA, "setting", "pace=none")
    await house.do(BEN, "join", "b")
    await house.do(ANNA, "start")
    while presence.to_ping(table := await house.table()) != (1,):
        await house.a_move()
    await house.painted()
    assert table.host == 0


async def refused(house: Hosting, user: int) -> str:
    """The code with which this user's call is refused."""
    with pytest.raises(Refused) as caught:
        await house.service.do("blue", Command("nudge"), user=user, interaction=next(house.clicks))
    return caught.value.code
