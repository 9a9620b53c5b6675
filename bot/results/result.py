"""The stored result of a game: a row for the game, and one for each seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Deeds:
    """What a seat did: in a game so far, in a whole game, or in all games of a person."""

    captained: int = 0
    """Legs as captain."""
    crashes: int = 0
    """Crashes under its command."""
    falls: int = 0
    """Crashes with it aboard as a passenger."""
    cards: int = 0
    """Cards and powers played, without equipment."""
    farthest: int = 0
    """The farthest city reached."""
    trusted: int = 0
    """How often a passenger stayed with it as captain."""
    doubted: int = 0
    """How often one left."""
    escapes: int = 0
    """How often it left of its own will before a crash."""
    largest_crash: int = 0
    """Seats aboard in its largest crash, itself included; 0 without one."""

    @property
    def deeds(self) -> dict[str, int]:
        """All deeds by name."""
        return {name: getattr(self, name) for name in DEEDS}


DEEDS: Final = tuple(field.name for field in fields(Deeds))
LARGEST: Final = ("farthest", "largest_crash")
"""Deeds of which the maximum counts instead of the sum."""


@dataclass(frozen=True, slots=True)
class SeatResult(Deeds):
    """The result of a seat in a game."""

    seat: int
    rank: int
    """1 is the winner; seats with a tie share a rank."""
    points: int
    treasures: int
    """Treasures held at the end."""
    character: str
    computer: str = ""
    """The computer player that held the seat at the end; "" if a person did."""
    person: bool = True
    """A person held the seat when the game began."""
    left: bool = False
    """That person was absent when the game ended, or let a computer play most of it."""
    kicked_at: int = 0
    """The person's place among the people at the time of an undeserved kick; 0: there was none."""
    share: float = 1.0
    """The share of the game that counts for the person's rating."""
    user: int | None = None
    """The person; None for a computer, or after the person's data was deleted."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game; for one that was broken off, the scores of that moment."""

    table: str
    guild: int
    ending: str
    """The stage of its table: over, cancelled or expired."""
    ladder: str
    """The ladder on which it counts; "" for none."""
    options: str
    """The options of the game, as JSON."""
    journeys: int
    legs: int
    can_gain: bool
    """Ratings may rise by it."""
    seats: tuple[SeatResult, ...]

    @property
    def finished(self) -> bool:
        """True if it was played to its end."""
        return self.ending == "over"

    @property
    def is_rated(self) -> bool:
        """Counts on its ladder: wholly, or as far as it was played."""
        return bool(self.ladder) and any(seat.share for seat in self.seats if seat.person)

    @property
    def winners(self) -> int:
        """Number of seats that share the first place."""
        return sum(seat.rank == 1 for seat in self.seats)

    def with_users(self, users: Mapping[int, int]) -> GameResult:
        """Return a copy with the people's ids on their seats."""
        seats = [
            replace(seat, user=users.get(seat.seat)) if seat.person else seat for seat in self.seats
        ]
        return replace(self, seats=tuple(seats))
