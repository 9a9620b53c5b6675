"""Discord gets no more requests than it takes, and urgent ones go first."""

import asyncio
import time

from bot.board.pacing import RequestPacing

FAST = 100
SLOW = 4


async def turns(
    pace: RequestPacing, names: range, order: list[int], *, urgent: bool = False
) -> None:
    async def one(name: int) -> None:
        await pace.turn(f"{name}", urgent=urgent)
        order.append(name)

    await asyncio.gather(*map(one, names))


async def test_requests_of_a_crowd_take_turns() -> None:
    begun, order = time.monotonic(), list[int]()
    await turns(RequestPacing(FAST), range(FAST + 20), order)
    assert 0.19 < time.monotonic() - begun < 2
    assert order == [*range(FAST + 20)]


async def test_urgent_requests_go_first() -> None:
    pace, order = RequestPacing(FAST), list[int]()
    await turns(pace, range(FAST), order)
    order.clear()
    others = asyncio.ensure_future(turns(pace, range(5), order))
    await asyncio.sleep(0.001)
    pace.hurry("4")
    await turns(pace, range(10, 12), order, urgent=True)
    await others
    assert [it for it in order if it in (4, 10, 11)] == [4, 10, 11]
    assert order.index(11) < order.index(3)


async def test_a_cancelled_request_takes_nobodys_turn() -> None:
    pace, order = RequestPacing(FAST), list[int]()
    await turns(pace, range(FAST), order)
    given_up = [asyncio.ensure_future(pace.turn(f"{n}", urgent=True)) for n in range(50)]
    await asyncio.sleep(0)
    for task in given_up:
        task.cancel()
    begun = time.monotonic()
    await pace.turn("last", urgent=False)
    assert time.monotonic() - begun < 0.4


async def test_it_is_crowded_if_more_wait_than_one_second_serves() -> None:
    pace = RequestPacing(SLOW)
    names = range(2 * SLOW + 1)
    wait = [asyncio.ensure_future(pace.turn(f"{n}", urgent=True)) for n in names]
    await asyncio.sleep(0)
    assert pace.crowded
    await wait[SLOW]  # the first that had to wait
    assert not pace.crowded
    for task in wait:
        task.cancel()


async def test_a_small_share_is_paced_and_not_stuck() -> None:
    pace, order = RequestPacing(FAST), list[int]()
    await turns(pace, range(FAST), order)
    pace.allow(FAST / 10)
    begun = time.monotonic()
    await turns(pace, range(3), order)
    assert 0.15 < time.monotonic() - begun < 2
    pace.allow(0.5)
    await asyncio.sleep(0.1)
    waits = asyncio.ensure_future(pace.turn("last", urgent=True))
    await asyncio.wait({waits}, timeout=4)
    assert waits.done()
