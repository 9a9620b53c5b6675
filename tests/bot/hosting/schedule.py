"""A store with deadlines, and a clock that the test sets."""

import asyncio

import pytest

from bot.events import Events
from bot.hosting.scheduler import Scheduler
from bot.store.errors import Locked, StoreError
from bot.store.sqlite.store import SqliteStore
from bot.tables.refusals import Refused
from tests.bot.store.changes import change, version_of

START = 1_000_000.0
HAND = "Anna holds the spyglass"


class Schedule(Events):
    """A store with deadlines, a clock that is set, and a list of the tables attended to."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.loop = asyncio.get_running_loop()
        self.ahead = START - self.loop.time()
        self.attended: list[str] = []
        self.failing: set[str] = set()
        self.refused: dict[str, StoreError] = {}
        """The error with which the store refuses changes of these tables."""
        self.looks = 0
        """How often the time was asked for."""
        self.jumps: list[int] = []
        """For each jump of the clock, how many tables had been attended to before."""
        self.scheduler = Scheduler(store, self.attend, self.now, self)

    def clock_jumped(self) -> None:
        self.jumps.append(len(self.attended))

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
            raise self.refused[table]
        if table in self.failing:
            raise Refused("table_frozen", table=HAND)
        await self.due(table, None)

    async def until(self, attended: int) -> None:
        """Wait until this many tables have been attended to and the round is over."""
        async with asyncio.timeout(10):
            while len(self.attended) < attended or self.is_busy():
                await asyncio.sleep(0.01)

    def is_busy(self) -> bool:
        """Is a round under way?"""
        return self.scheduler._round is not None and not self.scheduler._round.done()

    def timers(self) -> int:
        """How many timers of the scheduler are set and not cancelled."""
        scheduled = asyncio.get_running_loop()._scheduled  # pyright: ignore[reportAttributeAccessIssue] - no public list
        ours = [t for t in scheduled if t._callback == self.scheduler._wake and not t.cancelled()]
        return len(ours)

    def is_locked_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The store is locked when it is next asked what is due."""
        due, faults = self.store.due, [Locked()]

        async def sometimes(now: float) -> list[str]:
            if faults:
                raise faults.pop()
            return await due(now)

        monkeypatch.setattr(self.store, "due", sometimes)
