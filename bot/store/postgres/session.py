"""A connection of PostgreSQL as the store's statements see it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Any, Final

from bot.store.postgres.driver import Connection, NotUniqueThere, constraint_of
from bot.store.sql.session import NotUnique, Row, Session, Value

_ONLY_SQLITE: Final = re.compile(r" (?:NOT INDEXED|INDEXED BY \w+)")
_VALUE: Final = re.compile(r"\?")
_TURN: Final = "SELECT 1 FROM census FOR UPDATE"
"""The one row that all who take turns have to lock."""
QUICKLY: Final = 1
"""How thoroughly snapshots are compressed: more takes longer and saves little."""


@cache
def translated(sql: str) -> str:
    """A statement of ours in PostgreSQL's words."""
    numbers = count(1)
    return _VALUE.sub(lambda _: f"${next(numbers)}", _ONLY_SQLITE.sub("", sql))


class PostgresSession(Session):
    """A transaction of PostgreSQL. After an error in it, all of it has failed."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    @property
    def connection(self) -> Connection:
        """What is underneath."""
        return self._db

    async def rows(self, sql: str, *values: Value) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await self._db.fetch(translated(sql), *values)]

    async def row(self, sql: str, *values: Value) -> tuple[Any, ...] | None:
        found = await self._db.fetchrow(translated(sql), *values)
        return None if found is None else tuple(found)

    async def named(self, sql: str, *values: Value) -> list[Row]:
        return [dict(row.items()) for row in await self._db.fetch(translated(sql), *values)]

    async def do(self, sql: str, *values: Value) -> int:
        try:
            done = await self._db.execute(translated(sql), *values)
        except NotUniqueThere as error:
            if constraint_of(error).endswith("_pkey"):
                raise
            raise NotUnique from error
        touched: str = done.rpartition(" ")[2]
        return int(touched) if touched.isdecimal() else 0

    async def do_all(self, sql: str, rows: Sequence[Sequence[Value]]) -> None:
        if rows:
            await self._db.executemany(translated(sql), rows)

    async def take_turns(self) -> None:
        await self._db.execute(_TURN)

    def pack(self, text: str) -> bytes:
        return packed(text)

    def unpack(self, stored: object) -> str:
        return unpacked(stored)


def packed(text: str) -> bytes:
    """A snapshot as it is stored: the server writes it to the disk and sends it to its copies."""
    return zlib.compress(text.encode(), QUICKLY)


def unpacked(stored: object) -> str:
    """The same text again."""
    try:
        return zlib.decompress(stored).decode() if isinstance(stored, bytes) else str(stored)
    except (zlib.error, UnicodeDecodeError):
        return "rotten"
