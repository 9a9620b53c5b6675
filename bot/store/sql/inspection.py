"""Reads a whole database: counts, damage, and what its processes are doing."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import Any, Final

from bot.store.data import Damage, Holdings, Overview, Process
from bot.store.integrity import damage_of
from bot.store.sql import rows, seals
from bot.store.sql.audit import damage_in_results
from bot.store.sql.session import Session

ACTIVE_WITHIN: Final = 60.0
"""Seconds since the last change of an active table."""

_HOLDINGS: Final = """
SELECT COUNT(*), COUNT(*) FILTER (WHERE is_open = 1), (SELECT COUNT(*) FROM log) FROM tables
"""
_TABLES: Final = "SELECT id FROM tables ORDER BY is_open DESC, id"

# By indexes alone: this is asked every two seconds while people play.
_COUNTS: Final = """
SELECT
    (SELECT COUNT(*) FROM tables WHERE is_open = 1),
    (SELECT COUNT(*) FROM tables WHERE is_open = 1 AND stage = 'playing'),
    (SELECT COUNT(*) FROM tables WHERE is_open = 1 AND changed >= ?)
        + (SELECT COUNT(*) FROM tables WHERE is_open = 0 AND changed >= ?),
    (SELECT COUNT(*) FROM tables WHERE due <= ?),
    (SELECT COUNT(*) FROM outbox),
    (SELECT COALESCE(MAX(number), 0) FROM games)
"""
_PROCESSES: Final = "SELECT process, since, until FROM processes ORDER BY since, process"
_SHARDS: Final = "SELECT shard, owner FROM shards ORDER BY shard"


async def holdings(db: Session) -> Holdings:
    """Count tables and lines of logs."""
    ((tables, open_ones, lines),) = await db.rows(_HOLDINGS)
    return Holdings(tables, open_ones, lines)


async def damage_in(db: Session) -> AsyncGenerator[Damage]:
    """Yield all damage: the table count, table by table, open ones first, and the results."""
    count = await seals.count_damage(db)
    if count is not None:
        yield count
    for (table,) in await db.rows(_TABLES):
        for damage in damage_of(await rows.record(db, f"{table}", with_log=True)):
            yield damage
    for damage in await damage_in_results(db):
        yield damage


async def overview(db: Session, now: float, size: int) -> Overview:
    """Return what a database of this size in bytes is doing, by its own clock."""
    (counts,) = await db.rows(_COUNTS, now - ACTIVE_WITHIN, now - ACTIVE_WITHIN, now)
    found = await db.rows(_PROCESSES)
    living = {name for name, _, until in found if until > now}
    owners: dict[int, str | None] = {
        shard: owner if owner in living else None for shard, owner in await db.rows(_SHARDS)
    }
    processes = [_process(row, owners, now) for row in found]
    unowned = [shard for shard, owner in owners.items() if owner is None]
    return Overview(processes, unowned, *counts, size=size)


def _process(row: tuple[Any, ...], owners: Mapping[int, str | None], now: float) -> Process:
    name, since, until = row
    shards = [shard for shard, owner in owners.items() if owner == name]
    return Process(name, now - since, until - now, shards)
