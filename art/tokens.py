"""Parts that carry a number (coins, small dice, chests, cards, gifts, medals), and frames."""

from __future__ import annotations

from typing import Final

from art.shapes import GOLD, NIGHT

COIN: Final = (
    '<circle cy="2" r="28" fill="#0b1230" opacity=".5"/>'
    '<circle r="27" fill="url(#coin)" stroke="#8a5a10" stroke-width="3"/>'
)
SMALL_DIE: Final = (
    '<rect x="-23" y="-20" width="46" height="46" rx="11" fill="#0b1230" opacity=".5"/>'
    '<rect x="-23" y="-23" width="46" height="46" rx="11" fill="#fffaf0" stroke="#b8a67f" '
    'stroke-width="2.5"/>'
)


def _chest(lid: str, body: str, band: str) -> str:
    return (
        '<path d="M-29 4H29V28H-29Z" fill="#0b1230" opacity=".5"/>'
        f'<path d="M-29-8V-12Q-29-27-14-27H14Q29-27 29-12V-8Z" fill="{lid}" stroke="{NIGHT}" '
        'stroke-width="2"/>'
        f'<rect x="-29" y="-10" width="58" height="36" rx="4" fill="{body}" stroke="{NIGHT}" '
        'stroke-width="2"/>'
        f'<path d="M-29-13H29V-8H-29Z" fill="{band}"/><path d="M-28-10H-21V26H-28Z'
        'M21-10H28V26H21Z" '
        f'fill="{band}" opacity=".75"/><rect x="-6" y="-18" width="12" height="11" rx="3" '
        f'fill="{band}"/>'
    )


CHEST: Final = _chest("#b5722f", "#6e3f14", GOLD)
EMPTY_CHEST: Final = _chest("#5d638a", "#3a4068", "#8089b3")
CARD: Final = (
    '<rect x="-18" y="-24" width="42" height="54" rx="7" fill="#0b1230" opacity=".5"/>'
    '<rect x="-16" y="-29" width="42" height="54" rx="7" fill="#9db4e8" stroke="#2b3f86" '
    'stroke-width="2.5" transform="rotate(7)"/>'
    '<rect x="-23" y="-27" width="44" height="54" rx="7" fill="#fffaf0" stroke="#2b3f86" '
    'stroke-width="2.5"/>'
)
GIFT: Final = (
    '<rect x="-27" y="-14" width="54" height="40" rx="5" fill="#c9293c" stroke="#701522" '
    'stroke-width="2.5"/><path d="M-5-14H5V26H-5Z" fill="#ffe27a" opacity=".55"/>'
    '<rect x="-30" y="-20" width="60" height="12" rx="4" fill="#e5484d" stroke="#701522" '
    'stroke-width="2.5"/><path d="M0-20C-22-22-22-40-8-36-2-34 0-26 0-20 0-26 2-34 8-36 '
    '22-40 22-22 0-20Z" fill="#ffd23f" stroke="#a67800" stroke-width="2.5"/>'
)
CREW: Final = (
    '<path d="M-20 24C-20 6-13-4-8-8A14 14 0 1 1 8-8C13-4 20 6 20 24Z" fill="#dfe6fb" '
    'stroke="#2b3f86" stroke-width="2.5"/>'
)
TARGET: Final = (
    '<ellipse rx="96" ry="25" fill="none" stroke="#5a3c00" stroke-opacity=".35" '
    'stroke-width="9"/><ellipse rx="96" ry="25" fill="none" stroke="#ffe27a" stroke-width="6" '
    'stroke-dasharray="16 10"/>'
)
FLAG: Final = (
    '<path d="M-2 18V-20" stroke="#fff" stroke-width="5" stroke-linecap="round"/>'
    '<path d="M0-20H48V10H0Z" fill="#fff"/><path d="M0-20H12V-10H0ZM24-20H36V-10H24ZM12-10H24V0'
    'H12ZM36-10H48V0H36ZM0 0H12V10H0ZM24 0H36V10H24Z" fill="#16204a"/>'
)
FORK: Final = (
    '<path d="M62-14Q90-44 114-26" fill="none" stroke="#ffe27a" stroke-width="6" '
    'stroke-dasharray="1 14" stroke-linecap="round"/>'
)

PIECES: Final = {
    "coin": COIN,
    "small-die": SMALL_DIE,
    "chest": CHEST,
    "empty-chest": EMPTY_CHEST,
    "card": CARD,
    "gift": GIFT,
    "crew": CREW,
    "target": TARGET,
    "flag": FLAG,
    "fork": FORK,
}
"""The parts by their names on a board."""

MEDALS: Final = {
    1: ("#ffe58a", "#c98a1a"),
    2: ("#eef2fa", "#8d99b3"),
    3: ("#f0b78a", "#94552a"),
    4: ("#2b3564", "#55609a"),
}
"""The medals; from the fourth place on they are alike."""


def medal(place: int) -> str:
    """Return the disc behind a seat's place at the end."""
    fill, edge = MEDALS[place]
    ribbon = (
        '<path d="M-20 12-30 44-18 38-10 50-2 20ZM20 12 30 44 18 38 10 50 2 20Z" fill="#3e8bff"/>'
        if place == 1
        else ""
    )
    return f'{ribbon}<circle r="29" fill="{fill}" stroke="{edge}" stroke-width="5"/>'
