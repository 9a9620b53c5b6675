"""rlcard's UNO as a yardstick, on a stand-in for its game."""

from random import Random
from typing import ClassVar

import pytest

from bench import uno

STEPS = 3


class Countdown:
    """A game of this many steps with rlcard's interface and its way to draw luck."""

    dealt: ClassVar[list["Countdown"]] = []

    def __init__(self) -> None:
        self.np_random = Random()
        self.left = 0
        self.actions: list[str] = []
        Countdown.dealt.append(self)

    def _state(self) -> tuple[uno.State, int]:
        return {"legal_actions": [f"{self.np_random.random()}", "draw"]}, 0

    def init_game(self) -> tuple[uno.State, int]:
        self.left = STEPS
        return self._state()

    def step(self, action: str) -> tuple[uno.State, int]:
        self.left -= 1
        self.actions.append(action)
        return self._state()

    def is_over(self) -> bool:
        return not self.left


@pytest.fixture
def played() -> list[Countdown]:
    """Return the games made in a test."""
    Countdown.dealt = []
    return Countdown.dealt


def test_each_game_of_a_round_is_played_to_its_end(played: list[Countdown]) -> None:
    speed = uno.random_play(Countdown, 0)
    assert speed.length == STEPS
    assert len(played[0].actions) == STEPS * uno.GAMES
    assert speed.moves == pytest.approx(STEPS * speed.games)


def test_a_round_of_one_number_is_always_the_same(played: list[Countdown]) -> None:
    for number in (0, 0, 1):
        uno.random_play(Countdown, number)
    first, again, other = [game.actions for game in played]
    assert first == again != other


def test_games_are_copied_for_as_long_as_there_are_positions_to_copy(
    played: list[Countdown],
) -> None:
    assert uno.copy_cost(Countdown, 0) > 0
    assert len(played[0].actions) == uno.COPIES * uno.EVERY


def test_rlcard_is_looked_for_and_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> object:
        raise ImportError

    monkeypatch.setattr(uno, "import_module", missing)
    assert uno.installed() is None
