"""A look into a file of SQLite: its pages, whether it is ours, and the tables in it."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.store.integrity import Holdings, TableRecord
from bot.store.protocol import LogBroken, StoreError
from bot.store.sqlite import migrate, rows
from bot.store.sqlite.copying import reading, reading_alone


@contextmanager
def looking_into(
    file: Path, *, alone: bool, migrations: Traversable | None = None
) -> Generator[sqlite3.Connection]:
    """A connection to this database, or to a copy that is up to date if the file itself is not.

    A `StoreError` says why nobody can play on it.
    """
    with (reading_alone if alone else reading)(file) as db:
        waiting = waiting_steps(db, migrations)
        check_pages(db)
        if not waiting:
            yield db
            return
        with TemporaryDirectory() as folder:
            copy = str(Path(folder, "copy.db"))
            db.execute("VACUUM INTO ?", (copy,))
            with closing(sqlite3.connect(copy, isolation_level=None)) as newer:
                newer.text_factory = db.text_factory
                migrate.take(newer, waiting, 0.0)
                yield newer


def waiting_steps(
    db: sqlite3.Connection, migrations: Traversable | None = None
) -> Sequence[migrate.Step]:
    """The steps that this database has yet to take; a `StoreError` if it is none of ours."""
    known = migrate.steps(migrations)
    waiting = migrate.pending(db, known)
    if len(waiting) == len(known):  # there is nothing in it
        raise migrate.MigrationError("foreign_database")
    return waiting


def count_waiting_steps(file: Path) -> int:
    """How many steps this database has yet to take, which no bot is running on."""
    with reading_alone(file) as db:
        return len(waiting_steps(db))


def check_pages(db: sqlite3.Connection) -> None:
    """Raise a `StoreError` if a page is damaged, or a row belongs to a table that is not there."""
    if db.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
        raise StoreError("broken")
    if db.execute("PRAGMA foreign_key_check").fetchone():
        raise StoreError("broken")


def holdings(db: sqlite3.Connection) -> Holdings:
    """How much there is."""
    count, open_ones = db.execute(
        "SELECT COUNT(*), COUNT(*) FILTER (WHERE is_open = 1) FROM tables"
    ).fetchone()
    (lines,) = db.execute("SELECT COUNT(*) FROM log").fetchone()
    return Holdings(count, open_ones, lines)


def records(db: sqlite3.Connection) -> Iterator[TableRecord]:
    """Each table with its log, the open ones first."""
    ids = db.execute("SELECT id FROM tables ORDER BY is_open DESC, id").fetchall()
    for (table,) in ids:
        yield _record(db, str(table))


def _record(db: sqlite3.Connection, table: str) -> TableRecord:
    db.execute("BEGIN")  # so that both are of the same moment
    try:
        stored = rows.read(db, table, None)
        try:
            return TableRecord(table, stored, rows.log(db, table))
        except LogBroken as broken:
            return TableRecord(table, stored, broken)
    finally:
        db.execute("COMMIT")
