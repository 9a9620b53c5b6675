"""``python -m bot results``: adds missing results, and recomputes all standings."""

from __future__ import annotations

import asyncio

from bot import console
from bot.cli.failure import failed, why_not
from bot.results.computation import result_of
from bot.results.result import GameResult
from bot.settings import Settings
from bot.store.backends import maintenance_at, store_at
from bot.store.errors import InUse, LogBroken, StoreError
from bot.store.store import Store
from bot.tables.actions import NotReplayed


async def results(settings: Settings) -> int:
    """Repair the results in the database of these settings, and return the exit code."""
    path = settings.database
    if not (path.server or path.file.exists()):
        return failed(console.NO_DATABASE.format(path=path))
    store = store_at(path)
    try:
        # before it is opened, which may migrate it
        await asyncio.to_thread(maintenance_at(path).check_at_rest)
        await store.open()
        try:
            made, damaged = await add_missing(store)
            repaired, lost = await repair(store)
            made, damaged = made + repaired, damaged + lost
            count = await store.results.recompute()
        finally:
            await store.close()
    except StoreError as error:
        return failed(why_not(error, path, {InUse: console.END_FIRST_TO_COMPUTE}))
    print(console.COMPUTED.format(count=count, made=made), flush=True)
    if damaged:
        print(console.NOT_COMPUTED.format(count=damaged), flush=True)
    return 0


async def repair(store: Store) -> tuple[int, int]:
    """Store the results anew that are not what was written, from the logs of their games.

    Return how many were stored, and how many have a damaged log.
    """
    made = damaged = 0
    for number, table, ended in await store.results.broken():
        result = await _result_of(store, table)
        if result is None:
            damaged += 1
        else:
            await store.results.replace(number, result, ended)
            made += 1
    return made, damaged


async def _result_of(store: Store, table: str) -> GameResult | None:
    """Return the result of a game; None if its log is damaged."""
    try:
        return result_of(await store.log(table))
    except (LogBroken, NotReplayed):
        return None


async def add_missing(store: Store) -> tuple[int, int]:
    """Store the results of games from before results were stored.

    Return how many were added, and how many have a damaged log.
    """
    made = damaged = 0
    for table, ended in await store.results.without_result():
        result = await _result_of(store, table)
        if result is None:
            damaged += 1
            continue
        await store.results.keep_old(result, ended)
        made += 1
    return made, damaged
