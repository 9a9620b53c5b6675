"""A connection of PostgreSQL as statements see it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Any, Final

from bot.store.postgres.driver import Connection, UniqueViolation, constraint_of
from bot.store.sql.session import NotUnique, Row, Session, Value

_ONLY_SQLITE: Final = re.compile(r" (?:NOT INDEXED|INDEXED BY \w+)")
_VALUE: Final = re.compile(r"\?")
_LOCK_GLOBALLY: Final = "SELECT 1 FROM census FOR UPDATE"
"""Locks the only row of that table."""
COMPRESSION_LEVEL: Final = 1
"""A higher level takes longer and saves little."""


@cache
def translated(sql: str) -> str:
    """Return a statement in PostgreSQL's dialect."""
    numbers = count(1)
    return _VALUE.sub(lambda _: f"${next(numbers)}", _ONLY_SQLITE.sub("", sql))


class PostgresSession(Session):
    """A transaction of PostgreSQL. An error aborts all of it."""

    keeps_sums = False

    def __init__(self, db: Connection) -> None:
        self._db = db

    @property
    def connection(self) -> Connection:
        """The connection of asyncpg."""
        return self._db

    async def rows(self, sql: str, *values: Value) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await self._db.fetch(translated(sql), *values)]

    async def named(self, sql: str, *values: Value) -> list[Row]:
        return [dict(row.items()) for row in await self._db.fetch(translated(sql), *values)]

    async def do(self, sql: str, *values: Value) -> int:
        try:
            done = await self._db.execute(translated(sql), *values)
        except UniqueViolation as error:
            if constraint_of(error).endswith("_pkey"):
                raise
            raise NotUnique from error
        touched: str = done.rpartition(" ")[2]
        return int(touched) if touched.isdecimal() else 0

    async def do_all(self, sql: str, rows: Sequence[Sequence[Value]]) -> None:
        if rows:
            await self._db.executemany(translated(sql), rows)

    async def lock_globally(self) -> None:
        await self._db.execute(_LOCK_GLOBALLY)

    def pack(self, text: str) -> bytes:
        return packed(text)

    def unpack(self, stored: object) -> str:
        return unpacked(stored)


def packed(text: str) -> bytes:
    """Return a snapshot compressed: the server writes it to disks and sends it to replicas."""
    return zlib.compress(text.encode(), COMPRESSION_LEVEL)


def unpacked(stored: object) -> str:
    """Return the text of a packed snapshot."""
    try:
        return zlib.decompress(stored).decode() if isinstance(stored, bytes) else str(stored)
    except (zlib.error, UnicodeDecodeError):
        return "damaged"
