"""The scene of a replay: SVG symbols, and their positions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import ImageColor

from art import backdrop, bonus, cards, cities, crafts, dice, icons, pawns, tokens
from art.bake import DUSK
from art.shapes import SHADES, at
from art.sprites import BOSCALUMIA, ISLET, LARGE, SHIP, SMALL
from bot.pictures import places

SPRITES: Final = "sprites.svg"
PLACES: Final = "places.json"

PREFIX: Final = "a-"
"""Keeps the ids of symbols apart from those of shades and of the page."""
DIE: Final = 92
"""The size at which a die is drawn unscaled."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A part of the art around (0, 0), and the visible part of it within a text."""

    body: str
    wide: int = 0
    """Half the width of that; 0: it is never part of a text."""
    high: int = 0
    """Half the height; 0: like the width."""


def symbols() -> dict[str, Symbol]:
    """Return every part by its name."""
    return {**dict(_scenery()), **dict(_pieces()), **dict(_figures())}


def _scenery() -> Iterator[tuple[str, Symbol]]:
    yield "sky", Symbol(backdrop.sky())
    for number in cities.CITIES:
        yield f"city-{number}", Symbol(cities.city(number, places.scale_of(number)))
    for lit in (False, True):
        body = at(0, 0, bonus.boscalumia(lit=lit), BOSCALUMIA)
        yield "boscalumia-lit" if lit else "boscalumia", Symbol(body)
    yield "gap", Symbol(bonus.GAP)
    yield "krismastri", Symbol(at(0, 0, bonus.KRISMASTRI, ISLET))
    yield "matryoshburg", Symbol(at(0, 0, bonus.MATRYOSHBURG, ISLET))
    yield "ship-back", Symbol(at(0, 0, crafts.SHIP_BACK, SHIP))
    yield "ship-front", Symbol(at(0, 0, crafts.SHIP_FRONT, SHIP))
    yield "boat-back", Symbol(crafts.BOAT_BACK)
    yield "boat-front", Symbol(crafts.BOAT_FRONT)


def _pieces() -> Iterator[tuple[str, Symbol]]:
    for name in ("coin", "small-die", "chest", "empty-chest", "gift", "target", "fork"):
        yield name, Symbol(tokens.PIECES[name], 32)
    for face in dice.FACES:
        yield f"die-{face}", Symbol(dice.die(face, DIE), 52)
    yield "struck", Symbol(dice.STRUCK, 52)
    for card in icons.BORDERS:
        yield f"card-{card}", Symbol(icons.card(card), 54, 66)


def _figures() -> Iterator[tuple[str, Symbol]]:
    for colour in pawns.COLOURS:
        yield f"pawn-{colour}", Symbol(pawns.pawn(colour, SMALL))
        yield f"chip-{colour}", Symbol(pawns.chip(colour), 18)
    yield "hat", Symbol(pawns.hat(SMALL))
    yield "captain", Symbol(at(0, 43, pawns.hat(LARGE)), 24)
    yield "lamp", Symbol(pawns.lamp(glowing=False), 24)
    yield "power-ready", Symbol(pawns.power(used=False), 22)
    yield "power-used", Symbol(pawns.power(used=True), 22)
    yield "crew", Symbol(tokens.CREW, 32)


def _dusk() -> str:
    """Return the tint of an emptied city, as on the painted board: grey, half of it dusk."""
    red, green, blue = ImageColor.getrgb(DUSK)[:3]
    rows = [f".15 .29 .06 0 {part / 510:.3f}" for part in (red, green, blue)]
    return (
        f'<filter id="{PREFIX}dusk" color-interpolation-filters="sRGB"><feColorMatrix '
        f'values="{" ".join(rows)} 0 0 0 1 0"/></filter>'
    )


def _shared() -> dict[str, str]:
    """Return the parts that several symbols share, which are drawn once."""
    boat = crafts.BOAT_BACK + crafts.BOAT_FRONT
    faces = {f"face-{face}": body for face, body in dice.FACES.items() if face != "blank"}
    marks = {"two": cards.TWO, "tick": cards.TICK, "plus": cards.PLUS}
    return {**faces, **marks, "boat": boat, "frame": icons.FRAME, "island": cities.ISLAND}


def sprites() -> str:
    """Return all symbols as one SVG, a line for each, so that diffs are readable."""
    shared = _shared()
    parts = "".join([f'<g id="{PREFIX}{name}">{body}</g>' for name, body in shared.items()])
    lines = [f"<defs>{SHADES}{_dusk()}{parts}</defs>"]
    for name, it in symbols().items():
        wide, high = it.wide, it.high or it.wide
        view = f' viewBox="{-wide} {-high} {2 * wide} {2 * high}"' if wide else ""
        lines.append(f'<symbol id="{PREFIX}{name}"{view}>{_short(it.body, shared)}</symbol>')
    body = "\n".join(lines)
    hidden = 'width="0" height="0" aria-hidden="true"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {hidden}>\n{body}\n</svg>\n'


def _short(body: str, shared: dict[str, str]) -> str:
    """Return the body with references to shared parts, and without groups that do nothing."""
    for name, part in shared.items():
        body = body.replace(part, f'<use href="#{PREFIX}{name}"/>')
    return body.replace(' transform="translate(0 0) scale(1)"', "")


def scenery() -> str:
    """Return the positions, as the scene needs them."""
    found = {
        "width": places.WIDTH,
        "height": places.PANEL + 6,
        "cities": places.CITIES,
        "far": [city for city in places.CITIES if places.scale_of(city) < 1],
        "badge": places.BADGE_BELOW,
        "gifts": places.GIFTS,
        "doll": places.DOLL,
    }
    return json.dumps(found) + "\n"


def write(home: Path) -> Iterator[Path]:
    """Bake into this folder, and yield each file."""
    for name, text in ((SPRITES, sprites()), (PLACES, scenery())):
        (home / name).write_text(text, "utf-8", newline="\n")
        yield home / name
