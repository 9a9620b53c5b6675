"""The real store, on a file of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.sqlite.store import SqliteStore
from tests.bot.conftest import Clock


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "celestia.db"


@pytest.fixture
async def store(file: Path, clock: Clock) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(file, clock=clock)
    await store.open()
    yield store
    await store.close()
