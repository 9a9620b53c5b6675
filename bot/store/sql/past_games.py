"""The games that were played, as they are read back."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from bot.results.ratings import Rating
from bot.results.result import DEEDS, SeatResult
from bot.results.standing import EVERYWHERE, PastGame
from bot.store.sql.session import Session

SEAT_COLUMNS: Final = (
    *("seat", "user_id", "computer", "is_person", "has_left", "rank", "points", "treasures"),
    *("colour", *DEEDS),
)
SAME: Final = ("seat", "computer", "rank", "points", "treasures", *DEEDS)
"""Those of them that have the names of `SeatResult`."""
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
WHERE user_id = ? AND game < ? ORDER BY game DESC LIMIT ?
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


async def seats_of(db: Session, number: int) -> list[Seated]:
    """The seats of a game."""
    return [_seat(row) for row in await db.rows(_SEATS, number)]


def _seat(row: tuple[Any, ...]) -> Seated:
    values = dict(zip((*SEAT_COLUMNS, *PRIORS), row, strict=True))
    here = _rating(values["mu_here"], values["sigma_here"])
    everywhere = _rating(values["mu_everywhere"], values["sigma_everywhere"])
    seat = SeatResult(
        **{name: values[name] for name in SAME},
        character=values["colour"],
        user=values["user_id"],
        person=bool(values["is_person"]),
        left=bool(values["has_left"]),
    )
    return Seated(seat, here, everywhere)


def _rating(mu: float | None, sigma: float | None) -> Rating | None:
    return None if mu is None or sigma is None else Rating(mu, sigma)


async def games_of(
    db: Session, user: int, guild: int, most: int, before: int = NEWEST
) -> list[PastGame]:
    """The last games of somebody, the latest first."""
    if guild == EVERYWHERE:
        rows = await db.rows(_EVERYWHERE, user, before, most)
    else:
        rows = await db.rows(_HERE, user, guild, before, most)
    return [await _past(db, row, guild) for row in rows]


async def _past(db: Session, row: tuple[Any, ...], guild: int) -> PastGame:
    number, table, where, ended, ending, ladder, legs, _ = row
    seat: int = row[-1]
    seats = await seats_of(db, number)
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
