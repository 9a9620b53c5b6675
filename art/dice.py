"""The five faces of a die, and one that is ignored."""

from __future__ import annotations

from typing import Final

from art.shapes import at

FACES: Final = {
    "fog": (
        '<g fill="none" stroke="#6a82b0" stroke-width="8" stroke-linecap="round">'
        '<path d="M-28-16H6Q20-16 20-27M-20 0H27M-28 16H10Q25 16 25 27"/></g>'
    ),
    "lightning": (
        '<path d="M7-36-24 6H-3L-9 36 24-8H3Z" fill="#ffbf1f" stroke="#b97900" stroke-width="3" '
        'stroke-linejoin="round"/>'
    ),
    "birds": (
        '<path d="M-37-9Q-17-29 0 2 17-29 37-9 19-14 4 18H-4Q-19-14-37-9Z" fill="#2f6db5" '
        'stroke="#1b4a84" stroke-width="2" stroke-linejoin="round"/>'
        '<path d="M-4 17H4L0 30Z" fill="#f0a030"/>'
        '<circle cx="-3.4" cy="7" r="2.6" fill="#fff"/>'
    ),
    "pirates": (
        '<g stroke="#2a2d38" stroke-width="8" stroke-linecap="round">'
        '<path d="M-27 11 27 31M27 11-27 31"/></g>'
        '<path d="M-24-11A24 22 0 1 1 24-11Q24 0 15 5V16H-15V5Q-24 0-24-11Z" fill="#2a2d38"/>'
        '<circle cx="-9.5" cy="-10" r="6.6" fill="#fff"/>'
        '<circle cx="9.5" cy="-10" r="6.6" fill="#fff"/><path d="M0-3 4 5H-4Z" fill="#fff"/>'
    ),
    "blank": '<circle r="10" fill="#cdd5e6"/>',
}
STRUCK: Final = (
    '<path d="M-33 33 33-33M-33-33 33 33" stroke="#fffaf0" stroke-width="11" '
    'stroke-linecap="round"/><path d="M-33 33 33-33M-33-33 33 33" stroke="#d92d3a" '
    'stroke-width="6.5" stroke-linecap="round"/>'
)


def die(face: str, size: int, *, ignored: bool = False) -> str:
    """Return a die that shows this face; an ignored one is grey and crossed out."""
    top, edge = ("#8f96ad", "#5d6480") if ignored else ("#fffaf0", "#c9b68f")
    shown = f'<g opacity=".85">{FACES[face]}</g>{STRUCK}' if ignored else FACES[face]
    return at(
        0,
        0,
        '<rect x="-44" y="-40" width="88" height="88" rx="20" fill="#060a1f" opacity=".55"/>'
        f'<rect x="-44" y="-44" width="88" height="88" rx="20" fill="{top}" stroke="{edge}" '
        f'stroke-width="3"/>{shown}',
        size / 92,
    )
