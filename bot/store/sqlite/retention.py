"""Gives pages of the file back to the disk, a few at a time."""

from __future__ import annotations

from typing import Final

from bot.store.sql.retention import SqlRetention
from bot.store.sql.session import Session

PAGES_AT_ONCE: Final = 32
"""Pages that are given back in one step: 128 kilobytes."""
SPARE: Final = 256
"""Free pages that stay for the next games: 1 megabyte."""


class SqliteRetention(SqlRetention):
    """Deletes as every kind does, and shrinks the file.

    A file of an older version keeps its free pages for new games until ``python -m bot tidy`` has
    written it anew: only then does SQLite know of each page what points to it.
    """

    async def shrink(self) -> bool:
        return await self._database.write(_shrink)


async def _shrink(db: Session) -> bool:
    if await db.row("PRAGMA auto_vacuum") != (2,):
        return False
    free = await _free(db)
    if free <= SPARE:
        return False
    for _ in range(min(PAGES_AT_ONCE, free - SPARE)):
        await db.rows("PRAGMA incremental_vacuum(1)")  # of more, `sqlite3` lets only one be done
    return await _free(db) > SPARE


async def _free(db: Session) -> int:
    found = await db.row("PRAGMA freelist_count")
    return found[0] if found else 0
