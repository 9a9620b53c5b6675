"""For how long something held up the event loop."""

import asyncio
import time

import pytest

from bot.operations import holdups
from bot.operations.holdups import EVERY, Holdups

HELD = 0.35


async def test_the_longest_hold_up_is_noticed() -> None:
    watch = Holdups()
    watch.start()
    await asyncio.sleep(EVERY / 2)
    time.sleep(HELD)
    await asyncio.sleep(EVERY * 1.5)
    assert HELD - EVERY < watch.longest < HELD + 0.3
    watch.close()


async def test_a_loop_that_nothing_holds_up_is_prompt() -> None:
    watch = Holdups()
    watch.start()
    await asyncio.sleep(3 * EVERY)
    assert watch.longest < HELD - EVERY
    watch.close()


async def test_what_is_longer_ago_than_a_minute_counts_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(holdups, "SPAN", 2)
    watch = Holdups()
    watch.start()
    time.sleep(HELD)
    await asyncio.sleep(2 * EVERY)
    assert watch.longest > HELD - EVERY
    await asyncio.sleep(2)
    assert watch.longest < HELD - EVERY
    watch.close()


async def test_nothing_is_left_of_it_once_it_is_closed() -> None:
    watch = Holdups()
    watch.start()
    watch.close()
    before = watch.longest
    time.sleep(HELD)
    await asyncio.sleep(2 * EVERY)
    assert watch.longest == before == 0
