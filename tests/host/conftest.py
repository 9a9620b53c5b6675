"""What every end-to-end test is given: a room with the bot in it."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import discord
import pytest

from bot.hosting.scheduler import LONGEST_SLEEP
from bot.settings import Settings
from bot.words import Catalogue
from tests.host.ground import Room, maker, opened


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a fault in a catalogue is an error of the bot."""
    monkeypatch.setattr(Catalogue, "strict", True)


@pytest.fixture(autouse=True)
def _unlooked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody sets these clocks: looks at them would be pauses, and time would go by with them."""
    monkeypatch.setattr("bot.hosting.scheduler.CHECK_EVERY", LONGEST_SLEEP)


@pytest.fixture
def make_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], discord.Client]:
    """Makes the bot, each time on the same database; its computers and its painter never pause."""
    monkeypatch.setitem(
        Settings.model_config, "env_file", None
    )  # the person who tests may have one
    return maker(tmp_path / "celestia.db")


@pytest.fixture
async def room(make_bot: Callable[[], discord.Client]) -> AsyncIterator[Room]:
    """A room with the bot, whose errors and bad requests fail the test."""
    async with opened(make_bot) as room:
        yield room
