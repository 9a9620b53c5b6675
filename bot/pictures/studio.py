"""Paints pictures off the event loop, and each of them once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, Protocol

from bot.single_flight import SingleFlight

CAPACITY: Final = 64
"""Pictures that are kept; together they take some three megabytes."""


class Picture(Protocol):
    """A picture of public numbers; equal ones look alike, and have the same name."""

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """The name of its file, which depends on all that it shows."""
        ...

    @property
    def occasion(self) -> str:
        """A name for what it must show: a picture of the same occasion may stay posted."""
        ...

    def paint(self) -> bytes:
        """Return the file."""
        ...


class Studio:
    """Paints on a thread of its own, and keeps the pictures that were asked for last."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._pictures: Final = SingleFlight[Picture, bytes](capacity)
        self._thread: Final = ThreadPoolExecutor(1, "painting")

    async def picture(self, picture: Picture) -> bytes:
        """Return the bytes of this picture; callers who ask at once wait for one painting.

        Raises `SheetError` if the art cannot be read.
        """
        return await self._pictures.get(picture, partial(self._painted, picture))

    def close(self) -> None:
        """Paint nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _painted(self, picture: Picture) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._thread, picture.paint)
