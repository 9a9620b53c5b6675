"""The baked art, read once when it is first needed, and the canvas for which it is made."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from struct import pack
from typing import ClassVar, Final
from zlib import crc32

from deflate import zlib_compress  # pyright: ignore[reportUnknownVariableType] - it has few types
from PIL import Image, ImageDraw

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


COMPRESSION: Final = 6
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
EIGHT_BITS_OF_A_PALETTE: Final = (8, 3, 0, 0, 0)
"""The end of a PNG's header: eight bits for each point, which are places in a palette; nothing
else of note."""
NO_FILTER: Final = 0
NAME_BYTES: Final = 5
Rgb = tuple[int, int, int]


def name_of(kind: str, content: object) -> str:
    """Return a file name that is the same for equal contents."""
    digest = blake2b(repr(content).encode(), digest_size=NAME_BYTES).hexdigest()
    return f"{kind}-{digest}.png"


class WholePicture:
    """A picture that is painted once, as a whole."""

    __slots__ = ()
    KIND: ClassVar[str]
    """Begins the names of its files."""

    @property
    def name(self) -> str:
        return name_of(self.KIND, self)

    @property
    def occasion(self) -> str:
        return self.name


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
        palette = self._palette(exact)
        return _png(self.image.quantize(palette=palette, dither=Image.Dither.NONE))

    def _palette(self, exact: Iterable[Rgb]) -> Image.Image:
        more = [part for colour in exact for part in colour]
        if not more:
            return self._art.palette
        made = Image.new("P", (1, 1))
        made.putpalette([*(self._art.palette.getpalette() or ()), *more])
        return made


def _png(picture: Image.Image) -> bytes:
    """Return a picture with a palette as a PNG, deflated three times as quickly as by Pillow."""
    width, height = picture.size
    # each row begins with the number of its filter
    rows = Image.new("L", (width + 1, height), NO_FILTER)
    rows.paste(Image.frombytes("L", picture.size, picture.tobytes()), (1, 0))
    chunks = (
        _chunk(b"IHDR", pack(">IIBBBBB", width, height, *EIGHT_BITS_OF_A_PALETTE)),
        _chunk(b"PLTE", bytes(picture.getpalette() or ())),
        _chunk(b"IDAT", bytes(zlib_compress(rows.tobytes(), COMPRESSION))),
        _chunk(b"IEND", b""),
    )
    return b"".join((SIGNATURE, *chunks))


def _chunk(kind: bytes, data: bytes) -> bytes:
    named = kind + data
    return pack(">I", len(data)) + named + pack(">I", crc32(named))
