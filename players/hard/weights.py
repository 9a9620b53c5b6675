"""The fitted weights, read once. ``python -m bench.fit`` writes them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final, cast

from engine import Options

FILE: Final = Path(__file__).parent / "weights.json"


def name_of(options: Options, seats: int) -> str:
    """The name of the weights for such a table."""
    return f"{options.variant} {seats}"


@cache
def weights(name: str) -> tuple[float, ...]:
    """The weights of this name."""
    return tuple(_all()[name])


@cache
def _all() -> dict[str, list[float]]:
    return cast("dict[str, list[float]]", json.loads(FILE.read_text("utf-8")))
