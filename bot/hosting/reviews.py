"""Looks back at games that are over: which decisions cost each of their players most.

That takes from half a second to two for each seat, so it is begun when the game ends, beside the
event loop and after all that computers have to think of. What is not ready when it is asked for is
made then. Nothing of it is stored: it follows from the log.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from bot.errors import report
from bot.store.protocol import StoreError
from bot.tables.played import Played
from bot.tables.refusals import Refused
from players.review import Slip, costliest, screened, weighed

ROOM: Final = 500
"""So many reviews are kept, of some kilobytes each; what was asked for longest ago goes first."""
AHEAD: Final = 24
"""So many are under way at most before anybody has asked for them."""
GAMES: Final = 4
"""So many games are kept as they were played: those whose players are asking now."""

_Done = TypeVar("_Done")
Review = tuple[Slip, ...]
"""The decisions of a seat that cost it most, the worst first."""


class Work(Protocol):
    """Does something beside the event loop."""

    def __call__(self, do: Callable[[], _Done]) -> Awaitable[_Done]: ...


class Reviews:
    """The reviews of the games that ended lately, by table and seat."""

    def __init__(self, look_back: Callable[[str], Awaitable[Played]], work: Work) -> None:
        self._look_back = look_back
        self._work = work
        self.ahead = AHEAD
        self._made: Final[OrderedDict[tuple[str, int], asyncio.Task[Review]]] = OrderedDict()
        self._games: Final[OrderedDict[str, asyncio.Task[Played]]] = OrderedDict()

    def prepare(self, table: str, seats: Iterable[int]) -> None:
        """The game at this table is over: begin the reviews of these seats."""
        for seat in seats:
            if sum(not task.done() for task in self._made.values()) < self.ahead:
                self._begin(table, seat)

    async def of(self, table: str, seat: int) -> Review:
        """The review of a seat, once it is made; a game whose log is damaged has none."""
        # who gives up waiting does not take it from the next who asks
        return await asyncio.shield(self._begin(table, seat))

    async def close(self) -> None:
        """Review nothing more."""
        tasks: list[asyncio.Future[Any]] = [*self._made.values(), *self._games.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, table: str, seat: int) -> asyncio.Task[Review]:
        key = table, seat
        if key not in self._made:
            task = asyncio.create_task(self._review(table, seat), name=f"review {table} {seat}")
            task.add_done_callback(partial(self._ended, key))
            self._made[key] = task
            if len(self._made) > ROOM:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        return self._made[key]

    async def _game(self, table: str) -> Played:
        """The game at this table, read once for all its seats."""
        task = self._games.get(table)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.ensure_future(self._look_back(table))
            self._games[table] = task
            if len(self._games) > GAMES:
                self._games.popitem(last=False)
        return await asyncio.shield(task)

    async def _review(self, table: str, seat: int) -> Review:
        game = await self._game(table)
        look = partial(screened, game.deal, game.moves, seat, game.own)
        doubtful = await self._work(look)
        slips = [await self._work(partial(weighed, it, n)) for n, it in enumerate(doubtful)]
        return costliest(slips)

    def _ended(self, key: tuple[str, int], task: asyncio.Task[Review]) -> None:
        """What has failed is tried again when somebody asks."""
        if task.cancelled():
            return
        fault = task.exception()
        if fault is None:
            return
        self._made.pop(key, None)
        if not isinstance(fault, Refused | StoreError):
            report(f"table {key[0]}: review", fault)
