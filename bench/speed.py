"""The speed of whole games."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple


class Speed(NamedTuple):
    """One round of games."""

    moves: float
    """Moves in a second."""
    games: float
    """Games in a second."""
    length: float
    """Moves in a game."""


def speed(moves: int, games: int, seconds: float) -> Speed:
    """Return the speed of this many moves and games in this time."""
    return Speed(moves / seconds, games / seconds, moves / games)


def median_speed(rounds: Sequence[Speed]) -> Speed:
    """Return the median of each figure."""
    return Speed(*[median(figures) for figures in zip(*rounds, strict=True)])
