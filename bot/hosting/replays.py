"""Plays games again that are over: their record, what happened in them, the file that shows it.

Nothing of it is stored: it follows from the log. A game is read and played once for all who ask
while it is remembered, one game at a time and on a thread beside the event loop: some ten
milliseconds for the game, and some forty for the file.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Generic, TypeVar

from bot.errors import report
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

_Key = TypeVar("_Key", bound=Hashable)
_Made = TypeVar("_Made")
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
        self._games: Final = _Kept[str, LookedBack](GAMES)
        self._files: Final = _Kept[tuple[str, str, Names], str](FILES)

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


class _Kept(Generic[_Key, _Made]):
    """What was made lately, each thing once for all who ask; what has failed is made anew."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._tasks: Final[OrderedDict[_Key, asyncio.Task[_Made]]] = OrderedDict()

    async def get(self, key: _Key, make: Callable[[], Coroutine[Any, Any, _Made]]) -> _Made:
        """What there is under this key, made if need be."""
        if key not in self._tasks:
            task = asyncio.create_task(make(), name="looking back")
            task.add_done_callback(partial(self._ended, key))
            self._tasks[key] = task
            if len(self._tasks) > self._room:
                self._tasks.popitem(last=False)
        self._tasks.move_to_end(key)
        # who gives up waiting does not take it from the next who asks
        return await asyncio.shield(self._tasks[key])

    def clear(self) -> None:
        self._tasks.clear()

    async def close(self) -> None:
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, key: _Key, task: asyncio.Task[_Made]) -> None:
        if (task.cancelled() or task.exception()) and self._tasks.get(key) is task:
            del self._tasks[key]
