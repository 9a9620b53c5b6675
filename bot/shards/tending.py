"""What this process attends to: the tables of the shards that are its own, and no others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from bot.board.painter import Painter
from bot.discord.allowance import Allowance
from bot.hosting.cache import TableCache
from bot.hosting.scheduler import Scheduler
from bot.shards.patience import until_it_answers
from bot.store.leases import Share
from bot.store.protocol import Store


class Tending:
    """Takes up the tables of shards that become ours, and lets go of those of others."""

    def __init__(
        self,
        store: Store,
        cache: TableCache,
        painter: Painter,
        scheduler: Scheduler,
        allowance: Allowance,
        clicks_end: Callable[[], Awaitable[object]],
        now: Callable[[], float],
    ) -> None:
        self._store: Final = store
        self._cache: Final = cache
        self._painter: Final = painter
        self._scheduler: Final = scheduler
        self._allowance: Final = allowance
        self._clicks_end: Final = clicks_end
        self._now: Final = now
        self.on_taken: Callable[[], None] = lambda: None
        """Hears that there are tables of ours which we have not looked at."""
        self._waiting: frozenset[int] = frozenset()
        """Shards that became ours lately, and are not connected yet."""
        self._beginning: asyncio.Task[None] | None = None

    async def change(self, share: Share) -> None:
        """Attend to the tables of these shards alone, with our part of all requests."""
        before = self._store.share
        self._store.share = share  # nothing more is begun for those that go
        self._allowance.allow(share.part)
        self._painter.allow(share.part)
        if self._store.leases is not None:
            self._waiting = (self._waiting | (share.mine - before.mine)) & share.mine
        some_go = share.all != before.all or not share.mine >= before.mine
        if some_go:
            self._scheduler.forget()
            await self._clicks_end()
        # nor what comes: we may have cached it when it was not ours, for a click that was late
        self._cache.keep(lambda guild: before.has(guild) and share.has(guild))
        if some_go:
            await self._painter.let_go()
            self._begin(share)

    async def connected(self, shard: int) -> None:
        """Take up the tables of a shard that has become ours: those who play can reach us now."""
        if shard in self._waiting:
            self._waiting -= {shard}
            self._begin(self._store.share)
            self._scheduler.wake_by(self._now())
            self.on_taken()

    async def close(self) -> None:
        """Begin nothing more."""
        if self._beginning is not None:
            self._beginning.cancel()
            await asyncio.wait({self._beginning})

    def _begin(self, share: Share) -> None:
        """Have painted what waits at the tables that are ours, if any are."""
        if self._beginning is not None:
            self._beginning.cancel()
        if share.mine:
            self._beginning = asyncio.create_task(self._paint(), name="painting what is ours")

    async def _paint(self) -> None:
        await until_it_answers(self._painter.start, "what must be painted cannot be read")
