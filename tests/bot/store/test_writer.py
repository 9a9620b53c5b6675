"""Writes are whole or not at all when callers are cancelled, and the next one succeeds."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest

from bot.store.errors import InDoubt, StoreError
from bot.store.postgres.connections import Lane
from bot.store.postgres.store import PostgresStore
from bot.store.sql.queue import WriteQueue
from bot.store.sql.session import Session
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from tests.bot.store.changes import change, is_whole, leg, version_of
from tests.bot.store.kinds import only_sqlite


@asynccontextmanager
async def busy(store: Store) -> AsyncIterator[None]:
    """Block the database, so that all requests stay under way."""
    if isinstance(store, PostgresStore):
        async with store._connections.connection(Lane.WRITING):
            yield
        return
    assert isinstance(store, SqliteStore)
    gate = threading.Event()
    held = asyncio.create_task(store._connection.run(lambda db: gate.wait(10)))
    await asyncio.sleep(0)
    try:
        yield
    finally:
        gate.set()
        await held


@only_sqlite
async def test_an_unreadable_sector_fails_no_other_change(store: SqliteStore) -> None:
    def bad(db: sqlite3.Connection) -> None:
        fault = sqlite3.OperationalError("disk I/O error")
        fault.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
        raise fault

    async with busy(store):
        first = asyncio.create_task(store._connection.write(lambda db: db.execute("SELECT 1")))
        await some_steps()
        tasks = [
            asyncio.create_task(store._connection.write(bad)),
            asyncio.create_task(store.commit(change())),
        ]
        await some_steps()
    await first
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert [end.code if isinstance(end, StoreError) else end for end in ends] == ["failing", None]
    assert await version_of(store) == 1


async def some_steps() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.mark.parametrize("steps", range(12))
async def test_a_caller_cancelled_anywhere_leaves_all_or_nothing(store: Store, steps: int) -> None:
    asked = asyncio.create_task(store.commit(change(interaction=5, paint=(leg(1),))))
    for _ in range(steps):
        await asyncio.sleep(0)
    asked.cancel()
    await asyncio.wait({asked})
    version = await version_of(store)
    assert version in (0, 1)
    assert await store.pages_to_paint("blue") == [leg(1)] * version
    assert await is_whole(store)
    await store.commit(change(version=version))
    assert await version_of(store) == version + 1


async def test_a_caller_cancelled_after_any_delay_leaves_all_or_nothing(store: Store) -> None:
    for tries in range(40):
        asked = asyncio.create_task(store.commit(change(version=await version_of(store))))
        await asyncio.sleep(tries * 0.00003)
        asked.cancel()
        await asyncio.wait({asked})
        assert await is_whole(store)


async def test_a_write_under_way_is_stored_although_its_caller_is_cancelled(store: Store) -> None:
    async with busy(store):
        asked = asyncio.create_task(store.commit(change()))
        await some_steps()
        asked.cancel()
        await some_steps()
        assert asked.cancelled()
    assert await version_of(store) == 1


async def test_a_write_that_still_waits_is_dropped_with_its_caller(store: Store) -> None:
    async with busy(store):
        first = asyncio.create_task(store.commit(change("red")))
        await some_steps()
        second = asyncio.create_task(store.commit(change("blue")))
        third = asyncio.create_task(store.commit(change("green")))
        await some_steps()
        second.cancel()
    await asyncio.gather(first, third)
    assert second.cancelled()
    assert [await version_of(store, name) for name in ("red", "blue", "green")] == [1, 0, 1]


async def test_a_cancelled_caller_cancels_no_other(store: Store) -> None:
    asked = [asyncio.create_task(store.commit(change(f"t{n}"))) for n in range(20)]
    await some_steps()
    for task in asked[::2]:
        task.cancel()
    await asyncio.wait(asked)
    assert all(task.exception() is None for task in asked[1::2])
    assert [await version_of(store, f"t{n}") for n in range(1, 20, 2)] == [1] * 10
    assert all([await is_whole(store, f"t{n}") for n in range(20)])


async def test_no_task_is_left_after_the_last_write(store: Store) -> None:
    await asyncio.gather(*(store.commit(change(f"t{n}")) for n in range(20)))
    await some_steps()
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_cancelling_the_writer_leaves_no_caller_waiting(store: Store) -> None:
    async with busy(store):
        asked = [asyncio.create_task(store.commit(change(name))) for name in ("blue", "red")]
        await some_steps()
        late = asyncio.create_task(store.commit(change("green")))
        await some_steps()
        for task in asyncio.all_tasks():
            if task.get_name() == "store writer":
                task.cancel()
        await asyncio.wait([*asked, late])
    # it was under way and may have been stored; a server is not asked again
    assert await version_of(store) == (1 if isinstance(store, SqliteStore) else 0)
    assert await version_of(store, "green") == 0
    await store.commit(change("green"))


async def test_cancelling_the_writer_before_it_starts_leaves_no_caller_waiting(
    store: Store,
) -> None:
    asked = asyncio.create_task(store.commit(change()))
    await asyncio.sleep(0)
    for task in asyncio.all_tasks() - {asyncio.current_task(), asked}:
        task.cancel()
    await asyncio.wait({asked})
    assert await version_of(store) == 0
    await store.commit(change())


async def test_a_change_requested_as_another_ends_is_not_missed(store: Store) -> None:
    for n in range(60):
        await asyncio.wait_for(store.commit(change(version=n)), 10)


async def test_a_bug_in_the_writer_is_reported_and_it_writes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def breaks(writes: Sequence[str]) -> Sequence[object]:
        if "bad" in writes:
            raise KeyError("spyglass")
        return writes

    queue = WriteQueue[str](lambda: True, breaks)
    asked = [queue.put("bad"), queue.put("good")]
    ends = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(end) for end in ends] == [InDoubt] * 2
    assert "KeyError" in caplog.text
    assert "spyglass" not in caplog.text.replace('raise KeyError("spyglass")', "")
    assert await queue.put("good") == "good"


# --- trouble of the whole database ---------------------------------------------------------------


@only_sqlite
async def test_a_commit_that_fails_at_the_very_end_refuses_the_batch(store: SqliteStore) -> None:
    # References that are checked late are the one thing that makes a COMMIT alone fail.
    def spoil(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA defer_foreign_keys = ON")
        db.execute("INSERT INTO outbox VALUES ('nobody', 'leg', 1, 1)")

    asked = (store.commit(change()), store._connection.write(spoil))
    ends = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(end, StoreError) for end in ends)
    assert await version_of(store) == 0
    await store.commit(change())


@only_sqlite
async def test_a_task_that_ends_the_transaction_does_not_harm_the_next(store: SqliteStore) -> None:
    with pytest.raises(StoreError):
        await store._connection.write(lambda db: db.execute("ROLLBACK"))
    await store.commit(change())
    assert await version_of(store) == 1


async def test_a_programming_mistake_fails_alone_and_keeps_its_cause(store: Store) -> None:
    async def mistake(db: Session) -> None:
        raise KeyError("seat")

    asked = (store.write(mistake), store.commit(change()))
    ends = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(ends[0], StoreError)
    assert isinstance(ends[0].__cause__, KeyError)
    assert ends[1] is None
