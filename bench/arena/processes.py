"""Plays rounds in processes side by side, and tells of them in order."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Final

from bench.arena.rounds import Outcome, Round, play_round

CORES: Final = os.cpu_count() or 1


def played(
    rounds: Sequence[Round], processes: int, *, fresh: bool
) -> Iterator[tuple[Outcome, ...]]:
    """What each round brought, in their order, whatever the number of processes.

    ``fresh``: each round gets a process of its own, where every cache of the players is empty.
    """
    if processes == 1 and not fresh:
        yield from map(play_round, rounds)
        return
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for us alone
    tasks = 1 if fresh else None
    # processes that are forked would inherit warm caches
    spawn = get_context("spawn")
    executor = ProcessPoolExecutor(processes, spawn, ignore, max_tasks_per_child=tasks)
    try:
        yield from executor.map(play_round, rounds)
    finally:
        executor.shutdown(cancel_futures=True)
