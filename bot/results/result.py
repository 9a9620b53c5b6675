"""What is kept of a game when it is over: a line for the game, and one for each seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Deeds:
    """What a seat did: in a game so far, in a whole one, or in all of somebody's games."""

    captained: int = 0
    """The legs that it was captain of."""
    crashes: int = 0
    """The crafts that crashed under its command."""
    falls: int = 0
    """The crafts that crashed with it aboard as a passenger."""
    cards: int = 0
    """The cards and powers that it played; equipment does not count."""
    farthest: int = 0
    """The farthest city that it reached."""
    trusted: int = 0
    """How often a passenger stayed with it as captain."""
    doubted: int = 0
    """How often one left."""
    escapes: int = 0
    """How often it left of its own will in a leg that ended in a crash."""
    largest_crash: int = 0
    """How many were aboard in its largest crash, itself included; 0 without one."""

    @property
    def deeds(self) -> dict[str, int]:
        """All of them by name."""
        return {name: getattr(self, name) for name in DEEDS}


DEEDS: Final = tuple(field.name for field in fields(Deeds))
LARGEST: Final = ("farthest", "largest_crash")
"""Those that are not added up: the largest counts."""


@dataclass(frozen=True, slots=True)
class SeatResult(Deeds):
    """What a seat came to in a game."""

    seat: int
    rank: int
    """1 is the winner; seats that are level share it."""
    points: int
    treasures: int
    """How many it holds."""
    character: str
    computer: str = ""
    """The computer player that held the seat at the end; "" if a person did."""
    person: bool = True
    """It was a person's when the game began."""
    left: bool = False
    """That person was no longer there when the game was over."""
    user: int | None = None
    """Whose seat it was; None: a computer's, or of somebody who is forgotten."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a game came to. One that was broken off has the standing of that moment."""

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
    seats: tuple[SeatResult, ...]

    @property
    def finished(self) -> bool:
        """It was played to its end."""
        return self.ending == "over"

    @property
    def winners(self) -> int:
        """How many share the first place."""
        return sum(seat.rank == 1 for seat in self.seats)

    def with_users(self, users: Mapping[int, int]) -> GameResult:
        """The same, with the people on their seats; a computer's seat has none."""
        seats = [
            replace(seat, user=users.get(seat.seat)) if seat.person else seat for seat in self.seats
        ]
        return replace(self, seats=tuple(seats))
