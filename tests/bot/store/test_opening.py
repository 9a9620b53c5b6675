"""Opening and closing, and what is refused."""

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bot.store.errors import StoreError
from bot.store.sqlite.files import copy as copy_of
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.changes import change, is_whole, version_of

OPEN_IT = """
import asyncio, sys
from bot.store.sqlite.store import SqliteStore
from bot.store.errors import StoreError
async def main():
    store = SqliteStore(sys.argv[1])
    try:
        await store.open()
    except StoreError as error:
        print(error.code)
    else:
        await store.close()
        print("opened")
asyncio.run(main())
"""

BREAK_DOWN = """
import asyncio, sys
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.changes import change
async def main():
    store = SqliteStore(sys.argv[1])
    await store.open()
    await store.commit(change())
    raise SystemExit(3)
asyncio.run(main())
"""


async def why_not(store: SqliteStore) -> str:
    with pytest.raises(StoreError) as caught:
        await store.open()
    return caught.value.code


async def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a" / "b" / "celestia.db")
    await store.open()
    await store.commit(change())
    await store.close()


@pytest.fixture
def kind() -> str:
    """These tests are about a file."""
    return "sqlite"


@pytest.mark.parametrize("protected", [True, False])
async def test_a_forgotten_user_leaves_no_trace_in_the_file(
    store: SqliteStore, file: Path, protected: bool
) -> None:
    """The second time is the positive control."""
    if not protected:
        await store.rows("PRAGMA secure_delete = OFF")
    user = 2**60 + 0x1234_5678_9ABC
    await store.commit(change(stage="over", people={0: user}))
    assert await store.forget(user) == 1
    await store.close()
    assert (user.to_bytes(8, "big") in file.read_bytes()) is not protected


@pytest.mark.posix
async def test_a_new_database_is_readable_to_its_owner_alone(file: Path) -> None:
    store, before = SqliteStore(file), os.umask(0)  # no other permission protects the file
    try:
        await store.open()
        await store.commit(change())
    finally:
        os.umask(before)
    modes = {it.name: it.stat().st_mode & 0o777 for it in file.parent.iterdir()}
    await store.close()
    assert modes == dict.fromkeys(
        [f"celestia.db{end}" for end in ("", "-wal", "-shm", ".lock")], 0o600
    )


async def test_a_second_process_is_refused(store: SqliteStore, file: Path) -> None:
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", OPEN_IT, str(file)], capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == "in_use"


async def test_a_process_that_fails_without_closing_the_store_ends(file: Path) -> None:
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", BREAK_DOWN, str(file)], check=False
    )
    assert done.returncode == 3
    store = SqliteStore(file)
    await store.open()
    assert await version_of(store) == 1
    await store.close()


async def test_a_second_store_in_one_process_is_refused(store: SqliteStore, file: Path) -> None:
    assert await why_not(SqliteStore(file)) == "in_use"
    assert await why_not(store) == "in_use"
    await store.commit(change())


@pytest.mark.posix
async def test_another_path_to_the_same_file_is_refused(store: SqliteStore, file: Path) -> None:
    other = file.with_name("other.db")
    other.symlink_to(file)
    assert await why_not(SqliteStore(other)) == "in_use"


@pytest.mark.parametrize("header", [b"not a database at all", b"SQLite format 3\0" + b"\xff" * 84])
async def test_a_file_that_is_no_database_is_refused_and_left_alone(
    file: Path, header: bytes
) -> None:
    file.write_bytes(header * 100)
    assert await why_not(SqliteStore(file)) == "broken"
    assert file.read_bytes() == header * 100


@pytest.mark.posix
async def test_a_folder_in_place_of_a_database_is_refused(file: Path) -> None:
    file.mkdir()
    before = set(threading.enumerate())
    assert await why_not(SqliteStore(file)) == "cannot_open"
    assert set(threading.enumerate()) <= before


async def test_a_refused_file_can_be_opened_once_it_is_repaired(file: Path) -> None:
    file.write_bytes(b"not a database" * 100)
    store = SqliteStore(file)
    assert await why_not(store) == "broken"
    file.unlink()
    await store.open()
    await store.close()


async def test_a_closed_store_raises_not_open(store: SqliteStore) -> None:
    await store.close()
    await store.close()
    for asked in (store.commit(change()), store.table("blue"), store.note("a", "b")):
        with pytest.raises(StoreError) as caught:
            await asked
        assert caught.value.code == "closed"
    await store.open()
    assert await version_of(store) == 0  # the refused change does not come back


async def test_closing_finishes_pending_writes(store: SqliteStore) -> None:
    asked = [asyncio.create_task(store.commit(change(f"t{n}"))) for n in range(30)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*asked)
    await store.open()
    assert [await version_of(store, f"t{n}") for n in range(30)] == [1] * 30


@pytest.mark.parametrize("steps", range(10))
async def test_a_cancelled_opening_releases_the_lock(file: Path, steps: int) -> None:
    store = SqliteStore(file)
    asked = asyncio.create_task(store.open())
    for _ in range(steps):
        await asyncio.sleep(0.001)
    asked.cancel()
    await asyncio.wait({asked})
    if not asked.cancelled():
        await store.close()
    await store.open()
    await store.commit(change())
    await store.close()


async def test_a_copy_holds_everything(store: SqliteStore, tmp_path: Path) -> None:
    await store.commit(change())
    (tmp_path / "copy.db").write_bytes(b"an older one")
    (tmp_path / "copy.db.part").write_bytes(b"a draft that was broken off")
    await store._connection.run(lambda db: copy_of(db, tmp_path / "copy.db"))
    await store.commit(change(version=1))
    copy = SqliteStore(tmp_path / "copy.db")
    await copy.open()
    assert await version_of(copy) == 1
    assert await is_whole(copy)
    await copy.close()
