"""Random games over all mixes keep every promise of the engine."""

from dataclasses import fields

import pytest

from engine import Options
from tests.engine.mixes import mix
from tests.engine.playout import play_out

CHUNK = 12
GAMES = 36


@pytest.mark.parametrize("chunk", range(GAMES // CHUNK))
def test_random_games_keep_every_promise(chunk: int) -> None:
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        play_out(number, thorough=40)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(20_000 // CHUNK + 1))
def test_twenty_thousand_random_games_keep_every_promise(chunk: int) -> None:
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        play_out(1000 + number, thorough=40)


def test_the_games_are_of_every_kind() -> None:
    mixes = [mix(number) for number in range(GAMES)]
    options = [o for _, o in mixes]
    assert {seats for seats, _ in mixes} == {2, 3, 4, 5, 6}
    assert {o.variant for o in options} == {"standard", "beginner", "crew"}
    assert {len(o.boxes) for o in options} >= {0, 1, 2, 3, 4, 5, 6, 7}
    rules = [f.name for f in fields(Options) if isinstance(f.default, bool)]
    assert len(rules) == 8
    for rule in rules:
        assert {getattr(o, rule) for o in options} == {True, False}
