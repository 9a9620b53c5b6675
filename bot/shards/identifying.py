"""When a shard may identify: Discord takes one in five seconds from a bucket, and so many a day.

Both hold for the whole bot, however many processes it has. Discord takes the token away from a bot
that identifies too often in a day.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord

from bot.store.leases import Turns
from bot.store.protocol import StoreError

IDENTIFIES_EVERY: Final = 5.5
"""Seconds between two shards of a bucket: Discord wants five between those that reach it."""
CONNECTING: Final = 15.0
"""Seconds for which a bucket is had by a shard that is connecting."""
ASKED_FOR: Final = 5.0
"""Seconds after which we connect without having heard how many are left today."""
UNTOLD: Final = (discord.DiscordException, aiohttp.ClientError, OSError)
"""How Discord fails to tell; a `TimeoutError` is an `OSError`."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Advice:
    """What Discord says of connecting (``GET /gateway/bot``)."""

    shards: int
    """How many it recommends."""
    buckets: int = 1
    """How many shards may identify at the same time."""
    left: int = 1
    """How many may identify until the day is over."""
    resets_in: float = 0.0
    """Seconds until then."""


Ask = Callable[[], Awaitable[Advice]]


class OwnTurns(Turns):
    """The turns of the shards of one process, where there is no other."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._free: Final[dict[int, float]] = {}

    async def take_turn(self, bucket: int, seconds: float) -> float:
        wait = self._free.get(bucket, 0.0) - self._now()
        if wait <= 0:
            await self.hold_turn(bucket, seconds)
        return max(0.0, wait)

    async def hold_turn(self, bucket: int, seconds: float) -> None:
        self._free[bucket] = self._now() + seconds


class Identifying:
    """Has the shards of this process wait for their turns."""

    def __init__(
        self,
        turns: Turns,
        ask: Ask,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.buckets = 1
        """How many shards may identify at the same time, as far as we know."""
        self._turns = turns
        self._ask = ask
        self._now = now
        self._sleep = sleep
        self._until: Final[dict[int, float]] = {}
        """Until when a shard that is connecting has its bucket."""

    @asynccontextmanager
    async def turn(self, shard: int) -> AsyncGenerator[None]:
        """The time in which a shard connects and identifies."""
        await self._wait(shard)
        while left := await self._exhausted():
            await self._sleep(left)
            await self._wait(shard)
        try:
            yield
        finally:
            if self._now() < self._until.pop(shard, 0.0):  # it did not come to identify
                await self._give_back(shard)

    async def begin(self, shard: int) -> None:
        """Identify now: others in this bucket wait five seconds from here."""
        if self._now() >= self._until.get(shard, 0.0):  # it took so long that others may be at it
            await self._wait(shard)
        del self._until[shard]
        await self._turns.hold_turn(shard % self.buckets, IDENTIFIES_EVERY)

    async def _give_back(self, shard: int) -> None:
        try:
            await self._turns.hold_turn(shard % self.buckets, 0.0)
        except StoreError as fault:  # it ends by itself
            _log.info("others wait for the turn of shard %s: %s", shard, fault.code)

    async def _wait(self, shard: int) -> None:
        while True:
            asked = self._now()
            wait = await self._turns.take_turn(shard % self.buckets, CONNECTING)
            if not wait:
                self._until[shard] = asked + CONNECTING
                return
            await self._sleep(min(wait, IDENTIFIES_EVERY))

    async def _exhausted(self) -> float:
        """Seconds until shards may identify again; 0.0: they may.

        All buckets may be at it at once, and each has asked before.
        """
        try:
            async with asyncio.timeout(ASKED_FOR):
                told = await self._ask()
        except UNTOLD as fault:  # Discord's gateway may well take us all the same
            _log.info("Discord does not say how often we may connect: %s", type(fault).__name__)
            return 0.0
        self.buckets = told.buckets
        if told.left >= told.buckets:
            return 0.0
        _log.warning(
            "Discord lets no more shards of this bot connect today: once more in %.0f s",
            told.resets_in,
        )
        return max(1.0, told.resets_in)
