"""A torn file is read as it was written, or as a prefix of that, or is reported as damaged."""

import asyncio
import sqlite3
import struct
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.store.errors import LogBroken, StoreError
from bot.store.sql import rows, seals
from bot.store.sql.session import Session
from bot.store.sqlite.connection import RAISED
from bot.store.sqlite.files import reading_alone
from bot.store.sqlite.inspection import check_pages
from bot.store.sqlite.store import SqliteStore
from bot.tables.actions import Entry
from tests.bot.store.changes import STAY, change, is_whole, version_of

TABLES = [f"t{n}" for n in range(12)]
PAGE = 4096
IMAGES = 25
CONTROL_IMAGES = 60
"""Most images until one is read as intact without hashes."""


@dataclass(frozen=True)
class Written:
    """A closed database, and the content of each table."""

    data: bytes
    tables: Mapping[str, tuple[int, str, list[Entry]]]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return asyncio.run(made(tmp_path_factory.mktemp("written") / "celestia.db"))


async def made(file: Path) -> Written:
    store, known = SqliteStore(file), dict[str, tuple[int, str, list[Entry]]]()
    await store.open()
    for number, table in enumerate(TABLES * 4):
        entries = (STAY, Entry(1, "Play", f"card {number} " * 9))
        version, snapshot = await version_of(store, table), f"{table} at {number} " * 120
        await store.commit(change(table, version, snapshot=snapshot, entries=entries))
    for table in TABLES:
        stored = await store.table(table)
        assert stored
        known[table] = (stored.version, stored.snapshot, await store.log(table))
    await store.close()
    return Written(file.read_bytes(), known)


def cut(data: bytearray, luck: Random) -> None:
    del data[luck.randrange(100, len(data) - 1) :]


def short_of_pages(data: bytearray, luck: Random) -> None:
    del data[luck.randrange(1, len(data) // PAGE) * PAGE :]


def beheaded(data: bytearray, luck: Random) -> None:
    data[:100] = luck.randbytes(100)


def zeroed(data: bytearray, luck: Random) -> None:
    start = luck.randrange(len(data) // PAGE) * PAGE
    data[start : start + PAGE] = bytes(PAGE)


def garbled(data: bytearray, luck: Random) -> None:
    start = luck.randrange(100, len(data))
    rubbish = luck.randbytes(luck.randint(1, 600))[: len(data) - start]
    data[start : start + len(rubbish)] = rubbish


def flipped(data: bytearray, luck: Random) -> None:
    data[luck.randrange(100, len(data))] ^= 1 << luck.randrange(8)


def exchanged(data: bytearray, luck: Random) -> None:
    one, other = (luck.randrange(1, len(data) // PAGE) * PAGE for _ in range(2))
    data[one : one + PAGE], data[other : other + PAGE] = (
        data[other : other + PAGE],
        data[one : one + PAGE],
    )


HARMS: dict[str, Callable[[bytearray, Random], None]] = {
    "cut off": cut,
    "short of pages": short_of_pages,
    "without its head": beheaded,
    "a page of zeros": zeroed,
    "a block of rubbish": garbled,
    "a bit flipped": flipped,
    "pages exchanged": exchanged,
}


async def as_told(file: Path, written: Written) -> str:
    """Return whether the bot reads from this file what was written, or how it notices damage."""
    missing = False
    store = SqliteStore(file)
    try:
        await store.open()
        for name, (version, snapshot, log) in written.tables.items():
            stored = await store.table(name)
            if stored is None:
                missing = True
            elif not stored.intact:
                return "noticed at once"
            elif (stored.version, stored.snapshot, await store.log(name)) != (
                *(version, snapshot, log),
            ):
                return "wrong"
    except (StoreError, LogBroken):
        return "noticed at once"
    finally:
        await store.close()
    return "as it was" if not missing else "found by check" if found(file) else "missing"


def found(file: Path) -> bool:
    try:
        with reading_alone(file) as db:
            check_pages(db)
    except (*RAISED, StoreError):
        return True
    return False


async def outcomes(harm: str, written: Written, folder: Path, images: int) -> AsyncIterator[str]:
    luck = Random(harm)
    for number in range(images):
        data = bytearray(written.data)
        HARMS[harm](data, luck)
        file = folder / f"{number}.db"
        file.write_bytes(data)
        yield await as_told(file, written)


@pytest.mark.parametrize("harm", HARMS)
async def test_no_torn_file_is_read_as_intact(harm: str, written: Written, tmp_path: Path) -> None:
    seen = {it async for it in outcomes(harm, written, tmp_path, IMAGES)}
    assert {"noticed at once"} <= seen <= {"noticed at once", "found by check", "as it was"}


@pytest.mark.parametrize("harm", ["a block of rubbish", "a bit flipped"])
async def test_without_hashes_torn_files_would_be_read_as_intact(
    harm: str, written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The positive control: SQLite by itself sees little of it."""

    async def believed(db: Session, table: str) -> list[Entry]:
        lines = "SELECT seat, command, arguments FROM log WHERE table_id = ? ORDER BY seq"
        return [Entry(*line) for line in await db.rows(lines, table)]

    async def hashed(file: Path) -> Written:
        with closing(sqlite3.connect(file)) as db:
            db.execute("UPDATE tables SET snapshot_hash = 'same'")
            db.commit()
        return Written(file.read_bytes(), written.tables)

    file = tmp_path / "celestia.db"
    file.write_bytes(written.data)
    monkeypatch.setattr(seals, "snapshot_seal", lambda *_: "same")
    monkeypatch.setattr(rows, "log", believed)
    seen = outcomes(harm, await hashed(file), tmp_path, CONTROL_IMAGES)
    assert [True async for it in seen if it == "wrong"]


# --- the -wal -------------------------------------------------------------------------------------

OPEN_TABLES = ("blue", "red", "green")
COMMITS = 60
WALS = 12
WAL_HARMS = ("cut off", "a page of zeros", "a block of rubbish", "a bit flipped")
ENDS = ("", "-wal", "-shm")
FRAME = 24
"""Bytes before each page in the -wal, which begins with 32 more."""


@dataclass(frozen=True)
class Left:
    """The files as a killed bot leaves them, all commits beyond the first still in the -wal."""

    db: bytes
    wal: bytes
    shm: bytes
    order: tuple[str, ...]


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Left:
    return asyncio.run(killed(tmp_path_factory.mktemp("left") / "celestia.db"))


async def killed(file: Path) -> Left:
    store, luck, order = SqliteStore(file), Random(1), list[str]()
    await store.open()
    for _ in range(COMMITS):
        table = luck.choice(OPEN_TABLES)
        version = await version_of(store, table)
        await store.commit(change(table, version, snapshot=f"{table} {version} " * 300))
        order.append(table)
    db, wal, shm = (file.with_name(f"celestia.db{end}").read_bytes() for end in ENDS)
    await store.close()
    return Left(db, wal, shm, tuple(order))


async def beginning(folder: Path, left: Left) -> int | None:
    """Return the number of commits found; None if they are no prefix, or not whole."""
    store = SqliteStore(folder / "celestia.db")
    try:
        await store.open()
        if not all([await is_whole(store, table) for table in OPEN_TABLES]):
            return None
        versions = {table: await version_of(store, table) for table in OPEN_TABLES}
        count = sum(versions.values())
        first = left.order[:count]
        return count if versions == {table: first.count(table) for table in OPEN_TABLES} else None
    except (StoreError, LogBroken):
        return None
    finally:
        await store.close()


def put(folder: Path, db: bytes, wal: bytes | None, shm: bytes | None) -> None:
    folder.mkdir()
    for end, data in zip(ENDS, (db, wal, shm), strict=True):
        if data is not None:
            (folder / f"celestia.db{end}").write_bytes(data)


def harmed(data: bytes, harm: str, luck: Random) -> bytes:
    damaged = bytearray(data)
    HARMS[harm](damaged, luck)
    return bytes(damaged)


@pytest.mark.posix  # Windows does not allow reading the -shm of an open database
@pytest.mark.parametrize(
    "harm", ["cut off", "a page of zeros", "a block of rubbish", "a bit flipped"]
)
async def test_a_damaged_wal_leaves_a_prefix_of_the_commits(
    harm: str, left: Left, tmp_path: Path
) -> None:
    luck, counts = Random(harm), set[int]()
    for number in range(WALS):
        folder = tmp_path / f"{number}"
        put(folder, left.db, harmed(left.wal, harm, luck), left.shm)
        count = await beginning(folder, left)
        assert count is not None
        counts.add(count)
    assert min(counts) < COMMITS


@pytest.mark.posix
async def test_a_lost_wal_leaves_a_prefix_and_a_lost_index_of_it_all_commits(
    left: Left, tmp_path: Path
) -> None:
    put(tmp_path / "no wal", left.db, None, None)
    count = await beginning(tmp_path / "no wal", left)
    assert count is not None
    assert count < COMMITS
    luck = Random(1)
    indexes = [None, *(harmed(left.shm, it, luck) for it in ("cut off", "a block of rubbish"))]
    for number, shm in enumerate(indexes):
        put(tmp_path / f"{number}", left.db, left.wal, shm)
        assert await beginning(tmp_path / f"{number}", left) == COMMITS


@pytest.mark.posix
@pytest.mark.parametrize("harm", ["cut off", "a block of rubbish"])
async def test_without_checksums_a_damaged_wal_would_not(
    harm: str, left: Left, tmp_path: Path
) -> None:
    """The positive control: the same harm, with every page taken as it comes."""
    luck = Random(harm)
    for number in range(250):
        folder = tmp_path / f"{number}"
        put(folder, taken_as_it_comes(left.db, harmed(left.wal, harm, luck)), None, None)
        if await beginning(folder, left) is None:
            return
    pytest.fail("nothing was lost")


def taken_as_it_comes(db: bytes, wal: bytes) -> bytes:
    """Return the database with all pages of the -wal in it, damaged or not."""
    (size,) = struct.unpack(">H", db[16:18])
    data = bytearray(db)
    for start in range(32, len(wal) - FRAME - size + 1, FRAME + size):
        (page,) = struct.unpack(">I", wal[start : start + 4])
        if 0 < page < 10_000:
            end = page * size
            data.extend(bytes(max(0, end - len(data))))
            data[end - size : end] = wal[start + FRAME : start + FRAME + size]
    return bytes(data)
