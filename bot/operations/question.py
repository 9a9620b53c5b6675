"""Something that is asked again and again of what may hang."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

_T = TypeVar("_T")


class Question(Generic[_T]):
    """Is asked once at a time, and waited for only so long: who asks meanwhile waits for the same
    answer, so that nothing piles up behind a database that hangs."""

    def __init__(
        self,
        ask: Callable[[], Awaitable[_T]],
        within: float,
        keeps: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ask: Final = ask
        self._within: Final = within
        self._keeps: Final = keeps
        """Seconds for which an answer is good enough."""
        self._clock: Final = clock
        self._asking: asyncio.Task[_T] | None = None
        self._known: tuple[float, _T] | None = None

    async def answer(self) -> _T:
        """The answer, or what went wrong; a `TimeoutError` if there is none in time."""
        if self._known is not None and self._clock() - self._known[0] < self._keeps:
            return self._known[1]
        asking = self._asking
        if asking is None or asking.done():
            asking = self._asking = asyncio.create_task(self._asked(), name="question")
            asking.add_done_callback(_heard)
        if not (await asyncio.wait({asking}, timeout=self._within))[0]:
            raise TimeoutError
        return asking.result()

    async def _asked(self) -> _T:
        answer = await self._ask()
        self._known = self._clock(), answer
        return answer

    async def close(self) -> None:
        """Wait for no answer any more."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait({self._asking}, timeout=self._within)


def _heard(asking: asyncio.Task[_T]) -> None:
    """A fault that comes too late is nobody's news."""
    if not asking.cancelled():
        asking.exception()
