"""For how long something held up the event loop, and with it every click."""

from __future__ import annotations

import asyncio
from typing import Final

EVERY: Final = 0.1
"""Seconds between two looks: what takes no longer may go unnoticed, and what does by so much."""
SPAN: Final = 60
"""Seconds that are looked back on."""


class Holdups:
    """A timer that notes by how much it is late."""

    def __init__(self) -> None:
        self._late: Final = [(0, 0.0)] * SPAN
        """For each of the last seconds which it was, and the longest wait in it."""
        self._expected = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def longest(self) -> float:
        """The longest in the last minute, in seconds."""
        since = int(asyncio.get_running_loop().time()) - SPAN
        return max((late for second, late in self._late if second > since), default=0.0)

    def start(self) -> None:
        """Look from now on."""
        loop = asyncio.get_running_loop()
        self._expected = loop.time() + EVERY
        self._timer = loop.call_at(self._expected, self._look)

    def _look(self) -> None:
        now = asyncio.get_running_loop().time()
        second, late = int(now), max(0.0, now - self._expected)
        known, longest = self._late[second % SPAN]
        self._late[second % SPAN] = second, max(late, longest) if known == second else late
        self.start()

    def close(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()
