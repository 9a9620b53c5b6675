"""The places of all parts of a painted board, in pixels. The art is drawn for them."""

from __future__ import annotations

from typing import Final

from engine.box import BOSCALUMIA, GAP

WIDTH: Final = 1000
HEIGHT: Final = 700

Point = tuple[int, int]

CITIES: Final[dict[int, Point]] = {
    1: (104, 398),
    2: (302, 406),
    3: (500, 394),
    4: (698, 406),
    5: (896, 396),
    6: (756, 190),
    7: (583, 176),
    8: (410, 190),
    9: (237, 178),
    GAP: (838, 178),
    BOSCALUMIA: (930, 186),
}
"""The ground on which each city stands: two rows, as one line that turns at the right."""
NEAR: Final = 1.0
FAR: Final = 0.9
"""The scale of the cities of the lower and of the upper row."""
BADGE_BELOW: Final = 46
"""The distance of a city's badge below its ground."""

GIFTS: Final = (72, 108)
DOLL: Final = (72, 246)
"""Krismastri and Matryoshburg lie beside the line of cities."""

PANEL: Final = 496
"""Where the sky ends, and the panel with dice and seats begins."""
TRACK: Final = 517
TRACK_FROM: Final = 40
TRACK_TO: Final = 930
"""The line to the goal."""

DICE: Final = (8, 540, 292, 156)
"""Left, top, width and height of the area for dice."""
SEATS: Final = (304, 1000)
"""Left and right end of the strip of seats."""
PAWN_AT: Final = 609
COUNTS_AT: Final = 668


def scale_of(city: int) -> float:
    """Return the scale of a city."""
    return NEAR if CITIES[city][1] > PANEL // 2 else FAR
