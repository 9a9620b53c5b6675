"""What every end-to-end test is given: a room with the bot in it."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import discord
import pytest

from bot.client import Celestia
from bot.clock import LONGEST_SLEEP
from bot.settings import Settings
from bot.turnstile import Turnstile
from bot.words import Words
from tests.host.ground import Room, opened

CLICKS = 1_000_000
"""Tests click faster than people: their time stands still."""


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a fault in a catalogue is an error of the bot."""
    monkeypatch.setattr(Words, "strict", True)


@pytest.fixture(autouse=True)
def _unlooked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody sets these clocks: looks at them would be pauses, and time would go by with them."""
    monkeypatch.setattr("bot.clock.LOOKS_EVERY", LONGEST_SLEEP)


@pytest.fixture
def make_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], discord.Client]:
    """Makes the bot, each time on the same database; its computers and its painter never pause."""
    monkeypatch.setitem(Settings.model_config, "env_file", None)  # whoever tests may have one
    settings = Settings(
        database=tmp_path / "celestia.db",
        computer_pause=(0, 0),
        edit_every=0,
    )

    def make() -> Celestia:
        bot = Celestia(settings, now=_now)
        bot.turnstile = Turnstile(_now, burst=CLICKS)
        return bot

    return make


def _now() -> float:
    """The time of the simulation, which `Room.passes` moves."""
    return discord.utils.utcnow().timestamp()


@pytest.fixture
async def room(make_bot: Callable[[], discord.Client]) -> AsyncIterator[Room]:
    """A room with the bot, whose errors and bad requests fail the test."""
    async with opened(make_bot) as room:
        yield room
