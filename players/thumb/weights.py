"""The numbers that a good player plays by intuition, in points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from engine.box import EQUIPMENT, LITTLE_HELP, ROWBOATS, TURBO, UPGRADED

PRICES: Final[Mapping[str, float]] = MappingProxyType(
    {
        **dict.fromkeys(EQUIPMENT, 1.0),
        **dict.fromkeys(UPGRADED, 1.5),
        **dict.fromkeys(LITTLE_HELP, -0.5),  # a penalty at the end
        **dict.fromkeys(ROWBOATS, 1.0),
        TURBO: 1.8,
        "jetpack": 3.5,
        "ejection": 0.8,
        "alternative_route": 1.0,
        "wind_gust": 0.8,
        "bandit": 0.6,
        "mooring_line": 0.8,
        "desperate_need": 1.5,
        "new_equipment": 0.5,
        "spy": 0.3,
        "grappling_hook": 0.8,
        "instructor": 0.6,
        "spyglass": 2.0,
        "red": 1.0,
        "blue": 1.0,
        "green": 1.0,
        "yellow": 0.8,
        "black": 1.0,
        "purple": 0.8,
    }
)
"""The worth of still holding a card or a power while the game is far from its end."""

UNLISTED_PRICE: Final = 0.8
"""The price of a card that is not listed."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The judgements that `Thumb` cannot derive from odds."""

    prices: Mapping[str, float] = field(default_factory=lambda: PRICES)
    envy: float = 0.35
    """The worth of all rivals together having a point less."""
    dice_per_hand: float = 9.0
    """The difference between a hand that can pay for anything and one that can pay for nothing."""
    spread: float = 10.0
    """The lead that is nearly safe when the game is about to end."""
    spread_ahead: float = 0.4
    """The growth of that lead for each point missing to the goal."""
    rescued: float = 0.07
    """The odds that another seat saves a captain who cannot pay."""
    spoilt: float = 0.5
    """The part of the worth of arriving that a delay or another die costs those aboard."""
    daring: float = 1.07
    """The worth of flying on, for each point that the odds promise."""
    lasting: float = 0.95
    """The factor on that promise after each leg: rivals spoil distant plans."""
    remembers: bool = False
    """Use the public bounds of other hands."""
    tie: float = 0.03
    """Moves that differ by less than this count as equal; one is drawn."""

    def price(self, card: str) -> float:
        """Return the price of a card or power."""
        return self.prices.get(card, UNLISTED_PRICE)
