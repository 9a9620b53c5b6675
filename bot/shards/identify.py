"""Limits how often shards identify: one in five seconds for each bucket, and a number a day.

Both limits are the whole bot's, however many processes it has. Discord resets the token of a bot
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

from bot.store.errors import StoreError
from bot.store.leases import LONGEST_TURN, Turns

IDENTIFY_INTERVAL: Final = 5.5
"""Seconds between two shards of a bucket; Discord wants five between the requests that reach it."""
INFO_TIMEOUT: Final = 5.0
"""Seconds to wait for Discord's answer about the daily limit; then the shard connects anyway."""
NO_INFO: Final = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Errors of that request; a `TimeoutError` is an `OSError`."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GatewayInfo:
    """Discord's answer about connecting (``GET /gateway/bot``)."""

    shards: int
    """The recommended number of shards."""
    buckets: int = 1
    """Number of shards that may identify at the same time."""
    left: int = 1
    """Number of shards that may identify before the daily limit is reset."""
    resets_in: float = 0.0
    """Seconds until then."""


AskGateway = Callable[[], Awaitable[GatewayInfo]]


class LocalTurns(Turns):
    """The turns of a bot that has one process."""

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


class IdentifyLimiter:
    """Makes the shards of this process wait for their turns."""

    def __init__(
        self,
        turns: Turns,
        ask: AskGateway,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.buckets = 1
        """Number of shards that may identify at the same time, as far as is known."""
        self._turns = turns
        self._ask = ask
        self._now = now
        self._until: Final[dict[int, float]] = {}
        """The time until which a shard that is connecting has its bucket."""

    @asynccontextmanager
    async def turn(self, shard: int) -> AsyncGenerator[None]:
        """Wait for the turn of a shard, which connects and identifies inside this context."""
        await self._wait(shard)
        while left := await self._exhausted():
            await asyncio.sleep(left)
            await self._wait(shard)
        try:
            yield
        finally:
            if self._now() < self._until.pop(shard, 0.0):  # it has not identified
                await self._give_back(shard)

    async def begin(self, shard: int) -> None:
        """Begin to identify: the next shard of this bucket waits five seconds from here."""
        if self._now() >= self._until.get(shard, 0.0):  # its turn ended while it connected
            await self._wait(shard)
        del self._until[shard]
        await self._turns.hold_turn(shard % self.buckets, IDENTIFY_INTERVAL)

    async def _give_back(self, shard: int) -> None:
        try:
            await self._turns.hold_turn(shard % self.buckets, 0.0)
        except StoreError as fault:  # the turn ends by itself
            _log.info("others wait for the turn of shard %s: %s", shard, fault.code)

    async def _wait(self, shard: int) -> None:
        while True:
            asked = self._now()
            wait = await self._turns.take_turn(shard % self.buckets, LONGEST_TURN)
            if not wait:
                self._until[shard] = asked + LONGEST_TURN
                return
            await asyncio.sleep(min(wait, IDENTIFY_INTERVAL))

    async def _exhausted(self) -> float:
        """Return the seconds until shards may identify again, or 0.0 if they may.

        All buckets may identify at once, and each has asked before: so one for each has to be left.
        """
        try:
            async with asyncio.timeout(INFO_TIMEOUT):
                info = await self._ask()
        except NO_INFO as fault:  # the gateway itself may be reachable all the same
            _log.info("Discord does not say how often we may connect: %s", type(fault).__name__)
            return 0.0
        self.buckets = info.buckets
        if info.left >= info.buckets:
            return 0.0
        _log.warning(
            "Discord lets no more shards of this bot connect today: once more in %.0f s",
            info.resets_in,
        )
        return max(1.0, info.resets_in)
