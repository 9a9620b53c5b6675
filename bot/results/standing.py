"""What somebody's games came to together, as it is kept and read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from time import gmtime, strftime
from typing import Any, Final

from bot.results.ratings import Rating
from bot.results.result import DEEDS, Deeds, GameResult, SeatResult

EVERYWHERE: Final = 0
"""In place of a server: all of them together."""
ALL_GAMES: Final = ""
"""In place of a ladder: every game that was played to its end, rated or not."""
EVER: Final = ""
"""In place of a month."""


def month_of(time: float) -> str:
    """The month of this moment, in UTC: ``2026-11``."""
    return strftime("%Y-%m", gmtime(time))


@dataclass(frozen=True, slots=True)
class Standing(Deeds):
    """All games of somebody that were played to their end, together."""

    games: int = 0
    wins: float = 0.0
    """Those who are level share one."""
    par: float = 0.0
    """The wins of somebody who plays just like the others at each table."""
    points: int = 0

    @classmethod
    def of(cls, seat: SeatResult, game: GameResult) -> Standing:
        """What one game adds for a seat; whoever left it has not won."""
        won = seat.rank == 1 and not seat.left
        return cls(1, won / game.winners, 1 / len(game.seats), seat.points, **seat.deeds)

    @classmethod
    def read(cls, row: Iterable[Any]) -> Standing:
        """The one with these figures, in the order of `SUMS`."""
        return cls(**dict(zip(SUMS, row, strict=True)))

    @property
    def row(self) -> tuple[float, ...]:
        """The figures, in the order of `SUMS`."""
        return tuple([getattr(self, name) for name in SUMS])

    @property
    def average(self) -> float:
        """Points in a game."""
        return self.points / self.games if self.games else 0.0

    @property
    def crash_rate(self) -> float:
        """How many of the legs under its command ended in a crash."""
        return self.crashes / self.captained if self.captained else 0.0

    @property
    def trust(self) -> float:
        """How many of all decisions about this captain were to stay."""
        asked = self.trusted + self.doubted
        return self.trusted / asked if asked else 0.0


SUMS: Final = ("games", "wins", "par", "points", *DEEDS)
"""What is kept up to date from game to game."""


@dataclass(frozen=True, slots=True)
class Rung:
    """Where somebody stands on a ladder."""

    rating: Rating
    place: int | None = None
    """None: not on it yet, or no longer, or by choice."""
    of: int = 0
    """How many stand on it."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Whom somebody plays with, and who came before whom."""

    user: int
    games: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Profile:
    """All that is shown of somebody, in a server or everywhere."""

    ever: Standing = Standing()
    month: Standing = Standing()
    ladders: Mapping[str, Rung] = field(default_factory=dict[str, Rung])
    colours: tuple[tuple[str, int], ...] = ()
    """The characters played with, the most frequent first."""
    rivals: tuple[Rival, ...] = ()
    """Those played with most often."""


@dataclass(frozen=True, slots=True)
class Shift:
    """What a game did to somebody's rating in its server."""

    before: int
    after: int
    provisional: bool
    """Too little is known of it, then as now."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that somebody played, as that person looks back at it."""

    number: int
    table: str
    guild: int
    ended: float
    ending: str
    ladder: str
    legs: int
    seat: int
    """Whose look back it is."""
    seats: tuple[SeatResult, ...]
    before: Rating | None = None
    """What that person was rated before the game, if it was rated."""

    @property
    def mine(self) -> SeatResult:
        """That person's own result."""
        return self.seats[self.seat]
