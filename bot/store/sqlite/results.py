"""Results as rows: what the transaction in which a game ends adds to all standings."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import astuple
from typing import Final

from bot.results.ratings import Rating, rated
from bot.results.result import GameResult, SeatResult
from bot.results.standing import ALL_GAMES, EVER, EVERYWHERE, LARGEST, SUMS, Standing, month_of
from bot.store.sqlite.ladders import clear_idle, put_rating, rating_of
from bot.store.sqlite.past_games import PRIORS, SEAT_COLUMNS

_GAME: Final = """
INSERT INTO games (number, table_id, guild, ended, ending, ladder, options, journeys, legs)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_COLUMNS: Final = ("game", "guild", *SEAT_COLUMNS, *PRIORS)
_SEAT: Final = (
    f"INSERT INTO results ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"  # noqa: S608 - our own names
)
_ADDED: Final = ", ".join(
    f"{name} = MAX({name}, excluded.{name})"
    if name in LARGEST
    else f"{name} = {name} + excluded.{name}"
    for name in SUMS
)
_STANDING: Final = (
    f"INSERT INTO standings (guild, ladder, period, user_id, {', '.join(SUMS)})"  # noqa: S608 - our own names
    f" VALUES (?, ?, ?, ?, {', '.join('?' * len(SUMS))})"
    f" ON CONFLICT (guild, ladder, period, user_id) DO UPDATE SET {_ADDED}"
)
_RIVAL: Final = """
INSERT INTO rivals (guild, user_id, other_id, games, ahead, behind) VALUES (?, ?, ?, 1, ?, ?)
ON CONFLICT (user_id, guild, other_id) DO UPDATE SET games = games + 1,
    ahead = ahead + excluded.ahead, behind = behind + excluded.behind
"""
_COLOUR: Final = """
INSERT INTO colours (guild, user_id, colour, games) VALUES (?, ?, ?, 1)
ON CONFLICT (user_id, guild, colour) DO UPDATE SET games = games + 1
"""
Ratings = Mapping[int, Rating]
"""By seats."""


def note_leavers(db: sqlite3.Connection, table: str, people: Mapping[int, int]) -> None:
    """Remember who sat at a table and does so no more."""
    listed = db.execute("SELECT seat, user_id FROM players WHERE table_id = ?", (table,)).fetchall()
    gone = [(table, seat, user) for seat, user in listed if people.get(seat) != user]
    db.executemany(
        "INSERT INTO leavers (table_id, seat, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        gone,
    )


def people_of(db: sqlite3.Connection, table: str) -> dict[int, int]:
    """Whose the seats of a table are, or were until they left."""
    found: dict[int, int] = {}
    for source in ("leavers", "players"):
        rows = db.execute(f"SELECT seat, user_id FROM {source} WHERE table_id = ?", (table,))  # noqa: S608 - one of two names
        found.update(rows.fetchall())
    return found


def keep(db: sqlite3.Connection, game: GameResult, now: float) -> None:
    """Keep the result of a game that ends now, with all that follows from it; once."""
    _, ended = _last(db)
    keep_old(db, game, max(now, ended))


def keep_old(db: sqlite3.Connection, game: GameResult, ended: float) -> None:
    """Keep the result of a game that ended then, after all others that are kept."""
    known = db.execute("SELECT 1 FROM games WHERE table_id = ?", (game.table,)).fetchone()
    if known is not None:
        return
    number, _ = _last(db)
    add(db, number + 1, game.with_users(people_of(db, game.table)), ended)


def _last(db: sqlite3.Connection) -> tuple[int, float]:
    """The number of the last game, and when it ended."""
    found = db.execute("SELECT number, ended FROM games ORDER BY number DESC LIMIT 1").fetchone()
    return found or (0, 0.0)


def add(
    db: sqlite3.Connection,
    number: int,
    game: GameResult,
    ended: float,
    strangers: Mapping[int, Mapping[int, Rating]] | None = None,
) -> None:
    """Keep this result, and add it to all standings.

    ``strangers`` are the ratings of seats whose people are forgotten, by server.
    """
    before = {
        guild: {**ratings_before(db, guild, game), **(strangers or {}).get(guild, {})}
        for guild in _places(game)
    }
    facts = (game.table, game.guild, ended, game.ending, game.ladder, game.options)
    db.execute(_GAME, (number, *facts, game.journeys, game.legs))
    db.executemany(_SEAT, [_row(number, game, seat, before) for seat in game.seats])
    if not game.finished:
        return
    people = [seat for seat in game.seats if seat.user is not None]
    for guild in _places(game):
        _add_to_standings(db, guild, game, people, ended)
        _rate(db, guild, game, before[guild], ended)


def _places(game: GameResult) -> tuple[int, int]:
    return game.guild, EVERYWHERE


def _row(
    number: int, game: GameResult, seat: SeatResult, before: Mapping[int, Ratings]
) -> tuple[object, ...]:
    priors: list[float | None] = []
    for guild in _places(game):
        known = before[guild].get(seat.seat)
        priors += [known.mu, known.sigma] if known else [None, None]
    facts = (seat.seat, seat.user, seat.computer, int(seat.person), int(seat.left), seat.rank)
    deeds = (seat.points, seat.treasures, seat.character, seat.captained, seat.crashes, seat.falls)
    more = (seat.cards, seat.farthest, seat.trusted, seat.doubted, seat.escapes)
    return (number, game.guild, *facts, *deeds, *more, seat.largest_crash, *priors)


def _add_to_standings(
    db: sqlite3.Connection, guild: int, game: GameResult, people: Iterable[SeatResult], ended: float
) -> None:
    ladders = {ALL_GAMES, game.ladder}
    keys = sorted((ladder, period) for ladder in ladders for period in (EVER, month_of(ended)))
    ranked = sorted(
        people, key=lambda seat: seat.user or 0
    )  # in one order, so none waits in a ring
    for ladder, period in keys:
        rows = [
            (guild, ladder, period, seat.user, *astuple(Standing.of(seat, game))) for seat in ranked
        ]
        db.executemany(_STANDING, rows)
    pairs = [(one, other) for one in ranked for other in ranked if one is not other]
    db.executemany(_RIVAL, [(guild, *_meeting(one, other)) for one, other in pairs])
    played = [(guild, seat.user, seat.character) for seat in ranked if seat.character]
    db.executemany(_COLOUR, played)


def _meeting(one: SeatResult, other: SeatResult) -> tuple[int | None, int | None, int, int]:
    """Who met whom, and who came first: whoever left comes behind all who stayed."""
    mine, theirs = (one.left, one.rank), (other.left, other.rank)
    return one.user, other.user, int(mine < theirs), int(mine > theirs)


def ratings_before(db: sqlite3.Connection, guild: int, game: GameResult) -> dict[int, Rating]:
    """How good the people of a game on a ladder are taken to be, by their seats."""
    if not (game.ladder and game.finished):
        return {}
    return {seat: rating_of(db, guild, game.ladder, user) for seat, user in _users(game).items()}


def _rate(
    db: sqlite3.Connection, guild: int, game: GameResult, before: Ratings, ended: float
) -> None:
    users, after = _users(game), rated(game, before, ended)
    for seat in sorted(users, key=lambda seat: users[seat]):
        if seat in after:
            put_rating(db, guild, game.ladder, users[seat], after[seat])
    if after:
        clear_idle(db, guild, game.ladder, ended)


def _users(game: GameResult) -> dict[int, int]:
    """The people whose names are known, by their seats."""
    return {seat.seat: seat.user for seat in game.seats if seat.user is not None}
