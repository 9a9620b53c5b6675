"""The UNO of rlcard, a well-known Python engine, as a yardstick for ours."""

from __future__ import annotations

from copy import deepcopy
from importlib import import_module
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Final

from bench.speed import Speed, speed

NAME: Final = "rlcard's UNO"
GAMES: Final = 200
"""Games in a round: they are short."""
COPIES: Final = 20
EVERY: Final = 10
"""Every n-th position is copied."""


def installed() -> Any | None:
    """The library; None where it is not installed.

    It brings numpy along and is no dependency of ours, so it is looked for only here.
    """
    try:
        return import_module("rlcard")
    except ImportError:
        return None


def random_play(rlcard: Any, number: int) -> Speed:
    """A round of random games, through its own environment."""
    env = rlcard.make("uno", config={"seed": number})
    rng = Random(number)
    moves = 0
    start = perf_counter()
    for _ in range(GAMES):
        state, _seat = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _seat = env.step(legal[int(rng.random() * len(legal))])
            moves += 1
    return speed(moves, GAMES, perf_counter() - start)


def copy_cost(rlcard: Any, number: int) -> float:
    """Microseconds for a deep copy of a game; rlcard offers no copy of its own."""
    env = rlcard.make("uno", config={"seed": number})
    rng = Random(number)
    times: list[float] = []
    state, _seat = env.reset()
    for turn in range(COPIES * EVERY):
        if env.is_over():
            state, _seat = env.reset()
        if turn % EVERY == 0:
            start = perf_counter()
            deepcopy(env.game)
            times.append((perf_counter() - start) * 1e6)
        state, _seat = env.step(rng.choice(list(state["legal_actions"])))
    return median(times)
