"""The results of games: profiles, ladders, past games. Nothing is summed up to answer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

from bot.results.ratings import IDLE, Rating
from bot.results.result import GameResult
from bot.results.standing import (
    ALL_GAMES,
    EVER,
    EVERYWHERE,
    LADDERS,
    SUMS,
    Effect,
    PastGame,
    Profile,
    Rival,
    Rung,
    Shift,
    Standing,
    month_of,
)
from bot.results.visibility import Reader, may_see
from bot.store.sql import audit, standings
from bot.store.sql.catalogue import CATALOGUE
from bot.store.sql.session import Database, Session, statement
from bot.store.sql.standings import GAME_COLUMNS, RUNG, read_game, seats_of

COLOURS: Final = 3
RIVALS: Final = 5
RIVALS_READ: Final = 4 * RIVALS
"""Rivals that are read, since a reader may not see all of them."""
NEWEST: Final = 1 << 62
"""Greater than the number of any game."""

_WITHOUT_RESULT: Final = """
SELECT id, changed FROM tables
WHERE is_open = 0 AND EXISTS (SELECT 1 FROM log WHERE table_id = id AND command = 'start')
    AND NOT EXISTS (SELECT 1 FROM games WHERE games.table_id = id)
ORDER BY changed, id
"""
_COLOURS: Final = "SELECT colour, games FROM colours WHERE guild = ? AND user_id = ?"
_RIVALS: Final = """
SELECT other_id, games, ahead, behind FROM rivals
WHERE guild = ? AND user_id = ? ORDER BY games DESC, other_id LIMIT ?
"""
_TOGETHER: Final = """
SELECT other_id, games, ahead, behind FROM rivals
WHERE guild = ? AND user_id = ? AND other_id = ?
"""
_HIDDEN: Final = "SELECT user_id FROM people WHERE is_hidden = 1 AND user_id IN ({marks})"
_PLAY_HERE: Final = """
SELECT user_id FROM standings
WHERE guild = ? AND ladder = ? AND period = ? AND user_id IN ({marks})
"""
_STANDING: Final = statement(
    "SELECT {sums} FROM standings WHERE guild = ? AND ladder = ? AND period = ? AND user_id = ?",
    sums=SUMS,
)
_TOP_WINNING: Final = statement(
    """
SELECT standings.user_id, {sums} FROM standings
LEFT JOIN people ON people.user_id = standings.user_id
WHERE guild = ? AND ladder = ? AND period = ? AND COALESCE(is_hidden, 0) = 0
ORDER BY wins DESC, standings.user_id LIMIT ?
""",
    sums=SUMS,
)
# "+" keeps SQLite from the index by time, whose rows it would have to sort.
_TOP_RATED: Final = """
SELECT user_id, mu, sigma, games, last FROM ratings
WHERE guild = ? AND ladder = ? AND shown IS NOT NULL AND +last >= ?
ORDER BY shown DESC, user_id LIMIT ?
"""
_RATING: Final = """
SELECT mu, sigma, games, last, shown FROM ratings
WHERE guild = ? AND ladder = ? AND user_id = ?
"""
_ABOVE: Final = """
SELECT CAST(COALESCE(SUM(people), 0) AS BIGINT) FROM rungs
WHERE guild = ? AND ladder = ? AND rung > ?
"""
_BESIDE: Final = """
SELECT COUNT(*) FROM ratings
WHERE guild = ? AND ladder = ? AND shown > ? AND shown < ?
"""
_ALL: Final = """
SELECT CAST(COALESCE(SUM(people), 0) AS BIGINT) FROM rungs WHERE guild = ? AND ladder = ?
"""
_PAST_HERE: Final = """
SELECT number, table_id, games.guild, ended, ending, ladder, legs, seat
FROM results JOIN games ON number = game
WHERE user_id = ? AND results.guild = ? AND game < ? ORDER BY game DESC LIMIT ?
"""
_PAST_EVERYWHERE: Final = _PAST_HERE.replace(" AND results.guild = ?", "")
_IS_AT_THE_TABLE: Final = (
    "user_id = ? AND EXISTS"
    " (SELECT 1 FROM results AS other WHERE other.game = number AND other.user_id = ?)"
)
_TOGETHER_HERE: Final = _PAST_HERE.replace("user_id = ?", _IS_AT_THE_TABLE)
_TOGETHER_EVERYWHERE: Final = _PAST_EVERYWHERE.replace("user_id = ?", _IS_AT_THE_TABLE)
_GAME_OF: Final = statement("SELECT {columns} FROM games WHERE table_id = ?", columns=GAME_COLUMNS)
_EXPORT_JOINED: Final = {
    "results": "SELECT games.*, results.* FROM results JOIN games ON number = game"
    " WHERE user_id = ?",
    "players": "SELECT table_id, seat FROM players WHERE user_id = ?",
}
_EXPORT: Final = {
    it.exported: _EXPORT_JOINED.get(it.name)
    or statement("SELECT * FROM {name} WHERE user_id = ?", name=it.name)
    for it in CATALOGUE
    if it.exported
}


class Results:
    """The results of games, to which a commit adds. A server of 0 stands for all servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def profile(
        self, user: int, guild: int, now: float, reader: Reader | None = None
    ) -> Profile:
        """Return the figures of this user that a reader may see; without games: none.

        ``reader``: None for the user.
        """
        by = reader or Reader(user, guild)
        return await self._database.read(lambda db: _profile(db, by, user, guild, now))

    async def games_of(
        self,
        user: int,
        guild: int,
        most: int,
        before: int | None = None,
        reader: Reader | None = None,
    ) -> list[PastGame]:
        """Return the games of this user that a reader may see, newest first.

        ``before``: only those before the one of this number. ``reader``: None for the user. An
        opponent whom the reader may not see has no user.
        """
        by, first = reader or Reader(user, guild), NEWEST if before is None else before
        return await self._database.read(lambda db: _games_of(db, by, user, guild, most, first))

    async def shows(self, reader: Reader, user: int, guild: int) -> bool:
        """Return whether everybody where the reader is may see this user's results there."""
        everybody = Reader.of(reader.user, reader.guild, public=True)
        return await self._database.read(lambda db: _sees(db, everybody, user, guild))

    async def named_for(self, reader: Reader, users: Collection[int]) -> frozenset[int]:
        """Return those of these users on a ladder whose names a reader may see."""
        return await self._database.read(lambda db: _named(db, reader, users))

    async def effect_of(self, table: str) -> Effect:
        """Return the effect of this table's game on the ratings in its server.

        Users who are on no ladder by their own wish, or are forgotten, are left out.
        """
        return await self._database.read(lambda db: _effect_of(db, table))

    async def top_rated(
        self, guild: int, ladder: str, most: int, now: float
    ) -> list[tuple[int, Rating]]:
        """Return the best ratings of a ladder, without users who have not played for long."""
        found = await self._database.rows(_TOP_RATED, guild, ladder, now - IDLE, most)
        return [(user, Rating(*facts)) for user, *facts in found]

    async def top_winning(
        self, guild: int, ladder: str, period: str, most: int
    ) -> list[tuple[int, Standing]]:
        """Return the users with most wins on a ladder, of one month or of all time."""
        found = await self._database.rows(_TOP_WINNING, guild, ladder, period, most)
        return [(user, Standing.read(sums)) for user, *sums in found]

    async def is_hidden(self, user: int) -> bool:
        """Return whether this user wants to be on no ladder."""
        return await self._database.read(lambda db: standings.is_hidden(db, user))

    async def hide(self, user: int, *, hidden: bool) -> None:
        """Take this user off all ladders, or put them back."""
        await self._database.write(lambda db: standings.hide(db, user, hidden=hidden))

    async def export(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """Return every row that names this user, by subject."""

        async def read(db: Session) -> dict[str, list[dict[str, Any]]]:
            return {name: await db.named(sql, user) for name, sql in _EXPORT.items()}

        return await self._database.read(read)

    async def broken_after(self, number: int, most: int) -> tuple[list[int], int]:
        """Return those of the next games that are not what was written, and the last one looked at.

        0: there are no more games.
        """

        async def look(db: Session) -> tuple[list[int], int]:
            numbers = await audit.games_after(db, number, most)
            broken = [it for it in numbers if not await standings.is_sealed(db, it)]
            return broken, numbers[-1] if numbers else 0

        return await self._database.read(look)

    async def people_after(self, user: int, most: int) -> list[int]:
        """Return the next people who have results."""
        return await self._database.read(lambda db: audit.people_after(db, user, most))

    async def sums_follow(self, user: int) -> bool:
        """Return whether all that is stored of a person's games follows from their results."""
        return await self._database.read(lambda db: audit.sums_follow(db, user))

    async def broken(self) -> list[tuple[int, str, float]]:
        """Return number and table of the games that are not what was written, and when each ended.

        Games whose table is gone are left out.
        """
        return await self._database.read_whole(audit.broken_games)

    async def replace(self, number: int, game: GameResult, ended: float) -> None:
        """Store the result of a game in place of a damaged one; call `recompute` afterwards."""
        await self._database.write(lambda db: standings.replace(db, number, game, ended))

    async def without_result(self) -> list[tuple[str, float]]:
        """Return the closed tables whose game has no result, and when each was changed last."""
        found = await self._database.read_whole(lambda db: db.rows(_WITHOUT_RESULT))
        return [(table, changed) for table, changed in found]

    async def keep_old(self, game: GameResult, ended: float) -> None:
        """Store the result of a game that ended some time ago; call `recompute` afterwards."""
        await self._database.write(lambda db: standings.keep_old(db, game, ended))

    async def recompute(self) -> int:
        """Compute all standings and ratings again from the results; return the number of games."""
        return await self._database.write_at_length(standings.recompute)


async def _hidden(db: Session, users: Collection[int]) -> frozenset[int]:
    """Return those of these users who want to be on no ladder."""
    if not users:
        return frozenset()
    asked = statement(_HIDDEN, marks=["?"] * len(users))
    return frozenset([user for (user,) in await db.rows(asked, *users)])


async def _sees(db: Session, reader: Reader, user: int, where: int) -> bool:
    """Return whether a reader may see what a user has done there, as `may_see` says."""
    return may_see(reader, user, where, hidden=user in await _hidden(db, [user]))


async def _named(db: Session, reader: Reader, users: Collection[int]) -> frozenset[int]:
    """A ladder over all servers names a user only where they have played."""
    if not users:
        return frozenset()
    hidden = await _hidden(db, users)
    asked = statement(_PLAY_HERE, marks=["?"] * len(users))
    near = {user for (user,) in await db.rows(asked, reader.guild, ALL_GAMES, EVER, *users)}
    return frozenset(
        [
            user
            for user in users
            if may_see(
                reader, user, reader.guild if user in near else EVERYWHERE, hidden=user in hidden
            )
        ]
    )


async def _profile(db: Session, reader: Reader, user: int, guild: int, now: float) -> Profile:
    met = None if user == reader.user else await db.row(_TOGETHER, guild, reader.user, user)
    together = Rival(*met) if met else None
    if not await _sees(db, reader, user, guild):
        return Profile(together=together)
    colours: list[tuple[str, int]] = [(it[0], it[1]) for it in await db.rows(_COLOURS, guild, user)]
    rungs = {ladder: await _rung_of(db, user, guild, ladder, now) for ladder in LADDERS}
    rivals = [Rival(*row) for row in await db.rows(_RIVALS, guild, user, RIVALS_READ)]
    hidden, own = await _hidden(db, [it.user for it in rivals]), user == reader.user
    seen = [
        it
        for it in rivals
        if may_see(reader, it.user, guild, hidden=it.user in hidden, together=own)
    ]
    return Profile(
        ever=await _standing(db, user, guild, EVER),
        month=await _standing(db, user, guild, month_of(now)),
        ladders={ladder: rung for ladder, rung in rungs.items() if rung is not None},
        colours=tuple(sorted(colours, key=lambda it: (-it[1], it[0]))[:COLOURS]),
        rivals=tuple(seen[:RIVALS]),
        together=together,
    )


async def _standing(db: Session, user: int, guild: int, period: str) -> Standing:
    found = await db.row(_STANDING, guild, ALL_GAMES, period, user)
    return Standing.read(found) if found else Standing()


async def _rung_of(db: Session, user: int, guild: int, ladder: str, now: float) -> Rung | None:
    """Return the place of a user on a ladder; None before their first rated game there.

    The rungs above are counted already; users on the same rung are few.
    """
    found = await db.row(_RATING, guild, ladder, user)
    if found is None:
        return None
    *facts, shown = found
    rating = Rating(*facts)
    if shown is None or now - rating.last > IDLE:
        return Rung(rating)
    rung = shown // RUNG
    ((above,),) = await db.rows(_ABOVE, guild, ladder, rung)
    ((beside,),) = await db.rows(_BESIDE, guild, ladder, shown, (rung + 1) * RUNG)
    ((of,),) = await db.rows(_ALL, guild, ladder)
    return Rung(rating, place=1 + above + beside, of=of)


async def _games_of(
    db: Session, reader: Reader, user: int, guild: int, most: int, before: int
) -> list[PastGame]:
    where = () if guild == EVERYWHERE else (guild,)
    if await _sees(db, reader, user, guild):
        past = _PAST_HERE if where else _PAST_EVERYWHERE
        found = await db.rows(past, user, *where, before, most)
    elif reader.public:
        found = []
    else:
        past = _TOGETHER_HERE if where else _TOGETHER_EVERYWHERE
        found = await db.rows(past, user, reader.user, *where, before, most)
    games = [await _past(db, row, guild) for row in found]
    others = {it.user for game in games for it in game.seats if it.user is not None} - {user}
    hidden = await _hidden(db, others)
    return [_seen(reader, user, game, hidden) for game in games]


def _seen(reader: Reader, user: int, game: PastGame, hidden: Collection[int]) -> PastGame:
    """Return a game of this user without the users whom a reader may not see."""
    together = reader.user in [it.user for it in game.seats]
    seats = [
        it
        if it.user in (None, user)
        or may_see(reader, it.user, game.guild, hidden=it.user in hidden, together=together)
        else replace(it, user=None)
        for it in game.seats
    ]
    return replace(game, seats=tuple(seats))


async def _past(db: Session, row: tuple[Any, ...], guild: int) -> PastGame:
    seat: int = row[-1]
    seats = await seats_of(db, row[0])
    shown = tuple([it.result for it in seats])
    return PastGame(*row, seats=shown, before=seats[seat].before(guild))


async def _effect_of(db: Session, table: str) -> Effect:
    found = await db.row(_GAME_OF, table)
    if found is None:
        return Effect()
    game, _, seats = await read_game(db, found)
    shifts: dict[int, Shift] = {}
    for it in seats:
        user, before, after = it.result.user, it.here, it.shown_after
        if user is None or before is None or after is None:
            continue
        if not await standings.is_hidden(db, user):
            now = await standings.rating_of(db, game.guild, game.ladder, user)
            shifts[it.result.seat] = Shift(before.shown, after, now.provisional)
    return Effect(shifts, is_rated=game.is_rated, can_gain=game.can_gain)
