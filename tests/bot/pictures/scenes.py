"""Scenes for tests: a quiet one, of which each test changes its subject."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any, Final

from PIL import Image, ImageChops

from bot.pages.layout import Picture
from bot.pictures.board import Place, Scene

Box = tuple[int, int, int, int]
NEAR: Final = 13
"""The palette may have a neighbour of a colour in its place."""


def place(colour: str, **more: Any) -> Place:
    """Return a seat aboard, with some things."""
    plain = Place(colour, "ship", 0, 6, 3, 0, 10, 0, "", captain=False)
    return replace(plain, **more)


def scene(*seats: Place, **more: Any) -> Scene:
    """A leg from Ombrelis to Sorinthe."""
    plain = Scene(
        piles=(8, 10, 10, 9, 8, 9, 6, 6, 6),
        ship=4,
        boat=1,
        craft="ship",
        target=5,
        dice=("fog", "pirates", "blank"),
        ignored=(),
        seats=seats or (place("blue", captain=True), place("green")),
        goal=50,
        boxes=(),
        gifts=0,
        lit=False,
    )
    return replace(plain, **more)


def seen(picture: Picture) -> Image.Image:
    """Return the picture as Discord gets it."""
    return Image.open(BytesIO(picture.paint())).convert("RGB")


def share(image: Image.Image, colour: str, box: Box) -> int:
    """Return the number of pixels of this colour in a box."""
    piece = image.crop(box)
    far = ImageChops.difference(piece, Image.new("RGB", piece.size, colour)).split()
    farthest = ImageChops.lighter(ImageChops.lighter(far[0], far[1]), far[2])
    return sum(farthest.histogram()[:NEAR])


def where(image: Image.Image, keeps: Callable[[int], bool]) -> Image.Image:
    """White where a grey picture has one of these values."""
    return image.point([255 if keeps(value) else 0 for value in range(256)])


def find(image: Image.Image, colour: str, near: int) -> Image.Image:
    """White where a picture has about this colour."""
    far = ImageChops.difference(image, Image.new("RGB", image.size, colour)).convert("L")
    return where(far, lambda value: value < near)


def around(x: int, y: int, reach: int) -> Box:
    return (x - reach, y - reach, x + reach, y + reach)
