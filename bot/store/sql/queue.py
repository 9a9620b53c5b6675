"""Group commit: writes that arrive while the database is busy go to it together."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from bot.store.errors import InDoubt, NotOpen, StoreError

W = TypeVar("W")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class _Job(Generic[W]):
    what: W
    outcome: asyncio.Future[Any]


class WriteQueue(Generic[W]):
    """Batches writes.

    A cancelled write is dropped while it waits, and finished once its batch has begun. After
    `settled` a read shows which.
    """

    def __init__(
        self,
        is_open: Callable[[], bool],
        carry_out: Callable[[Sequence[W]], Awaitable[Sequence[object]]],
    ) -> None:
        self._is_open: Final = is_open
        self._carry_out: Final = carry_out
        """Returns the result of each write, or the `StoreError` that it failed with."""
        self._waiting: list[_Job[W]] = []
        self._under_way: list[_Job[W]] = []
        self._drain: asyncio.Task[None] | None = None
        self._batch = asyncio.Event()
        """Set when the current batch has ended."""

    async def put(self, what: W) -> Any:
        """Carry this out durably and return its result, or raise a `StoreError`; see `InDoubt`."""
        if not self._is_open():
            raise NotOpen
        outcome: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Job(what, outcome))
        if self._drain is None:
            self._drain = asyncio.create_task(self._write_all(), name="store writer")
            self._drain.add_done_callback(self._stop)
        return await outcome

    async def settled(self) -> None:
        """Wait for the end of a batch with cancelled writes."""
        if any(job.outcome.cancelled() for job in self._under_way):
            await self._batch.wait()

    async def finish(self) -> None:
        """Wait until the queue is empty."""
        while self._drain is not None:
            await asyncio.wait({self._drain})

    async def _write_all(self) -> None:
        """Write batch after batch, and end when the queue is empty: no task ever idles."""
        while self._waiting:
            self._under_way = [job for job in self._waiting if not job.outcome.done()]
            self._waiting.clear()
            self._batch = asyncio.Event()
            outcomes = await self._outcomes([job.what for job in self._under_way])
            for job, outcome in zip(self._under_way, outcomes, strict=True):
                _resolve(job.outcome, outcome)
            self._under_way = []
            self._batch.set()
        self._drain = None  # no await since the loop's last check, so no write is missed

    async def _outcomes(self, writes: Sequence[W]) -> Sequence[object]:
        try:
            return await self._carry_out(writes)
        except Exception as fault:  # a bug: they may be stored all the same
            where = "".join(traceback.format_tb(fault.__traceback__))
            _log.error("what was written is in doubt: %s\n%s", type(fault).__name__, where)
            return [InDoubt() for _ in writes]

    def _stop(self, drain: asyncio.Task[None]) -> None:
        self._batch.set()
        if self._drain is not drain:
            return
        # It was cancelled. Callers must not wait for ever. The current batch may still be stored,
        # so they are cancelled, too, and get no failure.
        self._drain = None
        for job in (*self._under_way, *self._waiting):
            job.outcome.cancel()
        self._under_way, self._waiting = [], []


def _resolve(waiting: asyncio.Future[Any], outcome: object) -> None:
    if waiting.done():  # its caller was cancelled
        return
    if isinstance(outcome, StoreError):
        waiting.set_exception(outcome)
    else:
        waiting.set_result(outcome)
