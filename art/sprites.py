"""Every sprite of the sheet by its name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from art import bonus, cities, crafts, dice, pawns, ships, tokens
from art.shapes import Part, at, number
from bot.pictures.board import DIE_SIZES
from engine import box

SMALL: Final = 0.84
LARGE: Final = 1.22
SHIP: Final = ships.SHIP
BOSCALUMIA: Final = 0.84
ISLET: Final = 0.66
MINI: Final = 0.38
MINI_TALL: Final = 0.33
END_SHIP: Final = 0.7

STYLES: Final = {
    "coin": (35, "#5a3300", "", 0),
    "small-die": (38, "#1b2550", "", 0),
    "chest": (37, "#ffffff", "#2c1504", 6),
    "card": (39, "#1b2550", "", 0),
    "bar": (34, "#10183a", "", 0),
    "place": (36, "#2b1c00", "", 0),
    "back": (36, "#dfe6fb", "", 0),
    "total": (60, "#ffffff", "", 0),
    "best": (60, "#ffe58a", "", 0),
}
"""The size of the figures of each style, their colour, and the edge around them."""


def sprites() -> dict[str, Part]:
    """Return the whole sheet except the shadows, which are cut from the cities."""
    return {
        **dict(_people()),
        **dict(_pieces()),
        **dict(_dice()),
        **dict(_figures()),
        **dict(ships.sprites()),
    }


def _people() -> Iterator[tuple[str, Part]]:
    for colour in pawns.COLOURS:
        yield f"pawn-{colour}", Part(pawns.pawn(colour, SMALL))
        yield f"large-pawn-{colour}", Part(pawns.pawn(colour, LARGE))
        yield f"chip-{colour}", Part(pawns.chip(colour))
    yield "hat", Part(pawns.hat(SMALL))
    yield "large-hat", Part(pawns.hat(LARGE))
    yield "lamp", Part(pawns.lamp())
    yield "power-ready", Part(pawns.power(used=False))
    yield "power-used", Part(pawns.power(used=True))


def _pieces() -> Iterator[tuple[str, Part]]:
    yield "ship-back", Part(at(0, 0, crafts.SHIP_BACK, SHIP))
    yield "ship-front", Part(at(0, 0, crafts.SHIP_FRONT, SHIP))
    yield "boat-back", Part(crafts.BOAT_BACK)
    yield "boat-front", Part(crafts.BOAT_FRONT)
    yield "boscalumia", Part(at(0, 0, bonus.boscalumia(lit=False), BOSCALUMIA))
    yield "boscalumia-lit", Part(at(0, 0, bonus.boscalumia(lit=True), BOSCALUMIA), 200)
    yield "gap", Part(bonus.GAP)
    yield "krismastri", Part(at(0, 0, bonus.KRISMASTRI, ISLET))
    yield "matryoshburg", Part(at(0, 0, bonus.MATRYOSHBURG, ISLET))
    for name, body in tokens.PIECES.items():
        yield name, Part(body)
    yield "end-ship-back", Part(at(0, 0, crafts.SHIP_BACK, END_SHIP))
    yield "end-ship-front", Part(at(0, 0, crafts.SHIP_FRONT, END_SHIP))
    for place, houses in cities.CITIES.items():
        tall = MINI_TALL if place == max(cities.CITIES) else MINI
        yield f"mini-{place}", Part(at(0, 0, houses, tall))
    yield f"mini-{box.BOSCALUMIA}", Part(at(0, -16, pawns.lamp(), 0.95))
    for place in tokens.MEDALS:
        yield f"medal-{place}", Part(tokens.medal(place))


def _dice() -> Iterator[tuple[str, Part]]:
    for face in dice.FACES:
        for size in DIE_SIZES:
            yield f"die-{face}-{size}", Part(dice.die(face, size))
            yield f"die-{face}-{size}-ignored", Part(dice.die(face, size, ignored=True))


def _figures() -> Iterator[tuple[str, Part]]:
    for style, (size, fill, edge, width) in STYLES.items():
        for figure in "0123456789-":
            yield f"{style}{figure}", Part(number(figure, size, fill, edge, width))
