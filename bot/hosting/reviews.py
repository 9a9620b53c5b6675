"""Reviews of finished games: the decisions that cost each player most.

A review takes from half a second to two for each seat. So it is begun when the game ends, in the
workers, after all thoughts of computers. Nothing of it is stored: it follows from the log.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Final

from bot.errors import report
from bot.hosting.thinker import Thinker
from bot.single_flight import SingleFlight
from bot.store.errors import StoreError
from bot.tables.actions import FinishedGame
from bot.tables.refusals import Refused
from players.review import Slip, costliest, screened, weighed

CAPACITY: Final = 500
"""Reviews that are kept, of some kilobytes each."""
MAX_AHEAD: Final = 24
"""Reviews under way above which none is begun before a player asks for it."""
GAMES: Final = 4
"""Replayed games that are kept for their players' reviews."""

Review = tuple[Slip, ...]
"""The decisions of a seat that cost it most, the worst first."""


class Reviews:
    """Makes reviews, and keeps the latest."""

    def __init__(
        self, look_back: Callable[[str], Coroutine[Any, Any, FinishedGame]], thinker: Thinker
    ) -> None:
        self._look_back = look_back
        self._thinker = thinker
        self.max_ahead = MAX_AHEAD
        self._made: Final = SingleFlight[tuple[str, int], Review](CAPACITY)
        self._games: Final = SingleFlight[str, FinishedGame](GAMES)

    def prepare(self, table: str, seats: Iterable[int]) -> None:
        """Begin the reviews of these seats: their game has ended."""
        for seat in seats:
            if self._made.under_way < self.max_ahead:
                self._made.begin((table, seat), partial(self._reported, table, seat))

    async def of(self, table: str, seat: int) -> Review:
        """Return the review of a seat; raises `Refused` if the log is damaged."""
        return await self._made.get((table, seat), partial(self._reported, table, seat))

    async def close(self) -> None:
        await self._made.close()
        await self._games.close()

    async def _reported(self, table: str, seat: int) -> Review:
        """The review; errors are reported here, because it may be made before a player asks."""
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
