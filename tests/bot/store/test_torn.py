"""A torn file is read as it was written, or it is reported as damaged."""

import asyncio
import sqlite3
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
from tests.bot.store.changes import STAY, change, version_of

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
