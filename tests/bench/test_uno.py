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


def test_each_game_of_a_round_is_the_same_play_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Countdown, "dealt", [])
    speed, *_ = [uno.random_play(Countdown, number) for number in (0, 0, 1)]
    assert speed.length == STEPS
    assert speed.moves == pytest.approx(STEPS * speed.games)
    first, again, other = [game.actions for game in Countdown.dealt]
    assert len(first) == STEPS * uno.GAMES
    assert first == again != other


def test_rlcard_is_looked_for_and_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> object:
        raise ImportError

    monkeypatch.setattr(uno, "import_module", missing)
    assert uno.installed() is None
