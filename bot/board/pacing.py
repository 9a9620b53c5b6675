"""How many boards are painted in a second: few enough that Discord refuses none.

Discord shuts out a whole machine whose requests it refuses too often. So requests for boards take
turns, and boards that people wait for go first.
"""

from __future__ import annotations

import asyncio
from typing import Final

SLOWEST: Final = 1 / 60
"""Turns a second, for a process that has no share at all."""


class RequestPacing:
    """Gives so many turns a second, by name, and as many at once after an idle second."""

    def __init__(self, a_second: float) -> None:
        self._a_second = a_second
        self._left = a_second
        self._at = 0.0
        self._urgent: Final[dict[str, asyncio.Future[None]]] = {}
        self._others: Final[dict[str, asyncio.Future[None]]] = {}
        self._timer: asyncio.TimerHandle | None = None

    @property
    def crowded(self) -> bool:
        """Do more urgent requests wait than get a turn within a second?"""
        return len(self._urgent) > self._a_second

    def allow(self, a_second: float) -> None:
        """Give so many turns a second from now on; at least one in a minute."""
        self._a_second = max(a_second, SLOWEST)

    async def turn(self, name: str, *, urgent: bool) -> None:
        """Wait for a turn; a caller who is cancelled leaves it to the next."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        (self._urgent if urgent else self._others)[name] = turn
        if self._timer is None:
            self._give()
        await turn

    def hurry(self, name: str) -> None:
        """Make a request urgent, because somebody waits for it now."""
        turn = self._others.pop(name, None)
        if turn is not None:
            self._urgent[name] = turn

    def _give(self) -> None:
        """Give the turns that are due, and come back when the next one is."""
        loop = asyncio.get_running_loop()
        before, self._at = self._at, loop.time()
        most = max(1.0, self._a_second)
        self._left = min(most, self._left + (self._at - before) * self._a_second)
        while self._left >= 1 and (waiting := self._urgent or self._others):
            turn = waiting.pop(next(iter(waiting)))
            if not turn.done():
                turn.set_result(None)
                self._left -= 1
        self._timer = None
        if self._urgent or self._others:
            self._timer = loop.call_later((1 - self._left) / self._a_second, self._give)
