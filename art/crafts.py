"""The airship and the rowboat, each in two halves with the crew between them."""

from __future__ import annotations

from typing import Final

SHIP_BACK: Final = (
    '<g stroke="#4a3220" stroke-width="2.6"><path d="M-72-6-80 52M72-6 80 52M-30 14-34 52'
    'M30 14 34 52"/></g>'
    '<path d="M-102-34C-102-68-54-86 0-86S102-68 102-34 54 18 0 18-102 0-102-34Z" '
    'fill="url(#bag)"/>'
    '<path d="M-102-34C-102-68-54-86 0-86-34-80-56-60-56-34S-34 13 0 18C-54 18-102 0-102-34Z" '
    'fill="#b23a48"/>'
    '<path d="M102-34C102-68 54-86 0-86 34-80 56-60 56-34S34 13 0 18C54 18 102 0 102-34Z" '
    'fill="#b23a48"/>'
    '<path d="M-74-58Q-42-78 0-78" fill="none" stroke="#fff" stroke-width="6" '
    'stroke-linecap="round" opacity=".45"/>'
    '<path d="M94-52 126-68 120-34 126 0 94-16Z" fill="#2d6a8f"/>'
    '<path d="M94-52 126-68 120-34H100Z" fill="#3f8db8"/>'
    '<path d="M-18-38 0-62 18-38 0-14Z" fill="#ffe27a" stroke="#a06a12" stroke-width="3"/>'
    '<circle cy="-38" r="7" fill="#a06a12"/>'
)
SHIP_FRONT: Final = (
    '<path d="M-100 50H100Q94 94 54 98H-50Q-88 94-100 50Z" fill="url(#hull)"/>'
    '<path d="M-103 46H103V57H-103Z" fill="#e0a45e"/>'
    '<path d="M-88 78H88" stroke="#4a2812" stroke-width="3" opacity=".6"/>'
    '<g fill="#ffe9a8" stroke="#4a2812" stroke-width="2.5"><circle cx="-56" cy="76" r="7.5"/>'
    '<circle cx="-19" cy="76" r="7.5"/><circle cx="19" cy="76" r="7.5"/>'
    '<circle cx="56" cy="76" r="7.5"/></g>'
    '<path d="M100 66H114" stroke="#4a2812" stroke-width="5"/>'
    '<ellipse cx="115" cy="66" rx="5" ry="24" fill="#d9c7a6" stroke="#6d3f1d" '
    'stroke-width="2"/>'
)
BOAT_BACK: Final = (
    '<ellipse cx="-34" cy="34" rx="24" ry="9" fill="#dfe6fb"/>'
    '<ellipse cx="30" cy="35" rx="30" ry="10" fill="#dfe6fb"/>'
    '<path d="M34 6 62-22" stroke="#8a5a35" stroke-width="5" stroke-linecap="round"/>'
    '<path d="M56-24 70-38 78-30 62-16Z" fill="#c98a4b"/>'
)
BOAT_FRONT: Final = (
    '<path d="M-62 0Q-48 8 0 8T62 0Q56 32 32 34H-32Q-56 32-62 0Z" fill="#3f8db8"/>'
    '<path d="M-64-4Q-48 5 0 5T64-4L63 5Q46 14 0 14T-63 5Z" fill="#eef6ff"/>'
    '<path d="M-52 20Q0 27 52 20" fill="none" stroke="#1f5577" stroke-width="3"/>'
    '<path d="M-18 10-52 42" stroke="#8a5a35" stroke-width="5" stroke-linecap="round"/>'
    '<path d="M-48 32-66 50-58 57-42 42Z" fill="#c98a4b"/>'
    '<ellipse cx="2" cy="38" rx="40" ry="8" fill="#ffffff"/>'
)
