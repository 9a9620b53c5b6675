"""The games that were played, as they are read back."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bot.results.ratings import Rating
from bot.results.result import SeatResult
from bot.results.standing import EVERYWHERE, PastGame

SEAT_COLUMNS: Final = (
    *("seat", "user_id", "computer", "is_person", "has_left", "rank", "points", "treasures"),
    *("colour", "captained", "crashes", "falls", "cards", "farthest", "trusted", "doubted"),
    *("escapes", "largest_crash"),
)
PRIORS: Final = ("mu_here", "sigma_here", "mu_everywhere", "sigma_everywhere")
_SEATS: Final = (
    f"SELECT {', '.join((*SEAT_COLUMNS, *PRIORS))} FROM results WHERE game = ? ORDER BY seat"  # noqa: S608 - our own names
)
_HERE: Final = """
SELECT number, table_id, games.guild, ended, ending, ladder, legs, seat
FROM results JOIN games ON number = game
WHERE user_id = ? AND results.guild = ? AND game < ? ORDER BY game DESC LIMIT ?
"""
_EVERYWHERE: Final = """
SELECT number, table_id, games.guild, ended, ending, ladder, legs, seat
FROM results JOIN games ON number = game
WHERE user_id = ? AND ? = 0 AND game < ? ORDER BY game DESC LIMIT ?
"""
NEWEST: Final = 1 << 62
"""Before this comes every game."""


class Seated(NamedTuple):
    """A seat of a game, and how good its person was taken to be before, if that was asked."""

    result: SeatResult
    here: Rating | None
    everywhere: Rating | None

    def before(self, guild: int) -> Rating | None:
        """In a server, or everywhere."""
        return self.everywhere if guild == EVERYWHERE else self.here


def seats_of(db: sqlite3.Connection, number: int) -> list[Seated]:
    """The seats of a game."""
    return [_seat(row) for row in db.execute(_SEATS, (number,)).fetchall()]


def _seat(row: tuple[Any, ...]) -> Seated:
    values = dict(zip((*SEAT_COLUMNS, *PRIORS), row, strict=True))
    here = _rating(values["mu_here"], values["sigma_here"])
    everywhere = _rating(values["mu_everywhere"], values["sigma_everywhere"])
    same = {name: values[name] for name in SEAT_COLUMNS if name in SeatResult.__slots__}
    plain = SeatResult(**same, character=values["colour"], user=values["user_id"])
    person, left = bool(values["is_person"]), bool(values["has_left"])
    return Seated(replace(plain, person=person, left=left), here, everywhere)


def _rating(mu: float | None, sigma: float | None) -> Rating | None:
    return None if mu is None or sigma is None else Rating(mu, sigma)


def games_of(
    db: sqlite3.Connection, user: int, guild: int, most: int, before: int = NEWEST
) -> list[PastGame]:
    """The last games of somebody, the latest first."""
    sql = _EVERYWHERE if guild == EVERYWHERE else _HERE
    rows = db.execute(sql, (user, guild, before, most)).fetchall()
    return [_past(db, row, guild) for row in rows]


def _past(db: sqlite3.Connection, row: tuple[Any, ...], guild: int) -> PastGame:
    number, table, where, ended, ending, ladder, legs, _ = row
    seat: int = row[-1]
    seats = seats_of(db, number)
    return PastGame(
        number=number,
        table=table,
        guild=where,
        ended=ended,
        ending=ending,
        ladder=ladder,
        legs=legs,
        seat=seat,
        seats=tuple([it.result for it in seats]),
        before=seats[seat].before(guild),
    )
