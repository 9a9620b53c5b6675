"""The fit of rules to games: a known rule is found, with the same weights each time."""

from itertools import pairwise
from math import exp
from random import Random

import pytest

from bench.fit.games import drawn, stayed, won
from bench.fit.regression import Example, fit, loss_of, solved
from players.hard.stay import FEATURES as STAYING
from players.hard.value import FEATURES as VALUE
from players.normal import Normal

RULE = (1.0, -2.0, 0.5)
SEED = bytes(32)


def examples(count: int) -> list[Example]:
    """Return choices among three rows, with the shares of the rule."""
    rng = Random(1)
    found: list[Example] = []
    for _ in range(count):
        rows = [[rng.uniform(-1, 1) for _ in RULE] for _ in range(3)]
        odds = [exp(sum(a * b for a, b in zip(RULE, row, strict=True))) for row in rows]
        found.append(Example(rows, [each / sum(odds) for each in odds]))
    return found


def test_a_known_rule_is_found_again() -> None:
    given = examples(2_000)
    found = fit(given)
    assert found.weights == pytest.approx(RULE, abs=0.05)
    assert found.loss == pytest.approx(loss_of(given, RULE), abs=0.001)
    assert found.loss < loss_of(given, [0.0] * 3)


def test_a_system_of_equations_is_solved() -> None:
    assert solved([[4.0, 2.0], [2.0, 3.0]], [10.0, 8.0]) == pytest.approx([1.75, 1.5])


def test_the_same_games_give_the_same_examples() -> None:
    one, other = (list(won(3, SEED, "standard")) for _ in range(2))
    assert one == other
    assert all(len(row) == len(VALUE) for row in one[0].rows)
    assert all(sum(example.shares) == pytest.approx(1) for example in one)


def test_a_passenger_is_an_example_of_staying_or_of_leaving() -> None:
    found = list(stayed(1, SEED, Normal()))
    assert {tuple(example.shares) for example in found} == {(1.0, 0.0), (0.0, 1.0)}
    assert all(len(example.rows[0]) == len(STAYING) for example in found)


def test_many_kinds_of_tables_are_drawn() -> None:
    tables = [drawn(Random(number), "standard") for number in range(200)]
    assert {seats for seats, _ in tables} == {2, 3, 4, 5, 6}
    assert len({len(options.boxes) for _, options in tables}) > 4
    assert any(one != other for one, other in pairwise(tables))
