"""A host, or a wall of boards, for each test that asks for one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.sqlite import SqliteStore
from tests.bot.hosted import Hosting, hosting
from tests.bot.wall import Wall


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Hosting]:
    async with hosting(tmp_path / "celestia.db") as house:
        yield house


@pytest.fixture
async def wall(tmp_path: Path) -> AsyncIterator[Wall]:
    store = SqliteStore(tmp_path / "celestia.db")
    await store.open()
    wall = Wall(store)
    yield wall
    await wall.painter.close()
    await store.close()
