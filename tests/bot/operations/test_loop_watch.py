"""The longest time for which something held up the event loop."""

import asyncio

from bot.operations.gauges import LOOP_CHECK_INTERVAL, LOOP_WINDOW, LoopWatch
from tests.bot.virtual_time import VirtualLoop, in_virtual_time


async def hold_up(seconds: float) -> None:
    """Let time pass while the loop does nothing, then let its timers run."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop._now += seconds
    await asyncio.sleep(2 * LOOP_CHECK_INTERVAL)


@in_virtual_time
async def test_the_longest_hold_up_is_remembered_for_a_minute() -> None:
    watch = LoopWatch()
    watch.start()
    await hold_up(5)
    await hold_up(2)
    assert watch.longest >= 5 - LOOP_CHECK_INTERVAL
    await asyncio.sleep(LOOP_WINDOW)
    assert watch.longest == 0
    watch.close()


@in_virtual_time
async def test_nothing_is_measured_once_it_is_closed() -> None:
    watch = LoopWatch()
    watch.start()
    watch.close()
    await hold_up(5)
    assert watch.longest == 0
