"""The last games of a person: a bar for the points of each, and a line for the rating."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from PIL import Image, ImageDraw

from bot.pictures import places
from bot.pictures.sheet import Canvas, WholePicture, sheet

GROUND: Final = "#141b3d"
FLOOR: Final = "#33468a"
PLAYED: Final = "#5f8fe0"
WON: Final = "#f0b429"
LINE: Final = "#57b878"
HIGH: Final = 340
TOP: Final = 70
BOTTOM: Final = 300
FULL_HEIGHT: Final = 50
"""Fewest points of a bar as high as the picture: a bad game looks like one."""
WIDEST: Final = 120
GAP: Final = 12
DOT: Final = 7


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A bar of the picture."""

    points: int
    won: bool
    rating: int | None = None
    """The person's rating before it."""


@dataclass(frozen=True, slots=True)
class RatingHistory(WholePicture):
    """The last games of a person, the oldest first."""

    KIND: ClassVar[str] = "course"
    games: tuple[PlayedGame, ...]

    def paint(self) -> bytes:
        canvas = Canvas(Image.new("RGB", (places.WIDTH, HIGH), GROUND), sheet())
        canvas.bar(0, BOTTOM, places.WIDTH, BOTTOM + 6, FLOOR)
        wide = min(WIDEST, (places.WIDTH - GAP) / max(1, len(self.games)))
        left = (places.WIDTH - wide * len(self.games)) / 2
        most = max([FULL_HEIGHT, *[game.points for game in self.games]])
        middles = [left + wide * (n + 0.5) for n in range(len(self.games))]
        tops = [BOTTOM - (BOTTOM - TOP) * max(0, game.points) / most for game in self.games]
        for middle, top, game in zip(middles, tops, self.games, strict=True):
            sides = middle - wide / 2 + GAP / 2, middle + wide / 2 - GAP / 2
            canvas.bar(sides[0], top, sides[1], BOTTOM, WON if game.won else PLAYED)
        _line(canvas, self, middles)
        for middle, top, game in zip(middles, tops, self.games, strict=True):
            canvas.number("best" if game.won else "total", max(0, game.points), middle, top - 30)
        return canvas.png()


def _line(canvas: Canvas, history: RatingHistory, middles: list[float]) -> None:
    """Draw the rating between its lowest and its highest; a single value has no line."""
    known = [
        (middle, game.rating)
        for middle, game in zip(middles, history.games, strict=True)
        if game.rating is not None
    ]
    if len(known) < 2:
        return
    low, high = min(rating for _, rating in known), max(rating for _, rating in known)
    span = max(1, high - low)
    dots = [(x, BOTTOM - 20 - (BOTTOM - TOP - 60) * (rating - low) / span) for x, rating in known]
    draw = ImageDraw.Draw(canvas.image)
    draw.line(dots, fill=LINE, width=5, joint="curve")
    for x, y in dots:
        draw.ellipse((x - DOT, y - DOT, x + DOT, y + DOT), fill=LINE)
