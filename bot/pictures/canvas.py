"""A picture in the making: sprites and numbers are put on it, and it becomes a PNG."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.sheet import Sheet

COMPRESSION: Final = 7


class Canvas:
    """A picture over some ground; nothing is ever written on it but numbers."""

    def __init__(self, ground: Image.Image, art: Sheet) -> None:
        self.image = ground
        self._art = art

    def put(self, name: str, x: float = 0, y: float = 0) -> None:
        """Put a sprite with its middle here."""
        sprite = self._art.sprite(name)
        self.image.paste(
            sprite.image, (round(x) + sprite.left, round(y) + sprite.top), sprite.image
        )

    def number(self, style: str, value: int, x: float, y: float) -> None:
        """Put a number here, in the middle."""
        wide = self.width_of(style, value)
        left = x - wide / 2
        for figure in f"{value}":
            sprite = self._art.sprite(f"{style}{figure}")
            self.image.paste(sprite.image, (round(left), round(y) + sprite.top), sprite.image)
            left += sprite.image.width + 1

    def width_of(self, style: str, value: int) -> int:
        """How wide a number is."""
        figures = [self._art.sprite(f"{style}{figure}").image for figure in f"{value}"]
        return sum(figure.width + 1 for figure in figures) - 1

    def bar(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        """Put a bar with round corners."""
        box = (round(left), round(top), round(right), round(bottom))
        radius = min(8, max(0, (box[2] - box[0]) // 2))
        ImageDraw.Draw(self.image).rounded_rectangle(box, radius, fill=colour)

    def png(self) -> bytes:
        """The picture in the fixed palette: quick, small, and no bands from one to the next."""
        flat = self.image.quantize(palette=self._art.palette, dither=Image.Dither.NONE)
        out = BytesIO()
        flat.save(out, "PNG", compress_level=COMPRESSION)
        return out.getvalue()
