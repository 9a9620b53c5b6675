"""Writes are whole or not at all when callers are cancelled, and the next one succeeds."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite
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
    for tries in range(100):
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
    for n in range(300):
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


async def pragma(store: SqliteStore, words: str) -> None:
    await store._connection.run(lambda db: db.execute(f"PRAGMA {words}").fetchall())


async def refused(store: Store, *names: str) -> set[str]:
    """Return why each of these new tables is refused."""
    asked = (store.commit(change(name, snapshot="x" * 20_000)) for name in names)
    ends = await asyncio.gather(*asked, return_exceptions=True)
    return {end.code if isinstance(end, StoreError) else repr(end) for end in ends}


@only_sqlite
async def test_a_full_disk_refuses_the_batch_until_there_is_room_again(store: SqliteStore) -> None:
    await store.commit(change())
    await pragma(store, "max_page_count = 1")  # as many as it has now
    assert await refused(store, "red", "green") == {"full"}
    assert await version_of(store) == 1
    assert await store.table("red") is None
    await pragma(store, "max_page_count = 1000000")
    assert await refused(store, "red", "green") == {"None"}
    assert await is_whole(store, "red")


@only_sqlite
async def test_a_disk_that_fills_up_loses_no_commit_that_was_answered(store: SqliteStore) -> None:
    await pragma(store, "max_page_count = 120")
    asked = (store.commit(change(f"t{n}", snapshot="x" * 9000)) for n in range(60))
    first = await asyncio.gather(*asked, return_exceptions=True)
    ends: list[object] = [*first]
    for n in range(60, 120):
        try:
            ends.append(await store.commit(change(f"t{n}", snapshot="x" * 9000)))
        except StoreError as error:
            ends.append(error)
    codes = {end.code for end in ends if isinstance(end, StoreError)}
    assert codes == {"full"}
    for n, end in enumerate(ends):
        assert await version_of(store, f"t{n}") == (end is None)
        assert await is_whole(store, f"t{n}")


@only_sqlite
async def test_a_database_that_cannot_be_written_is_read_only(store: SqliteStore) -> None:
    await store.commit(change())
    await pragma(store, "query_only = ON")
    assert await refused(store, "red") == {"read_only"}
    assert await version_of(store) == 1
    await pragma(store, "query_only = OFF")
    assert await refused(store, "red") == {"None"}


@only_sqlite
async def test_a_database_that_another_program_writes_is_locked(
    store: SqliteStore, file: Path
) -> None:
    await pragma(store, "busy_timeout = 10")
    stranger = sqlite3.connect(file, isolation_level=None)
    stranger.execute("BEGIN IMMEDIATE")
    assert await refused(store, "red", "green") == {"locked"}
    stranger.execute("ROLLBACK")
    stranger.close()
    assert await refused(store, "red", "green") == {"None"}


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


# --- what we lean on -----------------------------------------------------------------------------


async def test_aiosqlite_runs_whole_functions_in_the_order_of_the_calls(tmp_path: Path) -> None:
    seen: list[tuple[int, str]] = []
    async with aiosqlite.connect(tmp_path / "a.db") as connection:
        assert isinstance(connection._conn, sqlite3.Connection)
        asked = [
            connection._execute(lambda n=n: seen.append((n, threading.current_thread().name)))
            for n in range(20)
        ]
        await asyncio.gather(*asked)
    assert [n for n, _ in seen] == list(range(20))
    assert len({name for _, name in seen} - {threading.current_thread().name}) == 1
