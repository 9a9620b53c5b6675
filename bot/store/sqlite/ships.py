"""The ships of people, in the rows of what they have chosen for themselves."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from typing import Final

from bot.ships.ship import PLAIN_SHIP, Livery, Ship
from bot.store.ships import Ships
from bot.store.sqlite.connection import Connection
from bot.store.sqlite.writer import Writer

_SHIP: Final = """
SELECT ship_name, ship_balloon, ship_stripes, ship_emblem FROM people WHERE user_id = ?
"""
_CHANGE: Final = """
INSERT INTO people (user_id, ship_name, ship_balloon, ship_stripes, ship_emblem)
VALUES (?, COALESCE(?, ''), COALESCE(?, ''), COALESCE(?, ''), COALESCE(?, ''))
ON CONFLICT (user_id) DO UPDATE SET ship_name = COALESCE(?, ship_name),
    ship_balloon = COALESCE(?, ship_balloon), ship_stripes = COALESCE(?, ship_stripes),
    ship_emblem = COALESCE(?, ship_emblem)
"""
_SET_UNWANTED: Final = """
INSERT INTO servers (guild, language, pace, board, unwanted) VALUES (?, '', '', '', ?)
ON CONFLICT (guild) DO UPDATE SET unwanted = excluded.unwanted
"""


class SqliteShips(Ships):
    """Reads by the key of each row; writes go through the one writer."""

    def __init__(self, connection: Connection, writer: Writer) -> None:
        self._connection = connection
        self._writer = writer

    async def of(self, users: Collection[int]) -> dict[int, Ship]:
        def read(db: sqlite3.Connection) -> dict[int, Ship]:
            found = {user: _ship(db, user) for user in users}
            return {user: ship for user, ship in found.items() if ship != PLAIN_SHIP}

        return await self._connection.run(read)

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

        def change(db: sqlite3.Connection) -> Ship:
            db.execute(_CHANGE, (user, *chosen, *chosen))
            return _ship(db, user)

        return await self._writer.write(change)

    async def unnamed(self, table: str) -> frozenset[int]:
        sql = "SELECT seat FROM unnamed WHERE table_id = ?"
        rows = await self._connection.run(lambda db: db.execute(sql, (table,)).fetchall())
        return frozenset([seat for (seat,) in rows])

    async def unname(self, table: str, seat: int) -> None:
        sql = "INSERT INTO unnamed (table_id, seat) VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._writer.write(lambda db: db.execute(sql, (table, seat)))

    async def unwanted(self, guild: int) -> str:
        sql = "SELECT unwanted FROM servers WHERE guild = ?"
        rows = await self._connection.run(lambda db: db.execute(sql, (guild,)).fetchall())
        return f"{rows[0][0]}" if rows else ""

    async def set_unwanted(self, guild: int, listed: str) -> None:
        await self._writer.write(lambda db: db.execute(_SET_UNWANTED, (guild, listed)))


def _ship(db: sqlite3.Connection, user: int) -> Ship:
    row = db.execute(_SHIP, (user,)).fetchone()
    if row is None:
        return PLAIN_SHIP
    name, *looks = [f"{it}" for it in row]  # whatever has rotted into it
    return Ship(name, Livery.of(*looks))
