"""One sleeper: it wakes for whatever is due, and nobody's trouble is anybody else's."""

import asyncio
import time
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest

from bot import clock
from bot.clock import Clock
from bot.store.sqlite import SqliteStore
from bot.store.store import EVERYBODYS, StoreError
from bot.tables.refusals import Refused
from tests.bot.store.changes import change, version_of

START = 1_000_000.0
HAND = "Anna holds the spyglass"


class Evening:
    """A store with appointments, a clock that is set, and a note of who was attended to."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.loop = asyncio.get_running_loop()
        self.ahead = START - self.loop.time()
        self.attended: list[str] = []
        self.ill: set[str] = set()
        self.refused: dict[str, str] = {}
        """With which code the store refuses what is done at these tables."""
        self.looks = 0
        """How often the time was asked for."""
        self.clock = Clock(store, self.attend, self.now)

    def now(self) -> float:
        self.looks += 1
        return self.time()

    def time(self) -> float:
        return self.ahead + self.loop.time()

    async def due(self, table: str, at: float | None) -> None:
        await self.store.commit(change(table, await version_of(self.store, table), due=at))

    async def attend(self, table: str) -> None:
        self.attended.append(table)
        if table in self.refused:
            raise StoreError(self.refused[table])
        if table in self.ill:
            raise Refused("table_frozen", table=HAND)
        await self.due(table, None)

    async def until(self, attended: int) -> None:
        """So many tables have been attended to, and the round is over."""
        async with asyncio.timeout(10):
            while len(self.attended) < attended or self.is_busy():
                await asyncio.sleep(0.01)

    def is_busy(self) -> bool:
        """Is a round under way?"""
        return self.clock._round is not None and not self.clock._round.done()

    def timers(self) -> int:
        """The timers of the clock that are set, and not yet cancelled."""
        scheduled = asyncio.get_running_loop()._scheduled  # pyright: ignore[reportAttributeAccessIssue] - no public list
        ours = [t for t in scheduled if t._callback == self.clock._wake and not t.cancelled()]
        return len(ours)


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    store = SqliteStore(tmp_path / "celestia.db", clock=lambda: evening.time())
    evening = Evening(store)
    await store.open()
    yield evening
    await evening.clock.close()
    await store.close()


async def test_what_fell_due_while_nobody_was_awake_is_attended_to_first(evening: Evening) -> None:
    await evening.due("blue", START - 500)
    await evening.due("red", START - 900)
    await evening.due("green", START + 900)
    await evening.clock.start()
    await evening.until(2)
    assert evening.attended == ["red", "blue"]


async def test_whatever_is_due_is_attended_to_in_its_time(evening: Evening) -> None:
    soon = evening.now() + 0.5
    for table, at in (("blue", soon + 0.2), ("red", soon), ("green", None)):
        await evening.due(table, at)
    await evening.clock.start()
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
    await evening.clock.start()
    at = evening.now() + 0.5
    await evening.due("red", at)
    for later in (at + 50, at, at + 10, None, at + 0.01):
        evening.clock.appoint(later)
        assert evening.timers() == 1
    await evening.until(1)
    assert evening.attended == ["red"]
    assert evening.timers() == 1


async def test_a_clock_that_is_put_forward_delays_nothing_for_long(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "LONGEST_SLEEP", 0.05)
    await evening.due("blue", evening.now() + 7200)
    await evening.clock.start()
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
        evening.clock.appoint(evening.now() if again else None)

    evening.clock = Clock(evening.store, attend, evening.now)
    await evening.due("blue", START)
    await evening.clock.start()
    await evening.until(3)
    await asyncio.sleep(0.1)
    assert evening.attended == ["blue"] * 3


async def test_a_table_that_cannot_be_attended_to_is_held_back_and_its_fault_is_told_without_text(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clock, "AFTER_FAULT", 0.5)
    evening.ill = {"blue"}
    await evening.due("blue", START)
    await evening.clock.start()
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
    await evening.clock.start()
    await evening.until(4)
    assert evening.attended == ["blue", "red", "green", "white"]


async def test_a_store_that_is_locked_is_asked_again_later(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "AFTER_FAULT", 0.3)
    due, faults = evening.store.due, [StoreError("locked")]

    async def sometimes(now: float) -> list[str]:
        if faults:
            raise faults.pop()
        return await due(now)

    monkeypatch.setattr(evening.store, "due", sometimes)
    await evening.due("blue", START)
    await evening.clock.start()
    await asyncio.sleep(0.02)
    assert evening.attended == []
    await evening.until(1)
    assert evening.attended == ["blue"]


async def test_a_clock_that_is_closed_finishes_its_round_and_wakes_no_more(
    evening: Evening,
) -> None:
    await evening.due("blue", START)
    await evening.due("red", evening.now() + 0.5)
    await evening.clock.start()
    await asyncio.sleep(0.01)
    await evening.clock.close()
    assert evening.attended == ["blue"]
    evening.clock.appoint(evening.now())
    await asyncio.sleep(0.6)
    assert evening.attended == ["blue"]
    assert evening.timers() == 0


# --- clocks that were set, and nights of sleep -------------------------------------------------


@pytest.fixture
def jumps(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """When it was told that the clocks cannot be trusted; it looks at them often."""
    monkeypatch.setattr(clock, "LONGEST_SLEEP", 0.05)
    monkeypatch.setattr(clock, "TOLERANCE", 1.0)
    seen: list[float] = []
    evening.clock.on_jump = lambda: seen.append(evening.now())
    return seen


async def test_a_clock_that_is_put_back_is_noticed_whatever_is_appointed_after_it(
    evening: Evening, jumps: list[float]
) -> None:
    await evening.due("blue", evening.now() + 900)
    await evening.clock.start()
    evening.ahead -= 3600
    await evening.due("red", evening.now() + 900)
    evening.clock.appoint(evening.now() + 900)
    assert len(jumps) == 1
    await evening.until(2)
    assert sorted(evening.attended) == ["blue", "red"]  # by the wrong clock, both were far away


async def test_a_night_of_sleep_is_noticed_though_nothing_was_due(
    evening: Evening, jumps: list[float]
) -> None:
    await evening.due("blue", evening.now() + 900)
    await evening.clock.start()
    time.sleep(1.3)  # nobody is awake meanwhile
    await asyncio.sleep(0.05)
    assert len(jumps) == 1
    assert evening.attended == []


async def test_clocks_that_agree_are_not_spoken_of(evening: Evening, jumps: list[float]) -> None:
    await evening.due("blue", evening.now() + 0.5)
    await evening.clock.start()
    await evening.until(1)
    evening.ahead += 0.1
    evening.clock.appoint(evening.now() + 900)
    assert jumps == []


async def test_whoever_is_held_back_is_not_so_for_an_hour_more_when_the_clock_is_put_back(
    evening: Evening, jumps: list[float]
) -> None:
    evening.ill = {"blue"}
    await evening.due("blue", START)
    await evening.clock.start()
    await evening.until(1)
    evening.ill.clear()
    evening.ahead -= 3600
    await evening.until(2)
    assert evening.attended == ["blue"] * 2


async def test_a_clock_that_is_put_forward_is_spoken_of_before_anything_is_done(
    evening: Evening, jumps: list[float]
) -> None:
    order: list[str] = []
    evening.clock.on_jump = lambda: order.append(f"jump, {len(evening.attended)} attended")
    await evening.due("blue", evening.now() + 900)
    await evening.clock.start()
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
    await evening.clock.start()
    await evening.until(2)
    assert sorted(evening.attended) == ["blue", "red"]


async def test_whoever_is_not_due_is_left_alone_where_no_clock_was_ahead(evening: Evening) -> None:
    await evening.due("blue", evening.now() + 7200)
    evening.ahead -= clock.TOLERANCE / 2
    await evening.clock.start()
    await asyncio.sleep(0.1)
    assert evening.attended == []


async def test_whoever_cannot_be_attended_to_then_is_tried_again_soon(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "AFTER_FAULT", 0.1)
    evening.refused = {"blue": "locked"}
    await is_put_back(evening)
    await evening.clock.start()
    await evening.until(2)
    evening.refused.clear()
    await evening.until(3)
    assert evening.attended[2:] == ["blue"]


async def test_a_round_over_all_that_is_broken_off_is_made_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "AFTER_FAULT", 0.1)
    due, faults = evening.store.due, [StoreError("locked")]

    async def sometimes(now: float) -> list[str]:
        if faults:
            raise faults.pop()
        return await due(now)

    await is_put_back(evening)
    monkeypatch.setattr(evening.store, "due", sometimes)
    await evening.clock.start()
    await evening.until(2)
    assert sorted(evening.attended) == ["blue", "red"]


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

    evening.clock._attend = attend
    for number in range(clock.TOGETHER + 4):
        await evening.due(f"t{number}", START)
    await evening.clock.start()
    await evening.until(clock.TOGETHER + 4)
    assert most == clock.TOGETHER


async def test_a_clock_that_is_closed_begins_with_nobody_else(evening: Evening) -> None:
    for number in range(clock.TOGETHER + 4):
        await evening.due(f"t{number}", START)
    await evening.clock.start()
    while not evening.attended:
        await asyncio.sleep(0)
    await evening.clock.close()
    assert len(evening.attended) == clock.TOGETHER


async def test_what_is_appointed_at_the_very_end_of_a_round_is_not_forgotten(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_due, late = evening.store.next_due, ["red"]

    async def read_before_it_was_written(after: float = 0.0) -> float | None:
        found = await next_due(after)
        if after and late:
            await evening.due(late.pop(), evening.now())
            evening.clock.appoint(evening.now())
            await asyncio.sleep(0.02)
        return found

    monkeypatch.setattr(evening.store, "next_due", read_before_it_was_written)
    await evening.due("blue", START)
    await evening.due("green", evening.now() + 900)
    await evening.clock.start()
    await evening.until(2)
    assert evening.attended == ["blue", "red"]


# --- the store's trouble is everybody's --------------------------------------------------------


@pytest.mark.parametrize("code", sorted(EVERYBODYS))
async def test_a_store_that_refuses_excuses_everybody_for_no_click_was_stored_either(
    evening: Evening, jumps: list[float], code: str
) -> None:
    evening.refused = {"blue": code}
    await evening.due("blue", START)
    await evening.clock.start()
    await evening.until(1)
    assert len(jumps) == 1


@pytest.mark.parametrize("code", ["broken", "unfit", "outdated"])
async def test_what_ails_one_table_of_the_store_excuses_nobody(
    evening: Evening, jumps: list[float], code: str
) -> None:
    evening.refused = {"blue": code}
    await evening.due("blue", START)
    await evening.clock.start()
    await evening.until(1)
    assert jumps == []


@pytest.mark.parametrize("others", [1, 0])
async def test_a_disk_that_fails_where_one_table_lies_excuses_everybody_once(
    evening: Evening, jumps: list[float], monkeypatch: pytest.MonkeyPatch, others: int
) -> None:
    monkeypatch.setattr(clock, "AFTER_FAULT", 0.1)
    evening.refused = {"blue": "failing"}
    for table in ("blue", "red")[: 1 + others]:
        await evening.due(table, START)
    await evening.clock.start()
    await evening.until(2 + others)
    assert evening.attended.count("blue") == 2
    assert len(jumps) == (1 if others else 2)


async def test_whoever_cannot_be_attended_to_is_tried_more_and_more_seldom_and_seldom_spoken_of(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clock, "AFTER_FAULT", 0.02)
    monkeypatch.setattr(clock, "LONGEST_HELD", 0.08)
    evening.refused = {"blue": "broken"}
    times: list[float] = []
    attend = evening.attend
    evening.clock._attend = lambda table: (times.append(evening.time()), attend(table))[1]
    await evening.due("blue", START)
    await evening.clock.start()
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
    await evening.clock.start()
    await evening.until(6)
    assert evening.clock._held["blue"].wait == 0.02


async def test_a_table_that_is_ill_excuses_nobody(evening: Evening, jumps: list[float]) -> None:
    evening.ill = {"blue"}
    await evening.due("blue", START)
    await evening.clock.start()
    await evening.until(1)
    assert jumps == []
