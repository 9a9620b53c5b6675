"""Deletes games that were over long ago, from a database on which no bot is running."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.integrity import Holdings
from bot.store.protocol import StoreError
from bot.store.sql import rows
from bot.store.sql.retention import closed_before
from bot.store.sqlite.connection import TEXT
from bot.store.sqlite.inspection import check_pages, holdings, waiting_steps
from bot.store.sqlite.session import SqliteSession, finished


def delete_games(file: Path, before: float) -> tuple[int, Holdings]:
    """Delete the tables that were closed before this time, all of them or none."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.text_factory = TEXT
        if waiting_steps(db):
            raise StoreError("older_database")
        check_pages(db)
        db.execute("PRAGMA secure_delete = ON").fetchall()
        session = SqliteSession(db)
        old = finished(closed_before(session, before))
        db.execute("BEGIN IMMEDIATE")
        for table in old:
            finished(rows.delete(session, table))
        db.execute("COMMIT")
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # from now on it shrinks by itself
        db.execute("VACUUM")
        return len(old), holdings(db)
