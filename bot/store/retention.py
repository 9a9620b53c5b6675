"""Deletes old games, and servers that removed the bot, in steps of a few milliseconds.

Clicks go on between any two steps.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.results.standing import ALL_GAMES, EVER, EVERYWHERE
from bot.store.data import OldGame
from bot.store.leases import Share
from bot.store.sql import rows, seals
from bot.store.sql.catalogue import DELETE_OF_SERVER, DELETE_OF_USER_IN_SERVER
from bot.store.sql.session import Database, Row, Session, of_shards, statement
from bot.store.sql.standings import is_sealed, ladders_of, leave_rung, seal
from bot.tables.table import OPEN_STAGES

PEOPLE_PER_STEP: Final = 10
"""Users whose sums in a server are deleted in one step."""
GAMES_PER_STEP: Final = 50
"""Games whose server is cleared in one step."""

_ROW: Final = statement(
    "SELECT {columns} FROM tables WHERE id = ?", columns=(*seals.SEALED, "row_hash")
)
_OLD: Final = """
SELECT changed, id FROM tables
WHERE is_open = 0 AND changed < ? AND (changed, id) > (?, ?){shards} ORDER BY changed, id LIMIT ?
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
    UNION ALL SELECT MIN(guild) FROM greetings WHERE guild > {after}
    UNION ALL SELECT MIN(guild) FROM presets WHERE guild > {after}
    UNION ALL SELECT MIN(guild) FROM appointments WHERE guild > {after}
    UNION ALL SELECT MIN(guild) FROM callings WHERE guild > {after}
    UNION ALL SELECT MIN(guild) FROM callees WHERE guild > {after}
    UNION ALL SELECT MIN(guild) FROM reminders WHERE guild > {after}
    UNION ALL SELECT MIN(guild) FROM tables WHERE is_open = 0 AND guild > {after}
    UNION ALL SELECT MIN(guild) FROM tables WHERE is_open = 1 AND guild > {after}
    UNION ALL SELECT MIN(guild) FROM games WHERE guild > {after}
) AS nearest
"""
_SERVERS: Final = statement(
    """
WITH RECURSIVE known (guild) AS (
    {first}
    UNION ALL
    SELECT ({next}) FROM known WHERE known.guild IS NOT NULL
)
SELECT guild FROM known WHERE guild IS NOT NULL LIMIT ?
""",
    first=statement(_NEXT, after="CAST(? AS BIGINT)"),
    next=statement(_NEXT, after="known.guild"),
)
_ABSENCES: Final = "SELECT guild, since FROM absences"
_NOTE_ABSENCE: Final = "INSERT INTO absences (guild, since) VALUES (?, ?) ON CONFLICT DO NOTHING"
_END_ABSENCE: Final = "DELETE FROM absences WHERE guild = ?"
_TABLES: Final = """
SELECT id FROM tables WHERE is_open = 0 AND guild = ? AND id > ?
UNION ALL SELECT id FROM tables WHERE is_open = 1 AND guild = ? AND id > ?
ORDER BY id LIMIT ?
"""
_PEOPLE: Final = """
SELECT user_id FROM standings WHERE guild = ? AND ladder = ? AND period = ?
ORDER BY user_id LIMIT ?
"""
_GAMES: Final = "SELECT number FROM games WHERE guild = ? ORDER BY number LIMIT ?"
_CLEAR_SERVER: Final = tuple(
    statement(template, everywhere=f"{EVERYWHERE}")
    for template in (
        "UPDATE results SET guild = {everywhere}, mu_here = NULL, sigma_here = NULL,"
        " decided_here = 0, shown_after = NULL WHERE game = ?",
        "UPDATE games SET guild = {everywhere} WHERE number = ?",
    )
)


class Retention:
    """Finds what is old, and deletes it step by step."""

    def __init__(
        self, database: Database, share: Callable[[], Share], shrink: Callable[[], Awaitable[bool]]
    ) -> None:
        self._database = database
        self._share = share
        self.shrink: Final = shrink
        """Gives some free space back to the disk; returns whether there is more of it."""

    async def old_games(self, before: float, after: OldGame, most: int) -> list[OldGame]:
        """Return the next of this process's tables that were closed before this time."""
        sql = of_shards(_OLD, self._share())
        found = await self._database.rows(sql, before, *after, most)
        return [OldGame(*it) for it in found]

    async def delete_game(self, table: str, before: float) -> bool:
        """Delete a table that was closed before this time; return whether it was deleted.

        It is kept while a page of it waits to be painted, while its game has no result, and if the
        hash of its row does not fit: such a row proves nothing about its age.
        """

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
        """Return the next of this process's servers of which anything is stored."""
        own: list[int] = []
        while not own and (found := await self._servers(after, most)):
            own, after = [it for it in found if self._share().has(it)], found[-1]
        return own

    async def _servers(self, after: int, most: int) -> list[int]:
        values = (after,) * _NEXT.count("{after}")
        found = await self._database.rows(_SERVERS, *values, most)
        return [guild for (guild,) in found]

    async def absences(self) -> Mapping[int, float]:
        """Return the servers of this process that the bot is not in, and since when."""
        found = await self._database.rows(_ABSENCES)
        return {guild: since for guild, since in found if self._share().has(guild)}

    async def note_absence(self, guild: int, now: float) -> None:
        """Note that the bot is not in this server; an earlier note stands."""
        await self._database.write(lambda db: db.do(_NOTE_ABSENCE, guild, now))

    async def end_absence(self, guild: int) -> None:
        """Note that the bot is in this server, or that nothing of it is stored."""
        await self._database.write(lambda db: db.do(_END_ABSENCE, guild))

    async def tables_in(self, guild: int, after: str, most: int) -> list[str]:
        """Return the next tables of this server, open or not, without reading them."""
        values = (guild, after, guild, after, most)
        found = await self._database.rows(_TABLES, *values)
        return [table for (table,) in found]

    async def delete_table(self, table: str, guild: int) -> bool:
        """Delete a table that surely belongs to this server, open or not; return whether."""

        async def delete(db: Session) -> bool:
            row = await _sealed(db, table)
            if row is None or row["guild"] != guild:
                return False
            await rows.delete(db, table)
            return True

        return await self._database.write(delete)

    async def forget_some(self, guild: int) -> bool:
        """Forget a part of a server without tables; return whether there is more to forget.

        Its settings, ladders and all sums of its people are deleted. Results stay with the people,
        who may delete them; they no longer name the server.
        """
        if guild == EVERYWHERE:
            raise ValueError(guild)  # these sums are of all servers
        return await self._database.write(lambda db: _forget_some(db, guild))


async def _sealed(db: Session, table: str) -> Row | None:
    """Return the row of this table without its snapshot, if its hash fits."""
    found = await db.named(_ROW, table)
    return found[0] if found and seals.is_sealed(found[0]) else None


async def _forget_some(db: Session, guild: int) -> bool:
    await db.lock_globally()
    people = await db.rows(_PEOPLE, guild, ALL_GAMES, EVER, PEOPLE_PER_STEP)
    for (user,) in people:
        for ladder in [ladder for where, ladder in await ladders_of(db, user) if where == guild]:
            # The bot may be invited again before the last step: no rung may count too many.
            await leave_rung(db, guild, ladder, user)
        for sql in DELETE_OF_USER_IN_SERVER:
            await db.do(sql, user, guild)
    if people:
        return True
    games = await db.rows(_GAMES, guild, GAMES_PER_STEP)
    whole = [game for (game,) in games if await is_sealed(db, game)]
    for sql in _CLEAR_SERVER:
        await db.do_all(sql, games)
    for game in whole:
        await seal(db, game)
    if games:
        return True
    for sql in DELETE_OF_SERVER:
        await db.do(sql, guild)
    return False
