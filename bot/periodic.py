"""A job that runs at an interval, in the background."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.errors import kind_of, report
from bot.store.errors import StoreError

_log = logging.getLogger(__name__)


class Periodic:
    """Runs a job at an interval until it is closed; a failed run does not end it."""

    def __init__(
        self,
        name: str,
        job: Callable[[], Awaitable[object]],
        interval: float,
        first_after: float | None = None,
    ) -> None:
        """Intervals are in seconds; without ``first_after`` the first run waits for one as well."""
        self._name: Final = name
        self._job: Final = job
        self._interval: Final = interval
        self._first_after: Final = interval if first_after is None else first_after
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; a second call does nothing."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=self._name)

    async def close(self) -> None:
        """Cancel the run under way, and wait until it has ended."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _run(self) -> None:
        await asyncio.sleep(self._first_after)
        while True:
            try:
                await self._job()
            except StoreError as fault:
                _log.warning("%s failed and is tried again later: %s", self._name, kind_of(fault))
            except Exception as fault:
                report(self._name, fault)
            await asyncio.sleep(self._interval)
