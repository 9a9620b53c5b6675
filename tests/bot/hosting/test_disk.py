"""The disk fails in the middle of a game: people are told, and the game goes on later."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.events import Events
from bot.hosting.scheduler import TABLE_RETRY_DELAY, Scheduler
from bot.store.errors import DiskFull, Locked, ReadOnly, StoreError
from tests.bot.hosting.hosted import Hosting
from tests.bot.reading import found


async def pragma(hosted: Hosting, words: str) -> None:
    await hosted.store._connection.run(lambda db: db.execute(f"PRAGMA {words}").fetchall())


@asynccontextmanager
async def full(hosted: Hosting) -> AsyncIterator[None]:
    await pragma(hosted, "max_page_count = 1")
    yield
    await pragma(hosted, "max_page_count = 1000000")


@asynccontextmanager
async def read_only(hosted: Hosting) -> AsyncIterator[None]:
    await pragma(hosted, "query_only = ON")
    yield
    await pragma(hosted, "query_only = OFF")


@asynccontextmanager
async def locked(hosted: Hosting) -> AsyncIterator[None]:
    await pragma(hosted, "busy_timeout = 10")
    with closing(sqlite3.connect(hosted.store._file, isolation_level=None)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        yield
        stranger.execute("ROLLBACK")
    await pragma(hosted, "busy_timeout = 5000")


Fault = Callable[[Hosting], AbstractAsyncContextManager[None]]
FAULTS: dict[type[StoreError], Fault] = {DiskFull: full, ReadOnly: read_only, Locked: locked}


async def refusal(hosted: Hosting) -> StoreError:
    """The error of a command, once the last room on a full disk is used up."""
    for _ in range(300):
        before = await hosted.everything()
        try:
            await hosted.a_move()
        except StoreError as error:
            assert await hosted.everything() == before
            return error
    raise AssertionError("everything was stored")


@pytest.mark.parametrize("fault", FAULTS)
async def test_play_waits_for_a_failing_disk_while_hands_are_shown(
    hosted: Hosting, tmp_path: Path, fault: type[StoreError]
) -> None:
    await hosted.start(persons=3)
    async with FAULTS[fault](hosted):
        error = await refusal(hosted)
        assert type(error) is fault
        table = await hosted.table()
        assert [table.running.view(seat).hand for seat in range(3)]
        assert (await hosted.service.history("blue")).running.digest() == table.running.digest()
    for _ in range(5):
        assert (await hosted.a_move()).table.made
    assert found(tmp_path / "celestia.db") == []


async def test_the_bot_carries_on_by_itself_when_the_disk_is_back(hosted: Hosting) -> None:
    lobbies = [await hosted.open(f"t{number}") for number in range(9)]
    hosted.now = (await hosted.store.next_due() or 0.0) + 1

    async def go_round() -> None:
        await clock.start()
        while clock._round is None:
            await asyncio.sleep(0)
        await clock._round
        clock._round = None

    clock = Scheduler(hosted.store, hosted.service.attend, lambda: hosted.now, Events())
    async with read_only(hosted):
        await go_round()
        assert {(await hosted.table(table)).stage for table in lobbies} == {"lobby"}
    hosted.now += TABLE_RETRY_DELAY
    await go_round()
    await clock.close()
    assert {(await hosted.table(table)).stage for table in lobbies} == {"expired"}
