"""One timer for all tables that are due; a table that fails delays no other."""

import asyncio

import pytest

from bot import log
from bot.hosting import scheduler
from bot.hosting.scheduler import Scheduler
from tests.bot.hosting.schedule import HAND, START, Schedule


async def test_tables_that_fell_due_before_the_start_come_first(schedule: Schedule) -> None:
    await schedule.due("blue", START - 500)
    await schedule.due("red", START - 900)
    await schedule.due("green", START + 900)
    await schedule.scheduler.start()
    await schedule.until(2)
    assert schedule.attended == ["red", "blue"]


async def test_tables_are_attended_to_when_they_are_due(schedule: Schedule) -> None:
    soon = schedule.now() + 0.5
    for table, at in (("blue", soon + 0.2), ("red", soon), ("green", None)):
        await schedule.due(table, at)
    await schedule.scheduler.start()
    assert schedule.attended == []
    await schedule.until(1)
    assert schedule.now() >= soon
    await schedule.until(2)
    assert schedule.attended == ["red", "blue"]
    assert schedule.now() >= soon + 0.2


async def test_each_table_is_attended_to_under_its_own_log_id(
    schedule: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    causes: list[str] = []
    rounds: list[str] = []
    attend, due = schedule.attend, schedule.store.due

    async def noted(table: str) -> None:
        causes.append(log.cause.get())
        await attend(table)

    async def asked(now: float) -> list[str]:
        rounds.append(log.cause.get())
        return await due(now)

    monkeypatch.setattr(schedule.store, "due", asked)
    schedule.scheduler = Scheduler(schedule.store, noted, schedule.now, schedule)
    await schedule.due("blue", schedule.now() + 0.1)
    await schedule.due("red", schedule.now() + 0.1)
    with log.caused_by("12"):
        await schedule.scheduler.start()
    await schedule.until(2)
    assert len({*causes}) == 2
    assert {len(cause) for cause in causes} == {8}
    assert {*rounds} == {""}


async def test_an_earlier_deadline_moves_the_one_timer(schedule: Schedule) -> None:
    await schedule.due("blue", schedule.now() + 900)
    await schedule.scheduler.start()
    at = schedule.now() + 0.5
    await schedule.due("red", at)
    for later in (at + 50, at, at + 10, None, at + 0.01):
        schedule.scheduler.wake_by(later)
        assert schedule.timers() == 1
    await schedule.until(1)
    assert schedule.attended == ["red"]
    assert schedule.timers() == 1


async def test_a_clock_that_is_put_forward_delays_nothing_for_long(
    schedule: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "MAX_SLEEP", 0.05)
    await schedule.due("blue", schedule.now() + 7200)
    await schedule.scheduler.start()
    await asyncio.sleep(0.12)
    assert schedule.attended == []
    schedule.ahead += 7200
    await schedule.until(1)
    assert schedule.attended == ["blue"]


async def test_a_deadline_set_during_a_round_is_met(schedule: Schedule) -> None:
    rounds = iter(range(3))

    async def attend(table: str) -> None:
        schedule.attended.append(table)
        again = next(rounds) < 2
        await schedule.due(table, schedule.now() if again else None)
        schedule.scheduler.wake_by(schedule.now() if again else None)

    schedule.scheduler = Scheduler(schedule.store, attend, schedule.now, schedule)
    await schedule.due("blue", START)
    await schedule.scheduler.start()
    await schedule.until(3)
    await asyncio.sleep(0.1)
    assert schedule.attended == ["blue"] * 3


async def test_a_failing_table_is_retried_later_and_logged_without_text(
    schedule: Schedule, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler, "TABLE_RETRY_DELAY", 0.5)
    schedule.failing = {"blue"}
    await schedule.due("blue", START)
    await schedule.scheduler.start()
    await schedule.until(1)
    first = schedule.now()
    await schedule.until(2)
    assert schedule.now() >= first + 0.4
    assert schedule.looks < 50  # it slept meanwhile
    assert HAND not in caplog.text
    schedule.failing.clear()
    await schedule.until(3)
    assert schedule.attended == ["blue"] * 3
    assert await schedule.store.due(schedule.now()) == []


async def test_a_failing_table_does_not_delay_the_others(schedule: Schedule) -> None:
    schedule.failing = {"blue"}
    await schedule.due("blue", START)
    await schedule.due("red", START)
    await schedule.due("green", schedule.now() + 0.4)
    await schedule.due("white", schedule.now() + 0.5)
    await schedule.scheduler.start()
    await schedule.until(4)
    assert schedule.attended == ["blue", "red", "green", "white"]


async def test_a_locked_store_is_logged_and_asked_again_later(
    schedule: Schedule, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler, "STORE_RETRY_DELAY", 0.3)
    schedule.is_locked_once(monkeypatch)
    await schedule.due("blue", START)
    await schedule.scheduler.start()
    await asyncio.sleep(0.02)
    assert schedule.attended == []
    assert "locked" in caplog.text
    await schedule.until(1)
    assert schedule.attended == ["blue"]


async def test_closing_finishes_the_round_and_stops_the_timer(schedule: Schedule) -> None:
    await schedule.due("blue", START)
    await schedule.due("red", schedule.now() + 0.5)
    await schedule.scheduler.start()
    await asyncio.sleep(0.01)
    await schedule.scheduler.close()
    assert schedule.attended == ["blue"]
    schedule.scheduler.wake_by(schedule.now())
    await asyncio.sleep(0.6)
    assert schedule.attended == ["blue"]
    assert schedule.timers() == 0


# --- many at once ------------------------------------------------------------------------------


async def test_a_few_tables_are_attended_to_at_once(schedule: Schedule) -> None:
    at_work: list[str] = []
    most = 0

    async def attend(table: str) -> None:
        nonlocal most
        at_work.append(table)
        most = max(most, len(at_work))
        await asyncio.sleep(0.01)
        at_work.remove(table)
        await schedule.attend(table)

    schedule.scheduler._attend = attend
    for number in range(scheduler.BATCH + 4):
        await schedule.due(f"t{number}", START)
    await schedule.scheduler.start()
    await schedule.until(scheduler.BATCH + 4)
    assert most == scheduler.BATCH


async def test_closing_begins_with_no_further_table(schedule: Schedule) -> None:
    for number in range(scheduler.BATCH + 4):
        await schedule.due(f"t{number}", START)
    await schedule.scheduler.start()
    while not schedule.attended:
        await asyncio.sleep(0)
    await schedule.scheduler.close()
    assert len(schedule.attended) == scheduler.BATCH


async def test_a_deadline_set_at_the_end_of_a_round_is_met(
    schedule: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_due, late = schedule.store.next_due, ["red"]

    async def read_before_it_was_written(after: float = 0.0) -> float | None:
        found = await next_due(after)
        if after and late:
            await schedule.due(late.pop(), schedule.now())
            schedule.scheduler.wake_by(schedule.now())
            await asyncio.sleep(0.02)
        return found

    monkeypatch.setattr(schedule.store, "next_due", read_before_it_was_written)
    await schedule.due("blue", START)
    await schedule.due("green", schedule.now() + 900)
    await schedule.scheduler.start()
    await schedule.until(2)
    assert schedule.attended == ["blue", "red"]
