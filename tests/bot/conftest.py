"""Fixtures on a real store: a service that hosts tables, and channels with boards."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.board.channels import FakeChannels, at_a_store
from tests.bot.hosting.hosted import Hosting, hosting


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
