"""What waits to be painted: the store's own list, and what we know of it without asking.

The store's list is the truth, and outlives us. A table is known here from a look at that list until
somebody else writes to it. What has arrived is crossed out a little later, that of all tables at
once: a crash in between paints a board once more, which shows the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from bot import log
from bot.store.protocol import Store, StoreError
from bot.tables.pages import PageKey

CROSSED_OUT_AFTER: Final = 1.0
"""Seconds in which arrivals are gathered."""

_log = logging.getLogger(__name__)


class Outbox:
    """The pages that must be painted, by table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: Final[dict[str, dict[PageKey, int]]] = {}
        """The pages of tables that are known, and of which version they are; 0: of an old one."""
        self._arrived: dict[tuple[str, PageKey], int] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._crossings: Final[set[asyncio.Task[None]]] = set()
        """Holds on to tasks, which asyncio does not."""
        self._lock = asyncio.Lock()

    def changed(self, table: str, version: int, pages: Sequence[PageKey]) -> None:
        """The store has noted that these pages must be painted."""
        known = self._known.get(table)
        if known is not None:
            known.update(dict.fromkeys(pages, version))

    def forget(self, table: str) -> None:
        """Somebody else has written to the list: the next look is at the store's own."""
        self._known.pop(table, None)

    def forget_all(self) -> None:
        """Others may have written to the whole list."""
        self._known.clear()

    async def pages(self, table: str) -> list[PageKey]:
        """All pages of a table that must be painted, by their numbers."""
        known = self._known.get(table)
        if known is None:
            await self.cross_out()  # or wait for the end of a crossing that is under way
            found = await self._store.pages_to_paint(table)
            known = self._known[table] = dict.fromkeys(found, 0)
        return sorted(known, key=lambda page: (page.number, page.kind))

    def arrived(self, table: str, page: PageKey, version: int) -> None:
        """Discord shows this page as it was in this version."""
        known = self._known.get(table)
        if known is not None and known.get(page, 0) <= version:
            known.pop(page, None)
        self._arrived[table, page] = max(version, self._arrived.get((table, page), 0))
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(CROSSED_OUT_AFTER, self._begin_crossing)

    def _begin_crossing(self) -> None:
        log.cause.set("")  # not that of the click which happened to set the timer
        crossing = asyncio.get_running_loop().create_task(self.cross_out())
        self._crossings.add(crossing)
        crossing.add_done_callback(self._crossings.discard)

    async def cross_out(self) -> None:
        """Take what has arrived off the store's list."""
        async with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            arrived, self._arrived = self._arrived, {}
            if not arrived:
                return
            try:
                await self._store.cross_out([(*it, version) for it, version in arrived.items()])
            except StoreError as fault:  # they stay on the list, and are painted once more
                _log.warning("boards that were shown are painted again (%s)", fault.code)
                for table, _ in arrived:
                    self.forget(table)


def story_of(pages: Sequence[PageKey]) -> list[PageKey]:
    """The pages of the story among these, the newest last."""
    return [page for page in pages if page.in_story]
