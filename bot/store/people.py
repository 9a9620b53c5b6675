"""What people have chosen for themselves: tips and ships."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.ships import PLAIN_SHIP, Livery, Ship
from bot.store.data import Tips, Wish
from bot.store.sql.session import Database, Session

_TIPS: Final = "SELECT tips FROM people WHERE user_id = ?"
_LOCK_TIPS: Final = """
INSERT INTO people (user_id, tips) VALUES (?, '')
ON CONFLICT (user_id) DO UPDATE SET tips = people.tips
"""
"""Lock what a user was given until the transaction ends, against changes by another process."""
_SET_TIPS: Final = """
INSERT INTO people (user_id, tips) VALUES (?, ?)
ON CONFLICT (user_id) DO UPDATE SET tips = excluded.tips
"""
_IS_NEW: Final = """
SELECT NOT EXISTS (SELECT 1 FROM players WHERE user_id = ? AND table_id <> ?)
    AND NOT EXISTS (SELECT 1 FROM results WHERE user_id = ?)
"""
_SHIP: Final = """
SELECT ship_name, ship_balloon, ship_stripes, ship_emblem FROM people WHERE user_id = ?
"""
_SET_SHIP: Final = """
INSERT INTO people (user_id, ship_name, ship_balloon, ship_stripes, ship_emblem)
VALUES (?, COALESCE(?, ''), COALESCE(?, ''), COALESCE(?, ''), COALESCE(?, ''))
ON CONFLICT (user_id) DO UPDATE SET ship_name = COALESCE(?, people.ship_name),
    ship_balloon = COALESCE(?, people.ship_balloon),
    ship_stripes = COALESCE(?, people.ship_stripes),
    ship_emblem = COALESCE(?, people.ship_emblem)
"""
_UNNAMED: Final = "SELECT seat FROM unnamed WHERE table_id = ?"
_UNNAME: Final = "INSERT INTO unnamed (table_id, seat) VALUES (?, ?) ON CONFLICT DO NOTHING"
_UNWANTED: Final = "SELECT unwanted FROM servers WHERE guild = ?"
_SET_UNWANTED: Final = """
INSERT INTO servers (guild, language, pace, board, unwanted) VALUES (?, '', '', '', ?)
ON CONFLICT (guild) DO UPDATE SET unwanted = excluded.unwanted
"""


class People:
    """Which users want tips, which tips they were given, and who is new."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tips(self, user: int) -> Tips:
        return _read(await self._database.rows(_TIPS, user))

    async def wish_for_tips(self, user: int, wish: Wish) -> None:
        """Store whether this user wants tips."""

        async def keep(db: Session) -> None:
            await db.do(_LOCK_TIPS, user)
            await _set_tips(db, user, replace(await _tips(db, user), wish=wish))

        await self._database.write(keep)

    async def give_tip(self, user: int, key: str) -> None:
        """Store that this user was given a tip."""

        async def give(db: Session) -> None:
            await db.do(_LOCK_TIPS, user)
            known = await _tips(db, user)
            await _set_tips(db, user, replace(known, given=known.given | {key}))

        await self._database.write(give)

    async def is_new(self, user: int, table: str) -> bool:
        """Return whether this is the only table at which this user has sat, as far as is stored."""
        found = await self._database.rows(_IS_NEW, user, table, user)
        return bool(found and found[0][0])


class Ships:
    """Ships by user, in all servers, and the words that servers ban from ships' names."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, users: Collection[int]) -> dict[int, Ship]:
        """Return the ships of these users that are not plain."""

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
        """Store what is given, leave the rest as it was, and return the ship."""
        chosen = (name, balloon, stripes, emblem)

        async def change(db: Session) -> Ship:
            await db.do(_SET_SHIP, user, *chosen, *chosen)
            return await _ship(db, user)

        return await self._database.write(change)

    async def unnamed(self, table: str) -> frozenset[int]:
        """Return the seats of a table whose ships are shown without their names."""
        found = await self._database.rows(_UNNAMED, table)
        return frozenset([seat for (seat,) in found])

    async def unname(self, table: str, seat: int) -> None:
        """Have the ship of this seat shown without its name at this table."""
        await self._database.write(lambda db: db.do(_UNNAME, table, seat))

    async def unwanted(self, guild: int) -> str:
        """Return this server's list of banned words."""
        found = await self._database.rows(_UNWANTED, guild)
        return f"{found[0][0]}" if found else ""

    async def set_unwanted(self, guild: int, listed: str) -> None:
        await self._database.write(lambda db: db.do(_SET_UNWANTED, guild, listed))


async def _tips(db: Session, user: int) -> Tips:
    return _read(await db.rows(_TIPS, user))


def _read(found: Sequence[tuple[Any, ...]]) -> Tips:
    return Tips.read(f"{found[0][0]}") if found else Tips()


async def _set_tips(db: Session, user: int, tips: Tips) -> None:
    await db.do(_SET_TIPS, user, f"{tips}")


async def _ship(db: Session, user: int) -> Ship:
    row = await db.row(_SHIP, user)
    if row is None:
        return PLAIN_SHIP
    name, *looks = [f"{it}" for it in row]  # damage may have left any type there
    return Ship(name, Livery.of(*looks))
