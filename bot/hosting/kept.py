"""What takes a while to make and was made lately: each thing once for all who ask."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, Final, Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Made = TypeVar("_Made")
Make = Callable[[], Coroutine[Any, Any, _Made]]


class Kept(Generic[_Key, _Made]):
    """Keeps as many things as there is ``room``; what was asked for longest ago goes first.

    What is being made goes when it is ready. What has failed is made anew for whoever asks next.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._tasks: Final[OrderedDict[_Key, asyncio.Task[_Made]]] = OrderedDict()
        self._running: Final[set[asyncio.Task[_Made]]] = set()
        """Those that are being made, though nobody may want to keep them any more."""

    @property
    def under_way(self) -> int:
        """How many things are being made."""
        return len(self._running)

    def begin(self, key: _Key, make: Make[_Made]) -> asyncio.Task[_Made]:
        """Have what belongs under this key made, unless it is or was."""
        task = self._tasks.get(key)
        if task is None:
            task = asyncio.create_task(make(), name=f"making {key}")
            task.add_done_callback(partial(self._ended, key))
            self._running.add(task)
            self._tasks[key] = task
            self._make_room()
        self._tasks.move_to_end(key)
        return task

    async def get(self, key: _Key, make: Make[_Made]) -> _Made:
        """What there is under this key, made if need be."""
        # who gives up waiting does not take it from the next who asks
        return await asyncio.shield(self.begin(key, make))

    def clear(self) -> None:
        """Keep nothing of what there is."""
        self._tasks.clear()

    async def close(self) -> None:
        """Make nothing more."""
        tasks = [*self._running]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _make_room(self) -> None:
        for key in [key for key, task in self._tasks.items() if task.done()]:
            if len(self._tasks) <= self._room:
                return
            del self._tasks[key]

    def _ended(self, key: _Key, task: asyncio.Task[_Made]) -> None:
        self._running.discard(task)
        # whoever waits hears of a failure; asyncio would tell of one that nobody looks at
        if (task.cancelled() or task.exception()) and self._tasks.get(key) is task:
            del self._tasks[key]
        self._make_room()
