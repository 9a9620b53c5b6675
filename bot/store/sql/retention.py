"""Old games and servers that sent the bot away, deleted in steps of a few milliseconds each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.results.standing import ALL_GAMES, EVER, EVERYWHERE
from bot.store.leases import Share
from bot.store.retention import OldGame, Retention
from bot.store.sql import rows, seals
from bot.store.sql.ladders import ladders_of, step_off
from bot.store.sql.session import Database, Row, Session
from bot.store.sql.shares import ours
from bot.tables.table import OPEN_STAGES

PEOPLE_AT_ONCE: Final = 10
"""People whose sums in a server are deleted in one step."""
GAMES_AT_ONCE: Final = 50
"""Games that are made to forget their server in one step."""

_CLOSED: Final = f"""
SELECT {", ".join((*seals.SEALED, "row_hash"))} FROM tables WHERE is_open = 0 AND changed < ?
"""  # noqa: S608 - our own names
_ROW: Final = f"SELECT {', '.join((*seals.SEALED, 'row_hash'))} FROM tables WHERE id = ?"  # noqa: S608 - our own names
_OLD: Final = """
SELECT changed, id FROM tables
WHERE is_open = 0 AND changed < ? AND (changed, id) > (?, ?){ours} ORDER BY changed, id LIMIT ?
"""
_IN_USE: Final = """
SELECT 1 FROM outbox WHERE table_id = ?
UNION ALL SELECT 1 FROM log WHERE table_id = ? AND command = 'start'
    AND NOT EXISTS (SELECT 1 FROM games WHERE games.table_id = log.table_id)
LIMIT 1
"""
_NEXT: Final = """
SELECT MIN(guild) FROM (
    SELECT MIN(guild) AS guild FROM servers WHERE guild > {after}
    UNION ALL SELECT MIN(guild) FROM tables WHERE is_open = 0 AND guild > {after}
    UNION ALL SELECT MIN(guild) FROM tables WHERE is_open = 1 AND guild > {after}
    UNION ALL SELECT MIN(guild) FROM games WHERE guild > {after}
) AS nearest
"""
_SERVERS: Final = f"""
WITH RECURSIVE known (guild) AS (
    {_NEXT.format(after="CAST(? AS BIGINT)")}
    UNION ALL
    SELECT ({_NEXT.format(after="known.guild")}) FROM known WHERE known.guild IS NOT NULL
)
SELECT guild FROM known WHERE guild IS NOT NULL LIMIT ?
"""  # noqa: S608 - our own names
_TABLES: Final = """
SELECT id FROM tables WHERE is_open = 0 AND guild = ? AND id > ?
UNION ALL SELECT id FROM tables WHERE is_open = 1 AND guild = ? AND id > ?
ORDER BY id LIMIT ?
"""
_PEOPLE: Final = """
SELECT user_id FROM standings WHERE guild = ? AND ladder = ? AND period = ?
ORDER BY user_id LIMIT ?
"""
_SUMS: Final = ("standings", "rivals", "colours", "ratings")
_GAMES: Final = "SELECT number FROM games WHERE guild = ? ORDER BY number LIMIT ?"
_NO_LONGER_HERE: Final = (
    f"UPDATE results SET guild = {EVERYWHERE}, mu_here = NULL, sigma_here = NULL WHERE game = ?",  # noqa: S608 - a number
    f"UPDATE games SET guild = {EVERYWHERE} WHERE number = ?",  # noqa: S608 - a number
)
_SERVER: Final = ("rungs", "servers", "absences")


class SqlRetention(Retention):
    """The same steps for every kind of database."""

    def __init__(self, database: Database, share: Callable[[], Share]) -> None:
        self._database = database
        self._share = share

    async def old_games(self, before: float, after: OldGame, most: int) -> list[OldGame]:
        sql = _OLD.format(ours=ours(self._share()))
        found = await self._database.read(lambda db: db.rows(sql, before, *after, most))
        return [OldGame(*it) for it in found]

    async def delete_game(self, table: str, before: float) -> bool:
        async def delete(db: Session) -> bool:
            row = await _sealed(db, table)
            if row is None or row["stage"] in OPEN_STAGES or row["changed"] >= before:
                return False
            if await db.row(_IN_USE, table, table):
                return False
            await rows.delete(db, table)
            return True

        return await self._database.write(delete)

    async def servers(self, after: int, most: int) -> list[int]:
        mine: list[int] = []
        while not mine and (found := await self._servers(after, most)):
            mine, after = [it for it in found if self._share().has(it)], found[-1]
        return mine

    async def _servers(self, after: int, most: int) -> list[int]:
        values = (after,) * _NEXT.count("{after}")
        found = await self._database.read(lambda db: db.rows(_SERVERS, *values, most))
        return [guild for (guild,) in found]

    async def absences(self) -> Mapping[int, float]:
        sql = "SELECT guild, since FROM absences"
        found = await self._database.read(lambda db: db.rows(sql))
        return {guild: since for guild, since in found if self._share().has(guild)}

    async def note_absence(self, guild: int, now: float) -> None:
        sql = "INSERT INTO absences (guild, since) VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._database.write(lambda db: db.do(sql, guild, now))

    async def end_absence(self, guild: int) -> None:
        sql = "DELETE FROM absences WHERE guild = ?"
        await self._database.write(lambda db: db.do(sql, guild))

    async def tables_in(self, guild: int, after: str, most: int) -> list[str]:
        values = (guild, after, guild, after, most)
        found = await self._database.read(lambda db: db.rows(_TABLES, *values))
        return [table for (table,) in found]

    async def delete_table(self, table: str, guild: int) -> bool:
        async def delete(db: Session) -> bool:
            row = await _sealed(db, table)
            if row is None or row["guild"] != guild:
                return False
            await rows.delete(db, table)
            return True

        return await self._database.write(delete)

    async def forget_some(self, guild: int) -> bool:
        if guild == EVERYWHERE:
            raise ValueError(guild)  # these are everybody's
        return await self._database.write(lambda db: _forget_some(db, guild))

    async def shrink(self) -> bool:
        return False


async def closed_before(db: Session, before: float) -> list[str]:
    """The games that were over then; what a damaged row says of its age is not believed."""
    found = await db.named(_CLOSED, before)
    return [row["id"] for row in found if row["stage"] not in OPEN_STAGES and seals.is_sealed(row)]


async def _sealed(db: Session, table: str) -> Row | None:
    """The row of this table but for its snapshot, if it is the one that was written."""
    found = await db.named(_ROW, table)
    return found[0] if found and seals.is_sealed(found[0]) else None


async def _forget_some(db: Session, guild: int) -> bool:
    await db.take_turns()
    people = await db.rows(_PEOPLE, guild, ALL_GAMES, EVER, PEOPLE_AT_ONCE)
    for (user,) in people:
        for ladder in [ladder for where, ladder in await ladders_of(db, user) if where == guild]:
            await step_off(db, guild, ladder, user)  # we may be invited again before the last step
        for table in _SUMS:
            sql = f"DELETE FROM {table} WHERE user_id = ? AND guild = ?"  # noqa: S608 - our own names
            await db.do(sql, user, guild)
    if people:
        return True
    games = await db.rows(_GAMES, guild, GAMES_AT_ONCE)
    for sql in _NO_LONGER_HERE:
        await db.do_all(sql, games)
    if games:
        return True
    for table in _SERVER:
        await db.do(f"DELETE FROM {table} WHERE guild = ?", guild)  # noqa: S608 - our own names
    return False
