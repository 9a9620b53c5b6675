"""The faces of the computer players: an animal each, told apart by outline and colour alone."""

from __future__ import annotations

from typing import Final

from art.pawns import STAR
from art.shapes import GOLD, at

DARK: Final = "#20182c"


def _eyes(apart: int, y: int, size: float) -> str:
    """Return two eyes, each with a glint."""
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="{size}" fill="{DARK}"/>'
        f'<circle cx="{x + size / 3:g}" cy="{y - size / 3:g}" r="{size / 3:g}" fill="#fff"/>'
        for x in (-apart, apart)
    )


FOX: Final = (
    '<path d="M-54-58-22-38Q0-44 22-38L54-58Q62-8 44 14L0 58-44 14Q-62-8-54-58Z" fill="#f0812f" '
    'stroke="#7c3408" stroke-width="5" stroke-linejoin="round"/>'
    '<path d="M-47-46-27-33-43-16ZM47-46 27-33 43-16Z" fill="#5a2a12"/>'
    '<path d="M-50 2Q-22-6-9 16L0 28 9 16Q22-6 50 2 48 10 44 14L0 58-44 14Q-48 10-50 2Z" '
    'fill="#fff4e6"/>'
    f'<circle cy="48" r="9" fill="{DARK}"/>{_eyes(21, -8, 7.5)}'
)
PENGUIN: Final = (
    '<circle r="57" cy="1" fill="#3c4f86" stroke="#151d3f" stroke-width="5"/>'
    '<path d="M0-22C-10-44-46-36-44-4-43 26-22 46 0 46 22 46 43 26 44-4 46-36 10-44 0-22Z" '
    'fill="#fbfdff"/>'
    '<path d="M-15 10Q0 0 15 10L0 30Z" fill="#f6a623" stroke="#9a5b06" stroke-width="4" '
    f'stroke-linejoin="round"/>{_eyes(20, -8, 7.5)}'
)
OWL: Final = (
    '<path d="M-54-58Q-34-42 0-42 34-42 54-58 62-4 46 34 26 59 0 59-26 59-46 34-62-4-54-58Z" '
    'fill="#8a67c9" stroke="#3d2570" stroke-width="5" stroke-linejoin="round"/>'
    '<path d="M-30 34Q0 16 30 34 18 53 0 53-18 53-30 34Z" fill="#c9b3ef"/>'
    + "".join(
        f'<circle cx="{x}" cy="-8" r="25" fill="#fff3d6" stroke="{GOLD}" stroke-width="5"/>'
        for x in (-25, 25)
    )
    + _eyes(24, -8, 12)
    + '<path d="M-10 10H10L0 30Z" fill="#f6a623" stroke="#9a5b06" stroke-width="3" '
    'stroke-linejoin="round"/>'
)
BEAR: Final = (
    "".join(
        f'<circle cx="{x}" cy="-38" r="20" fill="#8f5c36" stroke="#42250f" stroke-width="5"/>'
        f'<circle cx="{x}" cy="-38" r="9" fill="#d8a777"/>'
        for x in (-39, 39)
    )
    + '<circle r="53" cy="5" fill="#a86f43" stroke="#42250f" stroke-width="5"/>'
    '<ellipse cy="27" rx="29" ry="23" fill="#f3dcbf"/>'
    f'<ellipse cy="17" rx="12" ry="8.5" fill="{DARK}"/>'
    f'<path d="M0 24V33M-13 36Q-6 43 0 34 6 43 13 36" fill="none" stroke="{DARK}" '
    f'stroke-width="4" stroke-linecap="round"/>{_eyes(22, -9, 7.5)}'
)
CAT: Final = (
    '<path d="M-52-60-20-38Q0-42 20-38L52-60Q62-18 56 10 44 54 0 54-44 54-56 10-62-18-52-60Z" '
    'fill="#c8d6ee" stroke="#475a86" stroke-width="5" stroke-linejoin="round"/>'
    '<path d="M-45-47-25-33-44-17ZM45-47 25-33 44-17Z" fill="#f2a9bd"/>'
    + "".join(
        f'<ellipse cx="{x}" cy="0" rx="12" ry="14" fill="#57b878"/>'
        f'<ellipse cx="{x}" cy="0" rx="4.5" ry="12" fill="{DARK}"/>'
        for x in (-24, 24)
    )
    + '<path d="M-7 20H7L0 28Z" fill="#d9587b"/>'
    '<path d="M0 28V35M-12 36Q-6 43 0 35 6 43 12 36M-62 18-34 22M-60 36-34 31M62 18 34 22M60 36 '
    '34 31" fill="none" stroke="#475a86" stroke-width="4" stroke-linecap="round"/>'
    f'<g fill="{GOLD}">{at(0, -24, STAR, 1.1)}</g>'
)
LION: Final = (
    '<path d="M0-62 17-53 36-55 43-38 58-26 53-8 60 10 47 23 44 42 25 45 12 59 0 52-12 59-25 45'
    '-44 42-47 23-60 10-53-8-58-26-43-38-36-55-17-53Z" fill="#b9571b" stroke="#5c2504" '
    'stroke-width="5" stroke-linejoin="round"/>'
    '<circle r="39" cy="-1" fill="#ffcf5e"/>'
    '<ellipse cy="17" rx="23" ry="17" fill="#fff0cb"/>'
    f'<path d="M-11 5H11L0 17Z" fill="{DARK}" stroke="{DARK}" stroke-width="3" '
    'stroke-linejoin="round"/>'
    f'<path d="M0 17V23M-12 24Q-6 31 0 23 6 31 12 24" fill="none" stroke="{DARK}" '
    f'stroke-width="4" stroke-linecap="round"/>{_eyes(18, -12, 7)}'
)

FACES: Final = (FOX, PENGUIN, OWL, BEAR, CAT, LION)
"""A face for each name that a computer can have, in their order."""
