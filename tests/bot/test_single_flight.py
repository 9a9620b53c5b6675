"""Work is done once for all who ask at the same time, and its result is kept for a while."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial

import pytest

from bot.single_flight import SingleFlight

SOON = 0.05


class Bench:
    """Work that ends when the test says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self.begun: list[str] = []
        self.go = asyncio.Event()
        self.flights = SingleFlight[str, str](2, ttl=60.0, clock=lambda: self.now)

    async def _make(self, key: str) -> str:
        self.begun.append(key)
        await self.go.wait()
        return key

    def ask(self, *keys: str) -> list[asyncio.Task[str]]:
        asked = (self.flights.get(it, partial(self._make, it)) for it in keys)
        return [asyncio.create_task(it) for it in asked]


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    it = Bench()
    yield it
    await it.flights.close()


async def test_callers_share_a_flight_though_more_are_under_way_than_can_be_kept(
    bench: Bench,
) -> None:
    callers = bench.ask("a", "b", "c", "a")
    await asyncio.sleep(0)
    callers[0].cancel()  # gives up; the other caller still gets the result
    await asyncio.sleep(0)
    assert bench.flights.under_way == 3
    bench.go.set()
    assert await asyncio.gather(*callers[1:]) == ["b", "c", "a"]
    assert bench.begun == ["a", "b", "c"]


async def test_the_results_used_last_are_kept_until_they_expire(bench: Bench) -> None:
    bench.go.set()
    for key in ("a", "b", "a", "c", "a", "b"):
        await asyncio.gather(*bench.ask(key))
    assert bench.begun == ["a", "b", "c", "b"]
    bench.now = 60.0
    await asyncio.gather(*bench.ask("b"))
    assert bench.begun[4:] == ["b"]


async def test_a_result_that_was_cleared_while_under_way_is_not_kept(bench: Bench) -> None:
    old = bench.ask("a")
    await asyncio.sleep(0)
    bench.flights.clear()
    new = bench.ask("a")
    await asyncio.sleep(0)
    assert bench.flights.under_way == 2
    bench.go.set()
    await asyncio.gather(*old, *new)
    assert bench.begun == ["a", "a"]


@pytest.mark.parametrize("clears", [True, False])
async def test_closing_cancels_all_flights(bench: Bench, *, clears: bool) -> None:
    callers = bench.ask("a", "b")
    await asyncio.sleep(0)
    if clears:
        bench.flights.clear()
    await bench.flights.close()
    await asyncio.wait(callers)
    assert all(caller.cancelled() for caller in callers)


async def test_a_result_that_comes_too_late_is_kept_for_the_next_caller(bench: Bench) -> None:
    make = partial(bench._make, "a")
    with pytest.raises(TimeoutError):
        await bench.flights.get("a", make, SOON)
    bench.go.set()
    while bench.flights.under_way:
        await asyncio.sleep(0)
    assert await bench.flights.get("a", make, SOON) == "a"
    assert bench.begun == ["a"]


async def test_a_failure_reaches_all_callers_and_is_not_kept() -> None:
    asked: list[int] = []

    async def fail() -> None:
        asked.append(1)
        await asyncio.sleep(0)
        raise ValueError("broken")

    flights = SingleFlight[str, None](2)
    both = await asyncio.gather(*(flights.get("a", fail) for _ in "12"), return_exceptions=True)
    assert [type(it) for it in both] == [ValueError, ValueError]
    with pytest.raises(ValueError, match="broken"):
        await flights.get("a", fail)
    assert len(asked) == 2


async def test_a_failure_that_comes_too_late_is_no_line_of_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    free = asyncio.Event()

    async def fail() -> None:
        await free.wait()
        raise ValueError

    flights = SingleFlight[str, None](2)
    with pytest.raises(TimeoutError):
        await flights.get("a", fail, SOON)
    free.set()
    while flights.under_way:
        await asyncio.sleep(0)
    del flights
    assert [it for it in caplog.records if it.name == "asyncio" and it.levelno > 10] == []


async def test_closing_does_not_wait_for_work_that_cannot_be_cancelled() -> None:
    free = asyncio.Event()

    async def stubborn() -> None:  # a driver that waits for its thread whatever happens
        while not free.is_set():
            with suppress(asyncio.CancelledError):
                await free.wait()

    flights = SingleFlight[str, None](2)
    with pytest.raises(TimeoutError):
        await flights.get("a", stubborn, SOON)
    async with asyncio.timeout(5):
        await flights.close(SOON)
    free.set()
