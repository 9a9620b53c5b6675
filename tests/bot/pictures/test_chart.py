"""The chart of the end: a bar for each seat, as long as its points."""

from dataclasses import replace

import pytest
from PIL import Image

from art.pawns import COLOURS
from bot.pictures.chart import HEAD, LEFT, LOSS, RIGHT, ROW, SHADES, Chart, Row
from engine.box import BOSCALUMIA
from tests.bot.pictures.scenes import find, seen, share

FIRST = Row("blue", 1, ((4, 12), (9, 25)), 0, 37)
SHIP = (450, 20, 550, 110)
SECOND = Row("red", 2, ((4, 6), (BOSCALUMIA, 25)), 4, 27)


def bar(number: int) -> tuple[int, int, int, int]:
    return (LEFT, HEAD + ROW * number, RIGHT, HEAD + ROW * (number + 1))


def width(image: Image.Image, number: int, colour: str) -> int:
    """Return the width of a colour in a bar."""
    box = find(image.crop(bar(number)), colour, 4).getbbox()
    return box[2] - box[0] if box else 0


def test_a_bar_is_as_long_as_the_points() -> None:
    image = seen(Chart((FIRST, SECOND)))
    scale = (RIGHT - LEFT) / 37
    for number, city, points in ((0, 4, 12), (0, 9, 25), (1, 4, 6), (1, BOSCALUMIA, 25)):
        assert width(image, number, SHADES[city]) == pytest.approx(points * scale, abs=8)


def test_the_winner_has_the_ship_and_the_first_row() -> None:
    image = seen(Chart((FIRST, SECOND)))
    assert share(image, COLOURS["blue"].fill, SHIP) > 80
    assert share(image, COLOURS["red"].fill, SHIP) < 80
    for number, row in enumerate((FIRST, SECOND)):
        y = HEAD + ROW * number
        assert share(image, COLOURS[row.colour].fill, (80, y, 180, y + ROW)) > 400


def test_lost_points_are_red() -> None:
    whole = replace(SECOND, penalty=0)
    reds = [share(seen(Chart((FIRST, it))), LOSS, bar(1)) for it in (whole, SECOND)]
    assert reds[1] > reds[0] + 200


def test_a_chart_has_room_for_every_seat() -> None:
    for seats in range(1, 7):
        rows = [Row(colour, n + 1, (), 2, -2) for n, colour in enumerate([*COLOURS][:seats])]
        assert seen(Chart(tuple(rows))).size == (1000, HEAD + 22 + ROW * seats)


def test_two_winners_share_the_ship() -> None:
    image = seen(Chart((FIRST, Row("green", 1, ((5, 37),), 0, 37))))
    for colour in ("blue", "green"):
        assert share(image, COLOURS[colour].fill, SHIP) > 80
