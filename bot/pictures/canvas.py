"""A picture under construction: sprites and numbers are put on it, and it becomes a PNG."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.sheet import Sheet

COMPRESSION: Final = 7
NAME_BYTES: Final = 5
Rgb = tuple[int, int, int]


def name_of(kind: str, content: object) -> str:
    """Return a file name that is the same for equal contents."""
    digest = blake2b(repr(content).encode(), digest_size=NAME_BYTES).hexdigest()
    return f"{kind}-{digest}.png"


class Canvas:
    """A picture over some ground; it has no text but numbers."""

    def __init__(self, ground: Image.Image, art: Sheet) -> None:
        self.image = ground
        self._art = art

    def put(self, name: str, x: float = 0, y: float = 0) -> None:
        """Put a sprite with its middle here."""
        sprite = self._art.sprite(name)
        self.image.paste(
            sprite.image, (round(x) + sprite.left, round(y) + sprite.top), sprite.image
        )

    def tint(self, name: str, colour: str, x: float = 0, y: float = 0) -> None:
        """Put this colour where a mask is, with its middle here."""
        mask = self._art.sprite(name)
        box = (round(x) + mask.left, round(y) + mask.top)
        flat = Image.new("RGB", mask.image.size, colour)
        self.image.paste(flat, box, mask.image.getchannel("A"))

    def number(self, style: str, value: int, x: float, y: float) -> None:
        """Put a number here, in the middle."""
        wide = self.width_of(style, value)
        left = x - wide / 2
        for figure in f"{value}":
            sprite = self._art.sprite(f"{style}{figure}")
            self.image.paste(sprite.image, (round(left), round(y) + sprite.top), sprite.image)
            left += sprite.image.width + 1

    def width_of(self, style: str, value: int) -> int:
        """Return the width of a number."""
        figures = [self._art.sprite(f"{style}{figure}").image for figure in f"{value}"]
        return sum(figure.width + 1 for figure in figures) - 1

    def bar(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        """Put a bar with round corners."""
        box = (round(left), round(top), round(right), round(bottom))
        radius = min(8, max(0, (box[2] - box[0]) // 2))
        ImageDraw.Draw(self.image).rounded_rectangle(box, radius, fill=colour)

    def png(self, exact: Iterable[Rgb] = ()) -> bytes:
        """Return a PNG in the fixed palette and these colours: quick, small, without banding."""
        flat = self.image.quantize(palette=self._palette(exact), dither=Image.Dither.NONE)
        out = BytesIO()
        flat.save(out, "PNG", compress_level=COMPRESSION)
        return out.getvalue()

    def _palette(self, exact: Iterable[Rgb]) -> Image.Image:
        more = [part for colour in exact for part in colour]
        if not more:
            return self._art.palette
        made = Image.new("P", (1, 1))
        made.putpalette([*(self._art.palette.getpalette() or ()), *more])
        return made
