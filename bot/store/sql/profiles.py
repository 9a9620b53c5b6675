"""What is asked of the results: profiles, ladders and games; nothing is summed up to answer."""

from __future__ import annotations

from typing import Any, Final

from bot.results.ladders import LADDERS
from bot.results.ratings import IDLE, Rating
from bot.results.standing import (
    ALL_GAMES,
    EVER,
    SUMS,
    Profile,
    Rival,
    Rung,
    Standing,
    month_of,
)
from bot.store.sql.ladders import RUNG
from bot.store.sql.session import Session

COLOURS: Final = 3
RIVALS: Final = 5
_STANDING: Final = (
    f"SELECT {', '.join(SUMS)} FROM standings"  # noqa: S608 - our own names
    " WHERE guild = ? AND ladder = ? AND period = ? AND user_id = ?"
)
_WINNING: Final = (
    f"SELECT standings.user_id, {', '.join(SUMS)} FROM standings"  # noqa: S608 - our own names
    " LEFT JOIN people ON people.user_id = standings.user_id"
    " WHERE guild = ? AND ladder = ? AND period = ? AND COALESCE(is_hidden, 0) = 0"
    " ORDER BY wins DESC, standings.user_id LIMIT ?"
)
_RATED: Final = """
SELECT user_id, mu, sigma, games, last FROM ratings
WHERE guild = ? AND ladder = ? AND shown IS NOT NULL AND last >= ?
ORDER BY shown DESC, user_id LIMIT ?
"""
_RUNG_OF: Final = """
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


async def profile(db: Session, user: int, guild: int, now: float) -> Profile:
    """All that is shown of somebody."""
    sql = "SELECT colour, games FROM colours WHERE guild = ? AND user_id = ?"
    colours: list[tuple[str, int]] = [(it[0], it[1]) for it in await db.rows(sql, guild, user)]
    rungs = {ladder: await rung_of(db, user, guild, ladder, now) for ladder in LADDERS}
    return Profile(
        ever=await _standing(db, user, guild, EVER),
        month=await _standing(db, user, guild, month_of(now)),
        ladders={ladder: rung for ladder, rung in rungs.items() if rung is not None},
        colours=tuple(sorted(colours, key=lambda it: (-it[1], it[0]))[:COLOURS]),
        rivals=tuple(
            [
                Rival(*row)
                for row in await db.rows(
                    "SELECT other_id, games, ahead, behind FROM rivals"
                    " WHERE guild = ? AND user_id = ? ORDER BY games DESC, other_id LIMIT ?",
                    *(guild, user, RIVALS),
                )
            ]
        ),
    )


async def _standing(db: Session, user: int, guild: int, period: str) -> Standing:
    found = await db.row(_STANDING, guild, ALL_GAMES, period, user)
    return Standing.read(found) if found else Standing()


async def rung_of(db: Session, user: int, guild: int, ladder: str, now: float) -> Rung | None:
    """Where somebody stands; None if no game of theirs was rated there.

    The rungs above are counted already; those on the same rung are few.
    """
    found = await db.row(_RUNG_OF, guild, ladder, user)
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


async def top_rated(
    db: Session, guild: int, ladder: str, most: int, now: float
) -> list[tuple[int, Rating]]:
    """Who stands highest on a ladder; whoever has not played for long does not."""
    rows = await db.rows(_RATED, guild, ladder, now - IDLE, most)
    return [(user, Rating(*facts)) for user, *facts in rows]


async def top_winning(
    db: Session, guild: int, ladder: str, period: str, most: int
) -> list[tuple[int, Standing]]:
    """Who has won most games on a ladder in a month, or ever."""
    rows = await db.rows(_WINNING, guild, ladder, period, most)
    return [(user, Standing.read(sums)) for user, *sums in rows]


_EXPORTED: Final[dict[str, str]] = {
    "games": "SELECT games.*, results.* FROM results JOIN games ON number = game WHERE user_id = ?",
    "standings": "SELECT * FROM standings WHERE user_id = ?",
    "ratings": "SELECT * FROM ratings WHERE user_id = ?",
    "colours": "SELECT * FROM colours WHERE user_id = ?",
    "rivals": "SELECT * FROM rivals WHERE user_id = ?",
    "left": "SELECT * FROM leavers WHERE user_id = ?",
    "chosen": "SELECT * FROM people WHERE user_id = ?",
    "seats": "SELECT table_id, seat FROM players WHERE user_id = ?",
}


async def export(db: Session, user: int) -> dict[str, list[dict[str, Any]]]:
    """Every row that names this person, by what it is about."""
    return {name: await db.named(sql, user) for name, sql in _EXPORTED.items()}
