"""The symbol of each card, around (0, 0) and within 42 each way."""

from __future__ import annotations

from typing import Final

from art.crafts import BOAT_BACK, BOAT_FRONT
from art.dice import FACES
from art.shapes import at, number
from engine.box import COVERS, EQUIPMENT, LITTLE_HELP, ROWBOATS, TURBO, UPGRADED

INK: Final = "#22305f"
_STROKE: Final = f'fill="none" stroke="{INK}" stroke-linecap="round" stroke-linejoin="round"'

SPECIAL: Final = {
    "ejection": (
        '<path d="M-22-38H8V0L32 8Q42 12 40 28H-22Z" fill="#8a5a35" stroke="#4a2812" '
        'stroke-width="4" stroke-linejoin="round"/><path d="M-24 26H42V34H-24Z" fill="#3a2416"/>'
        '<path d="M-22-30H8" stroke="#e0a45e" stroke-width="7"/>'
        '<g stroke="#e5484d" stroke-width="6" stroke-linecap="round">'
        '<path d="M-42-20H-32M-46 0H-32M-42 20H-32"/></g>'
    ),
    "alternative_route": (
        f'<g {_STROKE} stroke-width="9"><path d="M0 42V14Q0-4-18-14L-26-20M0 14Q0-4 18-14L26-20"/>'
        '<path d="M-14-32-33-27-28-8M14-32 33-27 28-8"/></g>'
    ),
    "wind_gust": (
        '<g fill="none" stroke="#3f8db8" stroke-width="9" stroke-linecap="round">'
        '<path d="M-38-14H10Q28-14 28-28 28-40 16-40 6-40 6-32M-40 4H26Q42 4 42 18 42 30 30 30 '
        '22 30 22 24M-34 22H2Q14 22 14 32 14 40 6 40"/></g>'
    ),
    "jetpack": (
        '<path d="M-27 18Q-30 40-18 44-8 38-9 18ZM27 18Q30 40 18 44 8 38 9 18Z" fill="#ff8f2e"/>'
        '<path d="M-22 18Q-22 32-18 36-13 32-14 18ZM22 18Q22 32 18 36 13 32 14 18Z" '
        'fill="#ffe27a"/><path d="M-8-14H8V8H-8Z" fill="#5d6f9e"/>'
        '<path d="M-30 20V-22Q-18-54-6-22V20ZM6 20V-22Q18-54 30-22V20Z" fill="#c3cde6" '
        f'stroke="{INK}" stroke-width="4" stroke-linejoin="round"/>'
        '<path d="M-30-18H-6V-10H-30ZM6-18H30V-10H6Z" fill="#e5484d"/>'
    ),
    "spyglass": (
        '<g transform="rotate(-32)"><path d="M-44-8H-14V8H-44Z" fill="#f0b429" stroke="#7a4a12" '
        'stroke-width="4"/><path d="M-16-12H14V12H-16Z" fill="#b5722f" stroke="#5d3410" '
        'stroke-width="4"/><path d="M12-18H42V18H12Z" fill="#8a4f1c" stroke="#4a2812" '
        'stroke-width="4"/><path d="M36-20H44V20H36Z" fill="#ffcf4a" stroke="#7a4a12" '
        'stroke-width="4"/></g><path d="M-24 10-34 42M-12 4-4 40" stroke="#4a2812" '
        'stroke-width="6" stroke-linecap="round"/>'
    ),
    "bandit": (
        '<path d="M-26-22Q-24-44 0-44T26-22Z" fill="#2a2d38"/>'
        '<path d="M-40-22Q0-32 40-22V-14H-40Z" fill="#14161c"/>'
        '<path d="M-26-14H26Q28 22 0 38-28 22-26-14Z" fill="#ffd9b0"/>'
        '<path d="M-28-12Q0-4 28-12 30 8 14 8 4 8 0 2-4 8-14 8-30 8-28-12Z" fill="#2a2d38"/>'
        '<ellipse cx="-13" cy="-2" rx="6" ry="4.5" fill="#fff"/>'
        '<ellipse cx="13" cy="-2" rx="6" ry="4.5" fill="#fff"/>'
        '<path d="M-8 22Q0 27 9 20" stroke="#8f1d22" stroke-width="4" fill="none" '
        'stroke-linecap="round"/>'
    ),
    "mooring_line": (
        f'<g {_STROKE} stroke-width="9"><circle cy="-32" r="9"/><path d="M0-22V38M-20-10H20"/>'
        '<path d="M-36 8Q-34 38 0 39 34 38 36 8"/><path d="M-44 18-36 6-26 16M44 18 36 6 26 16"/>'
        "</g>"
    ),
    "desperate_need": (
        '<path d="M-30-22 0-44 30-22V42H-30Z" fill="#b5722f" stroke="#5d3410" stroke-width="4" '
        'stroke-linejoin="round"/><path d="M-36-20 0-46 36-20" fill="none" stroke="#5d3410" '
        'stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>'
        '<path d="M-19-12H19V42H-19Z" fill="#8a4f1c" stroke="#5d3410" stroke-width="3"/>'
        '<path d="M5-6A12 12 0 1 0 5 14 9 9 0 1 1 5-6Z" fill="#ffe27a"/>'
        '<circle cx="12" cy="22" r="3.5" fill="#ffe27a"/>'
    ),
    "new_equipment": (
        f'<path d="M-16-14V-28Q-16-34-8-34H8Q16-34 16-28V-14" {_STROKE} stroke-width="8"/>'
        '<path d="M-42-16H42V34H-42Z" fill="#e5484d" stroke="#8f1d22" stroke-width="4" '
        'stroke-linejoin="round"/><path d="M-42 2H42V10H-42Z" fill="#8f1d22"/>'
        '<rect x="-10" y="-4" width="20" height="20" rx="4" fill="#ffe27a" stroke="#8a5a10" '
        'stroke-width="3"/>'
    ),
    "spy": (
        f'<path d="M-44 0Q0-44 44 0 0 44-44 0Z" fill="#fff" stroke="{INK}" stroke-width="7" '
        'stroke-linejoin="round"/><circle r="17" fill="#3e8bff"/><circle r="8.5" '
        'fill="#10183a"/><circle cx="6" cy="-6" r="4" fill="#fff"/>'
    ),
    "grappling_hook": (
        '<path d="M-38-44Q-14-32-8-14" fill="none" stroke="#b5722f" stroke-width="7" '
        'stroke-linecap="round"/><g fill="none" stroke="#4a5470" stroke-width="9" '
        'stroke-linecap="round" stroke-linejoin="round"><path d="M-6-14V38"/>'
        '<path d="M-36 6Q-34 36-6 38 22 36 24 6M-6 38Q34 34 38-2"/>'
        '<path d="M-42 14-36 2-27 12M16 12 24 2"/></g>'
    ),
    "instructor": (
        '<path d="M-22-4V22Q0 36 22 22V-4Z" fill="#33427c"/>'
        f'<path d="M-46-10 0-32 46-10 0 12Z" fill="{INK}" stroke="#0c1438" stroke-width="3" '
        'stroke-linejoin="round"/><path d="M38-8V22" stroke="#ffcf4a" stroke-width="5"/>'
        '<path d="M32 20H44L42 38H34Z" fill="#ffcf4a"/>'
    ),
}
"""Cards with a text; the others show the face that they beat."""


def symbol(card: str) -> str:
    """Return the symbol of this card."""
    if card in SPECIAL:
        return SPECIAL[card]
    if card == TURBO:
        places = ((-21, -21), (21, -21), (-21, 21), (21, 21))
        faces = [face for face in FACES if face != "blank"]
        return "".join(at(*place, FACES[it], 0.5) for place, it in zip(places, faces, strict=True))
    if card in ROWBOATS:
        boat = at(0, 24, BOAT_BACK + BOAT_FRONT, 0.62)
        return at(0, -18, FACES[ROWBOATS[card]], 0.74) + boat
    return at(0, -6, FACES[COVERS[card].symbol], 0.98) + _mark(card)


def _mark(card: str) -> str:
    """Return the mark of a card: a tick if it beats a face, a number if two, a plus for help."""
    if card in EQUIPMENT:
        return at(26, 34, TICK)
    if card in UPGRADED:
        return at(25, 32, TWO)
    if card in LITTLE_HELP:
        return at(26, 34, PLUS)
    raise KeyError(card)


TICK: Final = (
    '<circle r="16" fill="#2a9460" stroke="#fff" stroke-width="3"/>'
    '<path d="M-7 0-2 6 8-6" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" '
    'stroke-linejoin="round"/>'
)
PLUS: Final = (
    '<circle r="16" fill="#e0609a" stroke="#fff" stroke-width="3"/>'
    '<path d="M-8 0H8M0-8V8" stroke="#fff" stroke-width="5.5" stroke-linecap="round"/>'
)
TWO: Final = '<circle r="19" fill="#ffcf4a" stroke="#fff" stroke-width="3"/>' + number(
    "2", 32, "#5a3300"
)
"""The marks of equipment, of Little Help, and of cards that beat two of a face."""
