"""Makes the workers that think for the bot: processes where there are cores for them."""

from __future__ import annotations

import logging
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Final, NamedTuple

from bot.hosting import worker
from bot.hosting.worker import Thinking, think, think_alone
from engine import View

MOST: Final = 4
"""So many processes there are unless somebody asks for more: each takes some memory."""
WARM_UP: Final = 0.05
"""Seconds that each is kept busy at first, so that all of them are started."""
STARTS_WITHIN: Final = 30.0
METHOD: Final = "forkserver"
"""How they are started: our own process has threads, and must not be forked itself."""

Think = Callable[[str, View, bytes], Thinking]

_log = logging.getLogger(__name__)


class Workers(NamedTuple):
    """Workers that were started."""

    executor: Executor
    size: int
    """How many thoughts they can think at a time."""
    think: Think
    """How they do."""


def by_cores() -> int:
    """How many processes fit this machine: one core is left to the bot itself."""
    usable = (
        os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    )
    return min(MOST, len(usable) - 1)


def started(count: int) -> Workers:
    """So many processes, or one thread. That takes a while, during which nobody should wait."""
    if count:
        try:
            return processes(count)
        except (OSError, ImportError, TimeoutError, BrokenExecutor) as fault:
            _log.warning("no processes can be started to think in: %s", type(fault).__name__)
    return thread()


def processes(count: int, think: Think = think_alone) -> Workers:
    """Processes of their own, which share no lock with us."""
    known = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context(METHOD if METHOD in known else "spawn")
    if METHOD in known:
        context.set_forkserver_preload([worker.__name__])
    executor = ProcessPoolExecutor(count, context, worker.begin)
    try:
        for warm in [executor.submit(time.sleep, WARM_UP) for _ in range(count)]:
            warm.result(STARTS_WITHIN)
    except BaseException:  # also when we are told to end meanwhile: none of them may outlive us
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    return Workers(executor, count, think)


def thread(think: Think = think) -> Workers:
    """A thread of our own: it takes turns with the event loop, which goes on all the while."""
    return Workers(ThreadPoolExecutor(1, "thinking"), 1, think)
