"""Looks at the hashes of every table after a start, and has mended what was changed meanwhile.

Clicks do not wait for it: a table at which somebody clicks is looked at before it is played on.
This finds the others, above all those that nobody would look at again because what is damaged is
when they are due, or that they are open.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.store.damage import Damage
from bot.store.protocol import Store, StoreError

AT_ONCE: Final = 20
"""Tables that are looked at in a row. Then those who click have as much time to themselves."""

_log = logging.getLogger(__name__)


class Inspector:
    """Goes through all tables once."""

    def __init__(self, store: Store, mend: Callable[[Damage], Awaitable[None]]) -> None:
        self._store = store
        self._mend = mend

    async def go_through(self) -> None:
        """Look at every table, the open ones with their logs."""
        loop, last = asyncio.get_running_loop(), ""
        try:
            while names := await self._store.names(last, AT_ONCE):
                begun = loop.time()
                for table in names:
                    await self._look_at(table)
                last = names[-1]
                await asyncio.sleep(loop.time() - begun)
        except StoreError as fault:
            _log.error("the tables could not all be looked at: %s", fault.code)

    async def _look_at(self, table: str) -> None:
        try:
            for damage in await self._store.broken_seals(table):
                _log.error("%s", damage)
                await self._mend(damage)
        except StoreError as fault:
            _log.error("table %s could not be looked at: %s", table, fault.code)
