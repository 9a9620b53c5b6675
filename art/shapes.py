"""The basis of all parts: a part with its frame, shades, numbers as outlines."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

EM: Final = 1000
DIGITS: Final[dict[str, tuple[int, str]]] = json.loads(
    (Path(__file__).parent / "digits.json").read_text("utf-8")
)
"""Width and outline of each digit and sign: Fredoka SemiBold, under the licence in OFL.txt."""

NIGHT: Final = "#141b3d"
GOLD: Final = "#ffcf4a"
LAMP: Final = "#ffe9a8"
INK: Final = "#16204a"

SHADES: Final = (
    '<linearGradient id="rock" x2="0" y2="1"><stop stop-color="#8c7aa0"/>'
    '<stop offset="1" stop-color="#443a63"/></linearGradient>'
    '<linearGradient id="grass" x2="0" y2="1"><stop stop-color="#9bd673"/>'
    '<stop offset="1" stop-color="#4e9a55"/></linearGradient>'
    '<linearGradient id="snow" x2="0" y2="1"><stop stop-color="#ffffff"/>'
    '<stop offset="1" stop-color="#b9d3ee"/></linearGradient>'
    '<linearGradient id="hull" x2="0" y2="1"><stop stop-color="#c07a3e"/>'
    '<stop offset="1" stop-color="#6d3f1d"/></linearGradient>'
    '<linearGradient id="bag" x1=".2" y1="0" x2=".6" y2="1"><stop stop-color="#ffe7c2"/>'
    '<stop offset=".5" stop-color="#f2b65c"/><stop offset="1" stop-color="#b9652b"/>'
    "</linearGradient>"
    '<linearGradient id="coin" x2="1" y2="1"><stop stop-color="#ffe58a"/>'
    '<stop offset="1" stop-color="#e8a436"/></linearGradient>'
    '<radialGradient id="glow"><stop offset=".5" stop-color="#ffe9a8" stop-opacity=".75"/>'
    '<stop offset=".5" stop-color="#ffdf98" stop-opacity=".45"/>'
    '<stop offset=".76" stop-color="#ffdf98" stop-opacity=".45"/>'
    '<stop offset=".76" stop-color="#ffd98a" stop-opacity=".22"/></radialGradient>'
)


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of art around the point (0, 0), and its reach in each direction."""

    body: str
    reach: int = 150


def document(body: str, left: int, top: int, width: int, height: int) -> str:
    """Return a whole SVG that shows this rectangle."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{left} {top} {width} {height}"><defs>{SHADES}</defs>{body}</svg>'
    )


def at(x: float, y: float, body: str, scale: float = 1.0) -> str:
    """Return the body, moved and scaled."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{body}</g>'


def number(
    figures: str, size: float, fill: str, edge: str = "", width: float = 0.0, x: float = 0.0
) -> str:
    """Return a number centred on (x, 0) as outlines, so that no font is needed."""
    scale = size / EM
    left = x - sum(DIGITS[it][0] for it in figures) * scale / 2
    drawn: list[str] = []
    for it in figures:
        wide, outline = DIGITS[it]
        drawn.append(
            f'<path transform="translate({left:.2f} {size * 0.35:.2f}) '
            f'scale({scale:.5f} {-scale:.5f})" d="{outline}"/>'
        )
        left += wide * scale
    outlined = (
        f' stroke="{edge}" stroke-width="{width / scale:.0f}" stroke-linejoin="round" '
        'paint-order="stroke"'
        if edge
        else ""
    )
    return f'<g fill="{fill}"{outlined}>{"".join(drawn)}</g>'


def glint(points: list[tuple[int, int]], width: int = 5, height: int = 8) -> str:
    """Return lit windows of houses."""
    return "".join(
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="2" fill="{LAMP}"/>'
        for x, y in points
    )
