"""Fixtures of the tests on the wire."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e.wire import Wire, wired


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncIterator[Wire]:
    """A guild, a channel, and the bot running; its errors and bad requests fail the test."""
    async with wired(tmp_path) as wire:
        yield wire


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Wire]:
    """One for all tests of a file that ask for it; each sits down in a channel of its own."""
    folder = tmp_path_factory.mktemp("shared")
    async with wired(folder, tables_per_server="1000") as wire:
        yield wire
