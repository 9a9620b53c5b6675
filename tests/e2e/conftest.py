"""What every test on the wire is given."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.wire import Wire, wired


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncIterator[Wire]:
    """A guild, a channel, and the bot running; its errors and bad requests fail the test."""
    async with wired(tmp_path) as wire:
        yield wire
