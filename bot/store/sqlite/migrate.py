"""Brings the schema of a database up to date by numbered steps, all of them or none."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from glob import escape
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from bot import VERSION
from bot.store.protocol import StoreError
from bot.store.sqlite.copying import copy
from bot.store.sqlite.failures import failure_of

KEPT = 3
"""How many copies of older databases are kept."""

_OURS = """
CREATE TABLE IF NOT EXISTS schema_version (
    version BIGINT NOT NULL PRIMARY KEY,
    sha256 TEXT NOT NULL,
    applied_at DOUBLE PRECISION NOT NULL,
    app_version TEXT NOT NULL
)
"""


class MigrationError(StoreError):
    """The database does not belong to this version of the bot; nothing was written."""


@dataclass(frozen=True, slots=True)
class Step:
    """One file of SQL."""

    number: int
    name: str
    sql: str

    @property
    def sha256(self) -> str:
        """What must not change once the step has been taken."""
        return sha256(self.sql.encode()).hexdigest()


def steps(folder: Traversable | None = None) -> list[Step]:
    """The steps that this version of the bot knows, in order."""
    files = (folder or resources.files("migrations")).iterdir()
    found = [
        Step(int(file.name.partition("_")[0]), file.name, file.read_text("utf-8"))
        for file in files
        if file.name.endswith(".sql")
    ]
    return sorted(found, key=lambda step: step.number)


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
    taken = _taken(db)
    newest = max((step.number for step in known), default=0)
    found = max(taken, default=0)
    if found > newest:
        raise MigrationError("newer_database", version=found, newest=newest)
    by_number = {step.number: step for step in known}
    for number, hash_then in taken.items():
        step = by_number.get(number)
        if step is None or step.sha256 != hash_then:
            raise MigrationError("edited_migration", version=number, name=step and step.name)
    return [step for step in known if step.number not in taken]


def _taken(db: sqlite3.Connection) -> Mapping[int, str]:
    """The steps that this database has taken, with the hashes they had then."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table'").fetchone():
        return {}
    # other programs have a table of this name, too
    columns = {name for _, name, *_ in db.execute("PRAGMA table_info(schema_version)")}
    if not {"version", "sha256"} <= columns:
        raise MigrationError("foreign_database")
    taken = dict(db.execute("SELECT version, sha256 FROM schema_version ORDER BY version"))
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
        db.execute(_OURS)
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
    db.execute(
        "INSERT INTO schema_version (version, sha256, applied_at, app_version) VALUES (?, ?, ?, ?)",
        (step.number, step.sha256, now, VERSION),
    )


def _copy_before(db: sqlite3.Connection, file: Path, number: int) -> None:
    copy(db, file.with_name(f"{file.name}.before-{number}.bak"))
    copies = file.parent.glob(f"{escape(file.name)}.before-*.bak")
    for old in sorted(copies, key=_number_of)[:-KEPT]:
        old.unlink()


def _number_of(backup: Path) -> int:
    digits = backup.name.rpartition(".before-")[2].removesuffix(".bak")
    return int(digits) if digits.isdigit() else 0
