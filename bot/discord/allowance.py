"""Our share of the requests that Discord takes from the bot, and whose turn it is.

Discord shuts out a whole machine whose requests it refuses too often. So requests by the bot's own
token take turns, and what people wait for goes first; where several processes are one bot, each has
its part of the turns. Answers to interactions do not count: Discord limits them by webhook, not by
bot.
"""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from bot.discord.limits import OURS_A_SECOND, REQUESTS


class Rate(NamedTuple):
    """How many requests there may be."""

    a_second: float
    at_once: float
    """After a quiet moment. What comes meanwhile is added to it: in no second are there more than
    both together."""


OF_A_BOT: Final = Rate(OURS_A_SECOND, REQUESTS - OURS_A_SECOND)
"""What we take of what Discord allows."""
UNLIMITED: Final = Rate(1e6, 1e6)
"""Where no real Discord counts."""
SLOWEST: Final = 1 / 60
"""Requests a second, for a process that holds no shard at all."""

_ONE: Final = 1 - 1e-6
"""One request, however times are rounded."""

_Line = dict[object, asyncio.Future[None]]
"""Those who wait for a turn, by name, in their order."""


class Allowance:
    """So many requests a second, and a few at once; who wants more waits for a turn."""

    def __init__(self, whole: Rate) -> None:
        self._whole: Final = whole
        self._rate = whole
        self._left = whole.at_once
        self._at = 0.0
        self._urgent: Final[_Line] = {}
        self._others: Final[_Line] = {}
        self._spare: Final[_Line] = {}
        """Those who take what nobody else wants."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def crowded(self) -> bool:
        """Do more urgent requests wait than get a turn within a second?"""
        return len(self._urgent) > self._rate.a_second

    def allow(self, part: float) -> None:
        """Take this part of all that the bot has, for those who wait already as well."""
        self._refill()
        self._rate = _part(self._whole, part)
        self._give()

    async def take(self, *, spare: bool = False) -> None:
        """Wait until one more request may be made; ``spare``: and others would not wait for it."""
        await self._wait(self._spare if spare else self._urgent, object())

    async def turn(self, name: str, *, urgent: bool) -> None:
        """The same for what can become urgent while it waits."""
        await self._wait(self._urgent if urgent else self._others, name)

    def repeat(self) -> None:
        """A request was made once more, which nobody could hold back: the next ones wait for it."""
        self._refill()
        self._left -= 1

    def hurry(self, name: str) -> None:
        """Make a request urgent, because somebody waits for it now."""
        turn = self._others.pop(name, None)
        if turn is not None:
            self._urgent[name] = turn

    async def _wait(self, line: _Line, name: object) -> None:
        """Wait for a turn; a caller who is cancelled leaves it to the next."""
        turn = line[name] = asyncio.get_running_loop().create_future()
        self._give()
        try:
            await turn
        finally:
            for waiting in (line, self._urgent):  # it may have become urgent
                if waiting.get(name) is turn:
                    del waiting[name]

    def _give(self) -> None:
        """Give the turns that are due, and come back when the next one is."""
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
    """A part of a rate. One request may always come at once, though that is more than a small
    part: what it is more is taken off the others, but never more than half of them."""
    at_once = max(whole.at_once * part, 1.0)
    fair = whole.a_second * part
    left = (whole.a_second + whole.at_once) * part - at_once
    return Rate(max(min(fair, max(left, fair / 2)), SLOWEST), at_once)
