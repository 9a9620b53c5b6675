"""The results in the same database as the tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.results.ratings import Rating
from bot.results.result import GameResult
from bot.results.standing import PastGame, Profile, Shift, Standing
from bot.store.results import Results
from bot.store.sql import ladders, past_games, profiles, reckoning, results, shifts
from bot.store.sql.session import Database

_WITHOUT: Final = """
SELECT id, changed FROM tables
WHERE is_open = 0 AND EXISTS (SELECT 1 FROM log WHERE table_id = id AND command = 'start')
    AND NOT EXISTS (SELECT 1 FROM games WHERE games.table_id = id)
ORDER BY changed, id
"""


class SqlResults(Results):
    """Reads by one statement or a few."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def profile(self, user: int, guild: int, now: float) -> Profile:
        return await self._database.read(lambda db: profiles.profile(db, user, guild, now))

    async def games_of(
        self, user: int, guild: int, most: int, before: int | None = None
    ) -> list[PastGame]:
        first = past_games.NEWEST if before is None else before
        return await self._database.read(
            lambda db: past_games.games_of(db, user, guild, most, first)
        )

    async def shifts_by(self, table: str) -> Mapping[int, Shift]:
        return await self._database.read(lambda db: shifts.shifts_by(db, table))

    async def top_rated(
        self, guild: int, ladder: str, most: int, now: float
    ) -> list[tuple[int, Rating]]:
        return await self._database.read(
            lambda db: profiles.top_rated(db, guild, ladder, most, now)
        )

    async def top_winning(
        self, guild: int, ladder: str, period: str, most: int
    ) -> list[tuple[int, Standing]]:
        return await self._database.read(
            lambda db: profiles.top_winning(db, guild, ladder, period, most)
        )

    async def is_hidden(self, user: int) -> bool:
        return await self._database.read(lambda db: ladders.is_hidden(db, user))

    async def hide(self, user: int, *, hidden: bool) -> None:
        await self._database.write(lambda db: ladders.hide(db, user, hidden=hidden))

    async def export(self, user: int) -> dict[str, list[dict[str, Any]]]:
        return await self._database.read(lambda db: profiles.export(db, user))

    async def without_result(self) -> list[tuple[str, float]]:
        found = await self._database.read_whole(lambda db: db.rows(_WITHOUT))
        return [(table, changed) for table, changed in found]

    async def keep_old(self, game: GameResult, ended: float) -> None:
        await self._database.write(lambda db: results.keep_old(db, game, ended))

    async def reckon_anew(self) -> int:
        return await self._database.write_at_length(reckoning.reckon_anew)
