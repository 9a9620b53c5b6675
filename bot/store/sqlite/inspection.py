"""Reads a file of SQLite: its pages, its schema, and the tables in it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from bot.store.data import Damage, Holdings
from bot.store.errors import DatabaseBroken, ForeignDatabase
from bot.store.integrity import damage_of
from bot.store.private_copies import private_folder
from bot.store.sql import inspection, rows, schema, seals
from bot.store.sql.audit import damage_in_results
from bot.store.sql.schema import Migration
from bot.store.sqlite import migrate
from bot.store.sqlite.files import reading, reading_alone
from bot.store.sqlite.session import SqliteSession, carry_out, finished

_OF_AN_INDEX: Final = re.compile(r"(?:missing from|entries in|entry in) index (\w+)$")
"""SQLite's message about an index that does not fit its table."""
_OF_A_PAGE: Final = re.compile(r"[Tt]ree (?:page )?(\d+)")
"""SQLite's message about a page, by the first page of its index or table."""


class Look(NamedTuple):
    """A connection to a readable database."""

    db: sqlite3.Connection
    indexes: frozenset[str]
    """The damaged indexes of the file."""
    migrations: int
    """Migrations that the file still needs."""


@contextmanager
def looking_into(file: Path, *, alone: bool) -> Generator[Look]:
    """Yield a connection to this database, or to a migrated copy if it needs migrations.

    The same if an index is damaged, since a copy has new ones. Raise a `StoreError` if no bot can
    run on it.
    """
    with (reading_alone if alone else reading)(file) as db:
        waiting = waiting_migrations(db)
        indexes = check_pages(db)
        if not waiting and not indexes:
            yield Look(db, indexes, 0)
            return
        with private_folder() as private:
            copy = str(private / "copy.db")
            db.execute("VACUUM INTO ?", (copy,))
            with closing(sqlite3.connect(copy, isolation_level=None)) as newer:
                newer.text_factory = db.text_factory
                if waiting:
                    migrate.apply(newer, waiting, 0.0)
                yield Look(newer, indexes, len(waiting))


def waiting_migrations(db: sqlite3.Connection) -> Sequence[Migration]:
    """Return the migrations that this database still needs; raise a `WrongSchema` if none fit."""
    known = schema.migrations()
    waiting = migrate.pending(db, known)
    if len(waiting) == len(known):  # there is nothing in it
        raise ForeignDatabase
    return waiting


def check_pages(db: sqlite3.Connection) -> frozenset[str]:
    """Raise `DatabaseBroken` if a page is damaged; return the indexes that do not fit their tables.

    Those can be made again.
    """
    faults = _faults(db, "integrity_check")
    if None in faults:
        raise DatabaseBroken
    return frozenset(filter(None, faults))


def damaged_indexes(db: sqlite3.Connection, table: str) -> frozenset[str]:
    """Return the indexes of this table that do not fit it, whatever else may be damaged."""
    return frozenset(filter(None, _faults(db, f"integrity_check({table})")))


def _faults(db: sqlite3.Connection, check: str) -> list[str | None]:
    """Return for each fault that a check of SQLite finds its index, if it is of one."""
    said = [f"{line}" for (line,) in db.execute(f"PRAGMA {check}").fetchall()]
    roots = dict(db.execute("SELECT rootpage, name FROM sqlite_schema WHERE type = 'index'"))
    return [_index_in(line, roots) for line in said if line != "ok"]


def _index_in(line: str, roots: Mapping[int, str]) -> str | None:
    named, page = _OF_AN_INDEX.search(line), _OF_A_PAGE.search(line)
    if named is not None:
        return named[1]
    return roots.get(int(page[1])) if page is not None else None


def holdings(db: sqlite3.Connection) -> Holdings:
    """Count tables and lines of logs."""
    return carry_out(db, inspection.holdings)


def damage_in(db: sqlite3.Connection, indexes: Collection[str] = ()) -> Iterator[Damage]:
    """Yield all damage, of open tables first; ``indexes`` are known to be damaged."""
    if indexes:
        yield Damage("", "index")
    if db.execute("PRAGMA foreign_key_check").fetchone():
        yield Damage("", "orphans")
    count = carry_out(db, seals.count_damage)
    if count is not None:
        yield count
    ids = db.execute("SELECT id FROM tables ORDER BY is_open DESC, id").fetchall()
    for (table,) in ids:
        db.execute("BEGIN")  # so that all its rows are of the same moment
        try:
            record = finished(rows.record(SqliteSession(db), str(table), with_log=True))
        finally:
            db.execute("COMMIT")
        yield from damage_of(record)
    yield from carry_out(db, damage_in_results)
