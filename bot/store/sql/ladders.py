"""Ratings as rows, and the rungs of the ladders on which people stand."""

from __future__ import annotations

from typing import Final

from bot.results.ratings import IDLE, Rating
from bot.store.sql.session import Session

RUNG: Final = 25
"""So many points of a rating are one rung."""

AT_ONCE: Final = 20
_RATING: Final = """
INSERT INTO ratings (guild, ladder, user_id, mu, sigma, games, last, shown)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (guild, ladder, user_id) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    games = excluded.games, last = excluded.last, shown = excluded.shown
"""
_RUNG: Final = """
INSERT INTO rungs (guild, ladder, rung, people) VALUES (?, ?, ?, ?)
ON CONFLICT (guild, ladder, rung) DO UPDATE SET people = rungs.people + excluded.people
"""


async def rating_of(db: Session, guild: int, ladder: str, user: int) -> Rating:
    """How good somebody is taken to be on a ladder; nobody knows of those who are new."""
    found = await db.row(
        "SELECT mu, sigma, games, last FROM ratings WHERE guild = ? AND ladder = ? AND user_id = ?",
        *(guild, ladder, user),
    )
    return Rating(*found) if found else Rating()


async def put_rating(db: Session, guild: int, ladder: str, user: int, rating: Rating) -> None:
    """Keep a rating, and whoever has it on the right rung."""
    hidden = await is_hidden(db, user)
    shown = None if rating.provisional or hidden else rating.shown
    await step_off(db, guild, ladder, user)
    facts = (rating.mu, rating.sigma, rating.games, rating.last, shown)
    await db.do(_RATING, guild, ladder, user, *facts)
    if shown is not None:
        await db.do(_RUNG, guild, ladder, shown // RUNG, 1)


async def step_off(db: Session, guild: int, ladder: str, user: int) -> None:
    """Take somebody off the rung of a ladder."""
    found = await db.row(
        "SELECT shown FROM ratings WHERE guild = ? AND ladder = ? AND user_id = ?",
        *(guild, ladder, user),
    )
    if found is not None and found[0] is not None:
        await db.do(_RUNG, guild, ladder, found[0] // RUNG, -1)


async def clear_idle(db: Session, guild: int, ladder: str, now: float) -> None:
    """Take those off a ladder who have not played for long.

    Those are fewer than the games that bring us here, so a few at a time are enough.
    """
    idle = await db.rows(
        "SELECT user_id FROM ratings WHERE guild = ? AND ladder = ? AND shown IS NOT NULL"
        " AND last < ? ORDER BY last LIMIT ?",
        *(guild, ladder, now - IDLE, AT_ONCE),
    )
    for (user,) in idle:
        await step_off(db, guild, ladder, user)
        await db.do(
            "UPDATE ratings SET shown = NULL WHERE guild = ? AND ladder = ? AND user_id = ?",
            *(guild, ladder, user),
        )


async def hide(db: Session, user: int, *, hidden: bool) -> None:
    """Take somebody off all ladders, or back onto them."""
    await db.take_turns()
    await db.do(
        "INSERT INTO people (user_id, is_hidden) VALUES (?, ?)"
        " ON CONFLICT (user_id) DO UPDATE SET is_hidden = excluded.is_hidden",
        *(user, int(hidden)),
    )
    for guild, ladder in await ladders_of(db, user):
        await put_rating(db, guild, ladder, user, await rating_of(db, guild, ladder, user))


async def ladders_of(db: Session, user: int) -> list[tuple[int, str]]:
    """The ladders on which somebody was ever rated, each with its server."""
    sql = "SELECT guild, ladder FROM ratings WHERE user_id = ?"
    return [(guild, ladder) for guild, ladder in await db.rows(sql, user)]


async def is_hidden(db: Session, user: int) -> bool:
    """Does this person want to stand on no ladder?"""
    found = await db.row("SELECT is_hidden FROM people WHERE user_id = ?", user)
    return found == (1,)
