"""Thinks for computers beside the event loop, in worker processes or a thread.

A thought begins when its question is asked, and is ready when the pause of its computer is over.
Where it is not, a quicker computer answers: the queue was full, the table had used its share, or
the worker died. So a game never waits for a thought, and the time of an answer reveals nothing.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import time
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Any, Final, NamedTuple, TypeVar

from bot.errors import report
from bot.hosting import worker
from bot.hosting.worker import THOUGHT_TIMEOUT, Thinking, think, think_alone
from bot.lru import Lru
from bot.tables.autoplay import Thought, deep, luck_of, will_think
from bot.tables.table import Table
from engine import View

QUEUE_PER_WORKER: Final = 8
"""Thoughts that may wait for each worker; more would come too late anyway."""
SUSTAINED_SHARE: Final = 0.5
"""How much of one worker a table may use in the long run, so that no table fills the queue."""
BURST_SECONDS: Final = 5.0
"""Seconds of a worker that a table may use before the share applies."""
TRACKED_TABLES: Final = 1000
"""Tables whose use of workers is remembered."""
MAX_BREAKDOWNS: Final = 3
"""Breakdowns of the workers within `BREAKDOWN_WINDOW` after which they rest for as long."""
BREAKDOWN_WINDOW: Final = 60.0
STUCK_AFTER: Final = 2 * THOUGHT_TIMEOUT
"""Seconds after which a worker that still thinks is stopped or hangs, since it would have ended."""
WORK_STUCK_AFTER: Final = 120.0
"""The same for background work, whose length depends on the game."""
CLOSE_TIMEOUT: Final = 1.0
"""Seconds for thoughts under way when the bot stops."""
MAX_PROCESSES: Final = 4
"""Worker processes if the operator sets no number: each takes some memory."""
WARM_UP: Final = 0.05
"""Seconds for which each process is kept busy at first, so that all of them are started."""
START_TIMEOUT: Final = 30.0
START_METHOD: Final = "forkserver"
"""The bot's own process has threads, and must not be forked itself."""

_Done = TypeVar("_Done")
Think = Callable[[str, View, bytes], Thinking]

_log = logging.getLogger(__name__)


def think_ahead(thinker: Thinker, table: Table) -> None:
    """Begin the thoughts that this table's questions need, and drop all others."""
    asked = deep(table)
    thinker.keep(table.id, asked)
    for thought in asked:
        if not thinker.knows(thought):
            thinker.begin(thought, table.running.view(thought.seat), luck_of(table, thought))
    if will_think(table):
        thinker.get_ready()


class _Waiting(NamedTuple):
    """A thought that waits for a worker."""

    thought: Thought
    view: View
    luck: bytes


class Thinker:
    """Thinks in workers, which are started when they are first needed."""

    def __init__(
        self, start: Callable[[], Workers], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._start = start
        self._clock = clock
        self._workers: Workers | None = None
        self._starting: asyncio.Task[None] | None = None
        self._closed = False
        self._known: Final[dict[str, dict[Thought, str | None]]] = {}
        """The thoughts of each table, with the moves that were found."""
        self._queue: deque[_Waiting] = deque()
        self._under_way: Final[set[asyncio.Future[Any]]] = set()
        self._freed: Final = asyncio.Event()
        """Set when a worker becomes free."""
        self._shares: Final = _Shares(clock)
        self._breakdowns: Final[deque[float]] = deque(maxlen=MAX_BREAKDOWNS)
        """When the workers broke down."""

    def get_ready(self) -> None:
        """Start the workers: a thought will begin soon."""
        if self._workers or self._starting or self._closed or self._rests():
            return
        self._starting = asyncio.create_task(self._get_started(), name="workers")

    def knows(self, thought: Thought) -> bool:
        """Has this thought been begun, even if without success?"""
        return thought in self._known.get(thought.table, ())

    def begin(self, thought: Thought, view: View, luck: bytes) -> None:
        """Begin a thought, if there is room for it."""
        self._known.setdefault(thought.table, {})[thought] = None
        size = self._workers.size if self._workers else 1
        is_full = self._closed or len(self._queue) >= QUEUE_PER_WORKER * size
        if is_full or not self._shares.is_left(thought.table):
            return
        self._queue.append(_Waiting(thought, view, luck))
        self.get_ready()
        self._go_on()

    def recall(self, thought: Thought) -> str | None:
        """The move that was found; None: none, or not yet."""
        return self._known.get(thought.table, {}).get(thought)

    def keep(self, table: str, asked: Collection[Thought]) -> None:
        """Drop all thoughts of this table except the ``asked`` ones."""
        known = self._known.pop(table, {})
        kept = {thought: move for thought, move in known.items() if thought in asked}
        if kept:
            self._known[table] = kept
        if len(kept) < len(known):
            self._queue = deque([it for it in self._queue if self.knows(it.thought)])

    async def work(self, do: Callable[[], _Done]) -> _Done:
        """Do background work as soon as no thought waits."""
        try:
            return await self._work(do)
        except BrokenExecutor:  # perhaps another thought broke it
            return await self._work(do)

    async def _work(self, do: Callable[[], _Done]) -> _Done:
        self.get_ready()
        if self._starting is not None:
            await asyncio.wait({self._starting})
        while self._workers and (self._queue or len(self._under_way) >= self._workers.size):
            self._freed.clear()
            await self._freed.wait()
        workers = self._workers
        if workers is None:
            return await asyncio.to_thread(do)
        try:
            work = asyncio.get_running_loop().run_in_executor(workers.executor, do)
            self._watch(workers, work, WORK_STUCK_AFTER)
            work.add_done_callback(self._freed_worker)
            return await work
        except BrokenExecutor:
            self._replace(workers)
            raise

    async def close(self) -> None:
        self._closed = True
        self._queue.clear()
        if self._starting is not None:
            await asyncio.wait({self._starting})
        workers, self._workers = self._workers, None
        if workers is not None:
            end = partial(workers.executor.shutdown, cancel_futures=True)
            await asyncio.wait(
                {asyncio.ensure_future(asyncio.to_thread(end))}, timeout=CLOSE_TIMEOUT
            )
            workers.kill()

    # --- workers -------------------------------------------------------------------------------

    async def _get_started(self) -> None:
        try:
            self._workers = await asyncio.to_thread(self._start)
        except Exception as fault:
            report("the workers", fault)
            self._breakdowns.append(self._clock())
        self._starting = None
        self._go_on()

    def _rests(self) -> bool:
        """Have the workers broken down too often lately to be started again?"""
        return (
            len(self._breakdowns) == MAX_BREAKDOWNS
            and self._clock() - self._breakdowns[0] < BREAKDOWN_WINDOW
        )

    def _go_on(self) -> None:
        """Give queued thoughts to free workers."""
        while self._workers and self._queue and len(self._under_way) < self._workers.size:
            self._hand_over(self._workers, self._queue.popleft())

    def _hand_over(self, workers: Workers, waiting: _Waiting) -> None:
        thought, view, luck = waiting
        loop = asyncio.get_running_loop()
        ask = partial(workers.think, thought.player, view, luck)
        try:
            work = loop.run_in_executor(workers.executor, ask)
        except BrokenExecutor:
            self._replace(workers)
            return
        self._watch(workers, work, STUCK_AFTER)
        work.add_done_callback(partial(self._note, workers, thought))

    def _watch(self, workers: Workers, work: asyncio.Future[Any], limit: float) -> None:
        """Count this work as under way, and end the workers if it takes too long."""
        self._under_way.add(work)
        if workers.processes:
            late = asyncio.get_running_loop().call_later(limit, self._end_stuck, workers)
            work.add_done_callback(lambda _: late.cancel())

    def _end_stuck(self, workers: Workers) -> None:
        """Kill workers of which one does not move: it holds up the others, too."""
        _log.warning("a worker that thinks for computers stands still and is ended")
        workers.kill()

    def _freed_worker(self, work: asyncio.Future[Any]) -> None:
        """Use a free worker: thoughts go before other work."""
        self._under_way.discard(work)
        self._go_on()
        self._freed.set()

    def _note(self, workers: Workers, thought: Thought, work: asyncio.Future[Thinking]) -> None:
        self._under_way.discard(work)
        fault = None if work.cancelled() else work.exception()
        if isinstance(fault, BrokenExecutor):
            self._replace(workers)
        elif fault is not None:
            report("a thought", fault)
        elif not work.cancelled():
            self._keep(thought, work.result())
        self._freed_worker(work)

    def _keep(self, thought: Thought, came: Thinking) -> None:
        self._shares.use(thought.table, came.seconds)
        if came.fault:
            _log.error("table %s: a thought failed: %s", thought.table, came.fault)
        elif self.knows(thought):
            self._known[thought.table][thought] = came.move

    def _replace(self, workers: Workers) -> None:
        """A worker died, and all thoughts under way are lost: quicker computers answer instead."""
        if workers is not self._workers:
            return  # noted already
        self._workers = None
        self._breakdowns.append(self._clock())
        _log.warning("a worker that thinks for computers died; others take over")
        workers.executor.shutdown(wait=False, cancel_futures=True)
        if self._queue:
            self.get_ready()


class _Shares:
    """Processor time that each table has used lately; it decays at the sustained share."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._used: Final = Lru[str, tuple[float, float]](TRACKED_TABLES)
        """Seconds, and when they were counted."""

    def is_left(self, table: str) -> bool:
        return self._now(table) < BURST_SECONDS

    def use(self, table: str, seconds: float) -> None:
        self._used[table] = self._now(table) + seconds, self._clock()

    def _now(self, table: str) -> float:
        used, at = self._used.get(table) or (0.0, 0.0)
        return max(0.0, used - SUSTAINED_SHARE * (self._clock() - at))


# --- workers -----------------------------------------------------------------------------------


class Workers(NamedTuple):
    """Workers that are running."""

    executor: Executor
    size: int
    """How many thoughts they can work on at a time."""
    think: Think
    """The function that they run."""
    processes: tuple[BaseProcess, ...] = ()

    def kill(self) -> None:
        """End the processes, even those that are stopped."""
        for process in self.processes:
            process.kill()


def default_processes() -> int:
    """The number of worker processes for this machine: one core is left to the bot itself."""
    usable = (
        os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    )
    return min(MAX_PROCESSES, len(usable) - 1)


def start_workers(count: int) -> Workers:
    """Start processes, or one thread if ``count`` is 0 or processes fail. It blocks for a while."""
    if count:
        try:
            return start_processes(count)
        except (OSError, ImportError, TimeoutError, BrokenExecutor) as fault:
            _log.warning("no processes can be started to think in: %s", type(fault).__name__)
    return start_thread()


def start_processes(count: int, think: Think = think_alone) -> Workers:
    """Start worker processes, which share no lock with the bot."""
    known = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context(START_METHOD if START_METHOD in known else "spawn")
    if START_METHOD in known:
        context.set_forkserver_preload([worker.__name__])
    executor = ProcessPoolExecutor(count, context, worker.begin)
    others = {*multiprocessing.active_children()}
    try:
        for warm in [executor.submit(time.sleep, WARM_UP) for _ in range(count)]:
            warm.result(START_TIMEOUT)
    except BaseException:  # also when the bot is stopped meanwhile: no worker may outlive it
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    return Workers(executor, count, think, (*({*multiprocessing.active_children()} - others),))


def start_thread(think: Think = think) -> Workers:
    """Start a thread, which takes turns with the event loop."""
    return Workers(ThreadPoolExecutor(1, "thinking"), 1, think)
