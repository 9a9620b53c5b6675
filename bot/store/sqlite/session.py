"""A connection of SQLite as statements see it: nothing in them ever waits."""

from __future__ import annotations

import sqlite3
from abc import ABC
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from bot.store.sql.session import Database, NotUnique, Row, Session, Value, Work

T = TypeVar("T")


class _OfOneProcess(Session, ABC):
    """A database of one process, with texts stored as they are."""

    keeps_sums = True

    async def lock_globally(self) -> None:
        pass

    def pack(self, text: str) -> str:
        return text

    def unpack(self, stored: object) -> str:
        return str(stored)


class SqliteSession(_OfOneProcess):
    """One transaction of the only connection."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def rows(self, sql: str, *values: Value) -> list[tuple[Any, ...]]:
        return self._db.execute(sql, values).fetchall()

    async def named(self, sql: str, *values: Value) -> list[Row]:
        found = self._db.execute(sql, values)
        names = [name for name, *_ in found.description]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]

    async def do(self, sql: str, *values: Value) -> int:
        try:
            return self._db.execute(sql, values).rowcount
        except sqlite3.IntegrityError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_UNIQUE:
                raise
            raise NotUnique from error

    async def do_all(self, sql: str, rows: Sequence[Sequence[Value]]) -> None:
        self._db.executemany(sql, rows)


class OneByOne(_OfOneProcess):
    """Runs each statement in its own transaction, so that a copy can await the other database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rows(self, sql: str, *values: Value) -> list[tuple[Any, ...]]:
        return await self._database.read(lambda db: db.rows(sql, *values))

    async def named(self, sql: str, *values: Value) -> list[Row]:
        return await self._database.read(lambda db: db.named(sql, *values))

    async def do(self, sql: str, *values: Value) -> int:
        return await self._database.write(lambda db: db.do(sql, *values))

    async def do_all(self, sql: str, rows: Sequence[Sequence[Value]]) -> None:
        await self._database.write(lambda db: db.do_all(sql, rows))


def carry_out(db: sqlite3.Connection, work: Work[T]) -> T:
    """Run work on a session to its end, here and now."""
    return finished(work(SqliteSession(db)))


def finished(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine that never waits."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    work.close()
    raise RuntimeError(work)  # it awaited something other than a session
