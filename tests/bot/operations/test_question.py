"""What may hang is asked once at a time, and not waited for for long."""

import asyncio
import logging
from contextlib import suppress

import pytest

from bot.operations.question import Question

SOON = 0.05


async def test_an_answer_is_kept_for_as_long_as_it_is_good_enough() -> None:
    now, asked = 0.0, 0

    async def ask() -> int:
        nonlocal asked
        asked += 1
        return asked

    question = Question(ask, SOON, keeps=60, clock=lambda: now)
    assert [await question.answer() for _ in range(3)] == [1, 1, 1]
    now = 60
    assert await question.answer() == 2


async def test_what_was_answered_too_late_is_known_to_who_asks_next() -> None:
    free = asyncio.Event()

    async def ask() -> str:
        await free.wait()
        return "late"

    question = Question(ask, SOON, keeps=60)
    with pytest.raises(TimeoutError):
        await question.answer()
    free.set()
    await asyncio.sleep(0)
    assert await question.answer() == "late"


async def test_a_fault_that_comes_too_late_is_no_line_of_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    free = asyncio.Event()

    async def ask() -> None:
        await free.wait()
        raise ValueError

    question = Question(ask, SOON)
    with pytest.raises(TimeoutError):
        await question.answer()
    free.set()
    await asyncio.sleep(0)
    await question.close()
    del question
    assert [it for it in caplog.records if it.name == "asyncio" and it.levelno > 10] == []


async def test_closing_waits_for_no_answer() -> None:
    free = asyncio.Event()

    async def ask() -> None:
        while not free.is_set():  # as a driver that waits for its thread whatever happens
            with suppress(asyncio.CancelledError):
                await free.wait()

    for question in (Question(asyncio.Event().wait, SOON), Question(ask, SOON)):
        with pytest.raises(TimeoutError):
            await question.answer()
        async with asyncio.timeout(1):
            await question.close()
    free.set()
