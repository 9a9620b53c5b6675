"""The fitted weights, read once. ``python -m bench.fit`` writes them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final, cast

from players.hard import stay, value
from players.hard.stay import StayWeights

FILE: Final = Path(__file__).parent / "weights.json"
EASY_STAYS, NORMAL_STAYS = "easy stays", "normal stays"
"""The names of the weights for staying; the others are for winning, by the variant."""


@cache
def staying_weights() -> StayWeights:
    """Return the weights for staying, in the order of `players.hard.stay.FEATURES`."""
    easy, normal = [
        tuple([_all()[weights][name] for name in stay.FEATURES])
        for weights in (EASY_STAYS, NORMAL_STAYS)
    ]
    return StayWeights(easy, normal)


@cache
def value_weights(variant: str) -> tuple[float, ...]:
    """Return the weights for winning in this variant, in the order of `players.hard.value`."""
    return tuple([_all()[variant][name] for name in value.FEATURES])


@cache
def _all() -> dict[str, dict[str, float]]:
    return cast("dict[str, dict[str, float]]", json.loads(FILE.read_text("utf-8")))
