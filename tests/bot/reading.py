"""Reads a database file without the code under test."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.store.data import Damage
from bot.store.sql import rows
from bot.store.sqlite.files import reading_alone
from bot.store.sqlite.inspection import check_pages, damage_in, looking_into
from bot.store.sqlite.session import SqliteSession, finished


@dataclass(frozen=True)
class Content:
    """The version of each table, and the length of its log without entries of a restore."""

    versions: Mapping[str, int]
    lines: Mapping[str, int]


def query(file: Path, sql: str) -> list[Any]:
    """The rows that a plain connection reads."""
    with closing(sqlite3.connect(file)) as db:
        return db.execute(sql).fetchall()


def content(file: Path) -> Content:
    return Content(
        dict(query(file, "SELECT id, version FROM tables")),
        dict(
            query(
                file,
                "SELECT table_id, COUNT(*) FROM log WHERE command <> 'restored' GROUP BY table_id",
            )
        ),
    )


def found(file: Path) -> list[Damage]:
    """Return the damage that `check` finds in this file."""
    with looking_into(file, alone=True) as look:
        return list(damage_in(look.db, look.indexes))


def hashes_fit(file: Path) -> bool:
    """Whether pages, snapshots and logs are as they were written, whatever their content."""
    with reading_alone(file) as db:
        check_pages(db)
        session = SqliteSession(db)
        for (table,) in db.execute("SELECT id FROM tables").fetchall():
            stored = finished(rows.read(session, table, None))
            if not (stored and stored.intact and finished(rows.log(session, table))):
                return False
    return True
