"""Plays games again that are over: their record, what happened in them, the file that shows it.

Nothing of it is stored: it follows from the log. A game is read and played once for all who ask
while it is remembered, one game at a time and on a thread beside the event loop: some ten
milliseconds for the game, and some forty for the file.
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
"""So many games are kept as they were played, of about half a megabyte each."""
FILES: Final = 64
"""So many files are kept, of about a hundred kilobytes each."""

Names = tuple[str, ...]
"""What each seat is called; "" goes by its colour."""


@dataclass(frozen=True, slots=True)
class LookedBack:
    """A game that is over, as it was played."""

    record: Record = field(repr=False)
    replay: Replay | None = field(repr=False)
    """None: it could not be played again, which is reported."""
    moments: tuple[Moment, ...] = ()


class Replays:
    """The games that were looked back at lately, by table."""

    def __init__(self, history: Callable[[str], Awaitable[Table]]) -> None:
        self._history = history
        self._turn = asyncio.Lock()
        """One game is played at a time: a thread takes turns with the event loop."""
        self._games: Final = SingleFlight[str, LookedBack](GAMES)
        self._files: Final = SingleFlight[tuple[str, str, Names], str](FILES)

    async def of(self, table: str) -> LookedBack:
        """The game at this table; refused as long as it goes on, or if its log is damaged."""
        return await self._games.get(table, partial(self._look_back, table))

    async def file(self, table: str, language: str, names: Names) -> str:
        """The one HTML file of a game: the same for the same language and names."""
        key = (table, language, names)
        return await self._files.get(key, partial(self._page, *key))

    def forget(self) -> None:
        """Forget all files: somebody's name may be in them."""
        self._files.clear()

    async def close(self) -> None:
        """Play nothing more."""
        await self._games.close()
        await self._files.close()

    async def _look_back(self, table: str) -> LookedBack:
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


def _played(whole: Table) -> LookedBack:
    kept = record(whole)
    if whole.game is None:
        raise Refused("not_started")
    if kept is None:
        raise Refused("replay_later")
    try:
        replay = Replay.of(kept)
        return LookedBack(kept, replay, moments(replay))
    except Exception as fault:  # whatever it is, the end is told and the record stands
        report(f"table {whole.id}: its replay", fault)
        return LookedBack(kept, None)
