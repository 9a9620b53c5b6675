"""The sky as flat layers cut from paper, the nine cities, and the panel below."""

from __future__ import annotations

from typing import Final

from art.cities import CITIES, city
from art.shapes import GOLD, NIGHT, at
from bot.pictures import places

BANDS: Final = (
    *("#22306a", "#2c3d7e", "#394d91", "#4c5fa2", "#656fac", "#8580b2", "#a78fb0", "#c89fa6"),
    *("#e2b398", "#f2c890"),
)
SUN: Final = ("#b695ac", "#c79fa8", "#d6a8a1", "#e4b59a", "#f0c794", "#f9d99c", "#ffe9b8")
ROUTE: Final = (
    "M104 380C170 356 236 410 302 386S434 360 500 374 632 408 698 386 830 356 896 376"
    "C1004 350 1000 262 900 232S810 180 756 170 652 140 583 156 484 190 410 170 316 138 237 158"
)
CLOUDS: Final = (
    *((330, 66, 0.7, "#2c3d7e"), (668, 44, 0.8, "#2c3d7e"), (60, 40, 0.7, "#28376f")),
    *((180, 300, 0.9, "#5a6cae"), (596, 296, 1.0, "#6674b0"), (930, 84, 0.9, "#33457f")),
    *((60, 486, 1.2, "#f4dcc4"), (420, 492, 1.3, "#fbe6c8"), (800, 488, 1.4, "#f4dcc4")),
)


def _cloud(x: int, y: int, scale: float, colour: str) -> str:
    return at(
        x,
        y,
        f'<g fill="{colour}"><ellipse rx="90" ry="18"/><ellipse cx="-36" cy="-14" rx="38" '
        'ry="24"/><ellipse cx="18" cy="-22" rx="46" ry="30"/><ellipse cx="58" cy="-8" rx="30" '
        'ry="18"/></g>',
        scale,
    )


def _layers() -> str:
    drawn = [f'<rect width="{places.WIDTH}" height="{places.HEIGHT}" fill="#1a2554"/>']
    for number, colour in enumerate(BANDS):
        y, bend = 62 + number * 45, (14 + 4 * (number % 3)) * (1 if number % 2 else -1)
        drawn.append(
            f'<path d="M0 {y}C160 {y - bend} 300 {y + bend} 500 {y}S840 {y - bend} 1000 '
            f'{y + bend}V700H0Z" fill="{colour}"/>'
        )
    return "".join(drawn)


def sky() -> str:
    """Return everything behind the cities."""
    stars = "".join(
        f'<circle cx="{number * 397 % 1000}" cy="{number * 131 % 150}" '
        f'r="{1.2 + number % 3 * 0.6:.1f}"/>'
        for number in range(36)
    )
    # neighbouring colours differ so little that hard edges cannot be seen, and they pack well
    clouds = "".join(_cloud(*it) for it in CLOUDS)
    sun = "".join(
        f'<circle cx="500" cy="540" r="{250 - ring * 30}" fill="{colour}"/>'
        for ring, colour in enumerate(SUN)
    )
    return (
        f'<g shape-rendering="crispEdges">{_layers()}{sun}{clouds}</g>'
        f'<g fill="#c9d4f2">{stars}</g>'
        + f'<path d="{ROUTE}" fill="none" stroke="#e8edfc" stroke-width="5" '
        'stroke-dasharray="1 15" stroke-linecap="round"/>'
    )


def panel() -> str:
    """Return the ground for dice and seats, and the line to the goal."""
    top, line = places.PANEL, places.TRACK
    wide = places.TRACK_TO - places.TRACK_FROM
    return (
        f'<path d="M0 {top}H1000V700H0Z" fill="{NIGHT}"/>'
        f'<path d="M0 {top}H1000V{top + 4}H0Z" fill="{GOLD}"/>'
        f'<path d="M0 {top + 4}H1000V{line + 21}H0Z" fill="#1f2a59"/>'
        f'<rect x="{places.TRACK_FROM - 5}" y="{line - 5}" width="{wide + 10}" height="10" rx="5" '
        'fill="#4a5790"/>'
    )


def cities() -> str:
    """Return the nine cities in their places."""
    return "".join(
        at(*places.CITIES[number], city(number, places.scale_of(number))) for number in CITIES
    )


def end() -> str:
    """Return the head of the end's chart: night, clouds, and a glow around the ship."""
    stars = "".join(
        f'<circle cx="{number * 397 % 1000}" cy="{number * 53 % 96}" '
        f'r="{1.2 + number % 3 * 0.7:.1f}"/>'
        for number in range(30)
    )
    return (
        f'<path d="M0 0H1000V92Q750 134 500 134T0 92Z" fill="#22306a"/>'
        '<path d="M0 0H1000V60Q750 104 500 104T0 60Z" fill="#2c3d7e"/>'
        f'<g fill="#c9d4f2">{stars}</g>'
        + _cloud(220, 66, 0.8, "#4c5fa2")
        + _cloud(790, 60, 0.9, "#4c5fa2")
        + '<circle cx="500" cy="46" r="128" fill="url(#glow)" opacity=".35"/>'
    )
