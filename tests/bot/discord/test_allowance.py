"""Discord gets no more requests than it takes, each process keeps to its share, and urgent ones go
first."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections.abc import Iterable

import pytest

from bot.discord.allowance import OF_A_BOT, UNLIMITED, Allowance, Rate
from bot.discord.limits import REQUESTS, STEADY_REQUESTS

FAST = Rate(100, 10)
SLOW = Rate(4, 1)
AT_ONCE = 0.02
"""Seconds that pass where nobody waits."""


async def takes(allowance: Allowance, requests: int, *, spare: bool = False) -> list[float]:
    """After how many seconds each of these may be made."""
    begun, times = time.monotonic(), list[float]()

    async def one() -> None:
        await allowance.take(spare=spare)
        times.append(time.monotonic() - begun)

    await asyncio.gather(*(one() for _ in range(requests)))
    return times


async def turns(
    allowance: Allowance, names: Iterable[int], order: list[int], *, urgent: bool = False
) -> None:
    """Have all of these wait for turns, and note the order in which they get them."""

    async def one(name: int) -> None:
        await allowance.turn(f"{name}", urgent=urgent)
        order.append(name)

    await asyncio.gather(*map(one, names))


async def busy(rate: Rate) -> Allowance:
    """One that has given all it has."""
    allowance = Allowance(rate)
    await takes(allowance, int(rate.at_once))
    return allowance


# --- how many ------------------------------------------------------------------------------


async def test_in_no_second_are_there_more_than_discord_takes() -> None:
    """After a quiet time as well, and however many wait."""
    waits = asyncio.ensure_future(takes(Allowance(OF_A_BOT), 200))
    await asyncio.wait({waits}, timeout=0)
    assert max(await waits) < 5.5
    times = waits.result()
    for number, at in enumerate(times):
        assert bisect_left(times, at + 1) - number <= REQUESTS


@pytest.mark.parametrize("part", [1.0, 3 / 8, 1 / 8, 1 / 100])
async def test_after_a_quiet_time_a_board_goes_at_once(part: float) -> None:
    """In either line that it stands in: of boards, and of requests."""
    boards, requests = Allowance(OF_A_BOT), Allowance(OF_A_BOT)
    boards.allow(part)
    requests.allow(part)
    begun = time.monotonic()
    await boards.turn("blue", urgent=True)
    await requests.take()
    assert time.monotonic() - begun < AT_ONCE


async def test_a_few_go_at_once_and_the_rest_in_turn() -> None:
    times = await takes(Allowance(FAST), 40)
    assert times[9] < AT_ONCE
    assert 0.29 < times[39] < 1


@pytest.mark.parametrize("part", [1.0, 3 / 8, 1 / 8])
async def test_a_part_of_the_shards_has_that_part_of_the_requests(part: float) -> None:
    allowance = await busy(FAST)
    allowance.allow(part)
    await takes(allowance, 1)
    times = await takes(allowance, 6)
    assert 5 / (100 * part) < times[-1] < 6 / (100 * part) + 0.5


@pytest.mark.parametrize("processes", [1, 3, 6, 10, 25])
async def test_however_many_processes_there_are_they_make_no_more_together(processes: int) -> None:
    """Each may make one at once, though that is more than its part of what one alone may."""
    allowance = Allowance(OF_A_BOT)
    allowance.allow(1 / processes)
    rate = allowance._rate
    assert processes * (rate.a_second + rate.at_once) <= REQUESTS + 1e-6
    assert rate.at_once >= 1
    assert processes * rate.a_second >= STEADY_REQUESTS / 2


async def test_what_was_sent_again_is_made_up_for() -> None:
    allowance = await busy(FAST)
    for _ in range(20):
        allowance.repeat()
    assert (await takes(allowance, 1))[0] > 0.19


async def test_three_processes_with_all_shards_make_no_more_than_one_would() -> None:
    made = 0
    for shards in (3, 3, 2):
        allowance = Allowance(OF_A_BOT)
        allowance.allow(shards / 8)
        waiting = [asyncio.ensure_future(allowance.take()) for _ in range(9)]
        await asyncio.sleep(0)
        made += sum(it.done() for it in waiting)
        for it in waiting:
            it.cancel()
    assert 3 <= made <= OF_A_BOT.at_once


async def test_without_a_limit_nobody_waits() -> None:
    assert (await takes(Allowance(UNLIMITED), 1000))[-1] < 0.5


async def test_what_nobody_waits_for_leaves_half_of_it_to_others() -> None:
    allowance = Allowance(Rate(4, 40))
    spare = [asyncio.ensure_future(allowance.take(spare=True)) for _ in range(25)]
    await asyncio.sleep(0)
    assert sum(it.done() for it in spare) == 21
    assert (await takes(allowance, 19))[-1] < AT_ONCE
    for it in spare:
        it.cancel()


async def test_what_nobody_waits_for_goes_last() -> None:
    allowance = await busy(FAST)
    spare = asyncio.ensure_future(allowance.take(spare=True))
    await asyncio.sleep(0)
    await takes(allowance, 10)
    assert not spare.done()
    await asyncio.wait_for(spare, 1)


# --- whose turn it is ----------------------------------------------------------------------


async def test_requests_of_a_crowd_take_turns() -> None:
    order = list[int]()
    await turns(Allowance(FAST), range(30), order)
    assert order == [*range(30)]


async def test_urgent_requests_go_first() -> None:
    allowance, order = await busy(FAST), list[int]()
    others = asyncio.ensure_future(turns(allowance, range(5), order))
    await asyncio.sleep(0.001)
    allowance.hurry("4")
    await turns(allowance, range(10, 12), order, urgent=True)
    await others
    assert [it for it in order if it in (4, 10, 11)] == [4, 10, 11]
    assert order.index(11) < order.index(3)


@pytest.mark.parametrize("hurried", [False, True])
async def test_a_cancelled_request_takes_nobodys_turn(hurried: bool) -> None:
    allowance = await busy(FAST)
    given_up = [asyncio.ensure_future(allowance.turn(f"{n}", urgent=False)) for n in range(50)]
    await asyncio.sleep(0)
    for number, task in enumerate(given_up):
        if hurried:
            allowance.hurry(f"{number}")
        task.cancel()
    begun = time.monotonic()
    await allowance.turn("last", urgent=False)
    assert time.monotonic() - begun < 0.2


async def test_it_is_crowded_if_more_wait_than_one_second_serves() -> None:
    allowance = Allowance(SLOW)
    wait = [asyncio.ensure_future(allowance.turn(f"{n}", urgent=True)) for n in range(6)]
    await asyncio.sleep(0)
    assert allowance.crowded
    await wait[1]  # the first that had to wait
    assert not allowance.crowded
    for task in wait:
        task.cancel()
    await asyncio.wait(wait)


async def test_those_who_were_cancelled_are_no_crowd() -> None:
    allowance = await busy(SLOW)
    wait = [asyncio.ensure_future(allowance.turn(f"{n}", urgent=True)) for n in range(9)]
    await asyncio.sleep(0)
    for task in wait:
        task.cancel()
    await asyncio.wait(wait)
    assert not allowance.crowded


# --- shares that change --------------------------------------------------------------------


async def test_a_process_without_a_shard_is_slow_but_not_stuck() -> None:
    allowance = Allowance(OF_A_BOT)
    allowance.allow(0.0)
    assert (await takes(allowance, 1))[-1] < AT_ONCE
    waits = asyncio.ensure_future(allowance.take())
    await asyncio.wait({waits}, timeout=0.1)
    assert not waits.done()
    waits.cancel()


async def test_who_waits_has_the_new_share_at_once() -> None:
    allowance = await busy(FAST)
    allowance.allow(0.0)
    waiting = [
        asyncio.ensure_future(allowance.take()),
        asyncio.ensure_future(allowance.turn("blue", urgent=False)),
        asyncio.ensure_future(allowance.take(spare=True)),
    ]
    await asyncio.wait(waiting, timeout=0.05)
    assert not any(it.done() for it in waiting)
    allowance.allow(1.0)
    await asyncio.wait_for(asyncio.gather(*waiting), 0.5)


async def test_a_board_that_was_let_go_holds_up_none_that_comes_later() -> None:
    allowance = await busy(FAST)
    allowance.allow(0.0)
    gone = asyncio.ensure_future(allowance.turn("blue", urgent=True))
    await asyncio.wait({gone}, timeout=0.05)
    gone.cancel()
    allowance.allow(1.0)
    begun = time.monotonic()
    await allowance.turn("red", urgent=False)
    assert time.monotonic() - begun < 0.2
