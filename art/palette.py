"""The colours of every picture: those that must be exact, and the commonest of the samples."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageColor

from art.pawns import COLOURS
from art.samples import CHARTS, SCENES
from art.shapes import GOLD, NIGHT
from bot.pictures import board, chart
from bot.pictures.sheet import Sheet

WHOLE: Final = 144
EXACT: Final = (
    *[shade for colour in COLOURS.values() for shade in (colour.fill, colour.edge)],
    *(NIGHT, GOLD, "#ffffff", "#fffaf0", "#1b2550", "#1f2a59", "#ffe58a"),
    *(chart.EMPTY, chart.SKY, chart.LOSS, *chart.SHADES.values()),
)
"""Flat grounds, and the colours of seats."""


def palette(art: Sheet) -> Image.Image:
    """Return a picture of one pixel that carries the colours."""
    painted = [board.painted(it, art).image for it in SCENES] + [
        chart.painted(it, art).image for it in CHARTS
    ]
    together = Image.new("RGB", (painted[0].width, sum(it.height for it in painted)))
    top = 0
    for image in painted:
        together.paste(image, (0, top))
        top += image.height
    exact = dict.fromkeys(EXACT)
    common = together.quantize(
        WHOLE - len(exact), Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE
    )
    colours = [part for shade in exact for part in ImageColor.getrgb(shade)[:3]]
    colours += common.getpalette() or []
    one = Image.new("P", (1, 1))
    one.putpalette(colours[: 3 * WHOLE])
    return one
