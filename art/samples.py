"""Scenes that contain everything, from which the palette is made."""

from __future__ import annotations

from typing import Final

from art.pawns import COLOURS
from bot.pictures.board import Place, Scene
from bot.pictures.chart import Chart, Row
from engine.box import BOSCALUMIA, DIE, GAP

FULL: Final = (11, 11, 10, 11, 9, 9, 6, 6, 6)
LEAN: Final = (3, 0, 2, 0, 5, 0, 1, 0, 4)
SPENT: Final = (0, 7, 0, 8, 0, 3, 0, 2, 0)
BOXES: Final = ("krismastri", "matryoshburg", "boscalumia")


def _seats(first: int, ashore: int) -> tuple[Place, ...]:
    """Return six seats, beginning with this colour; the last ones are ashore in this city."""
    colours = [*COLOURS][first:] + [*COLOURS][:first]
    return tuple(
        Place(
            colour=colour,
            place="ashore" if number > 3 and ashore else "boat" if number == 3 else "ship",
            city=ashore if number > 3 else 0,
            hand=number * 2,
            treasures=number,
            tokens=number % 3,
            progress=number * 9,
            crew=0,
            power=("ready", "used", "")[number % 3],
            captain=number == first % 4,
        )
        for number, colour in enumerate(colours[:6])
    )


def _scene(number: int, piles: tuple[int, ...], ship: int, *, lit: bool = False) -> Scene:
    target = BOSCALUMIA if ship == GAP else ship + 1
    return Scene(
        piles=piles,
        ship=ship,
        boat=max(1, min(ship - 1, 8)),
        craft="ship",
        target=target,
        dice=DIE[: 2 + number % 4],
        ignored=(number % 2,),
        seats=_seats(number % len(COLOURS), 1 + number % 5),
        goal=50,
        boxes=BOXES if number % 2 else (),
        gifts=number,
        lit=lit,
    )


SCENES: Final = (
    _scene(0, FULL, 1),
    _scene(1, LEAN, 3),
    _scene(2, SPENT, 5),
    _scene(3, FULL, 6),
    _scene(4, LEAN, 8),
    _scene(5, FULL, GAP),
    _scene(7, SPENT, 2, lit=True),
)
CHARTS: Final = (
    Chart(
        (
            Row("purple", 1, ((2, 5), (4, 7), (6, 12), (8, 20), (BOSCALUMIA, 25)), 0, 69),
            Row("red", 2, ((3, 4), (7, 15), (9, 25)), 2, 42),
            Row("blue", 3, ((1, 7), (5, 19), (6, 13)), 4, 35),
            Row("green", 4, ((4, 24), (2, 6)), 0, 30),
            Row("yellow", 5, ((3, 14), (5, 9)), 0, 23),
            Row("white", 6, ((1, 3),), 0, 3),
        )
    ),
)
