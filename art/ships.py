"""Players' own ships: masks for the tinted parts, and a plate for each emblem."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from art import crafts, pawns
from art.shapes import Part, at
from bot.ships import EARNED, EMBLEMS

SHIP: Final = 0.92
"""The scale of the ship on a board."""
PORTRAIT: Final = 1.9
"""The scale on the page where it is decorated."""
REACH: Final = 260
CREW: Final = (("red", -34), ("yellow", 34), ("blue", 0))

INK: Final = "#1b2550"
PLATE: Final = "#fffaf0"
PRIZE: Final = "#ffcf4a"
"""The plate of an earned emblem."""
EDGE: Final = "#141b3d"

TOP, MIDDLE, BOTTOM, HALF = -86, -34, 18, 102
"""The balloon: its poles, its equator and half its length."""
SEAMS: Final = ((44, 66), (86, HALF))
"""The stripes on either side of the middle, from seam to seam."""
BALLOON: Final = "M-102-34C-102-68-54-86 0-86S102-68 102-34 54 18 0 18-102 0-102-34Z"
FIN: Final = "M94-52 126-68 120-34 126 0 94-16Z"
FIN_EDGE: Final = "M98-54.5 126-68 120-34 126 0 98-13.5"
ROPES: Final = (
    '<g stroke="#4a3220" stroke-width="2.6"><path d="M-72-6-80 52M72-6 80 52M-30 14-34 52'
    'M30 14 34 52"/></g>'
)
SHADOW: Final = (
    '<g fill="#0a1032" fill-opacity=".26"><path d="M-102-34C-102 0-54 18 0 18S102 0 102-34'
    'C88-12 52-3 0-3S-88-12-102-34Z"/><path d="M100-34H120L126 0 94-16Z"/></g>'
)
LIGHT: Final = (
    '<path d="M-74-58Q-42-78 0-78" fill="none" stroke="#fff" stroke-width="6" '
    'stroke-linecap="round" opacity=".5"/>'
)
PLATE_AT: Final = -40
PLATE_WIDE: Final = 30

SHAPES: Final[dict[str, str]] = {
    "compass": f'<path d="M0-24 6-6 24 0 6 6 0 24-6 6-24 0-6-6Z"/><circle r="5" fill="{PLATE}"/>',
    "star": '<path d="M0-23 6.6-7.6 23-6.6 10.2 4 14.4 20 0 11-14.4 20-10.2 4-23-6.6-6.6-7.6Z"/>',
    "moon": '<path d="M8-21A22 22 0 1 0 8 21 21 21 0 0 1 8-21Z"/>',
    "sun": '<circle r="11"/><path d="M0-24V-15M0 24V15M-24 0H-15M24 0H15M-17-17-11-11M17-17 11-11'
    'M-17 17-11 11M17 17 11 11" fill="none" stroke-width="6" stroke-linecap="round"/>',
    "heart": '<path d="M0 22C-30 3-25-18-11-18-4-18 0-12 0-9 0-12 4-18 11-18 25-18 30 3 0 22Z"/>',
    "anchor": '<path d="M0-12V20M-10-6H10M-19 5Q-17 20 0 20T19 5" fill="none" stroke-width="6" '
    'stroke-linecap="round"/><circle cy="-17" r="5" fill="none" stroke-width="4.5"/>',
    "lightning": '<path d="M6-25-17 4H-3L-7 25 17-6H2Z"/>',
    "key": '<circle cx="-11" r="8.5" fill="none" stroke-width="7"/>'
    '<path d="M-3 0H22M20 0V11M11 0V9" fill="none" stroke-width="6.5" stroke-linecap="round"/>',
    "whale": '<path d="M-23 3C-23-9-10-13 0-9 9-5 13 0 17-4L13-14Q20-15 21-9 25-14 27-8 25-1 21 0'
    ' 21 15 3 16-23 17-23 3Z"/><path d="M-12-14Q-18-22-22-17M-12-14Q-6-22-2-17" fill="none" '
    f'stroke-width="4" stroke-linecap="round"/><circle cx="-14" cy="3" r="2.6" fill="{PLATE}"/>',
    "cat": '<path d="M-19 20Q-22-4-17-23L-5-12H5L17-23Q22-4 19 20 0 27-19 20Z"/>'
    f'<g fill="{PLATE}"><circle cx="-8" cy="0" r="4"/><circle cx="8" cy="0" r="4"/>'
    '<path d="M-3.5 8H3.5L0 13Z"/></g>',
    "laurel": '<path d="M-4 22Q-26 12-20-16M4 22Q26 12 20-16" fill="none" stroke-width="3.5"/>'
    '<path d="M-19-6Q-29-8-27-17-18-16-19-6ZM-17 8Q-28 8-28-1-18-1-17 8ZM-10 18Q-20 22-24 14-14 9'
    '-10 18ZM19-6Q29-8 27-17 18-16 19-6ZM17 8Q28 8 28-1 18-1 17 8ZM10 18Q20 22 24 14 14 9 10 18Z"/>'
    + at(0, -3, pawns.STAR, 1.15),
    "summit": '<path d="M-25 18-7-8 1 2 7-6 25 18Z"/><path d="M-7-8V-25" fill="none" '
    'stroke-width="3.5"/><path d="M-7-26 11-20-7-14Z"/>',
    "plaster": '<g stroke-width="0"><rect x="-25" y="-8" width="50" height="16" rx="8" '
    'transform="rotate(45)"/><rect x="-25" y="-8" width="50" height="16" rx="8" '
    f'transform="rotate(-45)"/><g fill="{PRIZE}"><circle cx="-4.5" r="2"/>'
    '<circle cx="4.5" r="2"/><circle cy="-4.5" r="2"/><circle cy="4.5" r="2"/></g></g>',
}
"""The shape of each emblem, in one colour: its outline tells it."""


def sprites() -> Iterator[tuple[str, Part]]:
    """Return all parts of a player's own ship, for boards and for its portrait."""
    for size, scale in (("", SHIP), ("large-", PORTRAIT)):
        for name, body in (("ropes", ROPES), ("balloon", _balloon()), ("stripes", _stripes())):
            yield f"{size}own-{name}", Part(at(0, 0, body, scale), REACH)
        yield f"{size}own-light", Part(at(0, 0, SHADOW + LIGHT + _edge(), scale), REACH)
        for name in EMBLEMS:
            yield f"{size}emblem-{name}", Part(at(0, 0, emblem(name), scale), REACH)
    yield "large-own-front", Part(at(0, 0, crafts.SHIP_FRONT, PORTRAIT), REACH)
    crew = "".join(at(x, 27 / SHIP, pawns.pawn(colour, 0.9)) for colour, x in CREW)
    hat = at(0, 27 / SHIP, pawns.hat(0.9))
    yield "large-own-crew", Part(at(0, 0, crew + hat, PORTRAIT), REACH)


def emblem(name: str) -> str:
    """Return a plate with an emblem, in its place on the balloon."""
    plate = PRIZE if name in EARNED else PLATE
    disc = f'<circle r="{PLATE_WIDE}" fill="{plate}" stroke="{INK}" stroke-width="3"/>'
    shape = f'<g fill="{INK}" stroke="{INK}" stroke-width="0">{SHAPES[name]}</g>'
    return at(0, PLATE_AT, disc + at(0, 0, shape, 0.94))


def _balloon() -> str:
    """Return the mask of the whole balloon."""
    return f'<g fill="#fff"><path d="{BALLOON}"/></g>'


def _stripes() -> str:
    """Return the mask of the stripes and the fin."""
    return f'<g fill="#fff"><path d="{FIN}"/>{"".join(_gores())}</g>'


def _gores() -> Iterator[str]:
    for near, far in SEAMS:
        for side in (-1, 1):
            down, up = _seam(side * near), _seam(side * far, up=True)
            yield f'<path d="M0 {TOP}{down}{up}Z"/>'


def _seam(half: float, *, up: bool = False) -> str:
    """Return the path from pole to pole along the side of the balloon."""
    near = (f"{half * 0.53:.1f} {TOP}", f"{half} {TOP + 18}", f"{half} {MIDDLE}")
    far = (f"{half} {MIDDLE + 34}", f"{half * 0.53:.1f} {BOTTOM}", f"0 {BOTTOM}")
    if not up:
        return f"C{' '.join(near)}C{' '.join(far)}"
    back = (far[1], far[0], near[2], near[1], near[0], f"0 {TOP}")
    return f"C{' '.join(back[:3])}C{' '.join(back[3:])}"


def _edge() -> str:
    outline = f'<path d="{BALLOON}"/><path d="{FIN_EDGE}"/>'
    return f'<g fill="none" stroke="{EDGE}" stroke-width="2.6">{outline}</g>'
