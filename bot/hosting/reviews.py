"""Looks back at games that are over: which decisions cost each of their players most.

That takes from half a second to two for each seat, so it is begun when the game ends, beside the
event loop and after all that computers have to think of. What is not ready when it is asked for is
made then. Nothing of it is stored: it follows from the log.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Final

from bot.errors import report
from bot.hosting.thinking import Thinker
from bot.single_flight import SingleFlight
from bot.store.protocol import StoreError
from bot.tables.finished_game import FinishedGame
from bot.tables.refusals import Refused
from players.review import Slip, costliest, screened, weighed

CAPACITY: Final = 500
"""So many reviews are kept, of some kilobytes each; what was asked for longest ago goes first."""
AHEAD: Final = 24
"""So many are under way at most before anybody has asked for them."""
GAMES: Final = 4
"""So many games are kept as they were played: those whose players are asking now."""

Review = tuple[Slip, ...]
"""The decisions of a seat that cost it most, the worst first."""


class Reviews:
    """The reviews of the games that ended lately, by table and seat."""

    def __init__(
        self, look_back: Callable[[str], Coroutine[Any, Any, FinishedGame]], thinker: Thinker
    ) -> None:
        self._look_back = look_back
        self._thinker = thinker
        self.ahead = AHEAD
        self._made: Final = SingleFlight[tuple[str, int], Review](CAPACITY)
        self._games: Final = SingleFlight[str, FinishedGame](GAMES)

    def prepare(self, table: str, seats: Iterable[int]) -> None:
        """The game at this table is over: begin the reviews of these seats."""
        for seat in seats:
            if self._made.under_way < self.ahead:
                self._made.begin((table, seat), partial(self._reported, table, seat))

    async def of(self, table: str, seat: int) -> Review:
        """The review of a seat, once it is made; a game whose log is damaged has none."""
        return await self._made.get((table, seat), partial(self._reported, table, seat))

    async def close(self) -> None:
        """Review nothing more."""
        await self._made.close()
        await self._games.close()

    async def _reported(self, table: str, seat: int) -> Review:
        """The review; nobody may be waiting for it, so what goes wrong is told here."""
        try:
            return await self._review(table, seat)
        except (Refused, StoreError):
            raise
        except Exception as fault:
            report(f"table {table}: review", fault)
            raise

    async def _review(self, table: str, seat: int) -> Review:
        game = await self._games.get(table, partial(self._look_back, table))
        look = partial(screened, game.deal, game.moves, seat, game.own)
        doubtful = await self._thinker.work(look)
        slips = [await self._thinker.work(partial(weighed, it, n)) for n, it in enumerate(doubtful)]
        return costliest(slips)
