"""The shards of this process: all of the bot's, or as many as its leases give it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

import discord

from bot.discord.allowance import Allowance
from bot.retry import retry_delays, until_store_answers
from bot.shards.gateway import Gateway, gateway_info
from bot.shards.identify import NO_INFO, IdentifyLimiter, LocalTurns
from bot.shards.lease_keeper import LeaseKeeper
from bot.store.errors import NewerProcesses
from bot.store.leases import NOTHING, Leases, Share

_log = logging.getLogger(__name__)


class Shards:
    """Connects the shards of this process, and reports when it gains or loses some."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        leases: Leases | None,
        wanted: int | None,
        changed: Callable[[Share], Awaitable[None]],
        allowances: Sequence[Allowance],
    ) -> None:
        """``leases``: None in a bot of one process. ``wanted``: None leaves the number to Discord.

        ``changed`` is awaited before gained shards connect, and after lost ones are closed.
        ``allowances`` give requests to Discord their turns.
        """
        self.share: Share = Share.of_one() if leases is None else NOTHING
        """The shards of this process."""
        self._ask: Final = partial(gateway_info, client)
        self._wanted: Final = wanted
        self._changed: Final = changed
        self.identify: Final = IdentifyLimiter(leases or LocalTurns(time.monotonic), self._ask)
        self.gateway: Final = Gateway(client, self.identify)
        self.lease_keeper: Final = (
            None
            if leases is None
            else LeaseKeeper(leases, self.take, self.drop, allowances, self.gateway.fail)
        )

    @property
    def has_others(self) -> bool:
        """Are there other processes that take over when this one stops?"""
        return self.lease_keeper is not None and self.lease_keeper.held.living > 1

    def is_owner(self) -> bool:
        """May this process answer events? Another one may own its shards after its leases end."""
        return self.lease_keeper is None or self.lease_keeper.holds

    async def run(self) -> None:
        """Connect the shards until `close`; raise a fault that no retry can repair."""
        shards = await self._shard_count()
        if self.lease_keeper is None:
            self.gateway.set_shard_count(shards)
            await self.take(Share.of_one(shards), frozenset(range(shards)))
        else:
            join = partial(self.lease_keeper.join, shards)
            shards = await until_store_answers(
                join, "no list of processes can be read", but=NewerProcesses
            )
            self.gateway.set_shard_count(shards)
            self.lease_keeper.start()
        await self.gateway.wait()

    async def _shard_count(self) -> int:
        """The number of shards that this process would choose."""
        for delay in retry_delays():
            try:
                info = await self._ask()
            except NO_INFO as fault:
                _log.warning("Discord does not say how to connect (%s)", type(fault).__name__)
                if self._wanted is not None:
                    return self._wanted
                await asyncio.sleep(delay)
            else:
                self.identify.buckets = info.buckets
                return self._wanted or info.shards
        raise AssertionError  # the delays never end

    async def take(self, share: Share, new: frozenset[int]) -> None:
        """Serve this share and begin to connect the ``new`` shards."""
        self.share = share
        await self._changed(share)
        self.gateway.start(new)

    async def drop(self, share: Share, gone: frozenset[int]) -> None:
        """Serve this share; return when the connections of the ``gone`` shards are closed and
        nothing is done at their tables."""
        await self.gateway.stop(gone)
        self.share = share
        await self._changed(share)

    async def close(self) -> None:
        """Hand the leases over to other processes, if there are any, and close all connections."""
        if self.lease_keeper is not None:
            await self.lease_keeper.close()
        await self.gateway.close()
