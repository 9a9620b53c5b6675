"""Decorated ships in pictures: small, exact in colour, and distinct by shape."""

from dataclasses import replace
from io import BytesIO
from itertools import combinations, product

import pytest
from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageStat

from art.samples import SCENES
from bot.pictures.own_ship import Portrait
from bot.pictures.sheet import sheet
from bot.ships import COLOURS, EARNED, EMBLEMS, PLAIN, Livery
from tests.bot.pictures.scenes import scene, seen

LARGEST = 62_000
PHONE = 0.39
"""Scale at which a phone shows a board."""
RING, DARK = 0.09, 128
"""Width of the ring of a plate, and the grey below which a pixel is dark."""
UNLIKE = 0.3
"""Least share of the area of two shapes that only one of them covers."""


def test_boards_of_plain_ships_are_named_as_they_were() -> None:
    assert scene().name == "board-9633bd0433.png"
    assert scene().occasion == "leg-20d0684287.png"


def test_another_ship_is_another_picture_that_no_ride_may_keep() -> None:
    looks = [Livery(*it) for it in product(("gold", "ink"), ("red", "white"), ("compass", "cat"))]
    painted = [replace(scene(), livery=livery) for livery in looks]
    assert len({it.name for it in painted}) == len({it.occasion for it in painted}) == len(looks)
    assert len({Portrait(livery).name for livery in looks}) == len(looks)


def test_the_fullest_board_is_small_with_any_ship() -> None:
    fullest = max(SCENES, key=lambda it: len(it.paint()))
    emblems = (*EARNED, "whale", "cat", "compass", "sun", "key")
    for livery in map(Livery, COLOURS, [*COLOURS][::-1], emblems):
        assert len(replace(fullest, livery=livery).paint()) <= LARGEST, livery


@pytest.mark.parametrize("emblem", EMBLEMS)
def test_a_portrait_is_small(emblem: str) -> None:
    painted = Portrait(Livery(emblem=emblem)).paint()
    assert Image.open(BytesIO(painted)).size == (640, 400)
    assert len(painted) <= LARGEST / 3


@pytest.mark.parametrize("colour", COLOURS)
def test_a_colour_is_painted_as_it_was_chosen(colour: str) -> None:
    other = "ink" if colour != "ink" else "white"
    for livery in (Livery(colour, other), Livery(other, colour)):
        exact = ImageColor.getrgb(COLOURS[colour])
        counted = {found: count for count, found in _colours(seen(scene(livery=livery)))}
        assert counted.get(exact[:3], 0) > 500


def _colours(image: Image.Image) -> list[tuple[int, tuple[int, ...]]]:
    found = image.getcolors(256)
    assert found is not None
    return [(count, tuple(colour)) for count, colour in found if isinstance(colour, tuple)]


def _plate(emblem: str) -> Image.Image:
    """The part of the plate that an emblem covers, as small as on a phone."""
    plate = sheet().sprite(f"emblem-{emblem}").image
    ring = plate.width * RING
    inside = Image.new("L", plate.size)
    ImageDraw.Draw(inside).ellipse((ring, ring, plate.width - ring, plate.height - ring), fill=255)
    bare = Image.composite(plate.convert("L"), Image.new("L", plate.size, 255), inside)
    small = bare.resize((round(plate.width * PHONE), round(plate.height * PHONE)))
    return small.point([255 if value < DARK else 0 for value in range(256)])


def test_emblems_are_told_apart_by_their_shapes() -> None:
    plates = {emblem: _plate(emblem) for emblem in EMBLEMS}
    for one, other in combinations(EMBLEMS, 2):
        left, right = plates[one], plates[other]
        assert left.size == right.size
        unlike, both = ImageChops.difference(left, right), ImageChops.lighter(left, right)
        assert ImageStat.Stat(unlike).sum[0] >= UNLIKE * ImageStat.Stat(both).sum[0], (one, other)


def test_a_ship_that_chose_the_plain_colours_is_plain() -> None:
    assert scene(livery=PLAIN).paint() == scene().paint()
