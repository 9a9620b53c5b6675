"""``python -m bot tidy`` deletes the games that were over long ago, and nothing else."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.sql import seals
from bot.store.sqlite.session import SqliteSession, finished
from bot.tables.paces import DAY
from tests.bot.cli.process import BOT, run
from tests.bot.hosting.hosted import ANNA, hosting
from tests.bot.reading import found, query

TIDY = (*BOT, "tidy")


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """An old game, one that was over lately, one under way for long, and a damaged one."""
    path = tmp_path / "celestia.db"
    async with hosting(path) as hosted:
        for table in ("old", "late", "open", "rotten"):
            await hosted.start(table)
        for table in ("old", "late", "rotten"):
            await hosted.do(ANNA, "cancel", "", table)
    for table, days in (("old", 400), ("late", 300), ("open", 400)):
        _let_be(path, table, time.time() - days * DAY)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE tables SET changed = 0 WHERE id = 'rotten'")
    return path


def _let_be(file: Path, table: str, changed: float) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        (row,) = finished(SqliteSession(db).named("SELECT * FROM tables WHERE id = ?", table))
        row["changed"] = changed
        db.execute(
            "UPDATE tables SET changed = ?, row_hash = ? WHERE id = ?",
            (changed, seals.row_seal(row), table),
        )


def names(file: Path) -> list[str]:
    return [name for (name,) in query(file, "SELECT id FROM tables ORDER BY id")]


def test_games_that_were_over_long_ago_are_deleted_and_all_is_whole(file: Path) -> None:
    ended = run(file.parent, TIDY)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("1 games that were over more than 365 days ago are deleted;")
    assert names(file) == ["late", "open", "rotten"]
    assert [it.table for it in found(file)] == ["rotten"]
    assert query(file, "SELECT COUNT(*) FROM log WHERE table_id = 'old'") == [(0,)]


def test_how_long_ago_can_be_said(file: Path) -> None:
    assert run(file.parent, (*TIDY, "--days", "200")).returncode == 0
    assert names(file) == ["open", "rotten"]


@pytest.mark.parametrize("days", ["0", "-1", "many"])
def test_a_number_of_days_that_is_none_deletes_nothing(file: Path, days: str) -> None:
    assert run(file.parent, (*TIDY, "--days", days)).returncode == 2
    assert len(names(file)) == 4


async def test_nothing_is_deleted_while_a_bot_is_running(file: Path) -> None:
    async with hosting(file):
        ended = run(file.parent, TIDY)
    assert ended.returncode == 1
    assert "end it, and tidy then" in ended.stderr
    assert len(names(file)) == 4
