"""Jumps of the clock, sleep of the machine and outages of the store cost people no time."""

import asyncio
from itertools import pairwise

import pytest

from bot.hosting import scheduler
from bot.store.errors import (
    DatabaseBroken,
    DiskFailing,
    DiskFull,
    Locked,
    Outdated,
    StoreError,
    Unavailable,
    Unfit,
)
from tests.bot.hosting.schedule import START, Schedule

# --- clocks that were set, and nights of sleep -------------------------------------------------


async def test_a_clock_that_is_put_back_is_noticed_despite_new_deadlines(
    schedule: Schedule, jumps: list[int]
) -> None:
    await schedule.due("blue", schedule.now() + 900)
    await schedule.scheduler.start()
    schedule.ahead -= 3600
    await schedule.due("red", schedule.now() + 900)
    schedule.scheduler.wake_by(schedule.now() + 900)
    assert len(jumps) == 1
    await schedule.until(2)
    assert sorted(schedule.attended) == ["blue", "red"]  # by the wrong clock, both were far away


async def test_a_night_of_sleep_is_noticed_though_nothing_was_due(
    schedule: Schedule, jumps: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    slept = 0.0
    monkeypatch.setattr(schedule.scheduler, "_steady", lambda: schedule.loop.time() + slept)
    await schedule.due("blue", schedule.now() + 9000)
    await schedule.scheduler.start()
    slept = 600.0
    schedule.ahead += slept
    async with asyncio.timeout(10):
        while not jumps:
            await asyncio.sleep(0.01)
    assert jumps == [0]


@pytest.mark.parametrize("reason", ["set", "asleep"])
async def test_a_jump_noticed_while_scheduling_is_reported_once(
    schedule: Schedule, jumps: list[int], monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    monkeypatch.setattr(scheduler, "MAX_SLEEP", 60.0)
    slept = 0.0
    monkeypatch.setattr(schedule.scheduler, "_steady", lambda: schedule.loop.time() + slept)
    await schedule.due("blue", schedule.now() + 900)
    await schedule.scheduler.start()
    schedule.ahead += 600
    slept += 600 if reason == "asleep" else 0
    schedule.scheduler.wake_by(schedule.now() + 9000)
    assert len(jumps) == 1
    schedule.ahead += 0 if reason == "asleep" else 59
    slept += 0 if reason == "asleep" else 59
    schedule.scheduler._wake()
    assert len(jumps) == 1


async def test_clocks_that_agree_are_not_reported(schedule: Schedule, jumps: list[int]) -> None:
    await schedule.due("blue", schedule.now() + 0.5)
    await schedule.scheduler.start()
    await schedule.until(1)
    schedule.ahead += 0.1
    schedule.scheduler.wake_by(schedule.now() + 900)
    assert jumps == []


async def test_a_long_round_is_not_taken_for_sleep(
    schedule: Schedule, jumps: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    worked = 0.0
    monkeypatch.setattr(schedule.scheduler, "_steady", lambda: schedule.loop.time() + worked)

    async def attend(table: str) -> None:
        nonlocal worked
        worked += 10
        schedule.ahead += 10
        await schedule.attend(table)
        schedule.scheduler.wake_by(schedule.now() + 900)  # as a click does meanwhile

    schedule.scheduler._attend = attend
    await schedule.due("blue", START)
    await schedule.scheduler.start()
    await schedule.until(1)
    assert jumps == []


async def test_a_clock_that_is_put_back_does_not_delay_retries(
    schedule: Schedule, jumps: list[int]
) -> None:
    schedule.failing = {"blue"}
    await schedule.due("blue", START)
    await schedule.scheduler.start()
    await schedule.until(1)
    schedule.failing.clear()
    schedule.ahead -= 3600
    await schedule.until(2)
    assert schedule.attended == ["blue"] * 2


async def test_a_clock_put_forward_is_reported_before_anything_is_done(
    schedule: Schedule, jumps: list[int]
) -> None:
    await schedule.due("blue", schedule.now() + 900)
    await schedule.scheduler.start()
    schedule.ahead += 3600
    await schedule.until(1)
    assert jumps == [0]


# --- a clock that was put back while the bot was down --------------------------------------


async def is_put_back(schedule: Schedule) -> None:
    """A clock two hours ahead scheduled two tables for soon."""
    schedule.ahead += 7200
    for table in ("blue", "red"):
        await schedule.due(table, schedule.now() + 45)
    schedule.ahead -= 7200


async def test_tables_scheduled_by_a_clock_ahead_are_checked_first(schedule: Schedule) -> None:
    await is_put_back(schedule)
    await schedule.scheduler.start()
    await schedule.until(2)
    assert sorted(schedule.attended) == ["blue", "red"]


async def test_tables_not_due_are_left_alone_if_no_clock_was_ahead(schedule: Schedule) -> None:
    await schedule.due("blue", schedule.now() + 7200)
    schedule.ahead -= scheduler.TOLERANCE / 2
    await schedule.scheduler.start()
    await asyncio.sleep(0.1)
    assert schedule.attended == []


async def test_a_table_that_fails_in_that_check_is_retried_soon(
    schedule: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "STORE_RETRY_DELAY", 0.1)
    schedule.refused = {"blue": Locked()}
    await is_put_back(schedule)
    await schedule.scheduler.start()
    await schedule.until(2)
    schedule.refused.clear()
    await schedule.until(3)
    assert schedule.attended[2:] == ["blue"]


async def test_an_interrupted_round_over_all_tables_is_repeated(
    schedule: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "STORE_RETRY_DELAY", 0.1)
    await is_put_back(schedule)
    schedule.is_locked_once(monkeypatch)
    await schedule.scheduler.start()
    await schedule.until(2)
    assert sorted(schedule.attended) == ["blue", "red"]


# --- when the store refuses ----------------------------------------------------------------


async def is_refused(schedule: Schedule, kind: type[StoreError]) -> None:
    """A table is due, and the store refuses with this code."""
    schedule.refused = {"blue": kind()}
    await schedule.due("blue", START)
    await schedule.scheduler.start()
    await schedule.until(1)


@pytest.mark.parametrize("kind", Unavailable.__subclasses__())
async def test_a_store_that_refuses_gives_all_their_time_again(
    schedule: Schedule, jumps: list[int], kind: type[StoreError]
) -> None:
    await is_refused(schedule, kind)
    assert len(jumps) == 1


@pytest.mark.parametrize("kind", [DatabaseBroken, Unfit, Outdated])
async def test_a_store_error_of_one_table_gives_no_more_time(
    schedule: Schedule, jumps: list[int], kind: type[StoreError]
) -> None:
    await is_refused(schedule, kind)
    assert jumps == []


@pytest.mark.parametrize("others", [1, 0])
async def test_a_disk_that_fails_for_one_table_gives_time_once(
    schedule: Schedule, jumps: list[int], monkeypatch: pytest.MonkeyPatch, others: int
) -> None:
    monkeypatch.setattr(scheduler, "STORE_RETRY_DELAY", 0.1)
    schedule.refused = {"blue": DiskFailing()}
    for table in ("blue", "red")[: 1 + others]:
        await schedule.due(table, START)
    await schedule.scheduler.start()
    await schedule.until(2 + others)
    assert schedule.attended.count("blue") == 2
    assert len(jumps) == (1 if others else 2)


async def test_a_failing_table_is_retried_and_logged_ever_less_often(
    schedule: Schedule, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler, "TABLE_RETRY_DELAY", 0.02)
    monkeypatch.setattr(scheduler, "MAX_RETRY_DELAY", 0.08)
    schedule.refused = {"blue": DatabaseBroken()}
    times: list[float] = []
    attend = schedule.attend
    schedule.scheduler._attend = lambda table: (times.append(schedule.time()), attend(table))[1]
    await schedule.due("blue", START)
    await schedule.scheduler.start()
    await schedule.until(9)
    waits = [later - sooner for sooner, later in pairwise(times)]
    least = (0.02, 0.04, *[0.08] * 6)
    assert all(wait >= at_least for wait, at_least in zip(waits, least, strict=False))
    assert len(caplog.records) == 4  # for the first, second, fourth and eighth failure
    assert all("blue" in line and "broken" in line for line in caplog.messages)
    assert "Traceback" not in caplog.text
    schedule.refused.clear()
    await schedule.until(10)
    assert "again" in caplog.messages[-1]
    assert await schedule.store.due(schedule.now()) == []


async def test_a_store_that_refuses_every_table_is_retried_as_often(
    schedule: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "STORE_RETRY_DELAY", 0.02)
    schedule.refused = {"blue": DiskFull()}
    await schedule.due("blue", START)
    await schedule.scheduler.start()
    await schedule.until(6)
    assert schedule.scheduler._failing["blue"].wait == 0.02


async def test_a_failing_table_gives_no_more_time(schedule: Schedule, jumps: list[int]) -> None:
    schedule.failing = {"blue"}
    await schedule.due("blue", START)
    await schedule.scheduler.start()
    await schedule.until(1)
    assert jumps == []
