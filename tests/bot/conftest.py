"""A host, a wall of boards, or an evening with a clock, for each test that asks for one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.hosting import scheduler as clock
from bot.store.sqlite.store import SqliteStore
from tests.bot.board.channels import FakeChannels
from tests.bot.hosting.evening import Evening
from tests.bot.hosting.hosted import Hosting, hosting


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Hosting]:
    async with hosting(tmp_path / "celestia.db") as house:
        yield house


@pytest.fixture
async def wall(tmp_path: Path) -> AsyncIterator[FakeChannels]:
    store = SqliteStore(tmp_path / "celestia.db")
    await store.open()
    wall = FakeChannels(store)
    yield wall
    await wall.painter.close()
    await store.close()


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    store = SqliteStore(tmp_path / "celestia.db", clock=lambda: evening.time())
    evening = Evening(store)
    await store.open()
    yield evening
    await evening.scheduler.close()
    await store.close()


@pytest.fixture
def jumps(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """When it was told that the clocks cannot be trusted; it looks at them often."""
    monkeypatch.setattr(clock, "LONGEST_SLEEP", 0.05)
    monkeypatch.setattr(clock, "TOLERANCE", 1.0)
    seen: list[float] = []
    evening.scheduler.on_jump = lambda: seen.append(evening.now())
    return seen
