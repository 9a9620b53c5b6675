"""Boards that cannot be painted and that nobody will ever see: forgotten, so that none piles up.

Such a board belongs to a table that was deleted meanwhile, or to one that is over and whose channel
is gone. Any other one waits for people.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Final

from bot.board.delivery import NEEDS_PEOPLE
from bot.discord.limits import UNKNOWN_CHANNEL
from bot.errors import report
from bot.store.protocol import Store, StoreError
from bot.tables.table import OPEN_STAGES

EVERY: Final = 3600.0
"""Seconds between two looks."""

_log = logging.getLogger(__name__)


class Leftovers:
    """Looks now and then whether anybody can still see the boards that cannot be painted."""

    def __init__(
        self, store: Store, blocked: Mapping[str, str], forget: Callable[[str], None]
    ) -> None:
        self._store = store
        self._blocked = blocked
        """Tables whose boards cannot be painted, and the code of the reason."""
        self._forget = forget
        """Forgets a table that waits for nothing any more."""
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look, unless that has begun."""
        if self._looking is None:
            self._looking = asyncio.create_task(self._go_on(), name="leftovers")

    async def close(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait({self._looking})

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except StoreError as fault:
                _log.info("boards that nobody will see are not forgotten yet: %s", fault.code)
            except Exception as fault:  # the next look may do better
                report("a look at boards that nobody will see", fault)

    async def look(self) -> None:
        """Forget what nobody will ever see."""
        known = dict(self._blocked)
        waiting = {*await self._store.unpainted()} if known else set[str]()
        for table, reason in known.items():
            if table not in waiting:
                self._forget(table)
            elif reason == NEEDS_PEOPLE[UNKNOWN_CHANNEL] and await self._is_over(table):
                for page in await self._store.pages_to_paint(table):
                    await self._store.record_painted(table, page, None, None)
                self._forget(table)

    async def _is_over(self, table: str) -> bool:
        stored = await self._store.table(table)
        return stored is None or stored.stage not in OPEN_STAGES
