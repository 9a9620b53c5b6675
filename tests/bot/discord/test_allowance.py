"""A process makes no more requests than its share of the bot's."""

from __future__ import annotations

import asyncio

import pytest

from bot.discord.allowance import UNLIMITED, Allowance


class Clock:
    """A clock that goes on while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.now += seconds


def of(clock: Clock, a_second: float) -> Allowance:
    return Allowance(a_second, lambda: clock.now, clock.sleep)


async def seconds_for(allowance: Allowance, clock: Clock, requests: int) -> float:
    begun = clock.now
    await asyncio.gather(*(allowance.take() for _ in range(requests)))
    return clock.now - begun


async def test_a_second_s_worth_goes_at_once_and_the_rest_in_turn() -> None:
    clock = Clock()
    allowance = of(clock, 45)
    assert await seconds_for(allowance, clock, 45) == 0
    assert await seconds_for(allowance, clock, 90) == pytest.approx(2)


@pytest.mark.parametrize("part", [1.0, 3 / 8, 1 / 8, 1 / 100])
async def test_a_part_of_the_shards_has_that_part_of_the_requests(part: float) -> None:
    clock = Clock()
    allowance = of(clock, 45)
    await seconds_for(allowance, clock, 45)
    allowance.allow(part)
    assert await seconds_for(allowance, clock, 20) == pytest.approx(20 / (45 * part))


async def test_three_processes_with_all_shards_make_no_more_than_one_would() -> None:
    clock = Clock()
    made = 0
    for shards in (3, 3, 2):
        allowance = of(clock, 45)
        allowance.allow(shards / 8)
        clock.now += 60
        while await seconds_for(allowance, clock, 1) == 0:
            made += 1
    assert made <= 45


async def test_a_process_without_a_shard_is_slow_but_not_stuck() -> None:
    clock = Clock()
    allowance = of(clock, 45)
    allowance.allow(0.0)
    assert await seconds_for(allowance, clock, 2) <= 120


async def test_without_a_limit_nobody_waits() -> None:
    clock = Clock()
    assert await seconds_for(of(clock, UNLIMITED), clock, 1000) == 0


async def test_what_nobody_waits_for_leaves_half_of_it_to_others() -> None:
    clock = Clock()
    allowance = of(clock, 40)
    for _ in range(21):
        await allowance.take(spare=True)
    assert clock.now == Clock().now
    await allowance.take(spare=True)
    assert clock.now > Clock().now
    before = clock.now
    for _ in range(19):
        await allowance.take()
    assert clock.now == before
