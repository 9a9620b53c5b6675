"""Our share of the bot: all of it, or as much as the leases of this process say."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import chain, repeat
from typing import Final

import discord

from bot.board.painter import RETRY_AFTER
from bot.shards.identifying import UNTOLD, Advice, Identifying, OwnTurns
from bot.shards.keeper import Keeper
from bot.shards.patience import until_it_answers
from bot.shards.sessions import Sessions, told_by
from bot.store.leases import NOTHING, OLDER, Leases, Share

_log = logging.getLogger(__name__)


class Sharding:
    """Connects the shards that are ours, and tells when others become ours or cease to be."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        leases: Leases | None,
        wanted: int | None,
        changed: Callable[[Share], Awaitable[None]],
    ) -> None:
        self.share: Share = Share.of_one() if leases is None else NOTHING
        """What is ours now."""
        self._ask: Final = told_by(client)
        self._wanted: Final = wanted
        self._changed: Final = changed
        self.identifying: Final = Identifying(leases or OwnTurns(time.monotonic), self._ask)
        self.sessions: Final = Sessions(client, self.identifying)
        self.keeper: Final = None if leases is None else Keeper(leases, self)

    @property
    def has_others(self) -> bool:
        """Are there other processes, who take over when we stop?"""
        return self.keeper is not None and self.keeper.held.living > 1

    def hears(self) -> bool:
        """Is what Discord tells us for us, and not for others who have our shards by now?"""
        return self.keeper is None or self.keeper.holds

    async def run(self) -> None:
        """Connect what is ours until all is closed; raises what no shard can get over."""
        shards = await self._agreed()
        if self.keeper is None:
            self.sessions.count(shards)
            await self.take(Share.of_one(shards), frozenset(range(shards)))
        else:
            shards = await self._joined(self.keeper, shards)
            self.sessions.count(shards)
            self.keeper.start()
        await self.sessions.wait()

    def fail(self, fault: BaseException) -> None:
        """Nobody looks after our leases any more: all of it ends."""
        self.sessions.fail(fault)

    async def _agreed(self) -> int:
        """How many shards there should be."""
        for pause in chain(RETRY_AFTER, repeat(RETRY_AFTER[-1])):
            try:
                told: Advice = await self._ask()
            except UNTOLD as fault:
                why = type(fault).__name__
                _log.warning("Discord does not say how to connect (%s)", why)
                if self._wanted is not None:
                    return self._wanted
                await asyncio.sleep(pause)
            else:
                self.identifying.buckets = told.buckets
                return self._wanted or told.shards
        raise AssertionError  # the pauses never end

    async def _joined(self, keeper: Keeper, wanted: int) -> int:
        join = partial(keeper.join, wanted)
        return await until_it_answers(join, "no list of processes can be read", but={OLDER})

    async def take(self, share: Share, new: frozenset[int]) -> None:
        """These are ours now, besides: connect them. It does not wait until they are connected."""
        self.share = share
        await self._changed(share)
        self.sessions.start(new)

    async def drop(self, share: Share, gone: frozenset[int]) -> None:
        """These are no longer ours: return when they are closed, and nobody attends to them."""
        await self.sessions.stop(gone)
        self.share = share
        await self._changed(share)

    async def close(self) -> None:
        """Hand over to others, or simply close all."""
        if self.keeper is not None:
            await self.keeper.close()
        await self.sessions.close()
