"""Small nets that weigh two answers, read once. ``python -m bench.fit`` writes them."""

from __future__ import annotations

import json
import struct
from base64 import b64decode
from collections.abc import Mapping, Sequence
from functools import cache
from operator import mul
from pathlib import Path
from typing import Final, cast

from engine import Move
from players.hard.dilemma import DILEMMAS, Dilemma

FILE: Final = Path(__file__).parent / "nets.json"
BETTER: Final = 1e-3
"""By how much an answer that wins the game is better than all others at least."""
Layer = tuple[Sequence[Sequence[float]], Sequence[float]]
"""The weights of the units, and their biases."""


class Net:
    """A net with one output: by how much one answer is better than the other."""

    def __init__(self, layers: Sequence[Layer]) -> None:
        *self._hidden, (self._last, self._bias) = layers
        self.width: Final = len(layers[0][0][0])
        """The number of inputs that it wants."""

    def gain(self, inputs: Sequence[float]) -> float:
        """Return by how much the first answer raises the chance to win above the second's."""
        values = inputs
        for weights, biases in self._hidden:
            values = [
                max(0.0, sum(map(mul, row, values)) + bias)
                for row, bias in zip(weights, biases, strict=True)
            ]
        return sum(map(mul, self._last[0], values)) + self._bias[0]


Nets = Mapping[str, Net]
"""Nets by the names of their dilemmas."""


def gains(asked: Sequence[Dilemma], known: Nets | None = None) -> dict[Move, float]:
    """Return by how much each answer raises the chance to win above the first, by these nets."""
    found = {asked[0].one: 0.0}
    for each in asked:
        found[each.other] = -(known or nets())[each.name].gain(each.inputs)
    for each in asked:
        if each.wins:  # a net is not sure of it where it hardly changes the chances
            found[each.other] = max(found.values()) + BETTER
    return found


@cache
def nets() -> Nets:
    """Return the nets by the names of their dilemmas."""
    return nets_of(FILE)


def nets_of(file: Path) -> dict[str, Net]:
    """Return the nets that stand in a file: of each layer the inputs, the weights, the biases."""
    found = cast("dict[str, list[tuple[int, str, str]]]", json.loads(file.read_text("utf-8")))
    return {name: Net([_layer(*layer) for layer in found[name]]) for name in DILEMMAS}


def _layer(inputs: int, weights: str, biases: str) -> Layer:
    row_by_row = _numbers(weights)
    rows = [row_by_row[at : at + inputs] for at in range(0, len(row_by_row), inputs)]
    return rows, _numbers(biases)


def _numbers(text: str) -> tuple[float, ...]:
    """Return numbers of two bytes each, which are read in an eighth of the time of decimals."""
    content = b64decode(text)
    return struct.unpack(f"<{len(content) // 2}e", content)
