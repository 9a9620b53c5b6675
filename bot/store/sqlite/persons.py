"""What people have chosen for themselves, as rows."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import Final

from bot.store.people import People, Tips, Wish
from bot.store.sqlite.connection import Connection
from bot.store.sqlite.writer import Writer

_KEEP: Final = (
    "INSERT INTO people (user_id, tips) VALUES (?, ?)"
    " ON CONFLICT (user_id) DO UPDATE SET tips = excluded.tips"
)
_IS_NEW: Final = """
SELECT NOT EXISTS (SELECT 1 FROM players WHERE user_id = :user AND table_id <> :table)
    AND NOT EXISTS (SELECT 1 FROM results WHERE user_id = :user)
"""


class SqlitePeople(People):
    """The people in the same file as the tables."""

    def __init__(self, connection: Connection, writer: Writer) -> None:
        self._connection = connection
        self._writer = writer

    async def tips(self, user: int) -> Tips:
        return await self._connection.run(lambda db: _tips(db, user))

    async def wish_for_tips(self, user: int, wish: Wish) -> None:
        await self._writer.write(lambda db: _keep(db, user, replace(_tips(db, user), wish=wish)))

    async def give_tip(self, user: int, key: str) -> None:
        def give(db: sqlite3.Connection) -> None:
            known = _tips(db, user)
            _keep(db, user, replace(known, given=known.given | {key}))

        await self._writer.write(give)

    async def is_new(self, user: int, table: str) -> bool:
        values = {"user": user, "table": table}
        found = await self._connection.run(lambda db: db.execute(_IS_NEW, values).fetchone())
        return bool(found[0])


def _tips(db: sqlite3.Connection, user: int) -> Tips:
    row = db.execute("SELECT tips FROM people WHERE user_id = ?", (user,)).fetchone()
    return Tips.read(f"{row[0]}") if row else Tips()


def _keep(db: sqlite3.Connection, user: int, tips: Tips) -> None:
    db.execute(_KEEP, (user, f"{tips}"))
