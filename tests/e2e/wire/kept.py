"""A bot's database, read beside it: its file, or a copy of PostgreSQL as such a file.

    with kept.reading() as db:                  # a connection of sqlite3 either way
        ...
    with kept.left_behind() as db:              # when nobody writes any more

So one judge looks at both. Of PostgreSQL it sees a copy of one moment, in memory, made by these
lines and none of the bot's.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
import zlib
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Protocol, TypeVar

import asyncpg

from bot.store.sql import schema
from bot.store.sqlite import migrate
from bot.store.sqlite.connection import TEXT
from bot.store.sqlite.files import WAL, beside, reading

T = TypeVar("T")

ADDRESSES: Final = ("postgresql://", "postgres://")
TABLES: Final = "tables"
OPENED: Final = "(SELECT interaction FROM log WHERE table_id = tables.id AND seq = 1)"
"""The click that opened a table: the rows of a file stand in the order of these."""
IS_IN_CHANNEL: Final = {
    TABLES: "channel = $1",
    "log": "table_id IN (SELECT id FROM tables WHERE channel = $1)",
}
"""Which rows belong to a channel; all else that names a table goes like its log."""
WITHIN: Final = 20.0
"""Seconds in which PostgreSQL answers, even one that has just been killed and started again."""
AGAIN_AFTER: Final = 0.1


class Kept(Protocol):
    """All that a bot keeps."""

    def reading(self, channel: int | None = None) -> AbstractContextManager[sqlite3.Connection]:
        """As it stands, while the bot may be running; perhaps of one channel alone."""
        ...

    def left_behind(self) -> AbstractContextManager[sqlite3.Connection]:
        """All of it, untouched by whoever looks."""
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
        """A copy of what a dead process has left, so that the next one finds it untouched."""
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
            for name, rows in _run(_copied(self.address, wanted, channel)).items():
                places = ", ".join("?" * len(wanted[name]))
                db.executemany(f"INSERT INTO {name} VALUES ({places})", rows)  # noqa: S608
            yield db

    def left_behind(self) -> AbstractContextManager[sqlite3.Connection]:
        return self.reading()


@cache
def _empty() -> bytes:
    """A database in which nothing ever happened, not even what its migrations write down."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate.apply(db, schema.migrations(), 0.0)
        for name in _names(db):
            db.execute(f"DELETE FROM {name}")  # noqa: S608
        return db.serialize()


def _names(db: sqlite3.Connection) -> list[str]:
    """Our tables, but for the list of migrations: of that the stores need not keep the same."""
    ours = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name != 'schema_version'"
    return [name for (name,) in db.execute(ours)]


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]


async def _copied(
    address: str, wanted: dict[str, list[str]], channel: int | None
) -> dict[str, Sequence[Sequence[object]]]:
    """The rows of these tables, all of one moment."""
    connection = await _connected(address)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            rows: dict[str, Sequence[Sequence[object]]] = {}
            for name, columns in wanted.items():
                asks, given = _question(name, columns, channel)
                if asks:
                    found = await connection.fetch(asks, *given)
                    rows[name] = [tuple(map(_unpacked, row)) for row in found]
            return rows
    finally:
        await connection.close()


def _unpacked(value: object) -> object:
    """A value as a file has it: there snapshots are text, and on a server they are compressed."""
    return zlib.decompress(value).decode() if isinstance(value, bytes) else value


async def _connected(address: str) -> asyncpg.Connection:
    """A connection, once the server takes any."""
    async with asyncio.timeout(WITHIN):
        while True:
            try:
                return await asyncpg.connect(address)
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(AGAIN_AFTER)


def _question(table: str, columns: list[str], channel: int | None) -> tuple[str, tuple[int, ...]]:
    """Return the query for a table, empty if it has no rows of a channel."""
    asks = f"SELECT {', '.join(columns)} FROM {table}"  # noqa: S608
    order = f" ORDER BY {OPENED}" if table == TABLES else ""
    if channel is None:
        return asks + order, ()
    if table != TABLES and "table_id" not in columns:
        return "", ()
    where = IS_IN_CHANNEL[TABLES if table == TABLES else "log"]
    return f"{asks} WHERE {where}{order}", (channel,)


# --- from where nobody can wait ------------------------------------------------------------------


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """One that runs beside ours: a look at a database is made at once, as at a file."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="looks", daemon=True).start()
    return loop


def _run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run_coroutine_threadsafe(work, _loop()).result()
