"""Ratings as rows, and the rungs of the ladders on which people stand."""

from __future__ import annotations

import sqlite3
from typing import Final

from bot.results.ratings import IDLE, Rating

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
ON CONFLICT (guild, ladder, rung) DO UPDATE SET people = people + excluded.people
"""


def rating_of(db: sqlite3.Connection, guild: int, ladder: str, user: int) -> Rating:
    """How good somebody is taken to be on a ladder; nobody knows of those who are new."""
    found = db.execute(
        "SELECT mu, sigma, games, last FROM ratings WHERE guild = ? AND ladder = ? AND user_id = ?",
        (guild, ladder, user),
    ).fetchone()
    return Rating(*found) if found else Rating()


def put_rating(db: sqlite3.Connection, guild: int, ladder: str, user: int, rating: Rating) -> None:
    """Keep a rating, and whoever has it on the right rung."""
    hidden = db.execute("SELECT is_hidden FROM people WHERE user_id = ?", (user,)).fetchone()
    shown = None if rating.provisional or hidden == (1,) else rating.shown
    step_off(db, guild, ladder, user)
    facts = (rating.mu, rating.sigma, rating.games, rating.last, shown)
    db.execute(_RATING, (guild, ladder, user, *facts))
    if shown is not None:
        db.execute(_RUNG, (guild, ladder, shown // RUNG, 1))


def step_off(db: sqlite3.Connection, guild: int, ladder: str, user: int) -> None:
    """Take somebody off the rung of a ladder."""
    found = db.execute(
        "SELECT shown FROM ratings WHERE guild = ? AND ladder = ? AND user_id = ?",
        (guild, ladder, user),
    ).fetchone()
    if found is not None and found[0] is not None:
        db.execute(_RUNG, (guild, ladder, found[0] // RUNG, -1))


def clear_idle(db: sqlite3.Connection, guild: int, ladder: str, now: float) -> None:
    """Take those off a ladder who have not played for long.

    Those are fewer than the games that bring us here, so a few at a time are enough.
    """
    idle = db.execute(
        "SELECT user_id FROM ratings WHERE guild = ? AND ladder = ? AND shown IS NOT NULL"
        " AND last < ? ORDER BY last LIMIT ?",
        (guild, ladder, now - IDLE, AT_ONCE),
    )
    for (user,) in idle.fetchall():
        step_off(db, guild, ladder, user)
        db.execute(
            "UPDATE ratings SET shown = NULL WHERE guild = ? AND ladder = ? AND user_id = ?",
            (guild, ladder, user),
        )


def hide(db: sqlite3.Connection, user: int, *, hidden: bool) -> None:
    """Take somebody off all ladders, or back onto them."""
    db.execute(
        "INSERT INTO people (user_id, is_hidden) VALUES (?, ?)"
        " ON CONFLICT (user_id) DO UPDATE SET is_hidden = excluded.is_hidden",
        (user, int(hidden)),
    )
    rows = db.execute("SELECT guild, ladder FROM ratings WHERE user_id = ?", (user,)).fetchall()
    for guild, ladder in rows:
        put_rating(db, guild, ladder, user, rating_of(db, guild, ladder, user))


def is_hidden(db: sqlite3.Connection, user: int) -> bool:
    """Does this person want to stand on no ladder?"""
    found = db.execute("SELECT is_hidden FROM people WHERE user_id = ?", (user,)).fetchone()
    return found == (1,)
