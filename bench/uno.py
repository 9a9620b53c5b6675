"""The UNO of rlcard, a well-known Python engine, as a yardstick for ours.

Its bare game is played, as ours is, and not its environment: that one builds an observation for a
learner at each move. The bare game lists the legal actions in each step, so nobody asks again.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Final, Protocol, cast

from bench.speed import Speed, speed

NAME: Final = "rlcard's UNO"
GAMES: Final = 200
"""Games in a round: they are short."""
COPIES: Final = 20
EVERY: Final = 10
"""Every n-th position is copied."""


State = dict[str, Any]


class Uno(Protocol):
    """What we ask of rlcard's game."""

    np_random: Any
    """Where its luck comes from."""

    def init_game(self) -> tuple[State, int]:
        """Deal; the state and the player who is next."""
        ...

    def step(self, action: str) -> tuple[State, int]:
        """Play this action of the next player."""
        ...

    def is_over(self) -> bool:
        """Has somebody won?"""
        ...


def installed() -> Callable[[], Uno] | None:
    """What makes a game; None where rlcard is not installed.

    It brings numpy along and is no dependency of ours, so it is looked for only here.
    """
    try:
        return cast("Callable[[], Uno]", import_module("rlcard.games.uno").Game)
    except ImportError:
        return None


def random_play(new: Callable[[], Uno], number: int) -> Speed:
    """A round of random games; each round plays other games."""
    game = _seeded(new, number)
    random = Random(number).random
    moves = 0
    start = perf_counter()
    for _ in range(GAMES):
        state, _player = game.init_game()
        while not game.is_over():
            legal = state["legal_actions"]
            state, _player = game.step(legal[int(random() * len(legal))])
            moves += 1
    return speed(moves, GAMES, perf_counter() - start)


def copy_cost(new: Callable[[], Uno], number: int) -> float:
    """Microseconds for a deep copy of a game; rlcard offers no copy of its own."""
    game = _seeded(new, number)
    rng = Random(number)
    times: list[float] = []
    state, _player = game.init_game()
    for turn in range(COPIES * EVERY):
        if game.is_over():
            state, _player = game.init_game()
        if turn % EVERY == 0:
            start = perf_counter()
            deepcopy(game)
            times.append((perf_counter() - start) * 1e6)
        state, _player = game.step(rng.choice(state["legal_actions"]))
    return median(times)


def _seeded(new: Callable[[], Uno], number: int) -> Uno:
    game = new()
    game.np_random.seed(number)
    return game
