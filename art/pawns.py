"""The pawns: a colour for each seat, and a sign for people who cannot tell the colours apart."""

from __future__ import annotations

from typing import Final, NamedTuple

from art.shapes import GOLD, LAMP, at


class Colour(NamedTuple):
    """The colours and the sign of a seat."""

    fill: str
    edge: str
    ink: str
    sign: str


WHITE: Final = "#ffffff"
TRIANGLE: Final = '<path d="M0-9 9 7-9 7Z"/>'
SQUARE: Final = '<rect x="-7.5" y="-7.5" width="15" height="15" rx="1.5"/>'
DIAMOND: Final = '<path d="M0-10.5 9 0 0 10.5-9 0Z"/>'
STAR: Final = '<path d="M0-10.5 3-3.4 10.5-3 4.6 1.8 6.6 9 0 5-6.6 9-4.6 1.8-10.5-3-3-3.4Z"/>'
CROSS: Final = '<path d="M-3.4-9H3.4V-3.4H9V3.4H3.4V9H-3.4V3.4H-9V-3.4H-3.4Z"/>'
MOON: Final = '<path d="M4.5-9.2A10 10 0 1 0 4.5 9.2 9.6 9.6 0 0 1 4.5-9.2Z"/>'
HEART: Final = '<path d="M0 9.5C-13 1-11-8-5-8-2-8 0-5 0-4 0-5 2-8 5-8 11-8 13 1 0 9.5Z"/>'

# CIEDE2000 between any two is 15 or more, for deuteranopes, protanopes and tritanopes, too
COLOURS: Final = {
    "red": Colour("#e5322d", "#7d1410", WHITE, TRIANGLE),
    "blue": Colour("#5691eb", "#15468f", WHITE, SQUARE),
    "green": Colour("#5fd3a0", "#146b4a", WHITE, DIAMOND),
    "yellow": Colour("#ffd23f", "#a67800", "#5a3c00", STAR),
    "black": Colour("#3b404d", "#aab2c6", WHITE, CROSS),
    "purple": Colour("#6a2ab8", "#b78cf0", WHITE, MOON),
    "white": Colour("#f6f8fd", "#7d88a6", "#c2365a", HEART),
}

HAT: Final = (
    '<path d="M-18-34Q-20-44-12-46Q0-50 12-46Q20-44 18-34L14-29H-14Z" fill="#1b2c70" '
    'stroke="#0c1438" stroke-width="2"/>'
    f'<path d="M-16-33H16V-28H-16Z" fill="{GOLD}"/>'
    '<path d="M-15-28Q0-23 15-28L13-25Q0-20-13-25Z" fill="#0c1438"/>'
    f'<circle cy="-39" r="4.5" fill="{GOLD}"/>'
)


def pawn(name: str, scale: float) -> str:
    """Return a pawn that stands on (0, 20)."""
    colour = COLOURS[name]
    return at(
        0,
        0,
        '<ellipse cy="20" rx="19" ry="4.5" fill="#0b1230" opacity=".4"/>'
        '<path d="M-18.5 18C-18.5 3-12-4-7-7.5A12.5 12.5 0 1 1 7-7.5C12-4 18.5 3 18.5 18'
        f'Q0 25-18.5 18Z" fill="{colour.fill}" stroke="{colour.edge}" stroke-width="2.6"/>'
        '<path d="M-7.5-21A8.5 8.5 0 0 1 1-26" fill="none" stroke="#fff" stroke-width="3" '
        f'stroke-linecap="round" opacity=".6"/><g fill="{colour.ink}">'
        f"{at(0, 8, colour.sign, 1.25)}</g>",
        scale,
    )


def hat(scale: float) -> str:
    """Return the captain's hat, for a pawn of this scale."""
    return at(0, 0, HAT, scale)


def chip(name: str) -> str:
    """Return the colour and the sign alone, for the line to the goal."""
    colour = COLOURS[name]
    return (
        f'<circle r="16" fill="{colour.fill}" stroke="{colour.edge}" stroke-width="2.6"/>'
        f'<g fill="{colour.ink}">{at(0, 0, colour.sign, 1.35)}</g>'
    )


def lamp(*, glowing: bool = True) -> str:
    """Return a token of Boscalumia: a burning lantern."""
    return ('<circle r="25" fill="url(#glow)"/>' if glowing else "") + (
        '<path d="M-5-20H5V-15H-5Z" fill="#7a4a12"/>'
        '<path d="M-9-15H9Q18-8 18 2T9 17H-9Q-18 11-18 2T-9-15Z" fill="#e5484d" '
        'stroke="#8f1d22" stroke-width="2"/>'
        f'<path d="M-4-15H4Q8-8 8 2T4 17H-4Q-8 11-8 2T-4-15Z" fill="{LAMP}"/>'
        '<path d="M-8-17H8V-13H-8ZM-8 15H8V19H-8Z" fill="#7a4a12"/>'
    )


def power(*, used: bool) -> str:
    """Return a character's power: a medal with a star, struck through when used."""
    face, edge, star = (
        ("#5b6487", "#39406a", "#8f98bb") if used else ("#ffe58a", "#b97900", "#a04a00")
    )
    struck = (
        '<path d="M-15 15 15-15" stroke="#ff6b6b" stroke-width="6" stroke-linecap="round"/>'
        if used
        else ""
    )
    return (
        f'<circle r="18" fill="{face}" stroke="{edge}" stroke-width="3"/>'
        f'<g fill="{star}">{at(0, 0, STAR, 1.15)}</g>{struck}'
    )
