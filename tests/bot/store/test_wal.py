"""With a damaged -wal the database holds a prefix of the commits and nothing else."""

import asyncio
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.store.errors import LogBroken, StoreError
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.changes import change, is_whole, version_of

pytestmark = pytest.mark.posix
"""Windows does not allow reading the -shm of an open database."""

TABLES = ("blue", "red", "green")
COMMITS = 60
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
        table = luck.choice(TABLES)
        version = await version_of(store, table)
        await store.commit(change(table, version, snapshot=f"{table} {version} " * 300))
        order.append(table)
    db, wal, shm = (file.with_name(f"celestia.db{end}").read_bytes() for end in ENDS)
    await store.close()
    return Left(db, wal, shm, tuple(order))


Harm = Callable[[bytes, Random], bytes | None]


def cut(wal: bytes, luck: Random) -> bytes:
    return wal[: luck.randrange(len(wal))]


def flipped(wal: bytes, luck: Random) -> bytes:
    damaged = bytearray(wal)
    damaged[luck.randrange(len(wal))] ^= 1 << luck.randrange(8)
    return bytes(damaged)


def garbled(wal: bytes, luck: Random) -> bytes:
    start = luck.randrange(len(wal))
    rubbish = luck.randbytes(luck.randint(1, 9000))
    return (wal[:start] + rubbish + wal[start + len(rubbish) :])[: len(wal)]


def zeroed(wal: bytes, luck: Random) -> bytes:
    start = luck.randrange(len(wal))
    return wal[:start] + bytes(len(wal) - start)


def gone(wal: bytes, luck: Random) -> None:
    return None


def as_it_was(wal: bytes, luck: Random) -> bytes:
    return wal


HARMS: dict[str, tuple[Harm, Harm]] = {
    "truncated": (cut, as_it_was),
    "a bit flipped": (flipped, as_it_was),
    "a block of rubbish": (garbled, as_it_was),
    "a tail of zeros": (zeroed, as_it_was),
    "deleted": (gone, gone),
    "its index deleted": (as_it_was, gone),
    "its index garbled": (as_it_was, garbled),
    "its index cut off": (as_it_was, cut),
}
"""Damage to the -wal and to the -shm."""


async def beginning(folder: Path, left: Left) -> int | None:
    """Return the number of commits found; None if they are no prefix, or not whole."""
    store = SqliteStore(folder / "celestia.db")
    try:
        await store.open()
        if not all([await is_whole(store, table) for table in TABLES]):
            return None
        versions = {table: await version_of(store, table) for table in TABLES}
        count = sum(versions.values())
        first = left.order[:count]
        return count if versions == {table: first.count(table) for table in TABLES} else None
    except (StoreError, LogBroken):
        return None
    finally:
        await store.close()


def put(folder: Path, db: bytes, wal: bytes | None, shm: bytes | None) -> None:
    folder.mkdir()
    for end, data in zip(ENDS, (db, wal, shm), strict=True):
        if data is not None:
            (folder / f"celestia.db{end}").write_bytes(data)


@pytest.mark.parametrize("harm", HARMS)
async def test_a_damaged_wal_leaves_a_prefix_of_the_commits(
    harm: str, left: Left, tmp_path: Path
) -> None:
    to_wal, to_shm = HARMS[harm]
    luck, counts = Random(harm), set[int]()
    for number in range(12):
        folder = tmp_path / f"{number}"
        put(folder, left.db, to_wal(left.wal, luck), to_shm(left.shm, luck))
        count = await beginning(folder, left)
        assert count is not None
        counts.add(count)
    if to_wal is as_it_was:
        assert counts == {COMMITS}
    else:
        assert min(counts) < COMMITS


@pytest.mark.parametrize("harm", ["truncated", "a block of rubbish"])
async def test_without_checksums_a_damaged_wal_would_not(
    harm: str, left: Left, tmp_path: Path
) -> None:
    """The positive control: the same harm, with every page taken as it comes."""
    to_wal, _ = HARMS[harm]
    luck = Random(harm)
    for number in range(250):
        harmed = to_wal(left.wal, luck)
        assert harmed is not None
        folder = tmp_path / f"{number}"
        put(folder, taken_as_it_comes(left.db, harmed), None, None)
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
