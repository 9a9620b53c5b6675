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

    What has failed is made anew for whoever asks next.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._tasks: Final[OrderedDict[_Key, asyncio.Task[_Made]]] = OrderedDict()

    @property
    def under_way(self) -> int:
        """How many things are being made."""
        return sum(not task.done() for task in self._tasks.values())

    def begin(self, key: _Key, make: Make[_Made]) -> asyncio.Task[_Made]:
        """Have what belongs under this key made, unless it is or was."""
        task = self._tasks.get(key)
        if task is None:
            task = asyncio.create_task(make(), name=f"making {key}")
            task.add_done_callback(partial(self._ended, key))
            self._tasks[key] = task
            if len(self._tasks) > self._room:
                self._tasks.popitem(last=False)
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
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, key: _Key, task: asyncio.Task[_Made]) -> None:
        # whoever waits hears of a failure; asyncio would tell of one that nobody looks at
        if (task.cancelled() or task.exception()) and self._tasks.get(key) is task:
            del self._tasks[key]
