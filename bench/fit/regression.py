"""A linear rule, fitted by Newton's method: small, exact, and the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple

Vector = list[float]
Matrix = list[Vector]
STEPS = 12
RIDGE = 1e-3
"""Regularisation for each example; it keeps weights small for which there is little evidence."""


class Example(NamedTuple):
    """A choice among rows of features, and its result: shares that add up to 1."""

    rows: Sequence[Sequence[float]]
    shares: Sequence[float]


class Fit(NamedTuple):
    """Weights, and how well they predict."""

    weights: Vector
    loss: float
    """The mean logarithmic loss on the examples of the fit."""


def fit(examples: Sequence[Example]) -> Fit:
    """Return the weights under which the shares are most likely, as a softmax of the rows."""
    size = len(examples[0].rows[0])
    weights = [0.0] * size
    loss = 0.0
    for _ in range(STEPS):
        slope, curve, loss = _slopes(examples, weights)
        step = solved(curve, slope)
        weights = [w - s for w, s in zip(weights, step, strict=True)]
    return Fit(weights, loss)


def loss_of(examples: Sequence[Example], weights: Sequence[float]) -> float:
    """Return the mean logarithmic loss of these weights."""
    total = 0.0
    for rows, shares in examples:
        odds = _softmax(rows, weights)
        total -= sum(share * log(max(p, 1e-12)) for share, p in zip(shares, odds, strict=True))
    return total / len(examples)


def _softmax(rows: Sequence[Sequence[float]], weights: Sequence[float]) -> Vector:
    scores = [sum([a * b for a, b in zip(weights, row, strict=True)]) for row in rows]
    most = max(scores)
    odds = [exp(score - most) for score in scores]
    whole = sum(odds)
    return [each / whole for each in odds]


def _slopes(examples: Sequence[Example], weights: Vector) -> tuple[Vector, Matrix, float]:
    """Return the gradient of the loss, its second derivatives, and the loss itself."""
    size, count = len(weights), len(examples)
    slope = [RIDGE * w * count for w in weights]
    curve = [[RIDGE * count * (i == j) for j in range(size)] for i in range(size)]
    loss = 0.0
    for rows, shares in examples:
        odds = _softmax(rows, weights)
        mean = [sum([p * row[i] for p, row in zip(odds, rows, strict=True)]) for i in range(size)]
        for p, share, row in zip(odds, shares, rows, strict=True):
            loss -= share * log(max(p, 1e-12))
            off = p - share
            apart = [value - middle for value, middle in zip(row, mean, strict=True)]
            for i in range(size):
                slope[i] += off * row[i]
                weight, line = p * apart[i], curve[i]
                if weight:
                    for j in range(i, size):
                        line[j] += weight * apart[j]
    for i in range(size):
        for j in range(i):
            curve[i][j] = curve[j][i]
    return slope, curve, loss / count


def solved(matrix: Matrix, right: Vector) -> Vector:
    """Return the solution of a system of equations, by Cholesky's method."""
    size = len(right)
    low = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = matrix[i][j] - sum([low[i][k] * low[j][k] for k in range(j)])
            low[i][j] = rest**0.5 if i == j else rest / low[j][j]
    there = [0.0] * size
    for i in range(size):
        there[i] = (right[i] - sum([low[i][k] * there[k] for k in range(i)])) / low[i][i]
    back = [0.0] * size
    for i in reversed(range(size)):
        rest = there[i] - sum([low[k][i] * back[k] for k in range(i + 1, size)])
        back[i] = rest / low[i][i]
    return back
