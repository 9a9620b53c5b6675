"""Paint pictures off the event loop, and each of them once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

KEPT: Final = 64
"""So many pictures are kept; together they are some three megabytes."""


class Paintable(Protocol):
    """What can be painted; equal ones look alike."""

    def __hash__(self) -> int: ...

    def paint(self) -> bytes: ...


class Studio:
    """Paints on a thread of its own, and keeps what was asked for last."""

    def __init__(self, kept: int = KEPT) -> None:
        self._room = kept
        self._kept: OrderedDict[Paintable, bytes] = OrderedDict()
        self._under_way: dict[Paintable, asyncio.Future[bytes]] = {}
        self._thread = ThreadPoolExecutor(1, "painting")

    async def picture(self, picture: Paintable) -> bytes:
        """The bytes of this picture; two who ask at once wait for one painting.

        Raises `SheetError` if the art cannot be read.
        """
        if picture in self._kept:
            self._kept.move_to_end(picture)
            return self._kept[picture]
        work = self._under_way.get(picture) or self._begin(picture)
        # who gives up waiting does not take the picture from the others
        return await asyncio.shield(work)

    def close(self) -> None:
        """Paint nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _begin(self, picture: Paintable) -> asyncio.Future[bytes]:
        work = asyncio.get_running_loop().run_in_executor(self._thread, picture.paint)
        self._under_way[picture] = work
        work.add_done_callback(lambda done: self._keep(picture, done))
        return work

    def _keep(self, picture: Paintable, done: asyncio.Future[bytes]) -> None:
        del self._under_way[picture]
        # asked for even if nobody waits any more, so that a failure is not reported as forgotten
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[picture] = done.result()
        while len(self._kept) > self._room:
            self._kept.popitem(last=False)
