"""What people have chosen for themselves, as rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.store.people import People, Tips, Wish
from bot.store.sql.session import Database, Session

_KEEP: Final = (
    "INSERT INTO people (user_id, tips) VALUES (?, ?)"
    " ON CONFLICT (user_id) DO UPDATE SET tips = excluded.tips"
)
_IS_NEW: Final = """
SELECT NOT EXISTS (SELECT 1 FROM players WHERE user_id = ? AND table_id <> ?)
    AND NOT EXISTS (SELECT 1 FROM results WHERE user_id = ?)
"""


class SqlPeople(People):
    """The people in the same database as the tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tips(self, user: int) -> Tips:
        return await self._database.read(lambda db: _tips(db, user))

    async def wish_for_tips(self, user: int, wish: Wish) -> None:
        async def keep(db: Session) -> None:
            await db.take_turns()
            await _keep(db, user, replace(await _tips(db, user), wish=wish))

        await self._database.write(keep)

    async def give_tip(self, user: int, key: str) -> None:
        async def give(db: Session) -> None:
            await db.take_turns()
            known = await _tips(db, user)
            await _keep(db, user, replace(known, given=known.given | {key}))

        await self._database.write(give)

    async def is_new(self, user: int, table: str) -> bool:
        found = await self._database.read(lambda db: db.row(_IS_NEW, user, table, user))
        return bool(found and found[0])


async def _tips(db: Session, user: int) -> Tips:
    row = await db.row("SELECT tips FROM people WHERE user_id = ?", user)
    return Tips.read(f"{row[0]}") if row else Tips()


async def _keep(db: Session, user: int, tips: Tips) -> None:
    await db.do(_KEEP, user, f"{tips}")
