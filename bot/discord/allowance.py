"""A token bucket for this process's part of the requests that Discord takes from the bot.

Discord blocks a machine whose requests it refuses too often. So requests by the bot's own token
take turns, urgent ones first; where several processes are one bot, each has its part of the rate.
Answers to interactions do not count: Discord limits them by webhook, not by bot.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Final, NamedTuple

from aiohttp import ClientSession, TraceConfig, TraceRequestStartParams

from bot.discord.limits import REQUESTS, STEADY_REQUESTS


class Rate(NamedTuple):
    """A steady rate and a burst."""

    a_second: float
    at_once: float
    """The burst after a quiet moment; no second has more requests than the sum of both."""


OF_A_BOT: Final = Rate(STEADY_REQUESTS, REQUESTS - STEADY_REQUESTS)
"""The bot's rate, within Discord's limit."""
UNLIMITED: Final = Rate(1e6, 1e6)
"""For a simulated Discord, which counts nothing."""
SLOWEST: Final = 1 / 60
"""Requests a second of a process that owns no shard."""
MEASURED_FOR: Final = 5.0
"""Seconds over which requests are counted."""

_ONE: Final = 1 - 1e-6
"""One request, less an error of rounding."""

_Line = dict[object, asyncio.Future[None]]
"""Waiting requests by name, in their order."""


class Allowance:
    """Gives requests their turns at a rate."""

    def __init__(self, whole: Rate) -> None:
        self._whole: Final = whole
        self._rate = whole
        self._left = whole.at_once
        self._at = 0.0
        self._urgent: Final[_Line] = {}
        self._others: Final[_Line] = {}
        self._spare: Final[_Line] = {}
        """Requests that yield to all others."""
        self._timer: asyncio.TimerHandle | None = None
        self._asked = 0
        """The number of requests since `need` was last measured."""
        self._measured = 0.0
        self._wanted = 0.0
        """The number of requests a second, as it was measured last."""

    @property
    def crowded(self) -> bool:
        """True if more urgent requests wait than get a turn within a second."""
        return len(self._urgent) > self._rate.a_second

    def demand(self, part: float) -> float:
        """Return how many requests there are, compared with this part of the bot's rate.

        It is measured when it is asked for, which should be once a second. Requests that wait count
        as if each second brought as many.
        """
        now = asyncio.get_running_loop().time()
        seconds = now - self._measured
        if seconds >= MEASURED_FOR:
            self._wanted, self._asked, self._measured = self._asked / seconds, 0, now
        waiting = len(self._urgent) + len(self._others)
        return max(self._wanted, waiting) / max(self._whole.a_second * part, SLOWEST)

    def allow(self, part: float) -> None:
        """Set this process's part of the bot's rate, also for requests that wait already."""
        self._refill()
        self._rate = _part(self._whole, part)
        self._give()

    async def take(self, *, spare: bool = False) -> None:
        """Wait for a turn; ``spare``: yield to all other requests."""
        await self._wait(self._spare if spare else self._urgent, object())

    async def turn(self, name: str, *, urgent: bool) -> None:
        """Wait for a turn as a named request, which `hurry` can make urgent."""
        await self._wait(self._urgent if urgent else self._others, name)

    def repeat(self) -> None:
        """Count a retry by discord.py, which took no turn: the next requests wait for it."""
        self._refill()
        self._left -= 1

    def hurry(self, name: str) -> None:
        """Make a waiting request urgent."""
        turn = self._others.pop(name, None)
        if turn is not None:
            self._urgent[name] = turn

    async def _wait(self, line: _Line, name: object) -> None:
        """Wait for a turn; a cancelled caller leaves it to the next."""
        self._asked += 1
        turn = line[name] = asyncio.get_running_loop().create_future()
        self._give()
        try:
            await turn
        finally:
            for waiting in (line, self._urgent):  # `hurry` may have moved it
                if waiting.get(name) is turn:
                    del waiting[name]

    def _give(self) -> None:
        """Give the turns that are due, and set a timer for the next one."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._refill()
        while line := self._urgent or self._others or self._spare:
            wanted = max(1.0, self._rate.at_once / 2) if line is self._spare else 1.0
            if self._left < wanted * _ONE:
                seconds = (wanted - self._left) / self._rate.a_second
                self._timer = asyncio.get_running_loop().call_later(seconds, self._give)
                return
            turn = line.pop(next(iter(line)))
            if not turn.done():
                turn.set_result(None)
                self._left -= 1

    def _refill(self) -> None:
        before, self._at = self._at, asyncio.get_running_loop().time()
        since = self._at - before
        self._left = min(self._rate.at_once, self._left + since * self._rate.a_second)


def _part(whole: Rate, part: float) -> Rate:
    """Return a part of a rate, with a burst of at least one request.

    Where that exceeds the part, the excess is deducted from the steady rate, at most half of it.
    """
    at_once = max(whole.at_once * part, 1.0)
    fair = whole.a_second * part
    left = (whole.a_second + whole.at_once) * part - at_once
    return Rate(max(min(fair, max(left, fair / 2)), SLOWEST), at_once)


class _Request:
    """A request under way, and the callback for its retries."""

    def __init__(self, again: Callable[[], None]) -> None:
        self.again = again
        self.is_sent = False


_under_way: Final[ContextVar[_Request | None]] = ContextVar("request", default=None)


@contextmanager
def counted(again: Callable[[], None]) -> Generator[None]:
    """Call ``again`` for each retry of the request that is made here."""
    before = _under_way.set(_Request(again))
    try:
        yield
    finally:
        _under_way.reset(before)


def counting() -> TraceConfig:
    """Return the trace of connections that notices retries."""

    async def begun(_: ClientSession, __: SimpleNamespace, ___: TraceRequestStartParams) -> None:
        request = _under_way.get()
        if request is None:
            return
        if request.is_sent:
            request.again()
        request.is_sent = True

    config = TraceConfig()
    config.on_request_start.append(begun)
    return config
