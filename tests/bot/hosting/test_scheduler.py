"""One sleeper: it wakes for whatever is due, and nobody's trouble is anybody else's."""

import asyncio

import pytest

from bot.hosting import scheduler as clock
from bot.hosting.scheduler import Scheduler
from tests.bot.hosting.evening import HAND, START, Evening


async def test_what_fell_due_while_nobody_was_awake_is_attended_to_first(evening: Evening) -> None:
    await evening.due("blue", START - 500)
    await evening.due("red", START - 900)
    await evening.due("green", START + 900)
    await evening.scheduler.start()
    await evening.until(2)
    assert evening.attended == ["red", "blue"]


async def test_whatever_is_due_is_attended_to_in_its_time(evening: Evening) -> None:
    soon = evening.now() + 0.5
    for table, at in (("blue", soon + 0.2), ("red", soon), ("green", None)):
        await evening.due(table, at)
    await evening.scheduler.start()
    assert evening.attended == []
    await evening.until(1)
    assert evening.now() >= soon
    await evening.until(2)
    assert evening.attended == ["red", "blue"]
    assert evening.now() >= soon + 0.2


async def test_an_earlier_appointment_wakes_earlier_and_there_is_one_timer(
    evening: Evening,
) -> None:
    await evening.due("blue", evening.now() + 900)
    await evening.scheduler.start()
    at = evening.now() + 0.5
    await evening.due("red", at)
    for later in (at + 50, at, at + 10, None, at + 0.01):
        evening.scheduler.wake_by(later)
        assert evening.timers() == 1
    await evening.until(1)
    assert evening.attended == ["red"]
    assert evening.timers() == 1


async def test_a_clock_that_is_put_forward_delays_nothing_for_long(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "LONGEST_SLEEP", 0.05)
    await evening.due("blue", evening.now() + 7200)
    await evening.scheduler.start()
    await asyncio.sleep(0.12)
    assert evening.attended == []
    evening.ahead += 7200
    await evening.until(1)
    assert evening.attended == ["blue"]


async def test_an_appointment_made_while_attending_is_kept(evening: Evening) -> None:
    rounds = iter(range(3))

    async def attend(table: str) -> None:
        evening.attended.append(table)
        again = next(rounds) < 2
        await evening.due(table, evening.now() if again else None)
        evening.scheduler.wake_by(evening.now() if again else None)

    evening.scheduler = Scheduler(evening.store, attend, evening.now)
    await evening.due("blue", START)
    await evening.scheduler.start()
    await evening.until(3)
    await asyncio.sleep(0.1)
    assert evening.attended == ["blue"] * 3


async def test_a_failing_table_is_held_back_and_its_fault_told_without_text(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clock, "AFTER_FAULT", 0.5)
    evening.ill = {"blue"}
    await evening.due("blue", START)
    await evening.scheduler.start()
    await evening.until(1)
    first = evening.now()
    await evening.until(2)
    assert evening.now() >= first + 0.4
    assert evening.looks < 50  # it slept meanwhile
    assert HAND not in caplog.text
    evening.ill.clear()
    await evening.until(3)
    assert evening.attended == ["blue"] * 3
    assert await evening.store.due(evening.now()) == []


async def test_a_table_that_is_held_back_does_not_hold_up_the_others(evening: Evening) -> None:
    evening.ill = {"blue"}
    await evening.due("blue", START)
    await evening.due("red", START)
    await evening.due("green", evening.now() + 0.4)
    await evening.due("white", evening.now() + 0.5)
    await evening.scheduler.start()
    await evening.until(4)
    assert evening.attended == ["blue", "red", "green", "white"]


async def test_a_store_that_is_locked_is_told_of_and_asked_again_later(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clock, "AFTER_FAULT", 0.3)
    evening.is_locked_once(monkeypatch)
    await evening.due("blue", START)
    await evening.scheduler.start()
    await asyncio.sleep(0.02)
    assert evening.attended == []
    assert "locked" in caplog.text
    await evening.until(1)
    assert evening.attended == ["blue"]


async def test_a_clock_that_is_closed_finishes_its_round_and_wakes_no_more(
    evening: Evening,
) -> None:
    await evening.due("blue", START)
    await evening.due("red", evening.now() + 0.5)
    await evening.scheduler.start()
    await asyncio.sleep(0.01)
    await evening.scheduler.close()
    assert evening.attended == ["blue"]
    evening.scheduler.wake_by(evening.now())
    await asyncio.sleep(0.6)
    assert evening.attended == ["blue"]
    assert evening.timers() == 0


# --- many at once ------------------------------------------------------------------------------


async def test_many_are_attended_to_side_by_side_but_no_more_than_a_few(evening: Evening) -> None:
    at_work: list[str] = []
    most = 0

    async def attend(table: str) -> None:
        nonlocal most
        at_work.append(table)
        most = max(most, len(at_work))
        await asyncio.sleep(0.01)
        at_work.remove(table)
        await evening.attend(table)

    evening.scheduler._attend = attend
    for number in range(clock.AT_ONCE + 4):
        await evening.due(f"t{number}", START)
    await evening.scheduler.start()
    await evening.until(clock.AT_ONCE + 4)
    assert most == clock.AT_ONCE


async def test_a_clock_that_is_closed_begins_with_nobody_else(evening: Evening) -> None:
    for number in range(clock.AT_ONCE + 4):
        await evening.due(f"t{number}", START)
    await evening.scheduler.start()
    while not evening.attended:
        await asyncio.sleep(0)
    await evening.scheduler.close()
    assert len(evening.attended) == clock.AT_ONCE


async def test_what_is_appointed_at_the_very_end_of_a_round_is_not_forgotten(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_due, late = evening.store.next_due, ["red"]

    async def read_before_it_was_written(after: float = 0.0) -> float | None:
        found = await next_due(after)
        if after and late:
            await evening.due(late.pop(), evening.now())
            evening.scheduler.wake_by(evening.now())
            await asyncio.sleep(0.02)
        return found

    monkeypatch.setattr(evening.store, "next_due", read_before_it_was_written)
    await evening.due("blue", START)
    await evening.due("green", evening.now() + 900)
    await evening.scheduler.start()
    await evening.until(2)
    assert evening.attended == ["blue", "red"]
