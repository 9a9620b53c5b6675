"""Attends to tables when they are due: deadlines are rows of the store, with one timer for all.

The timer never waits for long. The scheduler compares the wall clock with a monotonic one, so it
notices soon that the clock was set or the machine slept. It reports that before it attends to any
table.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from bot import log
from bot.errors import kind_of, report
from bot.events import Events
from bot.store.errors import DiskFailing, StoreError, Unavailable

MAX_SLEEP: Final = 60.0
"""Seconds between two checks of the clocks while no deadline is near, and between two looks into
the store: another process may have made something due."""
CLOCK_CHECK_INTERVAL: Final = 1.0
"""Seconds between two checks of the clocks in the last minute before a deadline: if the scheduler
noticed late that the machine slept, people who are deciding would lose their turn."""
TABLE_RETRY_DELAY: Final = 30.0
"""Seconds until a table that could not be attended to is tried again."""
STORE_RETRY_DELAY: Final = 3.0
"""The same if the whole store fails: it may be back at once, and every table waits for it."""
MAX_RETRY_DELAY: Final = 600.0
"""The same after many failures of one table alone."""
CLOSE_TIMEOUT: Final = 3.0
"""Seconds for the tables that are being attended to when the bot stops."""
TOLERANCE: Final = 3.0
"""Seconds by which the clocks may differ, or a timer be late, before that counts as a jump."""
BATCH: Final = 4
"""Tables that are attended to at the same time, so that the store writes them together. With more,
clicks would wait too long."""
FOREVER: Final = float("inf")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Failing:
    """A table that could not be attended to, and will be retried."""

    failures: int
    wait: float
    until: float
    attended: int
    """How many tables had been attended to by the time of its last failure."""


class Later(Exception):
    """Raised for work that waits for something outside the bot, and is tried again later."""


class Agenda(Protocol):
    """Knows what is due: tables, or tables for later."""

    async def due(self, now: float) -> list[str]:
        """Return what is due, longest due first."""
        ...

    async def next_due(self, after: float = 0.0) -> float | None:
        """Return the earliest due time after this one."""
        ...

    async def last_changed(self) -> float | None:
        """Return when any of it was changed last, if deadlines count from that."""
        ...


class Scheduler:
    """Wakes at the next deadline and attends to every table that is due."""

    def __init__(
        self,
        store: Agenda,
        attend: Callable[[str], Awaitable[None]],
        now: Callable[[], float],
        events: Events,
        steady: Callable[[], float] = lambda: time.monotonic(),
        kind: str = "table",
    ) -> None:
        """``kind``: what is due, for the log."""
        self._kind = kind
        self._events = events
        self._store = store
        self._attend = attend
        self._now = now
        self._steady = steady
        self._lead = now() - steady()
        """How far the wall clock was ahead of the monotonic one at the last check."""
        self._expected_at = FOREVER
        """When the timer should fire, by the monotonic clock."""
        self._looked_at = steady()
        """When the store was asked last what is due, by the monotonic clock."""
        self._check_all = False
        """The clock was set back: every deadline is too far away now, so all tables are checked."""
        self._interrupted = False
        """A round over all tables was interrupted."""
        self._failing: dict[str, _Failing] = {}
        self._attended = 0
        """Number of tables that were attended to, each of them stored."""
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_at = FOREVER
        self._round: asyncio.Task[None] | None = None
        self._woken_meanwhile = False
        """The timer fired during a round, perhaps for a table that it did not find due."""
        self._closed = False

    async def start(self) -> None:
        """Begin with the tables that fell due while the bot was down.

        A table that was stored later than now was scheduled by a clock that was ahead.
        """
        self._lead = self._now() - self._steady()
        ahead = (await self._store.last_changed() or 0.0) - self._now()
        self._check_all = self._check_all or ahead > TOLERANCE
        if ahead > TOLERANCE:
            _log.warning("tables were stored %.0f s from now: all of them are checked", ahead)
        due = await self._store.next_due()
        self.wake_by(self._now() if self._check_all and due is not None else due)

    def wake_by(self, at: float | None) -> None:
        """Attend to due tables at this time at the latest."""
        if at is None or self._closed:
            return
        self._check_clocks()
        if at < self._wakes_at:
            self._sleep(at)

    def forget(self) -> None:
        """Drop the retries: some of their tables may belong to another process now."""
        self._failing.clear()

    async def close(self) -> None:
        """Stop; a round under way is finished unless that takes long."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._round is not None:
            await asyncio.wait({self._round}, timeout=CLOSE_TIMEOUT)

    def _sleep(self, at: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._wakes_at = at
        wait = max(0.0, at - self._now())
        wait = min(wait, MAX_SLEEP if wait > MAX_SLEEP else CLOCK_CHECK_INTERVAL)
        self._expected_at = self._steady() + wait
        self._timer = asyncio.get_running_loop().call_later(wait, self._wake)

    def _wake(self) -> None:
        log.cause.set("")  # the timer inherits the cause of the click that set it
        self._check_clocks()
        self._timer, self._expected_at = None, FOREVER
        has_looked = self._steady() - self._looked_at < MAX_SLEEP
        if self._now() < self._wakes_at and not self._check_all and has_looked:
            self._sleep(self._wakes_at)
            return
        self._wakes_at = FOREVER
        if self._round is None or self._round.done():
            self._round = asyncio.get_running_loop().create_task(self._go_round(), name="scheduler")
        else:
            self._woken_meanwhile = True

    def _check_clocks(self) -> None:
        """Report a jump if the clock was set or the machine slept, and seconds that were lost."""
        steady = self._steady()
        lead = self._now() - steady
        ahead, late = lead - self._lead, steady - self._expected_at
        self._lead = lead
        if abs(ahead) <= TOLERANCE and late <= TOLERANCE:
            return
        self._expected_at = max(self._expected_at, steady)  # one delay is reported once
        if abs(ahead) <= TOLERANCE and late <= MAX_SLEEP:
            _log.warning("we woke %.0f s late: people get these seconds back", late)
            self._events.time_lost(late)
            return
        _log.warning(
            "the clock went ahead by %.0f s, and we woke %.0f s late: people get their time again",
            *(ahead, max(0.0, late)),
        )
        self._check_all = self._check_all or ahead < -TOLERANCE
        self._failing = {
            table: replace(failing, until=0.0) for table, failing in self._failing.items()
        }
        self._events.clock_jumped()

    async def _go_round(self) -> None:
        """Attend to every table that is due or is to be retried, then wait for the next."""
        every_table, self._check_all = self._check_all or self._interrupted, False
        try:
            now, self._looked_at = self._now(), self._steady()
            due = await self._store.due(FOREVER if every_table else now)
            waits = {table for table, failing in self._failing.items() if failing.until > now}
            tables = dict.fromkeys([*due, *self._failing])
            await self._attend_all([table for table in tables if table not in waits])
            self._interrupted = False
            following = await self._following()
            if self._woken_meanwhile:
                following = self._now()
        except Exception as fault:
            _log_fault("the scheduler's round was interrupted", fault)
            self._interrupted = every_table
            self._events.clock_jumped()
            following = self._now() + STORE_RETRY_DELAY
        self._woken_meanwhile = False
        self.wake_by(following)

    async def _attend_all(self, tables: Sequence[str]) -> None:
        """Attend to these tables, and leave half of the time to clicks."""
        loop = asyncio.get_running_loop()
        for start in range(0, len(tables), BATCH):
            if self._closed:
                return
            begun = loop.time()
            await asyncio.gather(*map(self._attend_to, tables[start : start + BATCH]))
            if start + BATCH < len(tables):
                await asyncio.sleep(loop.time() - begun)

    async def _following(self) -> float | None:
        """When to wake up next; failing tables stay due, and must not hide the others."""
        now = self._now()
        due = await self._store.due(now)
        times = [failing.until for failing in self._failing.values()]
        times += [now for table in due if table not in self._failing]
        later = await self._store.next_due(after=now)
        return min(times if later is None else [*times, later], default=None)

    async def _attend_to(self, table: str) -> None:
        with log.caused_by(log.by_itself()):
            try:
                await self._attend(table)
            except Exception as fault:
                self._retry_later(table, fault)
            else:
                self._attended += 1
                if self._failing.pop(table, None):
                    _log.warning("%s %s is attended to again", self._kind, table)

    def _retry_later(self, table: str, fault: Exception) -> None:
        """Schedule a retry, with a growing delay if this table alone fails."""
        before = self._failing.get(table)
        failures = before.failures + 1 if before else 1
        if self._is_store_wide(fault, before):
            wait = STORE_RETRY_DELAY
            self._events.clock_jumped()  # no click can be stored either
        elif isinstance(fault, Later):
            wait = TABLE_RETRY_DELAY
        else:
            wait = min(max(TABLE_RETRY_DELAY, 2 * before.wait if before else 0.0), MAX_RETRY_DELAY)
        self._failing[table] = _Failing(failures, wait, self._now() + wait, self._attended)
        if failures == 1:
            _log_fault(f"{self._kind} {table} could not be attended to", fault)
        elif failures.bit_count() == 1:  # after 2, 4, 8 ... failures
            _log.log(
                logging.WARNING if isinstance(fault, Later) else logging.ERROR,
                "%s %s could not be attended to %s times: %s",
                *(self._kind, table, failures, kind_of(_cause(fault))),
            )

    def _is_store_wide(self, fault: Exception, before: _Failing | None) -> bool:
        """Does the whole store fail? A failing disk may also concern one table alone."""
        if not isinstance(fault, Unavailable):
            return False
        lasts = before is None or before.attended == self._attended
        return lasts or not isinstance(fault, DiskFailing)


def _cause(fault: Exception) -> BaseException:
    """Return what stands behind a fault that only says to try again later."""
    return (isinstance(fault, Later) and fault.__cause__) or fault


def _log_fault(what: str, fault: Exception) -> None:
    if isinstance(fault, StoreError):
        _log.error("%s: the store refused: %s", what, fault.code)
    elif isinstance(fault, Later):
        _log.warning("%s: %s", what, kind_of(_cause(fault)))
    else:
        report(what, fault)
