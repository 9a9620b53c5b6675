"""The film of a journey, without a word, that greets a server: ``bot/pictures/hello.gif``."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image, ImageOps

from bot.pictures.board import Place, Scene, painted
from bot.pictures.film import HELLO
from bot.pictures.sheet import read
from engine.box import BIRDS, BLANK, FOG, LIGHTNING, PIRATES
from players.replay.scene import PLAIN

FRAME: Final = 900
LAST_FRAME: Final = 2700
"""Milliseconds."""
WIDTH: Final = 560
"""Pixels; a phone shows about as many."""
COLOURS: Final = 96
SEATS: Final = 4
CAPTAIN: Final = 1
HAND: Final = 6
FULL: Final = (11, 11, 10, 11, 9, 9, 6, 6, 4)
ROLLS: Final = ((BLANK, FOG), (BIRDS, BLANK), (LIGHTNING, BIRDS, BLANK), (FOG, FOG, BLANK))
"""The dice that are rolled in the first cities."""
FATAL: Final = (PIRATES, LIGHTNING, FOG, FOG)
"""The dice of the last one."""
LEAVE: Final = {2: 3, 3: 0, 5: 2}
"""The seat that goes ashore in each of these cities, before the ship flies on."""
WORTH: Final = 3
"""Points of a treasure, for each city on the way to it."""


def write(home: Path) -> Iterator[Path]:
    """Paint the film with the art in this folder."""
    art = read(home)
    large = [painted(scene, art).image for scene in _journey()]
    size = (WIDTH, round(WIDTH * large[0].height / large[0].width))
    frames = [ImageOps.fit(image, size, Image.Resampling.LANCZOS) for image in large]
    palette = _side_by_side(frames).quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE)
    first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    times = [*[FRAME] * len(others), LAST_FRAME]
    made = io.BytesIO()
    first.save(made, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    file = home / HELLO
    file.write_bytes(made.getvalue())
    yield file


def _side_by_side(frames: list[Image.Image]) -> Image.Image:
    width, height = frames[0].size
    whole = Image.new("RGB", (width * len(frames), height))
    for number, frame in enumerate(frames):
        whole.paste(frame, (number * width, 0))
    return whole


def _journey() -> Iterator[Scene]:
    """Yield what is seen of a journey that ends with a crash, which those ashore only watch."""
    ashore: dict[int, int] = {}
    for city, dice in enumerate((*ROLLS, FATAL), 1):
        yield _scene(city, (), ashore)
        yield _scene(city, dice, ashore)
        if city in LEAVE:
            ashore[LEAVE[city]] = city
            yield _scene(city, dice, ashore)
    yield _scene(1, (), ashore, target=0)


def _scene(
    city: int, dice: tuple[str, ...], ashore: dict[int, int], *, target: int | None = None
) -> Scene:
    return Scene(
        piles=FULL,
        ship=city,
        boat=1,
        craft="ship",
        target=city + 1 if target is None else target,
        dice=dice,
        ignored=(),
        seats=tuple([_seat(seat, ashore.get(seat, 0), seat == CAPTAIN) for seat in range(SEATS)]),
        goal=50,
        boxes=(),
        gifts=0,
        lit=False,
    )


def _seat(seat: int, city: int, captain: bool) -> Place:
    return Place(
        colour=PLAIN[seat],
        place="ashore" if city else "ship",
        city=city,
        hand=HAND,
        treasures=int(bool(city)),
        tokens=0,
        progress=WORTH * city,
        crew=0,
        power="",
        captain=captain,
    )
