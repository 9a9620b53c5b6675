"""Fixtures on a real store: a service that hosts tables, channels with boards, and a scheduler."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.hosting import scheduler
from bot.store.sqlite.store import SqliteStore
from tests.bot.board.channels import FakeChannels, at_a_store
from tests.bot.hosting.hosted import Hosting, hosting
from tests.bot.hosting.schedule import Schedule


class Clock:
    """Time that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def hosted(tmp_path: Path) -> AsyncIterator[Hosting]:
    async with hosting(tmp_path / "celestia.db") as hosted:
        yield hosted


@pytest.fixture
async def channels(tmp_path: Path) -> AsyncIterator[FakeChannels]:
    async with at_a_store(tmp_path, FakeChannels) as channels:
        yield channels


@pytest.fixture
async def schedule(tmp_path: Path) -> AsyncIterator[Schedule]:
    store = SqliteStore(tmp_path / "celestia.db", clock=lambda: schedule.time())
    schedule = Schedule(store)
    await store.open()
    yield schedule
    await schedule.scheduler.close()
    await store.close()


@pytest.fixture
def jumps(schedule: Schedule, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The jumps that the scheduler has noticed; it looks at the clocks often."""
    monkeypatch.setattr(scheduler, "MAX_SLEEP", 0.05)
    monkeypatch.setattr(scheduler, "TOLERANCE", 1.0)
    return schedule.jumps
