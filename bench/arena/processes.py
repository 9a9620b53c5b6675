"""Plays rounds in processes side by side, and tells of them in order."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Final, TypeVar

from bench.arena.rounds import Outcome, Round, play_round, play_seat

CORES: Final = os.cpu_count() or 1
Given = TypeVar("Given")
Came = TypeVar("Came")


def played(
    rounds: Sequence[Round], processes: int, *, fresh: bool
) -> Iterator[tuple[Outcome, ...]]:
    """What each round brought, in their order, whatever the number of processes.

    ``fresh``: each game gets a process of its own, where every cache of the players is empty.
    """
    if fresh:
        games = [(given, seat) for given in rounds for seat in range(given.seats)]
        outcomes = _mapped(_play_game, games, processes, tasks=1)
        yield from (tuple(islice(outcomes, given.seats)) for given in rounds)
    elif processes == 1:
        yield from map(play_round, rounds)
    else:
        yield from _mapped(play_round, rounds, processes, tasks=None)


def _play_game(game: tuple[Round, int]) -> Outcome:
    return play_seat(*game)


def _mapped(
    play: Callable[[Given], Came], given: Iterable[Given], processes: int, tasks: int | None
) -> Iterator[Came]:
    """What came of each, in their order; a process ends after so many."""
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for us alone
    # processes that are forked would inherit warm caches
    spawn = get_context("spawn")
    executor = ProcessPoolExecutor(processes, spawn, ignore, max_tasks_per_child=tasks)
    try:
        yield from executor.map(play, given)
    finally:
        executor.shutdown(cancel_futures=True)
