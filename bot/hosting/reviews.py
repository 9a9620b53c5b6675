"""Reviews of finished games: the decisions that cost each player most.

Nothing of them is stored: they follow from the log, and take less than a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final

from bot.single_flight import SingleFlight
from bot.tables.actions import FinishedGame
from players.review import Slip, review

CAPACITY: Final = 500
"""Reviews that are kept, of some kilobytes each."""
GAMES: Final = 4
"""Replayed games that are kept for their players' reviews."""

Review = tuple[Slip, ...]
"""The decisions of a seat that cost it most, the worst first."""


class Reviews:
    """Makes reviews, and keeps the latest."""

    def __init__(self, look_back: Callable[[str], Coroutine[Any, Any, FinishedGame]]) -> None:
        self._look_back = look_back
        self._made: Final = SingleFlight[tuple[str, int], Review](CAPACITY)
        self._games: Final = SingleFlight[str, FinishedGame](GAMES)

    async def of(self, table: str, seat: int) -> Review:
        """Return the review of a seat; raises `Refused` if the log is damaged."""
        return await self._made.get((table, seat), partial(self._review, table, seat))

    async def close(self) -> None:
        await self._made.close()
        await self._games.close()

    async def _review(self, table: str, seat: int) -> Review:
        game = await self._games.get(table, partial(self._look_back, table))
        return await asyncio.to_thread(review, game.deal, game.moves, seat, game.own)
