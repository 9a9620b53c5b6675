"""Replays of finished games: record, moments, and the HTML file that shows them.

Nothing of it is stored: it follows from the log. Games are replayed one at a time on a thread,
which takes some ten milliseconds for the game and some forty for the file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from bot.errors import report
from bot.single_flight import SingleFlight
from bot.tables.proof import record
from bot.tables.refusals import Refused
from bot.tables.table import Table
from bot.words import catalogue
from engine import Record
from players.replay.moments import Moment, moments
from players.replay.page import page
from players.replay.steps import Replay

GAMES: Final = 8
"""Replayed games that are kept, of about half a megabyte each."""
FILES: Final = 64
"""Files that are kept, of about a hundred kilobytes each."""

Names = tuple[str, ...]
"""The name of each seat; "" is named by its colour."""


@dataclass(frozen=True, slots=True)
class GameReplay:
    """A finished game, with its replay."""

    record: Record = field(repr=False)
    replay: Replay | None = field(repr=False)
    """None: it could not be replayed, which was reported."""
    moments: tuple[Moment, ...] = ()


class Replays:
    """Replays finished games, and keeps the latest."""

    def __init__(self, history: Callable[[str], Awaitable[Table]]) -> None:
        self._history = history
        self._turn = asyncio.Lock()
        """Held by the game that is being replayed."""
        self._games: Final = SingleFlight[str, GameReplay](GAMES)
        self._files: Final = SingleFlight[tuple[str, str, Names], str](FILES)

    async def of(self, table: str) -> GameReplay:
        """The game of this table; raises `Refused` while it runs, or if its log is damaged."""
        return await self._games.get(table, partial(self._replay, table))

    async def file(self, table: str, language: str, names: Names) -> str:
        """The HTML file of a game, equal for equal language and names."""
        key = (table, language, names)
        return await self._files.get(key, partial(self._page, *key))

    def forget(self) -> None:
        """Drop all files, which may contain a name that has to go."""
        self._files.clear()

    async def close(self) -> None:
        await self._games.close()
        await self._files.close()

    async def _replay(self, table: str) -> GameReplay:
        whole = await self._history(table)
        async with self._turn:
            return await asyncio.to_thread(_played, whole)

    async def _page(self, table: str, language: str, names: Names) -> str:
        game = await self.of(table)
        if game.replay is None:
            raise Refused("log_damaged", table=table)
        make = partial(page, game.replay, catalogue(language), names, game.moments)
        async with self._turn:
            return await asyncio.to_thread(make)


def _played(whole: Table) -> GameReplay:
    kept = record(whole)
    if whole.game is None:
        raise Refused("not_started")
    if kept is None:
        raise Refused("replay_later")
    try:
        replay = Replay.of(kept)
        return GameReplay(kept, replay, moments(replay))
    except Exception as fault:  # the end page and the record need no replay
        report(f"table {whole.id}: its replay", fault)
        return GameReplay(kept, None)
