"""A database is waited for: without end at a start, and never past a lease."""

import asyncio

import pytest

from bot import retry
from bot.retry import until_store_answers, with_timeout
from bot.store.errors import NewerProcesses, Unreachable


async def test_it_is_tried_until_store_answers(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(retry, "RETRY_DELAYS", (0.0, 0.01))
    faults = [Unreachable() for _ in range(5)]

    async def work() -> str:
        if faults:
            raise faults.pop()
        return "done"

    assert await until_store_answers(work, "nothing can be read") == "done"
    assert len(caplog.messages) == 5
    assert "nothing can be read: unreachable; once more in 0 s" in caplog.messages


async def test_a_permanent_fault_is_raised_at_once() -> None:
    async def work() -> None:
        raise NewerProcesses()

    with pytest.raises(NewerProcesses):
        await until_store_answers(work, "nothing", but=NewerProcesses)


async def test_an_answer_in_time_is_the_answer() -> None:
    async def work() -> int:
        return 7

    assert await with_timeout(1.0, work()) == 7
    with pytest.raises(ZeroDivisionError):
        await with_timeout(1.0, fails())


async def fails() -> None:
    raise ZeroDivisionError


async def test_work_that_will_not_end_is_abandoned() -> None:
    ends = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await ends.wait()
            raise Unreachable() from None

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1):
            await with_timeout(0.01, work())
    waiting = asyncio.create_task(with_timeout(60.0, work()))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert len(retry._late) == 2
    ends.set()
    while retry._late:
        await asyncio.sleep(0)
