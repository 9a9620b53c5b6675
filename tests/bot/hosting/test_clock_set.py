"""Clocks that were set, nights of sleep, and a store that cannot be asked: nobody loses time."""

import asyncio
import time
from itertools import pairwise

import pytest

from bot.hosting import scheduler as clock
from bot.store.protocol import OF_THE_WHOLE_STORE
from tests.bot.hosting.evening import START, Evening

# --- clocks that were set, and nights of sleep -------------------------------------------------


async def test_a_clock_that_is_put_back_is_noticed_whatever_is_appointed_after_it(
    evening: Evening, jumps: list[float]
) -> None:
    await evening.due("blue", evening.now() + 900)
    await evening.scheduler.start()
    evening.ahead -= 3600
    await evening.due("red", evening.now() + 900)
    evening.scheduler.wake_by(evening.now() + 900)
    assert len(jumps) == 1
    await evening.until(2)
    assert sorted(evening.attended) == ["blue", "red"]  # by the wrong clock, both were far away


async def test_a_night_of_sleep_is_noticed_though_nothing_was_due(
    evening: Evening, jumps: list[float]
) -> None:
    await evening.due("blue", evening.now() + 900)
    await evening.scheduler.start()
    time.sleep(1.3)  # nobody is awake meanwhile
    await asyncio.sleep(0.05)
    assert len(jumps) == 1
    assert evening.attended == []


@pytest.mark.parametrize("reason", ["set", "asleep"])
async def test_what_an_appointment_has_noticed_is_noticed_once(
    evening: Evening, jumps: list[float], monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    monkeypatch.setattr(clock, "LONGEST_SLEEP", 60.0)
    slept = 0.0
    monkeypatch.setattr(evening.scheduler, "_steady", lambda: evening.loop.time() + slept)
    await evening.due("blue", evening.now() + 900)
    await evening.scheduler.start()
    evening.ahead += 600
    slept += 600 if reason == "asleep" else 0
    evening.scheduler.wake_by(evening.now() + 9000)
    assert len(jumps) == 1
    evening.ahead += 0 if reason == "asleep" else 59
    slept += 0 if reason == "asleep" else 59
    evening.scheduler._wake()
    assert len(jumps) == 1


async def test_clocks_that_agree_are_not_spoken_of(evening: Evening, jumps: list[float]) -> None:
    await evening.due("blue", evening.now() + 0.5)
    await evening.scheduler.start()
    await evening.until(1)
    evening.ahead += 0.1
    evening.scheduler.wake_by(evening.now() + 900)
    assert jumps == []


async def test_a_round_that_takes_long_is_no_sleep(
    evening: Evening, jumps: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    worked = 0.0
    monkeypatch.setattr(evening.scheduler, "_steady", lambda: evening.loop.time() + worked)

    async def attend(table: str) -> None:
        nonlocal worked
        worked += 10
        evening.ahead += 10
        await evening.attend(table)
        evening.scheduler.wake_by(evening.now() + 900)  # as a click does meanwhile

    evening.scheduler._attend = attend
    await evening.due("blue", START)
    await evening.scheduler.start()
    await evening.until(1)
    assert jumps == []


async def test_whoever_is_held_back_is_not_so_for_an_hour_more_when_the_clock_is_put_back(
    evening: Evening, jumps: list[float]
) -> None:
    evening.ill = {"blue"}
    await evening.due("blue", START)
    await evening.scheduler.start()
    await evening.until(1)
    evening.ill.clear()
    evening.ahead -= 3600
    await evening.until(2)
    assert evening.attended == ["blue"] * 2


async def test_a_clock_that_is_put_forward_is_spoken_of_before_anything_is_done(
    evening: Evening, jumps: list[float]
) -> None:
    order: list[str] = []
    evening.scheduler.on_jump = lambda: order.append(f"jump, {len(evening.attended)} attended")
    await evening.due("blue", evening.now() + 900)
    await evening.scheduler.start()
    evening.ahead += 3600
    await evening.until(1)
    assert order == ["jump, 0 attended"]


# --- a clock that was put back while nobody was awake ------------------------------------------


async def is_put_back(evening: Evening) -> None:
    """Two tables are appointed for soon, by a clock that was two hours ahead."""
    evening.ahead += 7200
    for table in ("blue", "red"):
        await evening.due(table, evening.now() + 45)
    evening.ahead -= 7200


async def test_whatever_a_clock_that_was_ahead_appointed_is_looked_at_first(
    evening: Evening,
) -> None:
    await is_put_back(evening)
    await evening.scheduler.start()
    await evening.until(2)
    assert sorted(evening.attended) == ["blue", "red"]


async def test_whoever_is_not_due_is_left_alone_where_no_clock_was_ahead(evening: Evening) -> None:
    await evening.due("blue", evening.now() + 7200)
    evening.ahead -= clock.TOLERANCE / 2
    await evening.scheduler.start()
    await asyncio.sleep(0.1)
    assert evening.attended == []


async def test_whoever_cannot_be_attended_to_then_is_tried_again_soon(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "AFTER_FAULT", 0.1)
    evening.refused = {"blue": "locked"}
    await is_put_back(evening)
    await evening.scheduler.start()
    await evening.until(2)
    evening.refused.clear()
    await evening.until(3)
    assert evening.attended[2:] == ["blue"]


async def test_a_round_over_all_that_is_broken_off_is_made_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "AFTER_FAULT", 0.1)
    await is_put_back(evening)
    evening.is_locked_once(monkeypatch)
    await evening.scheduler.start()
    await evening.until(2)
    assert sorted(evening.attended) == ["blue", "red"]


# --- the store's trouble is everybody's --------------------------------------------------------


async def is_refused(evening: Evening, code: str) -> None:
    """A table is due, and the store says this of it."""
    evening.refused = {"blue": code}
    await evening.due("blue", START)
    await evening.scheduler.start()
    await evening.until(1)


@pytest.mark.parametrize("code", sorted(OF_THE_WHOLE_STORE))
async def test_a_store_that_refuses_excuses_everybody_for_no_click_was_stored_either(
    evening: Evening, jumps: list[float], code: str
) -> None:
    await is_refused(evening, code)
    assert len(jumps) == 1


@pytest.mark.parametrize("code", ["broken", "unfit", "outdated"])
async def test_what_ails_one_table_of_the_store_excuses_nobody(
    evening: Evening, jumps: list[float], code: str
) -> None:
    await is_refused(evening, code)
    assert jumps == []


@pytest.mark.parametrize("others", [1, 0])
async def test_a_disk_that_fails_where_one_table_lies_excuses_everybody_once(
    evening: Evening, jumps: list[float], monkeypatch: pytest.MonkeyPatch, others: int
) -> None:
    monkeypatch.setattr(clock, "AFTER_FAULT", 0.1)
    evening.refused = {"blue": "failing"}
    for table in ("blue", "red")[: 1 + others]:
        await evening.due(table, START)
    await evening.scheduler.start()
    await evening.until(2 + others)
    assert evening.attended.count("blue") == 2
    assert len(jumps) == (1 if others else 2)


async def test_a_failing_table_is_tried_and_logged_less_and_less_often(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clock, "AFTER_FAULT", 0.02)
    monkeypatch.setattr(clock, "LONGEST_RETRY", 0.08)
    evening.refused = {"blue": "broken"}
    times: list[float] = []
    attend = evening.attend
    evening.scheduler._attend = lambda table: (times.append(evening.time()), attend(table))[1]
    await evening.due("blue", START)
    await evening.scheduler.start()
    await evening.until(9)
    waits = [later - sooner for sooner, later in pairwise(times)]
    least = (0.02, 0.04, *[0.08] * 6)
    assert all(wait >= at_least for wait, at_least in zip(waits, least, strict=False))
    assert len(caplog.records) == 4  # of the first, second, fourth and eighth time
    assert all("blue" in line and "broken" in line for line in caplog.messages)
    assert "Traceback" not in caplog.text
    evening.refused.clear()
    await evening.until(10)
    assert "again" in caplog.messages[-1]
    assert await evening.store.due(evening.now()) == []


async def test_a_store_that_refuses_everybody_is_tried_as_often_as_ever(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "AFTER_FAULT", 0.02)
    evening.refused = {"blue": "full"}
    await evening.due("blue", START)
    await evening.scheduler.start()
    await evening.until(6)
    assert evening.scheduler._failing["blue"].wait == 0.02


async def test_a_table_that_is_ill_excuses_nobody(evening: Evening, jumps: list[float]) -> None:
    evening.ill = {"blue"}
    await evening.due("blue", START)
    await evening.scheduler.start()
    await evening.until(1)
    assert jumps == []
