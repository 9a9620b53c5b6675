"""Emblems that are earned by playing; nothing else opens them, and nothing can be bought."""

from __future__ import annotations

from typing import Final

from bot.results.standing import Standing
from bot.ships.ship import EMBLEMS

EARNED: Final[dict[str, tuple[str, int]]] = {
    "laurel": ("games", 10),
    "summit": ("farthest", 9),
    "plaster": ("largest_crash", 5),
}
"""For each of them a figure of all games that were played to their end, and what it must reach."""


def earned(ever: Standing) -> tuple[str, ...]:
    """The emblems that somebody with these figures may choose from."""
    return tuple([it for it in EMBLEMS if it not in EARNED or _reached(ever, *EARNED[it])])


def _reached(ever: Standing, figure: str, least: int) -> bool:
    reached: int = getattr(ever, figure)
    return reached >= least
