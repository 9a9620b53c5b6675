"""A process killed in the middle of a migration leaves the old database, or the new one."""

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.store.sql.schema import Migration, migrations
from bot.store.sqlite import migrate
from bot.store.sqlite.files import WAL, beside
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.changes import change, is_whole, version_of

PARTS = 12
"""Tables that the two added migrations create and fill."""
PART = """CREATE TABLE NAME (n BIGINT);
INSERT INTO NAME WITH RECURSIVE count(n) AS
    (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 4000) SELECT n FROM count;
"""
INSTRUCTIONS = 60_000
"""Instructions of SQLite between two kills."""


@pytest.fixture
def more(known: Path) -> Path:
    """The bot's migrations and two more."""
    newest = migrations()[-1].number
    for number in (newest + 1, newest + 2):
        tables = [PART.replace("NAME", f"step{number}_{n}") for n in range(PARTS // 2)]
        (known / f"{number:04}_more.sql").write_text("\n".join(tables), "utf-8")
    return known


class StatementByStatement:
    """A connection that begins no transactions: the protection is off."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def execute(self, sql: str, *values: Any) -> Any:
        sql = "SELECT 1" if sql in ("BEGIN IMMEDIATE", "COMMIT") else sql
        return self._db.execute(sql, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


async def left_by_kills(
    folder: Path, more: Path, monkeypatch: pytest.MonkeyPatch, *, protected: bool = True
) -> list[Path]:
    """Return the files that kills during a migration leave: those that the system has by then."""
    file = folder / "celestia.db"
    store = SqliteStore(file)
    await store.open()
    await store.commit(change())
    await store.close()
    left: list[Path] = []
    numbers, apply = count(), migrate.apply

    def killed() -> int:
        left.append(folder / f"killed-{next(numbers)}.db")
        for end in ("", WAL):
            shutil.copy(beside(file, end), beside(left[-1], end))
        return 0

    def watched(db: sqlite3.Connection, waiting: Sequence[Migration], now: float) -> None:
        db.set_progress_handler(killed, INSTRUCTIONS)
        unprotected: Any = StatementByStatement(db)
        apply(db if protected else unprotected, waiting, now)
        db.set_progress_handler(None, 0)
        killed()

    with monkeypatch.context() as patch:
        patch.setattr(migrate, "apply", watched)
        store = SqliteStore(file, migrations=more)
        await store.open()
        await store.close()
    return left


def parts(file: Path) -> tuple[int, int]:
    """Return the number of applied migrations, and of tables of the added ones."""
    with closing(sqlite3.connect(file)) as db:
        (applied,) = db.execute("SELECT COUNT(*) FROM schema_version").fetchone()
        (made,) = db.execute(
            "SELECT COUNT(*) FROM sqlite_master WHERE name LIKE 'step%'"
        ).fetchone()
    return applied, made


async def test_a_killed_migration_is_applied_whole_or_not_at_all(
    more: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = (len(migrations()), 0), (len(migrations()) + 2, PARTS)
    left = await left_by_kills(tmp_path, more, monkeypatch)
    assert len(left) > 5
    assert [parts(file) for file in left] == [old] * (len(left) - 1) + [new]
    for file in left:
        store = SqliteStore(file, migrations=more)
        await store.open()
        assert await version_of(store) == 1
        assert await is_whole(store)
        await store.commit(change(version=1))
        await store.close()
        assert parts(file) == new


async def test_without_a_transaction_a_migration_would_be_half_applied(
    more: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The positive control."""
    left = await left_by_kills(tmp_path, more, monkeypatch, protected=False)
    assert any(0 < made < PARTS for _, made in map(parts, left))
