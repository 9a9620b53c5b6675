"""Checks the hashes of every table after a start, and repairs tables that were altered.

Clicks do not wait for it: a click checks its own table. This finds the other damage, above all in
the columns that say that a table is open or when it is due.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.store.data import Damage
from bot.store.errors import StoreError
from bot.store.store import Store

BATCH: Final = 20
"""Tables that are checked in a row, before clicks get as much time."""

_log = logging.getLogger(__name__)


async def inspect_tables(store: Store, repair: Callable[[Damage], Awaitable[None]]) -> None:
    """Check every table once, and the logs of open ones."""
    loop, last = asyncio.get_running_loop(), ""
    try:
        while names := await store.names(last, BATCH):
            begun = loop.time()
            for table in names:
                await _inspect(store, table, repair)
            last = names[-1]
            await asyncio.sleep(loop.time() - begun)
    except StoreError as fault:
        _log.error("the tables could not all be looked at: %s", fault.code)


async def _inspect(store: Store, table: str, repair: Callable[[Damage], Awaitable[None]]) -> None:
    try:
        for damage in await store.broken_seals(table):
            _log.error("%s", damage)
            await repair(damage)
    except StoreError as fault:
        _log.error("table %s could not be looked at: %s", table, fault.code)
