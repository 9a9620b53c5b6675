"""``python -m bot results`` adds missing results, and recomputes the same figures."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.bot.cli.process import BOT, run
from tests.bot.hosting.hosted import ANNA, BEN, GUILD, hosting
from tests.bot.hosting.test_deleting import played
from tests.bot.reading import query

RESULTS = (*BOT, "results")
KEPT = ("games", "results", "standings", "rivals", "colours", "ratings")


def kept(file: Path) -> list[object]:
    return [sorted(query(file, f"SELECT * FROM {name}")) for name in KEPT]  # noqa: S608 - ours


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """Two finished games, and a cancelled one."""
    path = tmp_path / "celestia.db"
    async with hosting(path) as hosted:
        for number, table in enumerate(("one", "two", "three")):
            hosted.now += 1000.0
            await hosted.start(table, goal=25)
            if number < 2:
                await played(hosted, table)
            else:
                await hosted.do(ANNA, "cancel", "", table)
    return path


def test_recomputed_figures_stay_the_same(file: Path) -> None:
    before = kept(file)
    ended = run(file.parent, RESULTS)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == (
        "standings and ratings are reckoned anew from 3 games; results made up for: 0\n"
    )
    assert kept(file) == before


async def test_missing_results_of_old_games_are_added(file: Path) -> None:
    before = kept(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        for name in (*KEPT[::-1], "rungs"):
            db.execute(f"DELETE FROM {name}")  # noqa: S608 - ours
    ended = run(file.parent, RESULTS)
    assert "from 3 games; results made up for: 3" in ended.stdout
    assert kept(file) == before
    async with hosting(file) as hosted:
        assert len(await hosted.store.results.games_of(BEN, GUILD, 9)) == 3


def test_a_damaged_log_is_counted_and_skipped(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        for name in (*KEPT[::-1], "rungs"):
            db.execute(f"DELETE FROM {name}")  # noqa: S608 - ours
        db.execute("UPDATE log SET arguments = 'rot' WHERE table_id = 'two' AND seq = 3")
    ended = run(file.parent, RESULTS)
    assert "from 2 games; results made up for: 2" in ended.stdout
    assert "damaged, so that nothing can be told of them: 1" in ended.stdout


async def test_results_are_not_recomputed_while_a_bot_is_running(file: Path) -> None:
    async with hosting(file):
        ended = run(file.parent, RESULTS)
    assert ended.returncode == 1
    assert "end it, and reckon then" in ended.stderr


def test_without_a_database_none_is_made(tmp_path: Path) -> None:
    ended = run(tmp_path, RESULTS)
    assert ended.returncode == 1
    assert "There is no database" in ended.stderr
    assert not [*tmp_path.glob("*.db")]
