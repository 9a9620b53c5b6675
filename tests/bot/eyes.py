"""Lightness of colours to colour-blind eyes, by Machado, Oliveira and Fernandes (2009)."""

from collections.abc import Sequence
from typing import Final

Row = tuple[float, float, float]
EYES: Final[dict[str, tuple[Row, Row, Row]]] = {
    "most": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Linear red, green and blue as these eyes see them."""


def lightness(colour: str, eyes: str) -> float:
    """Return the lightness of a colour to these eyes, from 0 to 100."""
    seen = [min(1.0, max(0.0, _times(row, _linear(colour)))) for row in EYES[eyes]]
    luminance = _times((0.2126, 0.7152, 0.0722), seen)
    if luminance > 216 / 24389:
        return 116 * luminance ** (1 / 3) - 16
    return luminance * 24389 / 27


def _times(row: Row, values: Sequence[float]) -> float:
    return sum(one * other for one, other in zip(row, values, strict=True))


def _linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [it / 12.92 if it <= 0.04045 else ((it + 0.055) / 1.055) ** 2.4 for it in parts]
