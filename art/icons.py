"""The application emojis: the same art, 128 pixels wide, for text and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from art import bonus, crafts, faces, pawns, tokens
from art.cards import SPECIAL, symbol
from art.cities import CITIES, city
from art.dice import die
from art.shapes import at, number
from engine.box import (
    BOSCALUMIA,
    CHARACTERS,
    DIE,
    EQUIPMENT,
    GAP,
    LITTLE_HELP,
    ROWBOATS,
    TURBO,
    UPGRADED,
)

FLAG_EDGE: Final = '<path d="M-2 19V-20H48V10H-2" fill="none" stroke="#5d6f9e" stroke-width="9"/>'
HALF: Final = 64
"""Half the width of an icon."""
BORDERS: Final = {
    **dict.fromkeys(EQUIPMENT, "#3f6fd0"),
    **dict.fromkeys(UPGRADED, "#e0982a"),
    **dict.fromkeys(LITTLE_HELP, "#e0609a"),
    **dict.fromkeys(ROWBOATS, "#2f9aa0"),
    **dict.fromkeys(SPECIAL, "#8a5fd0"),
    TURBO: "#e5484d",
}
"""The colour of a card's border, by its kind."""
FRAME: Final = (
    '<rect x="-49" y="-61" width="98" height="122" rx="16" fill="#fffaf0" stroke-width="7"/>'
)


def icons() -> dict[str, str]:
    """Return every icon by its name."""
    return {
        **{face: die(face, 118) for face in DIE},
        **{name: card(name) for name in BORDERS},
        **{colour: _power(colour) for colour in CHARACTERS},
        **{f"seat_{colour}": _seat(colour) for colour in pawns.COLOURS},
        **{f"computer_{number}": face for number, face in enumerate(faces.FACES)},
        **dict(_cities()),
        **dict(_things()),
    }


def card(name: str) -> str:
    """Return a card with its symbol."""
    return f'<g stroke="{BORDERS[name]}">{FRAME}</g>{symbol(name)}'


def _seat(colour: str) -> str:
    return at(0, 10, pawns.pawn(colour, 2.3))


def _power(colour: str) -> str:
    return at(-14, 10, pawns.pawn(colour, 2.3)) + at(36, -34, pawns.power(used=False), 1.35)


def _cities() -> Iterator[tuple[str, str]]:
    for place in CITIES:
        tall = 0.74 if place == max(CITIES) else 0.78
        yield f"city_{place}", _numbered(at(-6, 38, city(place, tall)), place)
    yield f"city_{GAP}", at(-6, 14, bonus.GAP, 1.3)
    yield f"city_{BOSCALUMIA}", at(0, 34, bonus.boscalumia(lit=True, glowing=False), 0.72)


def _numbered(drawn: str, value: int) -> str:
    disc = '<circle r="24" fill="#141b3d" stroke="#ffcf4a" stroke-width="4"/>'
    return drawn + at(38, 38, disc + number(f"{value}", 40, "#ffffff"))


def _things() -> Iterator[tuple[str, str]]:
    yield "treasures", at(0, 2, tokens.CHEST, 2.0)
    yield "captain", at(0, 102, pawns.hat(2.7))
    yield (
        "hand",
        "".join(
            f'<g transform="rotate({turn} 0 70) translate({x} 6)"><rect x="-27" y="-48" width="54" '
            f'height="84" rx="10" fill="{fill}" stroke="#2b3f86" stroke-width="5"/></g>'
            for turn, x, fill in ((-24, -8, "#9db4e8"), (24, 8, "#9db4e8"), (0, 0, "#fffaf0"))
        )
        + at(0, -2, pawns.STAR, 1.9).replace("<path", '<path fill="#f0b429"'),
    )
    yield "ship", at(-4, -3, crafts.SHIP_BACK + crafts.SHIP_FRONT, 0.5)
    yield "boat", at(0, 0, crafts.BOAT_BACK + crafts.BOAT_FRONT, 0.86)
    yield "token", at(0, 0, pawns.lamp(glowing=False), 2.9)
    yield "goal", at(-38, 14, FLAG_EDGE + tokens.FLAG, 1.7)
    yield "initiative", at(0, 0, crafts.BOAT_BACK + crafts.BOAT_FRONT, 0.86)
    yield "little_help", _hands()
    yield "krismastri", at(0, 32, bonus.KRISMASTRI, 0.74)
    yield "matryoshburg", at(0, 34, bonus.MATRYOSHBURG, 0.74)
    yield "boscalumia", at(0, 34, bonus.boscalumia(lit=True, glowing=False), 0.72)
    yield "standard", _map()
    yield "beginner", _sprout()
    yield (
        "crew",
        "".join(
            at(x, y, pawns.pawn(colour, scale))
            for x, y, colour, scale in (
                (-34, 14, "green", 1.6),
                (34, 14, "yellow", 1.6),
                (0, 20, "blue", 1.9),
            )
        ),
    )


def _hands() -> str:
    """Return two pawns side by side, with a plus between them."""
    plus = (
        '<circle r="22" fill="#e0609a" stroke="#fff" stroke-width="4"/><path d="M-11 0H11M0-11V11" '
    )
    return (
        at(-30, 14, pawns.pawn("blue", 1.8))
        + at(30, 14, pawns.pawn("red", 1.8))
        + at(0, 34, f'{plus}stroke="#fff" stroke-width="7" stroke-linecap="round"/>')
    )


def _map() -> str:
    return (
        '<path d="M-58-40-20-52 20-40 58-52V40L20 52-20 40-58 52Z" fill="#f4e3bd" '
        'stroke="#8a5a35" stroke-width="5" stroke-linejoin="round"/>'
        '<path d="M-20-52V40M20-40V52" stroke="#c9a873" stroke-width="4"/>'
        '<path d="M-44 26Q-30-6-4 6T36-14" fill="none" stroke="#e5484d" stroke-width="6" '
        'stroke-dasharray="2 11" stroke-linecap="round"/>'
        '<path d="M30-30 46-14M46-30 30-14" stroke="#e5484d" stroke-width="7" '
        'stroke-linecap="round"/>'
    )


def _sprout() -> str:
    return (
        '<path d="M0 34Q-4 0 0-18" fill="none" stroke="#348a58" stroke-width="9" '
        'stroke-linecap="round"/>'
        '<path d="M0-12Q-6-50-54-48-52-8 0-12Z" fill="#57b878" stroke="#246b41" '
        'stroke-width="4"/><path d="M2-4Q6-38 50-38 50-2 2-4Z" fill="#7fd197" stroke="#246b41" '
        'stroke-width="4"/><ellipse cy="46" rx="40" ry="13" fill="#8a5a35"/>'
    )
