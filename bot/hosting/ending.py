"""The end of a game: what it has come to is stored with the move that ends it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace

from bot.errors import report
from bot.hosting.reader import TableState
from bot.results.computation import result_of
from bot.results.result import GameResult
from bot.store.protocol import (
    OF_THE_WHOLE_STORE,
    Change,
    LogBroken,
    Outdated,
    Repeated,
    Store,
    StoreError,
)
from bot.tables.actions import Entry, NotReplayed
from bot.tables.table import OPEN_STAGES

_log = logging.getLogger(__name__)


async def result(store: Store, state: TableState, lines: Sequence[Entry]) -> GameResult | None:
    """What the game of this table has come to, if it ends with these lines."""
    table = state.table
    if table.open or table.game is None or state.stored.stage not in OPEN_STAGES:
        return None
    try:
        log = await store.log(table.id)
        return await asyncio.to_thread(result_of, [*log, *lines])
    except (LogBroken, NotReplayed):
        _log.error("table %s: its log is damaged, so its result is not kept", table.id)
        return None


async def commit(store: Store, change: Change) -> None:
    """Store a change. A game ends even where its result cannot be kept: that can be made up for."""
    try:
        await store.commit(change)
    except StoreError as fault:
        hopeless = isinstance(fault, Repeated | Outdated) or fault.code in OF_THE_WHOLE_STORE
        if change.result is None or hopeless:
            raise
        report(f"table {change.table}: its result", fault)
        await store.commit(replace(change, result=None))
