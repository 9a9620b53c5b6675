"""A process keeps to its part of the bot's requests, and counts retries of discord.py."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import HTTPClient, Route

from bot.discord import allowance
from bot.discord.allowance import OF_A_BOT, UNLIMITED, Allowance, Rate, counted, counting
from bot.discord.limits import REQUESTS, STEADY_REQUESTS
from tests.bot.virtual_time import in_virtual_time, now

FAST = Rate(100, 10)
SLOW = Rate(4, 1)


async def takes(allowance: Allowance, requests: int) -> list[float]:
    """Return the seconds after which each of these requests has its turn."""
    begun, times = now(), list[float]()

    async def one() -> None:
        await allowance.take()
        times.append(now() - begun)

    await asyncio.gather(*(one() for _ in range(requests)))
    return times


async def turns(
    allowance: Allowance, names: Iterable[int], order: list[int], *, urgent: bool = False
) -> None:
    """Have named requests wait for their turns, and note the order in which they get them."""

    async def one(name: int) -> None:
        await allowance.turn(f"{name}", urgent=urgent)
        order.append(name)

    await asyncio.gather(*map(one, names))


async def busy(rate: Rate) -> Allowance:
    """Return an allowance whose burst is used up."""
    allowance = Allowance(rate)
    await takes(allowance, int(rate.at_once))
    return allowance


@contextmanager
def waiting(*requests: Any) -> Iterator[list[asyncio.Future[Any]]]:
    """Have these requests wait meanwhile."""
    tasks = [asyncio.ensure_future(it) for it in requests]
    try:
        yield tasks
    finally:
        for it in tasks:
            it.cancel()


# --- the rate ------------------------------------------------------------------------------


@in_virtual_time
async def test_no_second_has_more_requests_than_discord_takes() -> None:
    times = await takes(Allowance(OF_A_BOT), 200)
    assert times[-1] < 5
    for number, at in enumerate(times):
        assert bisect_left(times, at + 1) - number <= REQUESTS


@in_virtual_time
async def test_a_burst_goes_at_once_and_the_rest_at_the_rate() -> None:
    times = await takes(Allowance(FAST), 40)
    assert times[9] == 0
    assert times[39] == pytest.approx(0.3, abs=0.01)


@pytest.mark.parametrize("part", [1.0, 3 / 8, 1 / 8])
@in_virtual_time
async def test_a_part_of_the_shards_has_that_part_of_the_requests(part: float) -> None:
    allowance = await busy(FAST)
    allowance.allow(part)
    await takes(allowance, 1)
    times = await takes(allowance, 6)
    assert times[-1] - times[0] == pytest.approx(5 / (100 * part), rel=0.05)


@pytest.mark.parametrize("processes", [1, 3, 6, 10, 25, 100])
@in_virtual_time
async def test_all_processes_together_keep_to_the_limit(processes: int) -> None:
    """Each may make one request at once, even if that exceeds its part of the burst."""
    allowance = Allowance(OF_A_BOT)
    allowance.allow(1 / processes)
    rate = allowance._rate
    assert processes * (rate.a_second + rate.at_once) <= max(REQUESTS, 1.5 * processes) + 1e-6
    assert processes * rate.a_second >= STEADY_REQUESTS / 2
    assert await takes(allowance, 1) == [0]


@in_virtual_time
async def test_retries_by_discord_py_are_made_up_for() -> None:
    allowance = await busy(FAST)
    for _ in range(20):
        allowance.repeat()
    assert (await takes(allowance, 1))[0] == pytest.approx(0.21, abs=0.01)


@in_virtual_time
async def test_without_a_limit_no_request_waits() -> None:
    assert (await takes(Allowance(UNLIMITED), 1000))[-1] == 0


@in_virtual_time
async def test_spare_requests_go_last_and_leave_half_of_the_burst_to_others() -> None:
    allowance = Allowance(Rate(4, 40))
    with waiting(*[allowance.take(spare=True) for _ in range(25)]) as spare:
        await asyncio.sleep(0)
        assert sum(it.done() for it in spare) == 21
        assert (await takes(allowance, 19))[-1] == 0
        await takes(allowance, 8)
        assert sum(it.done() for it in spare) == 21
        await asyncio.wait_for(spare[21], 10)


# --- the order -----------------------------------------------------------------------------


@in_virtual_time
async def test_requests_take_turns_and_urgent_ones_go_first() -> None:
    allowance, order = await busy(FAST), list[int]()
    others = asyncio.ensure_future(turns(allowance, range(5), order))
    await asyncio.sleep(0.001)
    allowance.hurry("4")
    await turns(allowance, range(10, 12), order, urgent=True)
    await others
    assert order == [4, 10, 11, 0, 1, 2, 3]


@pytest.mark.parametrize("hurried", [False, True])
@in_virtual_time
async def test_a_cancelled_request_takes_no_turn(hurried: bool) -> None:
    allowance = await busy(FAST)
    with waiting(*[allowance.turn(f"{n}", urgent=False) for n in range(50)]):
        await asyncio.sleep(0)
        for number in range(50 * hurried):
            allowance.hurry(f"{number}")
    begun = now()
    await allowance.turn("last", urgent=False)
    assert now() - begun == pytest.approx(0.01)


@in_virtual_time
async def test_it_is_crowded_while_more_requests_wait_than_a_second_serves() -> None:
    allowance = Allowance(SLOW)
    with waiting(*[allowance.turn(f"{n}", urgent=True) for n in range(6)]) as tasks:
        await asyncio.sleep(0)
        assert allowance.crowded
        await tasks[1]  # the first that had to wait
        assert not allowance.crowded
    with waiting(*[allowance.turn(f"{n}", urgent=True) for n in range(9)]) as tasks:
        await asyncio.sleep(0)
    await asyncio.wait(tasks)
    assert not allowance.crowded  # they were cancelled


# --- parts that change ---------------------------------------------------------------------


@in_virtual_time
async def test_a_process_without_a_shard_is_slow_but_not_stuck() -> None:
    allowance = Allowance(OF_A_BOT)
    allowance.allow(0.0)
    assert await takes(allowance, 2) == [0, pytest.approx(60)]


@in_virtual_time
async def test_waiting_requests_get_the_new_part_at_once() -> None:
    allowance = await busy(FAST)
    allowance.allow(0.0)
    lines = (allowance.take(), allowance.turn("blue", urgent=False), allowance.take(spare=True))
    with waiting(*lines) as tasks:
        await asyncio.wait(tasks, timeout=1)
        assert not any(it.done() for it in tasks)
        allowance.allow(1.0)
        await asyncio.wait_for(asyncio.gather(*tasks), 0.5)


# --- the demand ------------------------------------------------------------------------------


@pytest.mark.parametrize("a_second", [0.0, 0.4, 3.0])
@in_virtual_time
async def test_the_demand_is_measured_against_a_part_of_the_rate(a_second: float) -> None:
    allowance = Allowance(SLOW)
    assert await demand(allowance, a_second) == pytest.approx(a_second / 2, rel=0.05)
    assert await demand(allowance, 0.0) == 0.0


@in_virtual_time
async def test_requests_that_wait_are_a_demand_at_once() -> None:
    allowance = await busy(SLOW)
    assert allowance.demand(0.5) < 1
    with waiting(*[allowance.take() for _ in range(3)]):
        await asyncio.sleep(0)
        assert allowance.demand(0.5) == 1.5


async def demand(allowance: Allowance, a_second: float) -> float:
    """Have requests come at this rate, and return the demand in the end."""
    asked, found = 0.0, allowance.demand(0.5)
    for _ in range(20):
        asked += a_second
        requests = [allowance.take() for _ in range(int(asked))]
        asked -= len(requests)
        await asyncio.gather(*requests)
        await asyncio.sleep(1 - now() % 1)
        found = allowance.demand(0.5)
    return found


# --- retries of discord.py -----------------------------------------------------------------


@pytest.fixture
async def broken(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HTTPClient]:
    """discord.py, at a Discord that fails twice at each request."""
    asked = Counter[str]()

    async def answer(request: web.Request) -> web.Response:
        asked[request.path] += 1
        return web.json_response({}, status=200 if asked[request.path] % 3 == 0 else 502)

    async def sleep(seconds: float, real: Any = asyncio.sleep) -> None:
        await real(min(seconds, 0.01))

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    async with TestServer(app) as server:
        monkeypatch.setattr(Route, "BASE", f"http://{server.host}:{server.port}")
        monkeypatch.setattr(asyncio, "sleep", sleep)
        client = HTTPClient(asyncio.get_running_loop(), http_trace=counting())
        await client.static_login("a token")
        yield client
        await client.close()


async def test_all_but_the_first_try_are_counted_for_their_own_request(broken: HTTPClient) -> None:
    told = list[str]()

    async def ask(name: str) -> None:
        with counted(lambda: told.append(name)):
            await broken.request(Route("GET", f"/{name}"))

    await asyncio.gather(ask("one"), ask("two"))
    await ask("three")
    await broken.request(Route("GET", "/four"))  # this one is not counted
    assert Counter(told) == {"one": 2, "two": 2, "three": 2}
    assert allowance._under_way.get() is None
