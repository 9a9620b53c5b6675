"""Stored tables, and boards as the bot draws them from these."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.pages.leg import leg
from bot.pages.lobby import lobby
from bot.pages.views import TableView
from bot.store.sql.rows import read
from bot.store.sqlite.files import reading
from bot.store.sqlite.session import SqliteSession, finished
from bot.tables.table import PICTURE, TEXT, Table, load
from bot.words import catalogue
from bot.words.emoji import plain
from tests.client.messages import Shown
from tests.client.offers import is_over, presses

TIME: Final = "<t:"
"""A line with this in it tells a time, which no log does."""


def newest(db: sqlite3.Connection) -> dict[int, Table]:
    """Return the last table of each channel, with its people."""
    rows = db.execute("SELECT channel, id FROM tables ORDER BY rowid").fetchall()
    return {channel: _stored(db, table) for channel, table in dict(rows).items()}


def newest_in(database: Path, channel: int) -> Table | None:
    with reading(database) as db:
        return newest(db).get(channel)


def _stored(db: sqlite3.Connection, name: str) -> Table:
    stored = finished(read(SqliteSession(db), name, None))
    assert stored is not None
    table = load(stored.snapshot)
    table.people = dict(stored.people)
    return table


def table_of(board: Shown) -> str:
    return next((press.table for press in presses(board)), "")


def shows(board: Shown | None, scene: TableView, *, leaving: bool = False) -> bool:
    """It shows this and nothing else, times aside; an end need only be that of the same table."""
    if board is None or table_of(board) != scene.table:
        return False
    if is_over(board) or scene.stage not in ("lobby", "playing"):
        return is_over(board) and scene.stage not in ("lobby", "playing")
    how = PICTURE if board.pictures else TEXT  # it is written in words where no picture can be had
    return _lines(board) == _lines(drawn(scene, leaving=leaving, board=how))


def was_stored(board: Shown, scenes: Sequence[TableView]) -> bool:
    """Return whether it shows one of these scenes; the last one is tried first."""
    leaving = catalogue("en")("right-back") in board.text
    return any(shows(board, scene, leaving=leaving) for scene in reversed(scenes))


def drawn(scene: TableView, *, leaving: bool, board: str) -> Shown:
    """A page of an open table, in English."""
    say = catalogue("en")
    lobbies = scene.stage == "lobby"
    content = lobby(scene, say) if lobbies else leg(scene, say, leaving=leaving, board=board)
    return Shown({"content": "", "embeds": [], "components": [*content.components]})


def _lines(shown: Shown) -> list[str]:
    return [line for line in plain(shown.text).splitlines() if TIME not in line]
