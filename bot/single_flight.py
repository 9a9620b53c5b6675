"""Runs a piece of work once for all callers who ask for it at the same time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, Generic, TypeVar

from bot.lru import Lru

_Key = TypeVar("_Key")
_Made = TypeVar("_Made")

Make = Callable[[], Coroutine[Any, Any, _Made]]


class SingleFlight(Generic[_Key, _Made]):
    """At most one flight for each key; results are kept, failures are not.

    A caller who gives up does not cancel the flight: the others wait for it.
    """

    def __init__(
        self, capacity: int, ttl: float | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Keep ``capacity`` results, each for ``ttl`` seconds after it arrived if that is given."""
        self._results: Final = Lru[_Key, tuple[_Made]](capacity, ttl, clock)
        self._flights: Final[dict[_Key, asyncio.Task[_Made]]] = {}
        self._running: Final[set[asyncio.Task[_Made]]] = set()
        """All flights, including those whose results are not wanted since `clear`."""

    @property
    def under_way(self) -> int:
        return len(self._running)

    async def get(self, key: _Key, make: Make[_Made], within: float | None = None) -> _Made:
        """Return the result, or raise what the work raised.

        Raises `TimeoutError` if ``within`` seconds pass first; the flight goes on.
        """
        kept = self._results.get(key)
        if kept is not None:
            return kept[0]
        flight = self._flight(key, make)
        done, _ = await asyncio.wait({flight}, timeout=within)
        if not done:
            raise TimeoutError
        return flight.result()

    def clear(self) -> None:
        """Drop all results, including those of the flights under way."""
        self._results.clear()
        self._flights.clear()

    async def close(self, within: float | None = None) -> None:
        """Cancel all flights, and wait at most ``within`` seconds until they have ended."""
        for flight in self._running:
            flight.cancel()
        if self._running:
            await asyncio.wait({*self._running}, timeout=within)

    def _flight(self, key: _Key, make: Make[_Made]) -> asyncio.Task[_Made]:
        flight = self._flights.get(key)
        if flight is None:
            flight = asyncio.create_task(make(), name=f"single flight {key}")
            self._flights[key] = flight
            self._running.add(flight)
            flight.add_done_callback(partial(self._landed, key))
        return flight

    def _landed(self, key: _Key, flight: asyncio.Task[_Made]) -> None:
        self._running.discard(flight)
        # looked at even if nobody waits: asyncio would report the failure of a forgotten task
        failed = flight.cancelled() or flight.exception() is not None
        if self._flights.get(key) is flight:
            del self._flights[key]
            if not failed:
                self._results[key] = (flight.result(),)
