"""The baking: from SVG to one sheet with its index, the backdrop, a palette and icons."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import resvg_py
from PIL import Image

from art import backdrop
from art.cities import CITIES, city
from art.icons import HALF, icons
from art.palette import palette
from art.shapes import Part, at, document
from art.sprites import sprites
from bot.pictures import places
from bot.pictures.sheet import BACKDROP, ICONS, INDEX, PALETTE, SPRITES, Sheet, Sprite

SHEET_WIDTH: Final = 1024
END_HIGH: Final = 134
PORTRAIT: Final = (180, 40, 640, 400)
"""The piece of sky behind the portrait of a ship."""
DUSK: Final = "#232c5c"
"""The tint of an emptied city."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A sprite before it has its place in the sheet."""

    image: Image.Image
    left: int
    top: int


def rendered(body: str, left: int, top: int, width: int, height: int) -> Image.Image:
    """Return this rectangle of the art as an image."""
    svg = document(body, left, top, width, height)
    data = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    return Image.open(BytesIO(bytes(data))).convert("RGBA")


def cut(part: Part) -> Cut:
    """Return a part without the empty space around it."""
    reach = part.reach
    image = rendered(part.body, -reach, -reach, 2 * reach, 2 * reach)
    box = image.getbbox()
    if box is None:
        raise ValueError(part)
    return Cut(image.crop(box), box[0] - reach, box[1] - reach)


def sky(body: str) -> Image.Image:
    """Return the body in the size of a board."""
    return rendered(body, 0, 0, places.WIDTH, places.HEIGHT)


def ground() -> Image.Image:
    """Return the backdrop of every board."""
    return sky(backdrop.sky() + backdrop.cities() + backdrop.panel()).convert("RGB")


def shadows() -> dict[str, Cut]:
    """Return each city in shadow, cut along its outline, to be placed over the bright one."""
    bare = sky(backdrop.sky()).convert("RGB")
    found: dict[str, Cut] = {}
    for number in CITIES:
        whole = sky(at(*places.CITIES[number], city(number, places.scale_of(number))))
        box = whole.getbbox()
        if box is None:
            raise ValueError(number)
        piece = whole.crop(box)
        grey = Image.blend(bare.crop(box), piece.convert("L").convert("RGB"), 0.35)
        dark = Image.blend(grey, Image.new("RGB", grey.size, DUSK), 0.5)
        dark.putalpha(piece.getchannel("A"))
        found[f"shadow-{number}"] = Cut(dark, box[0], box[1])
    return found


def cuts() -> dict[str, Cut]:
    """Return every sprite of the sheet."""
    head = Cut(rendered(backdrop.end(), 0, 0, places.WIDTH, END_HIGH), 0, 0)
    alone = Cut(rendered(backdrop.sky(), *PORTRAIT), 0, 0)
    drawn = {name: cut(part) for name, part in sprites().items()}
    return {**drawn, **shadows(), "end-sky": head, "own-sky": alone}


def packed(pieces: dict[str, Cut]) -> tuple[Image.Image, dict[str, list[int]]]:
    """Return all pieces on shelves in one picture, the tallest first, with their positions."""
    index: dict[str, list[int]] = {}
    x = y = shelf = 0
    for name, it in sorted(pieces.items(), key=lambda pair: (-pair[1].image.height, pair[0])):
        if x + it.image.width > SHEET_WIDTH:
            x, y, shelf = 0, y + shelf, 0
        index[name] = [x, y, it.image.width, it.image.height, it.left, it.top]
        shelf = max(shelf, it.image.height)
        x += it.image.width
    whole = Image.new("RGBA", (SHEET_WIDTH, y + shelf))
    for name, it in pieces.items():
        whole.paste(it.image, (index[name][0], index[name][1]))
    return whole, dict(sorted(index.items()))


@dataclass(frozen=True, slots=True)
class Baked:
    """The files that the bot carries."""

    sheet: Image.Image
    index: dict[str, list[int]]
    backdrop: Image.Image
    palette: Image.Image
    icons: dict[str, Image.Image]


def bake() -> Baked:
    """Bake the whole art, as it is to be committed."""
    pieces = cuts()
    whole, index = packed(pieces)
    behind = ground()
    found = {name: Sprite(it.image, it.left, it.top) for name, it in pieces.items()}
    # a sheet without its colours, to paint what they are chosen from
    colours = palette(Sheet(found, behind, Image.new("P", (1, 1))))
    drawn = {
        name: rendered(body, -HALF, -HALF, 2 * HALF, 2 * HALF) for name, body in icons().items()
    }
    return Baked(whole, index, behind, colours, drawn)


def write(home: Path) -> Iterator[Path]:
    """Bake into this folder, and yield each file."""
    baked = bake()
    (home / INDEX).write_text(index_text(baked.index), "utf-8", newline="\n")
    yield home / INDEX
    images = {home / SPRITES: baked.sheet, home / BACKDROP: baked.backdrop}
    images[home / PALETTE] = baked.palette
    images |= {home / ICONS.name / f"{name}.png": icon for name, icon in baked.icons.items()}
    for old in set((home / ICONS.name).glob("*.png")) - images.keys():
        old.unlink()
    for file, image in images.items():
        file.parent.mkdir(exist_ok=True)
        image.save(file, optimize=True)
        yield file


def index_text(index: dict[str, list[int]]) -> str:
    """Return the index with a line for each sprite, so that diffs are readable."""
    lines = [f"  {json.dumps(name)}: {json.dumps(place)}" for name, place in index.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
