"""How long we wait for a database: again and again at the start, and never past a lease."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from itertools import chain, repeat
from typing import Final, TypeVar

from bot.board.painter import RETRY_AFTER
from bot.errors import kind_of
from bot.store.protocol import StoreError

T = TypeVar("T")

_log = logging.getLogger(__name__)
_late: Final[set[asyncio.Task[object]]] = set()
"""Holds on to what nobody waits for any more, since asyncio does not."""


async def until_it_answers(
    work: Callable[[], Awaitable[T]], what: str, *, but: Collection[str] = ()
) -> T:
    """Do it until the store takes it; a failure with one of these codes is raised."""
    for pause in chain(RETRY_AFTER, repeat(RETRY_AFTER[-1])):
        try:
            return await work()
        except StoreError as fault:
            if fault.code in but:
                raise
            _log.warning("%s: %s; once more in %.0f s", what, fault.code, pause)
            await asyncio.sleep(pause)
    raise AssertionError  # the pauses never end


async def within(seconds: float, work: Awaitable[T]) -> T:
    """What it comes to, or a `TimeoutError` in time.

    A driver that is told to stop may first wait for a server that says nothing, and so
    `asyncio.timeout` would. Nobody waits for that here.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
    finally:
        if not task.done():
            task.cancel()
            _late.add(task)
            task.add_done_callback(_forget)
    if not task.done():
        raise TimeoutError
    return task.result()


def _forget(task: asyncio.Task[object]) -> None:
    _late.discard(task)
    fault = None if task.cancelled() else task.exception()
    if fault is not None:
        _log.info("it came too late: %s", kind_of(fault))
