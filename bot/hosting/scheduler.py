"""The house's appointments: a deadline is a row of the store, and one sleeper wakes for the next.

It never sleeps for long, so that it soon sees when the clock was set or nobody was awake for a
while: by a second clock, which nobody can set. It says so before anything is done.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.errors import report
from bot.store.protocol import OF_THE_WHOLE_STORE, Store, StoreError

LONGEST_SLEEP: Final = 60.0
LOOKS_EVERY: Final = 1.0
"""Seconds between two looks at the clocks in the last minute: people may be deciding something, and
whether we were asleep with the machine takes their turn or does not."""
AFTER_FAULT: Final = 30.0
"""Seconds after which a table that could not be attended to is tried again."""
LONGEST_HELD: Final = 600.0
"""The same for one that could not be attended to many times, for a reason of its own."""
TOLERANCE: Final = 3.0
"""Seconds by which two clocks may differ, or a sleeper be late, and nothing is thought of it."""
TOGETHER: Final = 4
"""Tables that are attended to side by side, so that the store writes them together; with more of
them a click would have to wait for all."""
EVER: Final = float("inf")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Held:
    """A table that could not be attended to, and is held back for a while."""

    times: int
    wait: float
    until: float
    kept: int
    """How many appointments had been kept when it could not be attended to."""


class Scheduler:
    """Wakes at the nearest deadline and has every table attended to that is due."""

    def __init__(
        self,
        store: Store,
        attend: Callable[[str], Awaitable[None]],
        now: Callable[[], float],
        steady: Callable[[], float] = lambda: time.monotonic(),
    ) -> None:
        self.on_jump: Callable[[], None] = lambda: None
        """Told when the clock was set, or nobody could be awake or do anything for a while."""
        self._store = store
        self._attend = attend
        self._now = now
        self._steady = steady
        self._lead = now() - steady()
        """By so much one clock is ahead of the other, as it was at the last look."""
        self._looks_at = EVER
        """When we want to be awake next, by the clock that nobody can set."""
        self._all = False
        """The clock was put back: every appointment is far away now, and must be looked at."""
        self._left = False
        """A round over all tables was broken off."""
        self._held: dict[str, _Held] = {}
        self._kept = 0
        """How many appointments were kept, each of them stored."""
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_at = EVER
        self._round: asyncio.Task[None] | None = None
        self._too_late = False
        """We were woken during a round, for something that may have come too late for it."""
        self._closed = False

    async def start(self) -> None:
        """Begin with what fell due while nobody was awake, by the clocks as they stand now.

        What was stored later than now was stored, and appointed, by a clock that was ahead of ours.
        """
        self._lead = self._now() - self._steady()
        ahead = (await self._store.last_changed() or 0.0) - self._now()
        self._all = self._all or ahead > TOLERANCE
        if ahead > TOLERANCE:
            _log.warning("tables were stored %.0f s from now: all of them are looked at", ahead)
        due = await self._store.next_due()
        self.appoint(self._now() if self._all and due is not None else due)

    def appoint(self, at: float | None) -> None:
        """Be awake at this time."""
        if at is None or self._closed:
            return
        self._look_at_the_clocks()
        if at < self._wakes_at:
            self._sleep(at)

    async def close(self) -> None:
        """Sleep for good; a round that is under way is finished."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._round is not None:
            await asyncio.gather(self._round, return_exceptions=True)

    def _sleep(self, at: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._wakes_at = at
        wait = max(0.0, at - self._now())
        wait = min(wait, LONGEST_SLEEP if wait > LONGEST_SLEEP else LOOKS_EVERY)
        self._looks_at = self._steady() + wait
        self._timer = asyncio.get_running_loop().call_later(wait, self._wake)

    def _wake(self) -> None:
        self._look_at_the_clocks()
        self._timer, self._looks_at = None, EVER
        if self._now() < self._wakes_at and not self._all:
            self._sleep(self._wakes_at)
            return
        self._wakes_at = EVER
        if self._round is None or self._round.done():
            self._round = asyncio.get_running_loop().create_task(self._go_round(), name="clock")
        else:
            self._too_late = True

    def _look_at_the_clocks(self) -> None:
        """Has the clock been set, or were we asleep longer than we wanted?"""
        steady = self._steady()
        lead = self._now() - steady
        ahead, late = lead - self._lead, steady - self._looks_at
        self._lead = lead
        if abs(ahead) <= TOLERANCE and late <= TOLERANCE:
            return
        _log.warning(
            "the clock went ahead by %.0f s, and we woke %.0f s late: people get their time again",
            *(ahead, max(0.0, late)),
        )
        self._looks_at = max(self._looks_at, steady)  # nobody is late twice for one reason
        self._all = self._all or ahead < -TOLERANCE
        self._held = {table: replace(held, until=0.0) for table, held in self._held.items()}
        self.on_jump()

    async def _go_round(self) -> None:
        """Attend to all that is due or was held back, then set the alarm for the next."""
        everybody, self._all = self._all or self._left, False
        try:
            now = self._now()
            due = await self._store.due(EVER if everybody else now)
            waits = {table for table, held in self._held.items() if held.until > now}
            tables = dict.fromkeys([*due, *self._held])
            await self._attend_all([table for table in tables if table not in waits])
            self._left = False
            following = await self._following()
            if self._too_late:
                following = self._now()
        except Exception as fault:
            _tell("the clock's round was broken off", fault)
            self._left = everybody
            self.on_jump()
            following = self._now() + AFTER_FAULT
        self._too_late = False
        self.appoint(following)

    async def _attend_all(self, tables: Sequence[str]) -> None:
        """Attend to these, however many: people who click get half of the time meanwhile."""
        loop = asyncio.get_running_loop()
        for start in range(0, len(tables), TOGETHER):
            if self._closed:
                return
            begun = loop.time()
            await asyncio.gather(*map(self._attend_to, tables[start : start + TOGETHER]))
            if start + TOGETHER < len(tables):
                await asyncio.sleep(loop.time() - begun)

    async def _following(self) -> float | None:
        """When to look again: what is held back may still be due, and hides nobody behind it."""
        now = self._now()
        due = await self._store.due(now)
        times = [held.until for held in self._held.values()]
        times += [now for table in due if table not in self._held]
        later = await self._store.next_due(after=now)
        return min(times if later is None else [*times, later], default=None)

    async def _attend_to(self, table: str) -> None:
        try:
            await self._attend(table)
        except Exception as fault:
            self._hold_back(table, fault)
        else:
            self._kept += 1
            if self._held.pop(table, None):
                _log.warning("table %s is attended to again", table)

    def _hold_back(self, table: str, fault: Exception) -> None:
        """Try it again later; what ails one table alone is seldom gone soon."""
        before = self._held.get(table)
        times, wait = before.times + 1 if before else 1, AFTER_FAULT
        if self._is_everybodys(fault, before):
            self.on_jump()  # no click can be stored either
        elif before:
            wait = min(2 * before.wait, LONGEST_HELD)
        self._held[table] = _Held(times, wait, self._now() + wait, self._kept)
        if times == 1:
            _tell(f"table {table} could not be attended to", fault)
        elif times.bit_count() == 1:  # seldom, as it goes on
            kind = fault.code if isinstance(fault, StoreError) else type(fault).__name__
            _log.error("table %s could not be attended to %s times: %s", table, times, kind)

    def _is_everybodys(self, fault: Exception, before: _Held | None) -> bool:
        """Is it the whole store that fails? A disk may also fail where one table lies, for good."""
        if not isinstance(fault, StoreError) or fault.code not in OF_THE_WHOLE_STORE:
            return False
        return fault.code != "failing" or before is None or before.kept == self._kept


def _tell(what: str, fault: Exception) -> None:
    if isinstance(fault, StoreError):
        _log.error("%s: the store refused: %s", what, fault.code)
    else:
        report(what, fault)
