"""The standing of a person, in all games or on a ladder, as it is stored and read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from time import gmtime, strftime
from typing import Any, Final

from bot.results.ratings import Rating
from bot.results.result import DEEDS, Deeds, GameResult, SeatResult
from engine import Options

BASE: Final = "base"
LITTLE_HELP: Final = "little_help"
INITIATIVE: Final = "initiative"
EVERYTHING: Final = "everything"
CREW: Final = "crew"
LADDERS: Final = (BASE, LITTLE_HELP, INITIATIVE, EVERYTHING, CREW)
"""Bonus boxes change little, so a game with them counts as one without."""
UNRATED: Final = ""


def ladder_of(options: Options) -> str:
    """Return the ladder of a game with these options."""
    if options.variant == "crew":
        return CREW
    helped, initiative = (box in options.boxes for box in (LITTLE_HELP, INITIATIVE))
    if helped and initiative:
        return EVERYTHING
    return LITTLE_HELP if helped else INITIATIVE if initiative else BASE


EVERYWHERE: Final = 0
"""Stands for all servers together."""
ALL_GAMES: Final = ""
"""Stands for all ladders: every game played to its end, rated or not."""
EVER: Final = ""
"""Stands for all months."""


def month_of(time: float) -> str:
    """Return the month of a time, in UTC: ``2026-11``."""
    return strftime("%Y-%m", gmtime(time))


@dataclass(frozen=True, slots=True)
class Standing(Deeds):
    """Sums over all games of a person that were played to their end."""

    games: int = 0
    wins: float = 0.0
    """Ties split a win."""
    par: float = 0.0
    """Expected wins of an average player at the same tables."""
    points: int = 0

    @classmethod
    def of(cls, seat: SeatResult, game: GameResult) -> Standing:
        """Return what one game adds for a seat; a leaver does not win."""
        won = seat.rank == 1 and not seat.left
        return cls(1, won / game.winners, 1 / len(game.seats), seat.points, **seat.deeds)

    @classmethod
    def read(cls, row: Iterable[Any]) -> Standing:
        """Return the standing with these figures, in the order of `SUMS`."""
        return cls(**dict(zip(SUMS, row, strict=True)))

    @property
    def row(self) -> tuple[float, ...]:
        """The figures, in the order of `SUMS`."""
        return tuple([getattr(self, name) for name in SUMS])

    @property
    def average(self) -> float:
        """Average points of a game."""
        return self.points / self.games if self.games else 0.0

    @property
    def crash_rate(self) -> float:
        """Share of the legs under its command that ended in a crash."""
        return self.crashes / self.captained if self.captained else 0.0

    @property
    def trust(self) -> float:
        """Share of the passengers' decisions under its command that were to stay."""
        asked = self.trusted + self.doubted
        return self.trusted / asked if asked else 0.0


SUMS: Final = ("games", "wins", "par", "points", *DEEDS)
"""The figures that each game adds to."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A person's place on a ladder."""

    rating: Rating
    place: int | None = None
    """None: not listed."""
    of: int = 0
    """Number of people listed."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A frequent opponent, and how often either was ahead."""

    user: int
    games: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Profile:
    """All figures that are shown of a person, in a server or everywhere."""

    ever: Standing = Standing()
    month: Standing = Standing()
    ladders: Mapping[str, Rung] = field(default_factory=dict[str, Rung])
    colours: tuple[tuple[str, int], ...] = ()
    """Characters played, the most frequent first."""
    rivals: tuple[Rival, ...] = ()
    """Most frequent opponents."""
    together: Rival | None = None
    """The reader's own score against this person."""


@dataclass(frozen=True, slots=True)
class Shift:
    """The change of a person's rating by a game, in its server."""

    before: int
    after: int
    provisional: bool
    """The rating was provisional before and is now."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a game on the ratings in its server."""

    shifts: Mapping[int, Shift] = field(default_factory=dict[int, Shift])
    """By seat."""
    is_rated: bool = False
    can_gain: bool = True
    """Ratings may rise by it."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game from the view of one of its players."""

    number: int
    table: str
    guild: int
    ended: float
    ending: str
    ladder: str
    legs: int
    seat: int
    """The seat of that player."""
    seats: tuple[SeatResult, ...]
    before: Rating | None = None
    """The player's rating before the game, if the game was rated."""

    @property
    def mine(self) -> SeatResult:
        """The player's own result."""
        return self.seats[self.seat]
