"""Waiting for a service that may not answer: retries with growing delays, and a hard timeout."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from itertools import chain, repeat
from typing import Final, TypeVar

from bot.errors import kind_of
from bot.store.errors import StoreError

T = TypeVar("T")

RETRY_DELAYS: Final = (2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
"""Seconds before each retry; the last is repeated."""

_log = logging.getLogger(__name__)
_late: Final[set[asyncio.Task[object]]] = set()
"""Tasks that timed out and have not ended yet: asyncio itself keeps no reference to them."""


def retry_delays() -> Iterator[float]:
    """Seconds to wait before each retry, without end."""
    return chain(RETRY_DELAYS, repeat(RETRY_DELAYS[-1]))


async def until_store_answers(
    work: Callable[[], Awaitable[T]], failed: str, *, but: type[StoreError] | tuple[()] = ()
) -> T:
    """Repeat the work until it succeeds, and log what ``failed`` meanwhile.

    Raises a `StoreError` of the class ``but`` at once.
    """
    for delay in retry_delays():
        try:
            return await work()
        except StoreError as fault:
            if isinstance(fault, but):
                raise
            _log.warning("%s: %s; once more in %.0f s", failed, fault.code, delay)
            await asyncio.sleep(delay)
    raise AssertionError  # the delays never end


async def with_timeout(seconds: float, work: Awaitable[T]) -> T:
    """Return the result, or raise `TimeoutError` in time even if the work ignores cancellation.

    `asyncio.timeout` waits until cancelled work has ended; a database driver may first wait for a
    server that does not answer.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
    finally:
        if not task.done():
            task.cancel()
            _late.add(task)
            task.add_done_callback(_ended_late)
    if not task.done():
        raise TimeoutError
    return task.result()


def _ended_late(task: asyncio.Task[object]) -> None:
    _late.discard(task)
    fault = None if task.cancelled() else task.exception()
    if fault is not None:
        _log.info("it came too late: %s", kind_of(fault))
