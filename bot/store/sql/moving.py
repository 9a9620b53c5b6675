"""Copies all rows of one database into another one, of any kind, and compares them afterwards."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.store import chain
from bot.store.protocol import StoreError
from bot.store.sql.session import Row, Session, Value, Work
from bot.store.sql.store import SqlStore

KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "tables": ("id",),
    "census": ("tables",),
    "log": ("table_id", "seq"),
    "players": ("table_id", "seat"),
    "outbox": ("table_id", "kind", "number"),
    "messages": ("table_id", "kind", "number"),
    "message_seals": ("table_id",),
    "servers": ("guild",),
    "facts": ("name",),
    "games": ("number",),
    "results": ("game", "seat"),
    "standings": ("guild", "ladder", "period", "user_id"),
    "rivals": ("user_id", "guild", "other_id"),
    "colours": ("user_id", "guild", "colour"),
    "ratings": ("guild", "ladder", "user_id"),
    "rungs": ("guild", "ladder", "rung"),
    "leavers": ("table_id", "seat"),
    "people": ("user_id",),
    "unnamed": ("table_id", "seat"),
    "absences": ("guild",),
}
"""What a database holds, each with the key by which it is read. What hangs on another comes after
it."""
STAYS: Final = frozenset({"schema_version", "fleet", "processes", "shards", "identifies"})
"""What is about the database itself, or about the processes that run on it."""
PAGE: Final = 500
"""So many rows are read at once."""
PACKED: Final = "snapshot"
"""The column that each kind of database stores in its own form."""
Pages = AsyncGenerator[tuple[str, list[Row]]]
"""Rows, each handful with the name of its table."""
Put = Callable[[Session, str, Sequence[Row]], Awaitable[Sequence[Row]]]
"""Puts rows into a table, and returns those that it has put there."""
Confirm = Callable[[], Awaitable[None]]
"""Raises a `StoreError` if what was read of a database is out of date already."""


@dataclass(frozen=True, slots=True)
class Sum:
    """How many rows there are, and what they add up to in any order."""

    rows: int = 0
    hash: str = chain.NOTHING

    def with_rows(self, rows: Sequence[Row]) -> Sum:
        parts = [[part for pair in sorted(row.items()) for part in pair] for row in rows]
        hashes = [chain.digest(*row) for row in parts]
        return Sum(self.rows + len(rows), chain.toggled(self.hash, *hashes))


class TargetRefused(StoreError):
    """What was to be written could not be, or is not what was read; the source is well."""


class _Unread(Exception):
    """The source failed while the target was written to, which must not take that for its own."""

    def __init__(self, why: Exception) -> None:
        super().__init__()
        self.why: Final = why


async def copied(source: SqlStore, target: SqlStore, confirm: Confirm) -> int:
    """Copy everything from an open store into a new one, which is closed again; how many rows.

    Before it lasts, ``confirm`` may still raise why it must not. A `TargetRefused` blames the
    target, any other `StoreError` the source.
    """

    async def out_of(db_from: Session) -> int:
        async def into(db_to: Session) -> int:
            count = await _fill(db_to, _told_apart(pages(db_from)))
            try:
                await confirm()
            except StoreError as error:
                raise _Unread(error) from error
            return count

        try:
            return await _filled(target, into)
        except _Unread as fault:
            why = fault.why
        raise why

    return await source.read_whole(out_of)


async def _filled(target: SqlStore, into: Work[int]) -> int:
    try:
        await target.open()
        try:
            return await target.write_whole(into)
        finally:
            await target.close()
    except StoreError as error:
        raise TargetRefused(error.code, **error.data) from error


async def _told_apart(pages_: Pages) -> Pages:
    try:
        async for page in pages_:
            yield page
    except Exception as error:
        raise _Unread(error) from error


async def put_rows(db: Session, table: str, rows: Sequence[Row]) -> Sequence[Row]:
    """Put all of these into a table."""
    names = list(rows[0])
    sql = (
        f"INSERT INTO {table} ({', '.join(names)})"  # noqa: S608 - our own names
        f" VALUES ({', '.join('?' * len(names))})"
    )
    await db.do_all(sql, [[_packed(db, name, row[name]) for name in names] for row in rows])
    return rows


async def copy_rows(source: Session, target: Session, put: Put = put_rows) -> int:
    """Copy everything into a database that is new; how many rows.

    A `StoreError` (``not_empty``, ``unlike``) says why not, and the target is of no use then.
    """
    return await _fill(target, pages(source), put)


async def _fill(target: Session, whole: Pages, put: Put = put_rows) -> int:
    await _check_empty(target)
    await target.do("DELETE FROM census")
    expected = dict.fromkeys(KEYS, Sum())
    async for table, rows in whole:
        expected[table] = expected[table].with_rows(await put(target, table, rows))
    if await sums(target) != expected:
        raise StoreError("unlike")
    return sum(it.rows for it in expected.values())


async def sums(db: Session) -> dict[str, Sum]:
    """What each table adds up to."""
    found = dict.fromkeys(KEYS, Sum())
    async for table, rows in pages(db):
        found[table] = found[table].with_rows(rows)
    return found


async def pages(db: Session) -> Pages:
    """All rows, a handful at a time, with snapshots as they were packed from."""
    for table, key in KEYS.items():
        rows = await _page(db, table, key, None)
        while rows:
            last = [rows[-1][name] for name in key]
            for row in rows:
                if PACKED in row:
                    row[PACKED] = db.unpack(row[PACKED])
            yield table, rows
            rows = await _page(db, table, key, last) if len(rows) == PAGE else []


async def _page(
    db: Session, table: str, key: Sequence[str], after: Sequence[Any] | None
) -> list[Row]:
    names = ", ".join(key)
    behind = f"WHERE ({names}) > ({', '.join('?' * len(key))})" if after else ""
    sql = f"SELECT * FROM {table} {behind} ORDER BY {names} LIMIT {PAGE}"  # noqa: S608 - our own names
    return await db.named(sql, *(after or ()))


def _packed(db: Session, name: str, value: Value) -> Value:
    return db.pack(f"{value}") if name == PACKED else value


async def _check_empty(db: Session) -> None:
    for table in KEYS:
        if table != "census" and await db.row(f"SELECT 1 FROM {table} LIMIT 1"):  # noqa: S608 - our own names
            raise StoreError("not_empty")
