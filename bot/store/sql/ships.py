"""The ships of people, in the rows of what they have chosen for themselves."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bot.ships.ship import PLAIN_SHIP, Livery, Ship
from bot.store.ships import Ships
from bot.store.sql.session import Database, Session

_SHIP: Final = """
SELECT ship_name, ship_balloon, ship_stripes, ship_emblem FROM people WHERE user_id = ?
"""
_CHANGE: Final = """
INSERT INTO people (user_id, ship_name, ship_balloon, ship_stripes, ship_emblem)
VALUES (?, COALESCE(?, ''), COALESCE(?, ''), COALESCE(?, ''), COALESCE(?, ''))
ON CONFLICT (user_id) DO UPDATE SET ship_name = COALESCE(?, people.ship_name),
    ship_balloon = COALESCE(?, people.ship_balloon),
    ship_stripes = COALESCE(?, people.ship_stripes),
    ship_emblem = COALESCE(?, people.ship_emblem)
"""
_SET_UNWANTED: Final = """
INSERT INTO servers (guild, language, pace, board, unwanted) VALUES (?, '', '', '', ?)
ON CONFLICT (guild) DO UPDATE SET unwanted = excluded.unwanted
"""


class SqlShips(Ships):
    """The ships in the same database as the tables, read by the key of each row."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, users: Collection[int]) -> dict[int, Ship]:
        async def read(db: Session) -> dict[int, Ship]:
            found = {user: await _ship(db, user) for user in users}
            return {user: ship for user, ship in found.items() if ship != PLAIN_SHIP}

        return await self._database.read(read)

    async def change(
        self,
        user: int,
        *,
        name: str | None = None,
        balloon: str | None = None,
        stripes: str | None = None,
        emblem: str | None = None,
    ) -> Ship:
        chosen = (name, balloon, stripes, emblem)

        async def change(db: Session) -> Ship:
            await db.do(_CHANGE, user, *chosen, *chosen)
            return await _ship(db, user)

        return await self._database.write(change)

    async def unnamed(self, table: str) -> frozenset[int]:
        sql = "SELECT seat FROM unnamed WHERE table_id = ?"
        rows = await self._database.read(lambda db: db.rows(sql, table))
        return frozenset([seat for (seat,) in rows])

    async def unname(self, table: str, seat: int) -> None:
        sql = "INSERT INTO unnamed (table_id, seat) VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._database.write(lambda db: db.do(sql, table, seat))

    async def unwanted(self, guild: int) -> str:
        sql = "SELECT unwanted FROM servers WHERE guild = ?"
        found = await self._database.read(lambda db: db.row(sql, guild))
        return f"{found[0]}" if found else ""

    async def set_unwanted(self, guild: int, listed: str) -> None:
        await self._database.write(lambda db: db.do(_SET_UNWANTED, guild, listed))


async def _ship(db: Session, user: int) -> Ship:
    row = await db.row(_SHIP, user)
    if row is None:
        return PLAIN_SHIP
    name, *looks = [f"{it}" for it in row]  # whatever has rotted into it
    return Ship(name, Livery.of(*looks))
