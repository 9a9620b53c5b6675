"""Damages the file of a database: single rows, or pages that hold one table and no other."""

import sqlite3
from contextlib import closing
from pathlib import Path

PAGE = 4096
LONG = "x" * 3 * PAGE
"""A snapshot that fills several pages."""


def spoil(file: Path, *statements: str) -> None:
    """Change rows in a file on which no bot is running; each statement must change some."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        for sql in statements:
            assert db.execute(sql).rowcount, sql


def overwrite(file: Path, start: int, end: int | None = None) -> None:
    """Damage these bytes."""
    content = bytearray(file.read_bytes())
    content[start:end] = b"\xa5" * len(content[start:end])
    file.write_bytes(content)


def lose_the_rest(file: Path) -> None:
    """Let the long snapshot continue on a page that does not exist.

    This works on a file of an older version only: a newer one has a map of its pages.
    """
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA auto_vacuum = NONE")
        db.execute("VACUUM")
    data = bytearray(file.read_bytes())
    at = data.index(b"x" * (PAGE - 4)) - 4
    assert at % PAGE == 0
    data[at : at + 4] = b"\xff" * 4
    file.write_bytes(data)


def lose_the_page(file: Path, text: str) -> None:
    """Fill the page that holds this text with garbage."""
    data = bytearray(file.read_bytes())
    at = data.index(text.encode()) // PAGE * PAGE
    data[at : at + PAGE] = b"\xa5" * PAGE
    file.write_bytes(data)
