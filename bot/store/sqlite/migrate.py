"""Applies migrations to a file, all of them or none."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from glob import escape
from pathlib import Path
from typing import Final

from bot import VERSION
from bot.store.errors import BrokenMigration, DatabaseBroken, ForeignDatabase, Unfit
from bot.store.sql.schema import (
    APPLIED,
    CREATE_SCHEMA_VERSION,
    NOTE_APPLIED,
    Migration,
    not_applied,
)
from bot.store.sqlite.connection import failure_of
from bot.store.sqlite.files import copy

MAX_COPIES: Final = 3
"""Copies from before migrations that are kept."""


def statements(sql: str) -> Iterator[str]:
    """Yield the statements of a file; each ends with the line that completes it."""
    # Never `executescript`: it commits what is open before it starts.
    lines: list[str] = []
    for line in sql.splitlines():
        lines.append(line)
        if sqlite3.complete_statement("\n".join(lines)):
            yield "\n".join(lines)
            lines.clear()
    if any(line.strip() and not line.lstrip().startswith("--") for line in lines):
        yield "\n".join(lines)


def pending(db: sqlite3.Connection, known: Sequence[Migration]) -> list[Migration]:
    """Return the migrations that this database still needs, and write nothing.

    Raise a `WrongSchema` if it does not belong to this version.
    """
    return not_applied(_applied(db), known)


def _applied(db: sqlite3.Connection) -> Mapping[int, str]:
    """Return the migrations that this database has applied, with the hashes they had then."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table'").fetchone():
        return {}
    # Other programs have a table of this name, too.
    columns = {name for _, name, *_ in db.execute("PRAGMA table_info(schema_version)")}
    if not {"version", "sha256"} <= columns:
        raise ForeignDatabase
    applied = dict(db.execute(APPLIED))
    if not all(isinstance(version, int) for version in applied):
        raise DatabaseBroken
    return applied


def advance(db: sqlite3.Connection, file: Path, waiting: Sequence[Migration], now: float) -> None:
    """Apply these migrations in one transaction, after a copy of a database with tables."""
    if not waiting:
        return
    if db.execute("SELECT 1 FROM sqlite_master").fetchone():
        _copy_before(db, file, waiting[0].number)
    apply(db, waiting, now)


def apply(db: sqlite3.Connection, waiting: Sequence[Migration], now: float) -> None:
    """Apply these migrations, all of them or none."""
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute(CREATE_SCHEMA_VERSION)
        for migration in waiting:
            _apply(db, migration, now)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _apply(db: sqlite3.Connection, migration: Migration, now: float) -> None:
    broken = BrokenMigration(version=migration.number, name=migration.name)
    try:
        for statement in statements(migration.sql):
            db.execute(statement)
    except sqlite3.Error as error:
        failure = failure_of(error)
        if isinstance(failure, DatabaseBroken | Unfit):  # not the disk's fault
            raise broken from error
        raise failure from error
    # References are not enforced meanwhile, as a migration may rebuild a table.
    if db.execute("PRAGMA foreign_key_check").fetchone():
        raise broken
    db.execute(NOTE_APPLIED, (migration.number, migration.sha256, now, VERSION))


def _copy_before(db: sqlite3.Connection, file: Path, number: int) -> None:
    copy(db, file.with_name(f"{file.name}.before-{number}.bak"))
    copies = file.parent.glob(f"{escape(file.name)}.before-*.bak")
    for old in sorted(copies, key=_number_of)[:-MAX_COPIES]:
        old.unlink()


def _number_of(backup: Path) -> int:
    digits = backup.name.rpartition(".before-")[2].removesuffix(".bak")
    return int(digits) if digits.isdigit() else 0
