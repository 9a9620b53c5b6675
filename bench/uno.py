"""The UNO of rlcard, a well-known Python engine, as a yardstick.

Its bare game is played and not its environment, which builds an observation for a learner at each
move. Each step of the bare game returns the legal actions.
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
"""One of this many positions is copied."""


State = dict[str, Any]


class Uno(Protocol):
    """The part of rlcard's game that is used."""

    np_random: Any
    """Its random generator."""

    def init_game(self) -> tuple[State, int]:
        """Deal, and return the state and the next player."""
        ...

    def step(self, action: str) -> tuple[State, int]:
        """Play this action of the next player, and return the same."""
        ...

    def is_over(self) -> bool:
        """Return whether a player has won."""
        ...


def installed() -> Callable[[], Uno] | None:
    """Return the class of a game, or None if rlcard is not installed.

    It brings numpy along, so it is no dependency of the project.
    """
    try:
        return cast("Callable[[], Uno]", import_module("rlcard.games.uno").Game)
    except ImportError:
        return None


def random_play(new: Callable[[], Uno], number: int) -> Speed:
    """Play a round of random games; each round plays other games."""
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
    """Return the microseconds of a deep copy of a game; rlcard has no copy of its own."""
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
