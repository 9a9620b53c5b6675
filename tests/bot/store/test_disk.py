"""A disk that is full, that cannot be written, or whose database another program has locked."""

import asyncio
import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from bot import console
from bot.cli.check import _database
from bot.store.address import Address
from bot.store.errors import StoreError
from bot.store.sqlite import connection
from bot.store.sqlite.connection import failure_of
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.changes import change, version_of

ROOT = Path(__file__).parents[3]
FILLING = (sys.executable, "-m", "tests.bot.store.filling")
SPACE = ("unshare", "--user", "--map-root-user", "--mount")
NOBODY = 65534


@pytest.fixture
def kind() -> str:
    """These tests are about a file."""
    return "sqlite"


def ended(line: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own modules
        line, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )


# --- full ------------------------------------------------------------------------------------


def on_a_small_disk(folder: Path, *line: str) -> tuple[str, ...]:
    """Return the command with a disk mounted in this folder that only it can see."""
    script = 'mount -t tmpfs -o size=4m tmpfs "$0" && exec "$@"'
    return (*SPACE, "sh", "-c", script, f"{folder}", *line)


def can_mount(folder: Path) -> bool:
    """Return whether this machine or container lets its users mount disks."""
    try:
        return ended(on_a_small_disk(folder, "true")).returncode == 0
    except FileNotFoundError:
        return False


def filling(folder: Path, *ears: str) -> subprocess.CompletedProcess[str]:
    """Play until the disk is full, and beyond. Where no disk can be mounted, limit the database."""
    if can_mount(folder):
        return ended(on_a_small_disk(folder, *FILLING, f"{folder}", "disk", *ears))
    return ended((*FILLING, f"{folder}", "limit", *ears))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "disk"
    folder.mkdir()
    return folder


def test_a_full_disk_loses_nothing_and_play_goes_on_once_there_is_room(folder: Path) -> None:
    done = filling(folder)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_store_that_ignored_a_full_disk_would_fail(folder: Path) -> None:
    """The positive control."""
    done = filling(folder, "deaf")
    assert done.returncode == 1
    assert "lost while full" in done.stderr


# --- read-only -------------------------------------------------------------------------------


@pytest.fixture
async def old() -> AsyncIterator[Path]:
    """A database in a folder that every user can read."""
    place = Path(mkdtemp(prefix="celestia-"))
    store = SqliteStore(place / "celestia.db")
    await store.open()
    await store.commit(change())
    await store.close()
    yield place / "celestia.db"
    place.chmod(0o755)
    shutil.rmtree(place)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Act as another user for a while: the superuser may write everything."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.mark.posix
@pytest.mark.parametrize(("folder", "file"), [(0o555, 0o444), (0o555, 0o666), (0o777, 0o444)])
async def test_a_database_that_cannot_be_written_is_refused_and_left_alone(
    old: Path, folder: int, file: int
) -> None:
    before = old.read_bytes()
    old.with_name("celestia.db.lock").chmod(0o666)
    old.chmod(file)
    old.parent.chmod(folder)
    with as_nobody(), pytest.raises(StoreError) as caught:
        await SqliteStore(old).open()
    assert caught.value.code == "read_only"
    assert old.read_bytes() == before


@pytest.mark.posix
@pytest.mark.parametrize(("folder", "file"), [(0o555, 0o666), (0o777, 0o444)])
async def test_check_finds_a_database_that_cannot_be_written(
    old: Path, folder: int, file: int
) -> None:
    old.chmod(file)
    old.parent.chmod(folder)
    with as_nobody():
        (found,) = await _database(Address.of_file(old))
    assert (found.well, found.what) == (False, console.READ_ONLY.format(path=old))


@pytest.mark.posix
async def test_another_user_opens_a_database_that_can_be_written(old: Path) -> None:
    """The positive control."""
    for path in (old.parent, *old.parent.iterdir()):
        path.chmod(0o777)
    with as_nobody():
        (found,) = await _database(Address.of_file(old))  # the snapshot of the test is not playable
        assert found.what != console.READ_ONLY.format(path=old)
        store = SqliteStore(old)
        await store.open()
        await store.commit(change(version=1))
        await store.close()


# --- locked by another program ---------------------------------------------------------------


@pytest.fixture
def stranger(store: SqliteStore, file: Path) -> Iterator[sqlite3.Connection]:
    """Another program on the database, such as a shell."""
    db = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    with closing(db):
        yield db


async def patience(store: SqliteStore, milliseconds: int) -> None:
    """Set how long the store waits for a lock, instead of five seconds."""
    await store.rows(f"PRAGMA busy_timeout = {milliseconds}")


async def test_a_short_lock_is_waited_for(store: SqliteStore, stranger: sqlite3.Connection) -> None:
    stranger.execute("BEGIN IMMEDIATE")
    asked = asyncio.create_task(store.commit(change()))
    await asyncio.wait({asked}, timeout=0.1)
    assert not asked.done()
    stranger.execute("ROLLBACK")
    await asked
    assert await version_of(store) == 1


async def test_a_lock_that_lasts_is_reported_and_does_not_stop_reads(
    store: SqliteStore, stranger: sqlite3.Connection
) -> None:
    await store.commit(change())
    await patience(store, 100)
    stranger.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError) as caught:
        await store.commit(change(version=1))
    assert caught.value.code == "locked"
    assert await version_of(store) == 1
    stranger.execute("ROLLBACK")
    await store.commit(change(version=1))


async def test_without_a_busy_timeout_a_short_lock_would_be_refused(
    store: SqliteStore, stranger: sqlite3.Connection
) -> None:
    """The positive control."""
    await patience(store, 0)
    stranger.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError) as caught:
        await store.commit(change())
    assert caught.value.code == "locked"


class Deferred:
    """A connection whose transactions begin at their first write."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        return self._db.execute(sql.replace("BEGIN IMMEDIATE", "BEGIN"), *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


@pytest.mark.parametrize("protected", [True, False])
async def test_nothing_is_written_between_the_reads_and_writes_of_a_change(
    store: SqliteStore,
    stranger: sqlite3.Connection,
    protected: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second time is the positive control: waiting does not help a change that has read."""
    carry_out = connection._carry_out
    if not protected:
        deferred: Any = Deferred
        monkeypatch.setattr(
            connection, "_carry_out", lambda db, jobs: carry_out(deferred(db), jobs)
        )
    stranger.execute("PRAGMA busy_timeout = 0")
    intruded: list[bool] = []

    def read_and_write(db: sqlite3.Connection) -> None:
        known = db.execute("SELECT COUNT(*) FROM facts").fetchone()
        try:
            stranger.execute("INSERT INTO facts VALUES ('theirs', '')")
            intruded.append(True)
        except sqlite3.OperationalError:
            intruded.append(False)
        db.execute("INSERT INTO facts VALUES ('ours', ?)", (f"{known}",))

    (end,) = await asyncio.gather(store._connection.write(read_and_write), return_exceptions=True)
    assert intruded == [not protected]
    assert (isinstance(end, StoreError) and end.code == "locked") is not protected


# --- errors of SQLite and of the file system ------------------------------------------------------


def of_sqlite(number: int) -> sqlite3.Error:
    error = sqlite3.DatabaseError()
    error.sqlite_errorcode = number
    return error


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (of_sqlite(sqlite3.SQLITE_FULL), "full"),
        (of_sqlite(sqlite3.SQLITE_READONLY_DBMOVED), "read_only"),
        (of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), "locked"),
        (of_sqlite(sqlite3.SQLITE_IOERR_FSYNC), "failing"),
        (of_sqlite(sqlite3.SQLITE_IOERR_SHMSIZE), "full"),
        (of_sqlite(sqlite3.SQLITE_IOERR_SHORT_READ), "broken"),
        (of_sqlite(sqlite3.SQLITE_CANTOPEN_ISDIR), "cannot_open"),
        (of_sqlite(sqlite3.SQLITE_CORRUPT), "broken"),
        (of_sqlite(sqlite3.SQLITE_NOTADB), "broken"),
        (sqlite3.OperationalError(), "broken"),  # it has no number
        (UnicodeDecodeError("utf-8", b"\xd4", 0, 1, ""), "broken"),
        (OSError(errno.ENOSPC, ""), "full"),
        (OSError(errno.EROFS, ""), "read_only"),
        (OSError(errno.EIO, ""), "failing"),
        (OSError(errno.ENOTDIR, ""), "cannot_open"),
    ],
)
def test_an_error_becomes_an_error_of_the_store(error: Exception, code: str) -> None:
    failure = failure_of(error)
    assert failure.code == code
    assert failure.__cause__ is error
