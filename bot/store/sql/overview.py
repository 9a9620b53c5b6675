"""Counts what goes on, by indexes alone: it may be asked every two seconds while people play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.store.overview import Overview, Process
from bot.store.sql.session import Session

LATELY: Final = 60.0
"""Seconds within which something was done lately."""
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
_SHARDS: Final = "SELECT shard, owner, until FROM shards ORDER BY shard"


async def overview(db: Session, now: float, size: int) -> Overview:
    """What goes on now, by the database's own clock, in so many bytes."""
    (counts,) = await db.rows(_COUNTS, now - LATELY, now - LATELY, now)
    leases = await db.rows(_SHARDS)
    owners = {shard: owner if until > now else None for shard, owner, until in leases}
    processes = [_process(row, owners, now) for row in await db.rows(_PROCESSES)]
    unowned = [shard for shard, owner in owners.items() if owner is None]
    return Overview(processes, unowned, *counts, size=size)


def _process(row: tuple[Any, ...], owners: Mapping[int, str | None], now: float) -> Process:
    name, since, until = row
    shards = [shard for shard, owner in owners.items() if owner == name]
    return Process(name, now - since, until - now, shards)
