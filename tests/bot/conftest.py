"""Fixtures on a real store: a service that hosts tables, and channels with boards."""

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot import log
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
def log_as_it_was() -> Iterator[None]:
    """Levels and handlers of the log belong to the whole process."""
    loggers = [logging.getLogger(name) for name in (None, "discord", *log.OWN_PACKAGES)]
    levels = [each.level for each in loggers]
    handlers = loggers[0].handlers[:]
    yield
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)
    loggers[0].handlers[:] = handlers
    logging.captureWarnings(False)


@pytest.fixture
async def hosted(tmp_path: Path) -> AsyncIterator[Hosting]:
    async with hosting(tmp_path / "celestia.db") as hosted:
        yield hosted


@pytest.fixture
async def channels(tmp_path: Path) -> AsyncIterator[FakeChannels]:
    async with at_a_store(tmp_path, FakeChannels) as channels:
        yield channels
