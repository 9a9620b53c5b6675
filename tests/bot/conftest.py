"""A host for each test that asks for one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.hosted import Hosting, hosting


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Hosting]:
    async with hosting(tmp_path / "celestia.db") as house:
        yield house
