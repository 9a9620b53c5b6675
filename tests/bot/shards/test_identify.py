"""Discord accepts one shard in five seconds from a bucket, and a number a day."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import pairwise

import pytest

from bot.shards.identify import (
    IDENTIFY_INTERVAL,
    GatewayInfo,
    IdentifyLimiter,
    LocalTurns,
)
from bot.store.leases import LONGEST_TURN
from tests.bot.virtual_time import in_virtual_time, now


class Day:
    """Discord's limits, and when shards identified, by the clock of the running loop."""

    def __init__(self, buckets: int = 1, left: int = 1000) -> None:
        self.left = left
        self.buckets = buckets
        self.told: Callable[[], GatewayInfo] = self.advice
        self.at: list[tuple[float, int]] = []
        turns = LocalTurns(now)
        self.processes = [IdentifyLimiter(turns, self.ask, now) for _ in "ab"]
        for process in self.processes:
            process.buckets = buckets

    def advice(self) -> GatewayInfo:
        return GatewayInfo(16, self.buckets, self.left, 3600.0)

    async def ask(self) -> GatewayInfo:
        return self.told()

    async def connect(self, shard: int, takes: float = 0.1) -> None:
        process = self.processes[shard % 2]
        async with process.turn(shard):
            await asyncio.sleep(takes)
            await process.begin(shard)
            assert self.left > 0
            self.left -= 1
            self.at.append((now(), shard))

    @property
    def least(self) -> float:
        """The least time between two shards of a bucket."""
        times: dict[int, list[float]] = {}
        for at, shard in self.at:
            times.setdefault(shard % self.buckets, []).append(at)
        pairs = [later - at for each in times.values() for at, later in pairwise(each)]
        return min(pairs, default=float("inf"))


@pytest.mark.parametrize("buckets", [1, 2, 16])
@in_virtual_time
async def test_shards_of_a_bucket_identify_five_seconds_apart(buckets: int) -> None:
    day = Day(buckets)
    await asyncio.gather(*(day.connect(shard) for shard in range(16)))
    assert len(day.at) == 16
    assert day.least >= IDENTIFY_INTERVAL
    assert day.at[-1][0] < (16 / buckets) * (IDENTIFY_INTERVAL + 1)


@in_virtual_time
async def test_a_shard_that_connects_for_longer_than_a_turn_waits_for_another() -> None:
    day = Day()
    await asyncio.gather(day.connect(0, LONGEST_TURN + 1), day.connect(1), day.connect(2))
    assert len(day.at) == 3
    assert day.least >= IDENTIFY_INTERVAL


@in_virtual_time
async def test_no_shard_identifies_when_no_session_is_left_today(
    caplog: pytest.LogCaptureFixture,
) -> None:
    day = Day(left=0)

    def tomorrow() -> GatewayInfo:
        if now() >= 3600:
            day.left = 1000
        return day.advice()

    day.told = tomorrow
    with caplog.at_level(logging.WARNING):
        await day.connect(0)
    assert day.at[0][0] >= 3600
    lines = [it.message for it in caplog.records if it.name == "bot.shards.identify"]
    assert lines == ["Discord lets no more shards of this bot connect today: once more in 3600 s"]


@in_virtual_time
async def test_the_last_of_a_day_is_used_but_not_by_two_buckets_at_once() -> None:
    day = Day(left=1)
    await day.connect(0)
    assert day.left == 0
    both = Day(buckets=2, left=1)
    task = asyncio.create_task(both.connect(0))
    await asyncio.sleep(3600)
    assert not both.at
    task.cancel()


@in_virtual_time
async def test_a_cancelled_shard_leaves_its_turn_to_others() -> None:
    day = Day()

    with pytest.raises(OSError, match="reset"):
        async with day.processes[0].turn(0):
            raise OSError("reset")
    await day.connect(1)
    assert day.at == [(pytest.approx(0.1), 1)]


@in_virtual_time
async def test_a_discord_without_an_answer_delays_no_shard() -> None:
    day = Day()

    def fails() -> GatewayInfo:
        raise OSError

    day.told = fails
    await day.connect(0)
    assert len(day.at) == 1
