"""A database full of results: rows as the bot's own store writes them, many at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from bot.results.result import DEEDS, LARGEST
from bot.results.standing import ALL_GAMES, EVER, EVERYWHERE, SUMS
from bot.store.sql.standings import PRIORS, RUNG, SEAT_COLUMNS

SEATS: Final = 4
BATCH: Final = 50_000
BEGUN: Final = 1_700_000_000.0
APART: Final = 15.0
"""Seconds between two games."""
LADDER: Final = "base"
PLAYED_BY_ONE: Final = 20
"""Games of a person, on average."""
IN_ONE_SERVER: Final = 200
"""People in a server, on average."""

_ADDED: Final = ", ".join(f"{'MAX' if it in LARGEST else 'SUM'}({it})" for it in SUMS)
_STANDINGS: Final = (
    f"INSERT INTO standings (guild, ladder, period, user_id, {', '.join(SUMS)})"  # noqa: S608 - our own names
    f" SELECT {{guild}}, ?, ?, user_id, {_ADDED} FROM ("
    f" SELECT guild, user_id, 1 AS games, rank = 1 AS wins, 0.25 AS par, points, {', '.join(DEEDS)}"
    " FROM results {where}"
    ") GROUP BY {group}"
)
_RIVALS: Final = """
INSERT INTO rivals SELECT {guild}, mine.user_id, theirs.user_id, COUNT(*),
    SUM(mine.rank < theirs.rank), SUM(mine.rank > theirs.rank)
FROM results AS mine JOIN results AS theirs ON mine.game = theirs.game
WHERE mine.seat <> theirs.seat GROUP BY {group}
"""
_RATINGS: Final = """
INSERT INTO ratings SELECT guild, ladder, user_id, mu, 2.0, games, ?,
    CASE WHEN games >= 10 THEN CAST(1000 + 40 * (mu - 6) AS INTEGER) END
FROM (SELECT guild, ladder, user_id, games, 25 + (user_id * 7919 % 20000) / 1000.0 - 10 AS mu
      FROM standings WHERE ladder = ? AND period = '')
"""
_RUNGS: Final = """
INSERT INTO rungs SELECT guild, ladder, shown / ? AS rung, COUNT(*) FROM ratings
WHERE shown IS NOT NULL GROUP BY guild, ladder, rung
"""


_GAMES: Final = """
INSERT INTO games (number, table_id, guild, ended, ending, ladder, options, journeys, legs)
VALUES (?, ?, ?, ?, 'over', '{ladder}', '{{}}', 9, 30)
"""


def people_of(games: int) -> int:
    """Return the number of people who have played this many games."""
    return max(SEATS * 5, games * SEATS // PLAYED_BY_ONE)


def servers_of(games: int) -> int:
    """Return the number of their servers."""
    return max(1, people_of(games) // IN_ONE_SERVER)


def fill(db: sqlite3.Connection, games: int, tell: Callable[[str], None]) -> None:
    """Insert games, their seats, and all sums over them."""
    db.execute("PRAGMA synchronous = OFF")
    db.execute("BEGIN IMMEDIATE")
    rng = Random(games)
    for first in range(1, games + 1, BATCH):
        numbers = range(first, min(first + BATCH, games + 1))
        drawn = [_drawn(rng, number, games) for number in numbers]
        db.executemany(
            _GAMES.format(ladder=LADDER),
            [(n, f"g{n}", guild, BEGUN + APART * n) for n, guild, _ in drawn],
        )
        columns = ("game", "guild", *SEAT_COLUMNS, *PRIORS)
        marks = ", ".join("?" * len(columns))
        db.executemany(
            f"INSERT INTO results ({', '.join(columns)}) VALUES ({marks})",  # noqa: S608 - our own names
            [row for game in drawn for row in _seats(rng, *game)],
        )
        tell(f"{numbers[-1]:,} games")
    _sum_up(db, games, tell)
    db.execute("COMMIT")
    db.execute("ANALYZE")


def _drawn(rng: Random, number: int, games: int) -> tuple[int, int, list[int]]:
    """Return a game, its server and its people, few of whom play much."""
    guild = 1 + rng.randrange(servers_of(games))
    people: set[int] = set()
    while len(people) < SEATS:
        people.add(guild * 1_000_000 + int(IN_ONE_SERVER * rng.random() ** 2))
    return number, guild, [*people]


def _seats(rng: Random, number: int, guild: int, people: list[int]) -> Iterator[tuple[Any, ...]]:
    ranks = rng.sample(range(1, SEATS + 1), SEATS)
    for seat, user in enumerate(people):
        points = 62 - 7 * ranks[seat]
        outcome = (ranks[seat], points, 7, "", 0, 1.0, *range(1, len(DEEDS) + 1))
        yield (number, guild, seat, user, "", 1, 0, *outcome, 25.0, 3.0, 25.0, 3.0, 0, 0)


def _sum_up(db: sqlite3.Connection, games: int, tell: Callable[[str], None]) -> None:
    month = BEGUN + APART * games - 30 * 86_400.0
    recent = f"WHERE game > {max(0, int((month - BEGUN) / APART))}"
    for guild, group in (("guild", "guild, user_id"), (f"{EVERYWHERE}", "user_id")):
        for ladder in (ALL_GAMES, LADDER):
            for period, where in ((EVER, ""), ("now", recent)):
                sql = _STANDINGS.format(guild=guild, where=where, group=group)
                db.execute(sql, (ladder, period))
        tell("standings")
    for guild, group in (
        ("mine.guild", "mine.guild, mine.user_id, theirs.user_id"),
        (f"{EVERYWHERE}", "mine.user_id, theirs.user_id"),
    ):
        db.execute(_RIVALS.format(guild=guild, group=group))
        tell("rivals")
    db.execute(_RATINGS, (BEGUN + APART * games, LADDER))
    db.execute(_RUNGS, (RUNG,))
    tell("ladders")
