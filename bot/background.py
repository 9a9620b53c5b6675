"""Work that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Final


class Background:
    """Tasks that run until they end, or until all of them are cancelled."""

    def __init__(self, name: str) -> None:
        self._name: Final = name
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        """References to running tasks, which asyncio does not keep."""

    def begin(self, work: Coroutine[object, object, None]) -> None:
        """Begin this work; it reports its own faults."""
        task = asyncio.create_task(work, name=self._name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel what still runs, and wait until it has ended."""
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
