"""One timer for all tables that are due; no fault and no jump of a clock costs people time."""

import asyncio
from itertools import pairwise
from typing import cast

import pytest

from bot import log
from bot.events import Events
from bot.hosting import scheduler
from bot.hosting.scheduler import (
    CLOSE_TIMEOUT,
    MAX_RETRY_DELAY,
    STORE_RETRY_DELAY,
    TABLE_RETRY_DELAY,
    TOLERANCE,
    Scheduler,
)
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
from bot.store.store import Store
from bot.tables.refusals import Refused
from tests.bot.virtual_time import in_virtual_time, now

START = 1_000_000.0
HAND = "Anna holds the spyglass"
HIDDEN = Refused("table_frozen", table=HAND)
MOMENT = 0.01


class Schedule(Events):
    """The deadlines of a store, clocks that can be set, and a list of the tables attended to."""

    def __init__(self) -> None:
        self.ahead = START
        """Seconds by which the wall clock is ahead of the monotonic one."""
        self.slept = 0.0
        self.deadlines: dict[str, float] = {}
        self.changed: float | None = None
        self.faults: list[StoreError] = []
        """Faults of the store, for the next questions to it."""
        self.refused: dict[str, Exception] = {}
        """Why these tables cannot be attended to."""
        self.attended: list[str] = []
        self.times: list[float] = []
        self.lost: list[float] = []
        """The seconds of each loss that was reported."""
        self.jumps: list[int] = []
        """For each jump of the clock, how many tables had been attended to before."""
        self.scheduler = Scheduler(
            cast("Store", self), self.attend, self.now, self, lambda: now() + self.slept
        )

    def now(self) -> float:
        return self.ahead + self.slept + now()

    def clock_jumped(self) -> None:
        self.jumps.append(len(self.attended))

    def time_lost(self, seconds: float) -> None:
        self.lost.append(seconds)

    async def due(self, by: float) -> list[str]:
        if self.faults:
            raise self.faults.pop()
        found = sorted(self.deadlines, key=lambda it: self.deadlines[it])
        return [table for table in found if self.deadlines[table] <= by]

    async def next_due(self, after: float = 0.0) -> float | None:
        return min([at for at in self.deadlines.values() if at > after], default=None)

    async def last_changed(self) -> float | None:
        return self.changed

    async def attend(self, table: str) -> None:
        self.attended.append(table)
        self.times.append(now())
        if table in self.refused:
            raise self.refused[table]
        self.deadlines.pop(table)

    def is_due(self, **seconds: float) -> None:
        """Set deadlines, in seconds from now."""
        self.deadlines |= {table: self.now() + wait for table, wait in seconds.items()}

    async def starts(self, **seconds: float) -> None:
        """Start with these deadlines."""
        self.is_due(**seconds)
        await self.scheduler.start()

    async def after(self, seconds: float = 0.0) -> list[str]:
        """Return the tables attended to by then."""
        await asyncio.sleep(seconds + MOMENT)
        return self.attended

    def timers(self) -> int:
        """Number of timers of the scheduler that are set and not cancelled."""
        scheduled = asyncio.get_running_loop()._scheduled  # pyright: ignore[reportAttributeAccessIssue] - no public list
        ours = [t for t in scheduled if t._callback == self.scheduler._wake and not t.cancelled()]
        return len(ours)


# --- in time -----------------------------------------------------------------------------------


@in_virtual_time
async def test_tables_are_attended_to_when_they_are_due() -> None:
    schedule = Schedule()
    await schedule.starts(blue=0.7, red=0.5, white=-500, green=-900)
    assert await schedule.after() == ["green", "white"]
    assert await schedule.after(0.4) == ["green", "white"]
    assert await schedule.after(0.1) == ["green", "white", "red"]
    assert await schedule.after(0.2) == ["green", "white", "red", "blue"]


@in_virtual_time
async def test_each_table_is_attended_to_under_its_own_log_id() -> None:
    schedule, causes = Schedule(), list[str]()

    async def noted(table: str) -> None:
        causes.append(log.cause.get())
        await schedule.attend(table)

    async def asked(by: float) -> list[str]:
        causes.append(log.cause.get())
        return await Schedule.due(schedule, by)

    schedule.scheduler._attend = noted
    schedule.due = asked
    with log.caused_by("12"):
        await schedule.starts(blue=0.1, red=0.1)
    await schedule.after(1)
    assert [len(cause) for cause in causes] == [0, 8, 8, 0]
    assert len({*causes}) == 3


@in_virtual_time
async def test_an_earlier_deadline_moves_the_one_timer() -> None:
    schedule = Schedule()
    await schedule.starts(blue=900)
    schedule.is_due(red=0.5)
    at = schedule.deadlines["red"]
    for later in (at + 50, at, at + 10, None, at + 0.01):
        schedule.scheduler.wake_by(later)
        assert schedule.timers() == 1
    assert await schedule.after(0.5) == ["red"]
    assert schedule.timers() == 1


@in_virtual_time
async def test_a_deadline_set_during_a_round_is_met() -> None:
    schedule = Schedule()

    async def attend(table: str) -> None:
        await schedule.attend(table)
        if len(schedule.attended) < 3:
            schedule.is_due(blue=0)
            schedule.scheduler.wake_by(schedule.now())

    schedule.scheduler._attend = attend
    await schedule.starts(blue=0)
    assert await schedule.after() == ["blue"] * 3


@in_virtual_time
async def test_a_deadline_set_at_the_end_of_a_round_is_met() -> None:
    schedule = Schedule()

    async def read_before_it_was_written(after: float = 0.0) -> float | None:
        found = await Schedule.next_due(schedule, after)
        if after and schedule.attended == ["blue"]:
            schedule.is_due(red=0)
            schedule.scheduler.wake_by(schedule.now())
            await asyncio.sleep(MOMENT / 2)
        return found

    schedule.next_due = read_before_it_was_written
    await schedule.starts(blue=0, green=900)
    assert await schedule.after() == ["blue", "red"]


@in_virtual_time
async def test_a_table_that_falls_due_during_a_round_comes_next() -> None:
    schedule = Schedule()

    async def attend(table: str) -> None:
        await asyncio.sleep(1)
        await schedule.attend(table)

    schedule.scheduler._attend = attend
    await schedule.starts(blue=0, red=0.5)
    assert await schedule.after(1) == ["blue"]
    assert await schedule.after(1) == ["blue", "red"]


@in_virtual_time
async def test_a_few_tables_are_attended_to_at_once() -> None:
    schedule, at_work, most = Schedule(), list[str](), 0

    async def attend(table: str) -> None:
        nonlocal most
        at_work.append(table)
        most = max(most, len(at_work))
        await asyncio.sleep(0.01)
        at_work.remove(table)
        await schedule.attend(table)

    schedule.scheduler._attend = attend
    await schedule.starts(**{f"t{number}": 0 for number in range(scheduler.BATCH + 4)})
    assert len(await schedule.after(1)) == scheduler.BATCH + 4
    assert most == scheduler.BATCH


@in_virtual_time
async def test_closing_finishes_the_tables_in_hand_and_begins_with_no_other() -> None:
    schedule = Schedule()

    async def attend(table: str) -> None:
        await asyncio.sleep(CLOSE_TIMEOUT / 2)
        await schedule.attend(table)

    schedule.scheduler._attend = attend
    await schedule.starts(**{f"t{number}": 0 for number in range(scheduler.BATCH + 4)})
    assert await schedule.after() == []
    await schedule.scheduler.close()
    assert len(schedule.attended) == scheduler.BATCH
    schedule.scheduler.wake_by(schedule.now())
    assert len(await schedule.after(9)) == scheduler.BATCH
    assert schedule.timers() == 0


# --- faults ------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [DatabaseBroken(), HIDDEN], ids=repr)
@in_virtual_time
async def test_a_failing_table_is_retried_and_logged_ever_less_often(
    fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    schedule = Schedule()
    schedule.refused = {"blue": fault}
    await schedule.starts(blue=0)
    await schedule.after(10 * MAX_RETRY_DELAY)
    waits = [round(later - sooner) for sooner, later in pairwise(schedule.times)]
    doubled = [TABLE_RETRY_DELAY * 2**it for it in range(5)]
    assert waits[:7] == [*doubled, MAX_RETRY_DELAY, MAX_RETRY_DELAY]
    assert len(caplog.records) == len(waits).bit_length()  # after 1, 2, 4, 8 ... failures
    assert all("blue" in line for line in caplog.messages)
    assert HAND not in caplog.text
    schedule.refused.clear()
    await schedule.after(MAX_RETRY_DELAY)
    assert "again" in caplog.messages[-1]
    assert schedule.deadlines == {}


@in_virtual_time
async def test_a_failing_table_does_not_delay_the_others() -> None:
    schedule = Schedule()
    schedule.refused = {"blue": HIDDEN}
    await schedule.starts(blue=0, red=0, green=0.4, white=0.5)
    assert await schedule.after(1) == ["blue", "red", "green", "white"]


@in_virtual_time
async def test_a_locked_store_is_asked_again_later() -> None:
    schedule = Schedule()
    schedule.faults = [Locked()]
    await schedule.starts(blue=0)
    assert await schedule.after(STORE_RETRY_DELAY - 1) == []
    assert await schedule.after(1) == ["blue"]


@in_virtual_time
async def test_a_store_that_refuses_every_table_is_retried_as_often() -> None:
    schedule = Schedule()
    schedule.refused = {"blue": DiskFull()}
    await schedule.starts(blue=0)
    assert await schedule.after(5 * STORE_RETRY_DELAY) == ["blue"] * 6


@pytest.mark.parametrize(
    ("fault", "jumps"),
    [
        *[(kind(), 1) for kind in Unavailable.__subclasses__()],
        *[(fault, 0) for fault in (DatabaseBroken(), Unfit(), Outdated(), HIDDEN)],
    ],
    ids=repr,
)
@in_virtual_time
async def test_people_get_their_time_again_if_the_whole_store_fails(
    fault: Exception, jumps: int
) -> None:
    schedule = Schedule()
    schedule.refused = {"blue": fault}
    await schedule.starts(blue=0)
    await schedule.after()
    assert len(schedule.jumps) == jumps


@pytest.mark.parametrize("others", [True, False])
@in_virtual_time
async def test_a_disk_that_fails_for_one_table_gives_time_once(*, others: bool) -> None:
    schedule = Schedule()
    schedule.refused = {"blue": DiskFailing()}
    await schedule.starts(blue=0, **({"red": 0} if others else {}))
    assert (await schedule.after(STORE_RETRY_DELAY)).count("blue") == 2
    assert len(schedule.jumps) == (1 if others else 2)


# --- clocks that were set, and nights of sleep -------------------------------------------------


@in_virtual_time
async def test_a_clock_put_forward_is_reported_before_anything_is_done() -> None:
    schedule = Schedule()
    await schedule.starts(blue=7200)
    assert await schedule.after(900) == []
    schedule.ahead += 7200
    assert await schedule.after(scheduler.MAX_SLEEP) == ["blue"]
    assert schedule.jumps == [0]


@in_virtual_time
async def test_a_clock_that_is_put_back_is_noticed_despite_new_deadlines() -> None:
    schedule = Schedule()
    await schedule.starts(blue=900)
    schedule.ahead -= 3600
    schedule.is_due(red=900)
    schedule.scheduler.wake_by(schedule.deadlines["red"])
    assert len(schedule.jumps) == 1
    # by the wrong clock, both were far away
    assert sorted(await schedule.after(scheduler.MAX_SLEEP)) == ["blue", "red"]


@in_virtual_time
async def test_a_night_of_sleep_is_noticed_though_nothing_was_due() -> None:
    schedule = Schedule()
    await schedule.starts(blue=9000)
    schedule.slept += 600
    assert await schedule.after(scheduler.MAX_SLEEP) == []
    assert schedule.jumps == [0]


@pytest.mark.parametrize("clock", ["ahead", "slept"])
@in_virtual_time
async def test_a_jump_noticed_while_scheduling_is_reported_once(clock: str) -> None:
    schedule = Schedule()
    await schedule.starts(blue=900)
    setattr(schedule, clock, getattr(schedule, clock) + 600)
    schedule.scheduler.wake_by(schedule.now() + 9000)
    assert schedule.jumps == [0]
    schedule.scheduler._wake()  # the timer of before, whose clock went on during the sleep
    assert schedule.jumps == [0]


@in_virtual_time
async def test_a_few_seconds_of_delay_are_reported_once_and_as_what_they_are() -> None:
    schedule = Schedule()
    await schedule.starts(blue=0.5)
    schedule.slept += 25
    schedule.scheduler.wake_by(schedule.now() + 9000)
    schedule.scheduler._wake()
    assert (schedule.jumps, len(schedule.lost)) == ([], 1)
    assert 20 < schedule.lost[0] <= 25


@in_virtual_time
async def test_clocks_that_agree_are_not_reported() -> None:
    schedule = Schedule()
    await schedule.starts(blue=0.5)
    await schedule.after(1)
    schedule.ahead += TOLERANCE / 2
    schedule.scheduler.wake_by(schedule.now() + 900)
    assert schedule.jumps == []


@in_virtual_time
async def test_a_long_round_is_not_taken_for_sleep() -> None:
    schedule = Schedule()

    async def attend(table: str) -> None:
        schedule.slept += 600
        await schedule.attend(table)
        schedule.scheduler.wake_by(schedule.now() + 900)  # as a click does meanwhile

    schedule.scheduler._attend = attend
    await schedule.starts(blue=0)
    assert await schedule.after(1) == ["blue"]
    assert schedule.jumps == []


@in_virtual_time
async def test_a_clock_that_is_put_back_does_not_delay_retries() -> None:
    schedule = Schedule()
    schedule.refused = {"blue": HIDDEN}
    await schedule.starts(blue=0)
    await schedule.after()
    schedule.refused.clear()
    schedule.ahead -= 3600
    assert await schedule.after(scheduler.MAX_SLEEP) == ["blue"] * 2


# --- a clock that was put back while the bot was down ------------------------------------------


@in_virtual_time
async def test_tables_scheduled_by_a_clock_ahead_are_checked_first() -> None:
    schedule = Schedule()
    schedule.changed = schedule.now() + 7200
    schedule.refused = {"blue": Locked()}
    await schedule.starts(blue=7245, red=7245)
    assert sorted(await schedule.after()) == ["blue", "red"]
    schedule.refused.clear()
    assert (await schedule.after(STORE_RETRY_DELAY))[2:] == ["blue"]


@in_virtual_time
async def test_an_interrupted_round_over_all_tables_is_repeated() -> None:
    schedule = Schedule()
    schedule.changed, schedule.faults = schedule.now() + 7200, [Locked()]
    await schedule.starts(blue=7245, red=7245)
    assert sorted(await schedule.after(STORE_RETRY_DELAY)) == ["blue", "red"]


@in_virtual_time
async def test_tables_not_due_are_left_alone_if_no_clock_was_ahead() -> None:
    schedule = Schedule()
    schedule.changed = schedule.now() + TOLERANCE / 2
    await schedule.starts(blue=7200)
    assert await schedule.after(900) == []
