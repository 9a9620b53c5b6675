"""The tables as the bot's database holds them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bot.store.sql.rows import read
from bot.store.sqlite.files import reading
from bot.store.sqlite.session import SqliteSession, finished
from bot.tables.table import Table, load


def newest(db: sqlite3.Connection) -> dict[int, Table]:
    """The last table of each channel, with its people."""
    rows = db.execute("SELECT channel, id FROM tables ORDER BY rowid").fetchall()
    return {channel: _stored(db, table) for channel, table in dict(rows).items()}


def newest_in(database: Path, channel: int) -> Table | None:
    """The last table of this channel."""
    with reading(database) as db:
        return newest(db).get(channel)


def _stored(db: sqlite3.Connection, name: str) -> Table:
    stored = finished(read(SqliteSession(db), name, None))
    assert stored is not None
    table = load(stored.snapshot)
    table.people = dict(stored.people)
    return table
