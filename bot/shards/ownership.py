"""Ownership: this process serves the tables of its shards, and no others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.board.boards import Boards
from bot.events import Events
from bot.hosting.reader import TableCache
from bot.hosting.scheduler import Scheduler
from bot.retry import until_store_answers
from bot.store.leases import Share
from bot.store.store import Store


class TableOwnership:
    """Starts and stops serving tables when this process gains or loses shards."""

    def __init__(
        self,
        store: Store,
        cache: TableCache,
        boards: Boards,
        schedulers: Sequence[Scheduler],
        clicks_end: Callable[[], Awaitable[object]],
        events: Events,
        now: Callable[[], float],
    ) -> None:
        self._store: Final = store
        self._cache: Final = cache
        self._boards: Final = boards
        self._schedulers: Final = schedulers
        self._clicks_end: Final = clicks_end
        self._now: Final = now
        self._events: Final = events
        self._connecting: frozenset[int] = frozenset()
        """Gained shards that are not connected yet."""
        self._painting: asyncio.Task[None] | None = None

    async def change(self, share: Share) -> None:
        """Serve the tables of these shards alone."""
        before = self._store.share
        self._store.share = share  # from here on no work begins at tables of lost shards
        if self._store.leases is not None:
            self._connecting = (self._connecting | (share.mine - before.mine)) & share.mine
        loses_some = share.all != before.all or not share.mine >= before.mine
        if loses_some:
            for scheduler in self._schedulers:
                scheduler.forget()
            await self._clicks_end()

        # nor what is gained: a late click may have cached it when another process owned it
        def owns(guild: int) -> bool:
            return before.has(guild) and share.has(guild)

        self._cache.keep(owns)
        self._events.tables_kept(owns)
        if loses_some:
            await self._boards.release()
            self._begin_painting(share)

    async def connected(self, shard: int) -> None:
        """Begin to serve the tables of a gained shard, whose players can press buttons now."""
        if shard in self._connecting:
            self._connecting -= {shard}
            self._begin_painting(self._store.share)
            for scheduler in self._schedulers:
                scheduler.wake_by(self._now())
            self._events.shards_gained()

    async def close(self) -> None:
        """Begin nothing more."""
        if self._painting is not None:
            self._painting.cancel()
            await asyncio.wait({self._painting})

    def _begin_painting(self, share: Share) -> None:
        """Deliver the pending boards of this share, in the background."""
        if self._painting is not None:
            self._painting.cancel()
        if share.mine:
            self._painting = asyncio.create_task(self._paint(), name="pending boards")

    async def _paint(self) -> None:
        await until_store_answers(self._boards.start, "what must be painted cannot be read")
