"""A decorated ship: on a board, and alone as its owner sees it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from PIL import ImageColor

from bot.pictures.sheet import Canvas, Rgb, WholePicture, sheet
from bot.ships import COLOURS, Livery

LARGE: Final = "large-"
"""Prefix of the sprites of a portrait."""
OVER: Final[tuple[tuple[Rgb, float], ...]] = (((10, 16, 50), 0.26), ((255, 255, 255), 0.5))
"""Colours that lie over the ship's, and their opacity: the shade below, the light from above."""
AT: Final = (330, 196)
"""The middle of the ship on its portrait."""


def put_back(canvas: Canvas, livery: Livery, x: float, y: float, size: str = "") -> None:
    """Put the parts of a ship that are behind the seats aboard."""
    canvas.put(f"{size}own-ropes", x, y)
    canvas.tint(f"{size}own-balloon", COLOURS[livery.balloon], x, y)
    canvas.tint(f"{size}own-stripes", COLOURS[livery.stripes], x, y)
    canvas.put(f"{size}own-light", x, y)
    canvas.put(f"{size}emblem-{livery.emblem}", x, y)


def colours_of(livery: Livery) -> Iterator[Rgb]:
    """Yield the colours of a ship, in light and shade, which must survive the reduced palette."""
    for name in dict.fromkeys((livery.balloon, livery.stripes)):
        red, green, blue = ImageColor.getrgb(COLOURS[name])[:3]
        yield red, green, blue
        for over, part in OVER:
            yield (
                round(red + (over[0] - red) * part),
                round(green + (over[1] - green) * part),
                round(blue + (over[2] - blue) * part),
            )


@dataclass(frozen=True, slots=True)
class Portrait(WholePicture):
    """The portrait of a ship."""

    KIND: ClassVar[str] = "ship"
    livery: Livery

    def paint(self) -> bytes:
        art = sheet()
        canvas = Canvas(art.sprite("own-sky").image.convert("RGB"), art)
        put_back(canvas, self.livery, *AT, LARGE)
        canvas.put("large-own-crew", *AT)
        canvas.put("large-own-front", *AT)
        return canvas.png(colours_of(self.livery))
