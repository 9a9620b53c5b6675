"""Discord accepts one shard in five seconds from a bucket, and a number a day."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest

from bot.shards.identify import (
    CONNECT_TURN,
    IDENTIFY_INTERVAL,
    GatewayInfo,
    IdentifyLimiter,
    LocalTurns,
)


class Clock:
    """A clock that goes on only while everybody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._sleeping: list[tuple[float, int, asyncio.Event]] = []

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        heapq.heappush(self._sleeping, (self.now + seconds, id(woken), woken))
        await woken.wait()

    async def run(self, *all_of_it: Awaitable[None]) -> None:
        tasks = [asyncio.ensure_future(it) for it in all_of_it]
        while not all(task.done() for task in tasks):
            for _ in range(20):
                await asyncio.sleep(0)
            if self._sleeping:
                at, _, woken = heapq.heappop(self._sleeping)
                self.now = max(self.now, at)
                woken.set()
        await asyncio.gather(*tasks)


class Day:
    """Discord's limits, and when shards identified."""

    def __init__(self, buckets: int = 1, left: int = 1000) -> None:
        self.clock = Clock()
        self.left = left
        self.buckets = buckets
        self.told: Callable[[], GatewayInfo] = self.advice
        self.at: list[tuple[float, int]] = []
        turns = LocalTurns(lambda: self.clock.now)
        self.processes = [
            IdentifyLimiter(turns, self.ask, lambda: self.clock.now, self.clock.sleep) for _ in "ab"
        ]
        for process in self.processes:
            process.buckets = buckets

    def advice(self) -> GatewayInfo:
        return GatewayInfo(16, self.buckets, self.left, 3600.0)

    async def ask(self) -> GatewayInfo:
        return self.told()

    async def connect(self, shard: int, takes: float = 0.1) -> None:
        process = self.processes[shard % 2]
        async with process.turn(shard):
            await self.clock.sleep(takes)
            await process.begin(shard)
            assert self.left > 0
            self.left -= 1
            self.at.append((self.clock.now, shard))


def least(day: Day) -> float:
    """The least time between two shards of a bucket."""
    times: dict[int, list[float]] = {}
    for at, shard in day.at:
        times.setdefault(shard % day.buckets, []).append(at)
    return min(
        (later - at for each in times.values() for at, later in pairwise(each)),
        default=float("inf"),
    )


@pytest.mark.parametrize("buckets", [1, 2, 16])
async def test_shards_of_a_bucket_identify_five_seconds_apart(buckets: int) -> None:
    day = Day(buckets)
    await day.clock.run(*(day.connect(shard) for shard in range(16)))
    assert len(day.at) == 16
    assert least(day) >= IDENTIFY_INTERVAL
    assert day.at[-1][0] - 1000 < (16 / buckets) * (IDENTIFY_INTERVAL + 1)


async def test_a_shard_that_connects_for_longer_than_a_turn_waits_for_another() -> None:
    day = Day()
    await day.clock.run(day.connect(0, CONNECT_TURN + 1), day.connect(1), day.connect(2))
    assert len(day.at) == 3
    assert least(day) >= IDENTIFY_INTERVAL


async def test_no_shard_identifies_when_no_session_is_left_today(
    caplog: pytest.LogCaptureFixture,
) -> None:
    day = Day(left=0)

    def tomorrow() -> GatewayInfo:
        if day.clock.now >= 1000 + 3600:
            day.left = 1000
        return day.advice()

    day.told = tomorrow
    with caplog.at_level(logging.WARNING):
        await day.clock.run(day.connect(0))
    assert day.at[0][0] >= 1000 + 3600
    lines = [it.message for it in caplog.records if it.name == "bot.shards.identify"]
    assert lines == ["Discord lets no more shards of this bot connect today: once more in 3600 s"]


async def test_the_last_of_a_day_is_used_but_not_by_two_buckets_at_once() -> None:
    day = Day(left=1)
    await day.clock.run(day.connect(0))
    assert day.left == 0
    both = Day(buckets=2, left=1)
    task = asyncio.ensure_future(both.connect(0))
    for _ in range(50):
        await asyncio.sleep(0)
    assert not both.at
    task.cancel()


async def test_a_cancelled_shard_leaves_its_turn_to_others() -> None:
    day = Day()

    async def gives_up(shard: int) -> None:
        with pytest.raises(OSError, match="reset"):
            async with day.processes[0].turn(shard):
                raise OSError("reset")

    await day.clock.run(gives_up(0))
    await day.clock.run(day.connect(1))
    assert day.at == [(pytest.approx(1000.1), 1)]


async def test_a_discord_without_an_answer_delays_no_shard() -> None:
    day = Day()

    def fails() -> GatewayInfo:
        raise OSError

    day.told = fails
    await day.clock.run(day.connect(0))
    assert len(day.at) == 1
