"""Brings the schema of a database up to date by numbered steps, all of them or none."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from glob import escape
from pathlib import Path

from bot import VERSION
from bot.store.protocol import StoreError
from bot.store.sql.schema import OURS, TAKE, TAKEN, MigrationError, Step, not_taken
from bot.store.sqlite.copying import copy
from bot.store.sqlite.failures import failure_of

KEPT = 3
"""How many copies of older databases are kept."""


def statements(sql: str) -> Iterator[str]:
    """The statements of a file; each ends with the line that completes it."""
    # Never `executescript`: it commits what is open before it starts.
    lines: list[str] = []
    for line in sql.splitlines():
        lines.append(line)
        if sqlite3.complete_statement("\n".join(lines)):
            yield "\n".join(lines)
            lines.clear()
    if any(line.strip() and not line.lstrip().startswith("--") for line in lines):
        yield "\n".join(lines)


def pending(db: sqlite3.Connection, known: Sequence[Step]) -> list[Step]:
    """The steps that this database has yet to take; a `MigrationError` if it is none of ours.

    Nothing is written.
    """
    return not_taken(_taken(db), known)


def _taken(db: sqlite3.Connection) -> Mapping[int, str]:
    """The steps that this database has taken, with the hashes they had then."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table'").fetchone():
        return {}
    # other programs have a table of this name, too
    columns = {name for _, name, *_ in db.execute("PRAGMA table_info(schema_version)")}
    if not {"version", "sha256"} <= columns:
        raise MigrationError("foreign_database")
    taken = dict(db.execute(TAKEN))
    if not all(isinstance(version, int) for version in taken):  # it has rotted
        raise StoreError("broken")
    return taken


def advance(db: sqlite3.Connection, file: Path, waiting: Sequence[Step], now: float) -> None:
    """Take the waiting steps in one transaction, after a copy of a database that has tables."""
    if not waiting:
        return
    if db.execute("SELECT 1 FROM sqlite_master").fetchone():
        _copy_before(db, file, waiting[0].number)
    take(db, waiting, now)


def take(db: sqlite3.Connection, waiting: Sequence[Step], now: float) -> None:
    """Take these steps, all of them or none."""
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute(OURS)
        for step in waiting:
            _take(db, step, now)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _take(db: sqlite3.Connection, step: Step, now: float) -> None:
    try:
        for statement in statements(step.sql):
            db.execute(statement)
    except sqlite3.Error as error:
        code = failure_of(error).code
        if code in ("broken", "unfit"):  # not the disk's fault, so the step's
            code = "broken_migration"
        raise MigrationError(code, version=step.number, name=step.name) from error
    # References are not enforced meanwhile, as a step may rebuild a table.
    if db.execute("PRAGMA foreign_key_check").fetchone():
        raise MigrationError("broken_migration", version=step.number, name=step.name)
    db.execute(TAKE, (step.number, step.sha256, now, VERSION))


def _copy_before(db: sqlite3.Connection, file: Path, number: int) -> None:
    copy(db, file.with_name(f"{file.name}.before-{number}.bak"))
    copies = file.parent.glob(f"{escape(file.name)}.before-*.bak")
    for old in sorted(copies, key=_number_of)[:-KEPT]:
        old.unlink()


def _number_of(backup: Path) -> int:
    digits = backup.name.rpartition(".before-")[2].removesuffix(".bak")
    return int(digits) if digits.isdigit() else 0
