"""How fast whole games go."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple


class Pace(NamedTuple):
    """One round of games."""

    moves: float
    """In a second."""
    games: float
    """In a second."""
    length: float
    """Moves in a game."""


def pace(moves: int, games: int, seconds: float) -> Pace:
    """The pace of so many moves and games in this time."""
    return Pace(moves / seconds, games / seconds, moves / games)


def median_pace(paces: Sequence[Pace]) -> Pace:
    """The median of each figure."""
    return Pace(*[median(figures) for figures in zip(*paces, strict=True)])
