"""A decorated ship: its name, two colours and an emblem."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

COLOURS: Final[dict[str, str]] = {
    "white": "#fffaf0",
    "gold": "#ffda5e",
    "pink": "#f6abc2",
    "azure": "#3397da",
    "green": "#258860",
    "red": "#a42a3a",
    "indigo": "#222674",
    "ink": "#0f121a",
}
"""From the lightest to the darkest, so that colour-blind eyes and grey prints tell them apart."""
EMBLEMS: Final = (
    "compass",
    "star",
    "moon",
    "sun",
    "heart",
    "anchor",
    "lightning",
    "key",
    "whale",
    "cat",
    "laurel",
    "summit",
    "plaster",
)
"""Emblems are told apart by their shapes; the last ones are earned."""


@dataclass(frozen=True, slots=True)
class Livery:
    """The look of a ship."""

    balloon: str = "gold"
    stripes: str = "red"
    emblem: str = EMBLEMS[0]

    @classmethod
    def of(cls, balloon: str, stripes: str, emblem: str) -> Livery:
        """Return this livery; unknown parts become those of a plain ship."""
        return cls(
            balloon if balloon in COLOURS else PLAIN.balloon,
            stripes if stripes in COLOURS else PLAIN.stripes,
            emblem if emblem in EMBLEMS else PLAIN.emblem,
        )


PLAIN: Final = Livery()
"""The livery of computers, and of people who have chosen none."""


@dataclass(frozen=True, slots=True)
class Ship:
    """A person's ship, at every table."""

    name: str = field(default="", repr=False)
    """Clean, and without markdown; "" for none."""
    livery: Livery = PLAIN


PLAIN_SHIP: Final = Ship()
