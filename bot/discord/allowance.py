"""Our share of the requests that Discord takes from the bot, where several processes are one bot.

It counts what goes by the bot's own token. Answers to interactions do not count: Discord limits
them by webhook, not by bot.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

UNLIMITED: Final = 1e6
"""Requests a second, where no real Discord counts them."""
SLOWEST: Final = 1 / 60
"""Requests a second, for a process that holds no shard at all."""

_ONE: Final = 1 - 1e-6
"""One request, however times are rounded."""


class Allowance:
    """So many requests a second, and as many at once after an idle second, in their order."""

    def __init__(
        self,
        a_second: float,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._whole: Final = a_second
        self._a_second = a_second
        self._left = a_second
        self._at = now()
        self._now = now
        self._sleep = sleep
        self._queue = asyncio.Lock()

    def allow(self, part: float) -> None:
        """Take this part of all that the bot has from now on."""
        self._refill()
        self._a_second = max(self._whole * part, SLOWEST)

    async def take(self, *, spare: bool = False) -> None:
        """Wait until one more request may be made; ``spare``: and others would not wait for it."""
        while spare and self._is_scarce():
            await self._sleep(1 / self._a_second)
        async with self._queue:
            self._refill()
            while self._left < _ONE:
                await self._sleep((1 - self._left) / self._a_second)
                self._refill()
            self._left -= 1

    def _is_scarce(self) -> bool:
        self._refill()
        return self._queue.locked() or self._left < max(1.0, self._a_second / 2)

    def _refill(self) -> None:
        before, self._at = self._at, self._now()
        most = max(1.0, self._a_second)
        self._left = min(most, self._left + (self._at - before) * self._a_second)
