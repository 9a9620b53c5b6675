"""Thinks for computers beside the event loop.

A thought begins when its question is asked, and is there when the pause of its computer is over.
Where it is not, a quicker computer answers instead: because there is no room for the thought,
because its table has had its share, because its worker died. So a game never waits for a thought,
and the time of an answer tells nothing of it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection
from concurrent.futures import BrokenExecutor
from functools import partial
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from bot.errors import report
from bot.hosting.worker import Thinking, think
from bot.hosting.workers import Workers
from bot.tables.table import Table
from bot.tables.thoughts import Thought, deep, luck_of, will_think
from engine import View

QUEUED: Final = 8
"""So many thoughts may wait for each worker; more would come too late anyway."""
SHARE: Final = 0.5
"""How much of a worker a table may keep busy for good."""
AT_ONCE: Final = 5.0
"""Seconds of a worker that it may use before that counts."""
TABLES: Final = 1000
"""So many tables are remembered with what they have used."""
BREAKS: Final = 3
"""So often the workers may break down within a `WHILE` until they rest for as long."""
WHILE: Final = 60.0
LAST: Final = 1.0
"""Seconds that thoughts under way get when the bot stops."""

_Done = TypeVar("_Done")

_log = logging.getLogger(__name__)


class Thinker(Protocol):
    """Thinks for computers."""

    def get_ready(self) -> None:
        """Somebody will soon have to think."""
        ...

    def knows(self, thought: Thought) -> bool:
        """Was this begun, whatever has become of it?"""
        ...

    def begin(self, thought: Thought, view: View, luck: bytes) -> None:
        """Think of this, if there is room for it."""
        ...

    def recall(self, thought: Thought) -> str | None:
        """The move that was thought of; None if none was, or not yet."""
        ...

    def keep(self, table: str, asked: Collection[Thought]) -> None:
        """Forget all other thoughts of this table: nothing else is asked there any more."""
        ...

    async def work(self, do: Callable[[], _Done]) -> _Done:
        """Do this as soon as no thought waits; nobody at any table waits for it."""
        ...

    async def close(self) -> None:
        """Think no more."""
        ...


def think_ahead(thinker: Thinker, table: Table) -> None:
    """Begin what computers are asked at this table that think for long, and only that."""
    asked = deep(table)
    thinker.keep(table.id, asked)
    for thought in asked:
        if not thinker.knows(thought):
            thinker.begin(thought, table.running.view(thought.seat), luck_of(table, thought))
    if will_think(table):
        thinker.get_ready()


class InPlace:
    """Thinks when the answer is due, and everything else waits: for tests and measurements."""

    def __init__(self) -> None:
        self._asked: Final[dict[Thought, tuple[View, bytes]]] = {}

    def get_ready(self) -> None:
        """It is."""

    def knows(self, thought: Thought) -> bool:
        return thought in self._asked

    def begin(self, thought: Thought, view: View, luck: bytes) -> None:
        self._asked[thought] = view, luck

    def recall(self, thought: Thought) -> str | None:
        found = self._asked.get(thought)
        return think(thought.player, *found).move if found else None

    def keep(self, table: str, asked: Collection[Thought]) -> None:
        for thought in [it for it in self._asked if it.table == table and it not in asked]:
            del self._asked[thought]

    async def work(self, do: Callable[[], _Done]) -> _Done:
        return do()

    async def close(self) -> None:
        """It leaves nothing behind."""


class _Waiting(NamedTuple):
    """A thought that waits for a worker."""

    thought: Thought
    view: View
    luck: bytes


class Pool:
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
        """What was begun at each table, with the moves that were found."""
        self._queue: deque[_Waiting] = deque()
        self._under_way: Final[set[asyncio.Future[Any]]] = set()
        self._freed: Final = asyncio.Event()
        """Is set when a worker has its hands free."""
        self._shares: Final = _Shares(clock)
        self._breaks: Final[deque[float]] = deque(maxlen=BREAKS)
        """When the workers broke down."""

    def get_ready(self) -> None:
        if self._workers or self._starting or self._closed or self._rests():
            return
        self._starting = asyncio.create_task(self._get_started(), name="workers")

    def knows(self, thought: Thought) -> bool:
        return thought in self._known.get(thought.table, ())

    def begin(self, thought: Thought, view: View, luck: bytes) -> None:
        self._known.setdefault(thought.table, {})[thought] = None
        size = self._workers.size if self._workers else 1
        is_full = self._closed or len(self._queue) >= QUEUED * size
        if is_full or not self._shares.is_left(thought.table):
            return
        self._queue.append(_Waiting(thought, view, luck))
        self.get_ready()
        self._go_on()

    def recall(self, thought: Thought) -> str | None:
        return self._known.get(thought.table, {}).get(thought)

    def keep(self, table: str, asked: Collection[Thought]) -> None:
        known = self._known.pop(table, {})
        kept = {thought: move for thought, move in known.items() if thought in asked}
        if kept:
            self._known[table] = kept
        if len(kept) < len(known):
            self._queue = deque([it for it in self._queue if self.knows(it.thought)])

    async def work(self, do: Callable[[], _Done]) -> _Done:
        try:
            return await self._work(do)
        except BrokenExecutor:  # perhaps through no fault of this work
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
            self._under_way.add(work)
            work.add_done_callback(self._let_go)
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
            await asyncio.wait({asyncio.ensure_future(asyncio.to_thread(end))}, timeout=LAST)

    # --- workers -------------------------------------------------------------------------------

    async def _get_started(self) -> None:
        try:
            self._workers = await asyncio.to_thread(self._start)
        except Exception as fault:
            report("the workers", fault)
            self._breaks.append(self._clock())
        self._starting = None
        self._go_on()

    def _rests(self) -> bool:
        """Have the workers broken down so often that others would fare no better now?"""
        return len(self._breaks) == BREAKS and self._clock() - self._breaks[0] < WHILE

    def _go_on(self) -> None:
        """Give the workers what they have hands free for."""
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
        self._under_way.add(work)
        work.add_done_callback(partial(self._note, workers, thought))

    def _let_go(self, work: asyncio.Future[Any]) -> None:
        """A worker has its hands free: thoughts go first."""
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
        self._let_go(work)

    def _keep(self, thought: Thought, came: Thinking) -> None:
        self._shares.use(thought.table, came.seconds)
        if came.fault:
            _log.error("table %s: a thought failed: %s", thought.table, came.fault)
        elif self.knows(thought):
            self._known[thought.table][thought] = came.move

    def _replace(self, workers: Workers) -> None:
        """One of them died, and all that they were at is lost: quicker computers answer that."""
        if workers is not self._workers:
            return  # known already
        self._workers = None
        self._breaks.append(self._clock())
        _log.warning("a worker that thinks for computers died; others take over")
        workers.executor.shutdown(wait=False, cancel_futures=True)
        if self._queue:
            self.get_ready()


class _Shares:
    """How much of the workers' time each table has used; that is forgotten bit by bit."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._used: Final[OrderedDict[str, tuple[float, float]]] = OrderedDict()
        """Seconds, and when they were counted."""

    def is_left(self, table: str) -> bool:
        return self._now(table) < AT_ONCE

    def use(self, table: str, seconds: float) -> None:
        self._used[table] = self._now(table) + seconds, self._clock()
        self._used.move_to_end(table)
        if len(self._used) > TABLES:
            self._used.popitem(last=False)

    def _now(self, table: str) -> float:
        used, at = self._used.get(table, (0.0, 0.0))
        return max(0.0, used - SHARE * (self._clock() - at))
