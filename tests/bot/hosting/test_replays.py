"""Replays of finished games: made once for all who ask, and not before the end."""

import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.hosting import replays as replays_module
from bot.hosting.replays import Replays
from bot.tables.proof import record
from bot.tables.refusals import Refused
from bot.tables.table import Table
from players.replay.moments import moments
from players.replay.page import page
from players.replay.steps import Replay
from players.words import catalogue
from tests.bot.tables.driven import started

NAMES = ("Ann", "Bob")


def over() -> Table:
    """A game that was broken off after a few moves."""
    t = started(2)
    for _ in range(4):
        t.first_move()
    return t.do("0 cancel").table


class Shelf:
    """Replays over one stored game, with a count of its reads."""

    def __init__(self) -> None:
        self.table = over()
        self.read = 0
        self.replays = Replays(self.history)

    async def history(self, table: str) -> Table:
        self.read += 1
        return self.table


@pytest.fixture
async def shelf() -> AsyncIterator[Shelf]:
    made = Shelf()
    yield made
    await made.replays.close()


async def test_a_game_is_played_again_as_its_record_says(shelf: Shelf) -> None:
    game = await shelf.replays.of("blue")
    assert game.record == record(shelf.table)
    replay = Replay.of(game.record)
    assert game.replay is not None
    assert game.replay.steps == replay.steps
    assert game.moments == moments(replay)
    for language in ("en", "fr"):
        expected = page(game.replay, catalogue(language), NAMES)
        assert await shelf.replays.file("blue", language, NAMES) == expected


async def test_a_file_is_made_again_for_other_names_and_after_it_was_dropped(shelf: Shelf) -> None:
    first = await shelf.replays.file("blue", "en", NAMES)
    other = await shelf.replays.file("blue", "en", ("Ann", ""))
    assert ("Bob" in first, "Bob" in other, shelf.read) == (True, False, 1)
    shelf.replays.forget()
    again = await shelf.replays.file("blue", "en", NAMES)
    assert again is not first
    assert again == first


async def test_neither_is_made_on_the_event_loop(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = set[int]()

    def noting(*given: Any) -> str:
        threads.add(threading.get_ident())
        return page(*given)

    monkeypatch.setattr(replays_module, "page", noting)
    await shelf.replays.file("blue", "en", NAMES)
    assert threads
    assert threading.get_ident() not in threads


async def test_a_game_that_goes_on_has_none(shelf: Shelf) -> None:
    shelf.table = started(2).table
    for ask in (shelf.replays.of("blue"), shelf.replays.file("blue", "en", NAMES)):
        with pytest.raises(Refused) as refused:
            await ask
        assert refused.value.code == "replay_later"
