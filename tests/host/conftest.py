"""Fixtures of the tests on the simulated Discord: a room with the bot in it."""

import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final

import discord
import pytest

from bot.hosting import scheduler
from bot.settings import Settings
from bot.store.address import SQLITE, Address
from bot.words import Catalogue
from tests.bot.store.kinds import database
from tests.host.ground import Room, maker, opened

LONG: Final = 1e8  # seconds
STORE: Final = "TEST_STORE"
"""Environment variable that runs these tests on another kind of database: ``postgresql``."""


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise faults of a catalogue instead of falling back to English."""
    monkeypatch.setattr(Catalogue, "strict", True)


@pytest.fixture(autouse=True)
def _unlooked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the scheduler sleep until something is due: the clock is never set here."""
    monkeypatch.setattr(scheduler, "MAX_SLEEP", LONG)
    monkeypatch.setattr(scheduler, "CLOCK_CHECK_INTERVAL", LONG)


@pytest.fixture
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Address]:
    """The bot's database: a file, or of the kind in `STORE`."""
    if os.environ.get(STORE, SQLITE) == SQLITE:
        yield Address.of_file(tmp_path / "celestia.db")
        return
    async with database(request.getfixturevalue("postgresql")) as url:
        yield Address.of_server(url)


@pytest.fixture
def make_bot(place: Address, monkeypatch: pytest.MonkeyPatch) -> Callable[[], discord.Client]:
    """Makes the bot, each time on the same database; its computers and its boards never pause."""
    monkeypatch.setitem(Settings.model_config, "env_file", None)  # this machine may have one
    return maker(place)


@pytest.fixture
async def room(make_bot: Callable[[], discord.Client]) -> AsyncIterator[Room]:
    """A room with the bot, whose errors and bad requests fail the test."""
    async with opened(make_bot) as room:
        yield room
