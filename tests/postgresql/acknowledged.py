"""Moves that are committed while servers die, and which of those that were acknowledged are lost.

async with Moves(commit, writers=8) as moves:
    await moves.more(200)
    ...                                     # a server dies
    await moves.more(200)
assert not moves.lost(stored)
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from itertools import count
from typing import Final, Self

import asyncpg

Commit = Callable[[int], Awaitable[None]]
"""Commits one move, by its number. It was acknowledged unless this raises one of the faults."""
FAULTS: Final[tuple[type[Exception], ...]] = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
)
AGAIN_AFTER: Final = 0.05
"""Seconds after which somebody who was told to try again does."""
PATIENCE: Final = 60.0


class Moves:
    """So many people who make one move after the other."""

    def __init__(
        self,
        commit: Commit,
        writers: int = 8,
        faults: tuple[type[Exception], ...] = FAULTS,
    ) -> None:
        self.acknowledged: Final[list[int]] = []
        self.failed: Final[list[int]] = []
        """Moves of which nobody knows whether they were made. They are made again."""
        self.longest = 0.0
        """Seconds between two moves that were acknowledged, at most."""
        self._commit: Final = commit
        self.writers: Final = writers
        self._faults: Final = faults
        self._numbers: Final = count(1)
        self._last = time.monotonic()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._tasks = [asyncio.create_task(self._makes_moves()) for _ in range(self.writers)]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        ended = await asyncio.gather(*self._tasks, return_exceptions=True)
        for fault in ended:
            if isinstance(fault, Exception):
                raise fault

    async def more(self, moves: int) -> None:
        """Wait until so many more are acknowledged."""
        most = len(self.acknowledged) + moves
        async with asyncio.timeout(PATIENCE):
            while len(self.acknowledged) < most:
                for task in self._tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.01)

    def lost(self, stored: Collection[int]) -> list[int]:
        """Those that were acknowledged and are not stored."""
        return sorted({*self.acknowledged} - {*stored})

    async def _makes_moves(self) -> None:
        for number in self._numbers:
            while not await self._is_made(number):
                await asyncio.sleep(AGAIN_AFTER)

    async def _is_made(self, number: int) -> bool:
        try:
            await self._commit(number)
        except self._faults:
            self.failed.append(number)
            return False
        now = time.monotonic()
        self.longest, self._last = max(self.longest, now - self._last), now
        self.acknowledged.append(number)
        return True
