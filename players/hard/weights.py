"""The fitted weights, read once. ``python -m bench.fit`` writes them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final, cast

from players.hard import staying, value

FILE: Final = Path(__file__).parent / "weights.json"
STAYING: Final = "staying"
"""The name of the weights for staying; the others are for winning, by the variant."""


@cache
def staying_weights() -> tuple[float, ...]:
    """What speaks for staying, in the order of `players.hard.staying`."""
    return tuple([_all()[STAYING][name] for name in staying.FEATURES])


@cache
def value_weights(variant: str) -> tuple[float, ...]:
    """What speaks for winning in this variant, in the order of `players.hard.value`."""
    return tuple([_all()[variant][name] for name in value.FEATURES])


@cache
def _all() -> dict[str, dict[str, float]]:
    return cast("dict[str, dict[str, float]]", json.loads(FILE.read_text("utf-8")))
