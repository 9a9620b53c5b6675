"""Ratings as rows, and the rungs of the ladders, each with the number of its users."""

from __future__ import annotations

from typing import Final

from bot.results.ratings import IDLE, Rating
from bot.store.sql.session import Session

RUNG: Final = 25
"""Points of a rating that make one rung."""
IDLE_PER_GAME: Final = 20
"""Idle users who are taken off a ladder after one game: more than one game can add."""

_RATING: Final = """
SELECT mu, sigma, games, last FROM ratings WHERE guild = ? AND ladder = ? AND user_id = ?
"""
_SET_RATING: Final = """
INSERT INTO ratings (guild, ladder, user_id, mu, sigma, games, last, shown)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (guild, ladder, user_id) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    games = excluded.games, last = excluded.last, shown = excluded.shown
"""
_ADD_TO_RUNG: Final = """
INSERT INTO rungs (guild, ladder, rung, people) VALUES (?, ?, ?, ?)
ON CONFLICT (guild, ladder, rung) DO UPDATE SET people = rungs.people + excluded.people
"""
_SHOWN: Final = "SELECT shown FROM ratings WHERE guild = ? AND ladder = ? AND user_id = ?"
_IDLE: Final = """
SELECT user_id FROM ratings WHERE guild = ? AND ladder = ? AND shown IS NOT NULL
AND last < ? ORDER BY last LIMIT ?
"""
_OFF_LADDER: Final = """
UPDATE ratings SET shown = NULL WHERE guild = ? AND ladder = ? AND user_id = ?
"""
_LADDERS: Final = "SELECT guild, ladder FROM ratings WHERE user_id = ?"
_SET_HIDDEN: Final = """
INSERT INTO people (user_id, is_hidden) VALUES (?, ?)
ON CONFLICT (user_id) DO UPDATE SET is_hidden = excluded.is_hidden
"""
_HIDDEN: Final = "SELECT is_hidden FROM people WHERE user_id = ?"


async def rating_of(db: Session, guild: int, ladder: str, user: int) -> Rating:
    """Return the rating of a user on a ladder, or that of a newcomer."""
    found = await db.row(_RATING, guild, ladder, user)
    return Rating(*found) if found else Rating()


async def put_rating(db: Session, guild: int, ladder: str, user: int, rating: Rating) -> None:
    """Store a rating, and count its user on the right rung."""
    hidden = await is_hidden(db, user)
    shown = None if rating.provisional or hidden else rating.shown
    await leave_rung(db, guild, ladder, user)
    facts = (rating.mu, rating.sigma, rating.games, rating.last, shown)
    await db.do(_SET_RATING, guild, ladder, user, *facts)
    if shown is not None:
        await db.do(_ADD_TO_RUNG, guild, ladder, shown // RUNG, 1)


async def leave_rung(db: Session, guild: int, ladder: str, user: int) -> None:
    """Take a user out of the count of their rung."""
    found = await db.row(_SHOWN, guild, ladder, user)
    if found is not None and found[0] is not None:
        await db.do(_ADD_TO_RUNG, guild, ladder, found[0] // RUNG, -1)


async def clear_idle(db: Session, guild: int, ladder: str, now: float) -> None:
    """Take a few users off a ladder who have not played for long."""
    for (user,) in await db.rows(_IDLE, guild, ladder, now - IDLE, IDLE_PER_GAME):
        await leave_rung(db, guild, ladder, user)
        await db.do(_OFF_LADDER, guild, ladder, user)


async def hide(db: Session, user: int, *, hidden: bool) -> None:
    """Take a user off all ladders, or put them back."""
    await db.lock_globally()
    await db.do(_SET_HIDDEN, user, int(hidden))
    for guild, ladder in await ladders_of(db, user):
        await put_rating(db, guild, ladder, user, await rating_of(db, guild, ladder, user))


async def ladders_of(db: Session, user: int) -> list[tuple[int, str]]:
    """Return server and ladder of each rating of a user."""
    return [(guild, ladder) for guild, ladder in await db.rows(_LADDERS, user)]


async def is_hidden(db: Session, user: int) -> bool:
    """Return whether a user wants to be on no ladder."""
    return await db.row(_HIDDEN, user) == (1,)
