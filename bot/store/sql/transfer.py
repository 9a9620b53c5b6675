"""Copies all rows of one database into another, of any kind, and compares them afterwards."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.store.errors import CopyDiffers, NotEmpty, StoreError
from bot.store.sql import seals
from bot.store.sql.catalogue import COPIED
from bot.store.sql.session import Row, Session, Value, insert, statement
from bot.store.store import Store

PAGE_SIZE: Final = 500  # rows
PACKED: Final = "snapshot"
"""The column that each kind of database stores in its own form."""
Pages = AsyncGenerator[tuple[str, list[Row]]]
"""Rows, page by page, with the name of their table."""
Put = Callable[[Session, str, Sequence[Row]], Awaitable[Sequence[Row]]]
"""Inserts rows into a table, and returns those that were inserted."""
Confirm = Callable[[], Awaitable[None]]
"""Raises a `StoreError` if the database has changed since it was read."""

_ALL: Final = tuple(
    statement("SELECT * FROM {name} ORDER BY {key} LIMIT ?", name=it.name, key=it.key)
    for it in COPIED
)
_NEXT: Final = tuple(
    statement(
        "SELECT * FROM {name} WHERE ({key}) > ({marks}) ORDER BY {key} LIMIT ?",
        name=it.name,
        key=it.key,
        marks=["?"] * len(it.key),
    )
    for it in COPIED
)
_ANY: Final = tuple(
    statement("SELECT 1 FROM {name} LIMIT 1", name=it.name)
    for it in COPIED
    if it.name != "census"  # of a new database, too, it has a row
)


@dataclass(frozen=True, slots=True)
class Sum:
    """The number of rows, and the sum of their hashes in any order."""

    rows: int = 0
    hash: str = seals.NOTHING

    def with_rows(self, rows: Sequence[Row]) -> Sum:
        parts = [[part for pair in sorted(row.items()) for part in pair] for row in rows]
        hashes = [seals.digest(*row) for row in parts]
        return Sum(self.rows + len(rows), seals.toggled(self.hash, *hashes))


class _SourceFailed(Exception):
    """Carries a failure of the source through the target, which must not take it for its own."""

    def __init__(self, why: Exception) -> None:
        super().__init__()
        self.why: Final = why


async def copied(source: Store, target: Store, place: object, confirm: Confirm) -> int:
    """Copy everything from an open store into a new one at this place, and close that.

    Return the number of rows. Before the copy becomes durable, ``confirm`` may still raise. An
    error of the target names its place.
    """

    async def out_of(db_from: Session) -> int:
        async def into(db_to: Session) -> int:
            count = await _fill(db_to, _guarded(pages(db_from)))
            if db_to.keeps_sums and not db_from.keeps_sums:
                await seals.sum_again(db_to)
            try:
                await confirm()
            except StoreError as error:
                raise _SourceFailed(error) from error
            return count

        try:
            await target.open()
            try:
                return await target.write_whole(into)
            finally:
                await target.close()
        except StoreError as error:
            error.at(place)
            raise
        except _SourceFailed as failed:
            why = failed.why
        raise why

    return await source.read_whole(out_of)


async def _guarded(pages_: Pages) -> Pages:
    try:
        async for page in pages_:
            yield page
    except Exception as error:
        raise _SourceFailed(error) from error


async def put_rows(db: Session, table: str, rows: Sequence[Row]) -> Sequence[Row]:
    """Insert all of these rows into a table."""
    names = list(rows[0])
    values = [[_packed(db, name, row[name]) for name in names] for row in rows]
    await db.do_all(insert(table, names), values)
    return rows


async def copy_rows(source: Session, target: Session, put: Put = put_rows) -> int:
    """Copy everything into a new database; return the number of rows.

    Raise `NotEmpty`, or `CopyDiffers`: the target is of no use then.
    """
    return await _fill(target, pages(source), put)


async def _fill(target: Session, whole: Pages, put: Put = put_rows) -> int:
    for sql in _ANY:
        if await target.row(sql):
            raise NotEmpty
    await target.do("DELETE FROM census")
    expected = _no_sums()
    async for table, rows in whole:
        expected[table] = expected[table].with_rows(await put(target, table, rows))
    if await sums(target) != expected:
        raise CopyDiffers
    return sum(it.rows for it in expected.values())


def _no_sums() -> dict[str, Sum]:
    return {it.name: Sum() for it in COPIED}


async def sums(db: Session) -> dict[str, Sum]:
    """Return the sum of each table."""
    found = _no_sums()
    async for table, rows in pages(db):
        found[table] = found[table].with_rows(rows)
    return found


async def pages(db: Session) -> Pages:
    """Yield all rows, page by page, with their snapshots unpacked."""
    for relation, first, following in zip(COPIED, _ALL, _NEXT, strict=True):
        rows = await _page(db, first)
        while rows:
            last = [rows[-1][name] for name in relation.key]
            for row in rows:
                if PACKED in row:
                    row[PACKED] = db.unpack(row[PACKED])
            yield relation.name, rows
            rows = await _page(db, following, *last) if len(rows) == PAGE_SIZE else []


async def _page(db: Session, sql: str, *after: Value) -> list[Row]:
    return await db.named(sql, *after, PAGE_SIZE)


def _packed(db: Session, name: str, value: Value) -> Value:
    return db.pack(f"{value}") if name == PACKED else value
