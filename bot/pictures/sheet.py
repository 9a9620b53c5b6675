"""The baked art: sprites, the backdrop and the palette, read once when they are first needed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from PIL import Image

HOME: Final = Path(__file__).parent
ICONS: Final = HOME / "icons"
SPRITES: Final = "sheet.png"
INDEX: Final = "sheet.json"
BACKDROP: Final = "backdrop.png"
PALETTE: Final = "palette.png"


class SheetError(Exception):
    """The baked art is absent or damaged, so nothing can be painted."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the art for pictures cannot be read: {what}; `make art` bakes it anew")


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece of the sheet, and its offset from its own middle."""

    image: Image.Image
    left: int
    top: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """All baked art."""

    sprites: dict[str, Sprite]
    backdrop: Image.Image
    palette: Image.Image

    def sprite(self, name: str) -> Sprite:
        try:
            return self.sprites[name]
        except KeyError:
            raise SheetError(name) from None


@cache
def sheet() -> Sheet:
    """Return the committed art; a failure is not cached, so repaired files are found."""
    return read(HOME)


def read(home: Path) -> Sheet:
    """Return the art in a folder; raises `SheetError` if it is damaged."""
    try:
        whole = Image.open(home / SPRITES).convert("RGBA")
        index: dict[str, list[int]] = json.loads((home / INDEX).read_text("utf-8"))
        sprites = {name: _cut(whole, *place) for name, place in index.items()}
        backdrop = Image.open(home / BACKDROP).convert("RGB")
        palette = Image.open(home / PALETTE)
        palette.load()
    # Pillow raises SyntaxError for a broken chunk
    except (OSError, SyntaxError, ValueError, TypeError, AttributeError) as error:
        raise SheetError(f"{error}") from error
    return Sheet(sprites, backdrop, palette)


def _cut(whole: Image.Image, x: int, y: int, wide: int, high: int, left: int, top: int) -> Sprite:
    if x + wide > whole.width or y + high > whole.height:
        raise ValueError(f"{x + wide}x{y + high}")
    return Sprite(whole.crop((x, y, x + wide, y + high)), left, top)
