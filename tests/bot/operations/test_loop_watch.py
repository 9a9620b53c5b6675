"""The longest time for which something held up the event loop.

The loop's clock is set by the test: only relations of times are looked at.
"""

import asyncio

import pytest

from bot.operations.gauges import LOOP_CHECK_INTERVAL, LOOP_WINDOW, LoopWatch

HELD = 5.0


class Clock:
    """The clock of the loop, which the test sets ahead."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loop = asyncio.get_running_loop()
        self._time, self._ahead = loop.time, 0.0
        monkeypatch.setattr(loop, "time", lambda: self._time() + self._ahead)

    async def hold_up(self, seconds: float) -> None:
        """Let time pass while the loop does nothing, then let its timers run."""
        self._ahead += seconds
        await asyncio.sleep(2 * LOOP_CHECK_INTERVAL)


@pytest.fixture
async def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


async def test_the_longest_hold_up_is_remembered_for_a_minute(clock: Clock) -> None:
    watch = LoopWatch()
    watch.start()
    await clock.hold_up(HELD)
    await clock.hold_up(HELD / 2)
    assert watch.longest >= HELD - LOOP_CHECK_INTERVAL
    clock._ahead += LOOP_WINDOW  # nothing has run since
    assert watch.longest == 0
    watch.close()


async def test_nothing_is_measured_once_it_is_closed(clock: Clock) -> None:
    watch = LoopWatch()
    watch.start()
    watch.close()
    await clock.hold_up(HELD)
    assert watch.longest == 0
