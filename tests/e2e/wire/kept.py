"""A bot's database, read beside it: its file, or a copy of PostgreSQL as such a file.

    with kept.reading() as db:                  # a connection of sqlite3 either way
        ...
    with kept.left_behind() as db:              # when nobody writes any more

So one judge serves both. The copy of PostgreSQL is one of a moment, in memory, made by these lines
and none of the bot's.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
import zlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Protocol

import asyncpg

from bot.store.sql import schema
from bot.store.sqlite import migrate
from bot.store.sqlite.connection import TEXT
from bot.store.sqlite.files import WAL, beside, reading

ADDRESSES: Final = ("postgresql://", "postgres://")
OPENED: Final = "(SELECT interaction FROM log WHERE table_id = tables.id AND seq = 1)"
"""The click that opened a table: the rows of a file stand in the order of these."""
WITHIN: Final = 120.0
"""Seconds in which PostgreSQL answers, even one that has just been killed and started again."""
AGAIN_AFTER: Final = 0.1  # seconds


class Kept(Protocol):
    """The database of a bot."""

    def reading(self, channel: int | None = None) -> AbstractContextManager[sqlite3.Connection]:
        """Read it while the bot may be running; of a server, perhaps one channel alone."""
        ...

    def left_behind(self) -> AbstractContextManager[sqlite3.Connection]:
        """Read all that a dead process has left, without a touch."""
        ...


def kept_at(database: str, folder: Path) -> Kept:
    """Return the database of a bot with this setting."""
    return Server(database) if database.startswith(ADDRESSES) else File(folder / database)


@dataclass(frozen=True, slots=True)
class File:
    """A file of SQLite."""

    path: Path

    def reading(self, channel: int | None = None) -> AbstractContextManager[sqlite3.Connection]:
        return reading(self.path)

    @contextmanager
    def left_behind(self) -> Iterator[sqlite3.Connection]:
        with TemporaryDirectory() as folder:
            for part in (self.path, beside(self.path, WAL)):
                if part.exists():
                    shutil.copyfile(part, Path(folder, part.name))
            copy = Path(folder, self.path.name)
            with closing(sqlite3.connect(copy, isolation_level=None)) as db:
                yield db


@dataclass(frozen=True, slots=True)
class Server:
    """A database of PostgreSQL."""

    address: str

    @contextmanager
    def reading(self, channel: int | None = None) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
            db.deserialize(_empty())
            db.text_factory = TEXT
            wanted = {name: _columns(db, name) for name in _names(db)}
            copying = _copied(self.address, wanted, channel)
            # the caller cannot await, so the copy runs on the loop of another thread
            for name, rows in asyncio.run_coroutine_threadsafe(copying, _loop()).result().items():
                places = ", ".join("?" * len(wanted[name]))
                db.executemany(f"INSERT INTO {name} VALUES ({places})", rows)  # noqa: S608
            yield db

    def left_behind(self) -> AbstractContextManager[sqlite3.Connection]:
        return self.reading()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="looks", daemon=True).start()
    return loop


@cache
def _empty() -> bytes:
    """Return a migrated database without a row."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate.apply(db, schema.migrations(), 0.0)
        for name in _names(db):
            db.execute(f"DELETE FROM {name}")  # noqa: S608
        return db.serialize()


def _names(db: sqlite3.Connection) -> list[str]:
    """Return our tables, without the list of migrations, in which the stores may differ."""
    ours = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name != 'schema_version'"
    return [name for (name,) in db.execute(ours)]


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]


async def _copied(
    address: str, wanted: dict[str, list[str]], channel: int | None
) -> dict[str, Sequence[Sequence[object]]]:
    """Return the rows of these tables, all of one moment."""
    connection = await _connected(address)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            rows: dict[str, Sequence[Sequence[object]]] = {}
            for name, columns in wanted.items():
                if asks := _query(name, columns, channel):
                    found = await connection.fetch(asks)
                    rows[name] = [tuple(map(_unpacked, row)) for row in found]
            return rows
    finally:
        await connection.close()


def _unpacked(value: object) -> object:
    """Return a value as a file has it: on a server, snapshots are compressed."""
    return zlib.decompress(value).decode() if isinstance(value, bytes) else value


async def _connected(address: str) -> asyncpg.Connection:
    async with asyncio.timeout(WITHIN):
        while True:
            try:
                return await asyncpg.connect(address)
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(AGAIN_AFTER)


def _query(table: str, columns: list[str], channel: int | None) -> str:
    """Return the query for a table; empty if it has no rows of a channel."""
    asks = f"SELECT {', '.join(columns)} FROM {table}"  # noqa: S608
    if table == "tables":
        return f"{asks}{'' if channel is None else f' WHERE channel = {channel}'} ORDER BY {OPENED}"
    if channel is None:
        return asks
    here = f"table_id IN (SELECT id FROM tables WHERE channel = {channel})"  # noqa: S608
    return f"{asks} WHERE {here}" if "table_id" in columns else ""
