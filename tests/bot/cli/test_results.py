"""``python -m bot results`` adds missing results, and recomputes the same figures."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli.results import results
from bot.settings import load
from tests.bot.cli.process import BOT, run
from tests.bot.hosting.hosted import ANNA, BEN, GUILD, hosting
from tests.bot.hosting.test_deleting import played
from tests.bot.reading import found, query

RESULTS = (*BOT, "results")
KEPT = ("games", "results", "standings", "rivals", "colours", "ratings")


def kept(file: Path) -> list[object]:
    return [sorted(query(file, f"SELECT * FROM {name}")) for name in KEPT]  # noqa: S608 - from above


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two finished games, and a cancelled one."""
    file = tmp_path_factory.mktemp("finished") / "celestia.db"
    asyncio.run(play(file))
    return file


async def play(file: Path) -> None:
    async with hosting(file) as hosted:
        for number, table in enumerate(("one", "two", "three")):
            hosted.now += 1000.0
            await hosted.start(table, goal=25)
            if number < 2:
                await played(hosted, table)
            else:
                await hosted.do(ANNA, "cancel", "", table)


@pytest.fixture
def file(finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the played database, which the settings name."""
    monkeypatch.setenv("CELESTIA_DATABASE", f"{tmp_path / finished.name}")
    return Path(shutil.copy(finished, tmp_path))


def delete_results(file: Path, *more: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        for name in (*KEPT[::-1], "rungs"):
            db.execute(f"DELETE FROM {name}")  # noqa: S608 - from above
        for sql in more:
            db.execute(sql)


def test_recomputed_figures_stay_the_same(file: Path) -> None:
    before = kept(file)
    ended = run(file.parent, RESULTS)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == (
        "standings and ratings are computed anew from 3 games; missing or damaged results made: 0\n"
    )
    assert kept(file) == before


async def test_missing_results_of_old_games_are_added(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = kept(file)
    delete_results(file)
    assert await results(load()) == 0
    assert "from 3 games; missing or damaged results made: 3" in capsys.readouterr().out
    assert kept(file) == before
    async with hosting(file) as hosted:
        assert len(await hosted.store.results.games_of(BEN, GUILD, 9)) == 3


async def test_damaged_results_are_computed_anew_from_their_logs(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = kept(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("UPDATE results SET points = points + 40, rank = 1 WHERE game = 1 AND seat = 1")
        db.execute("UPDATE games SET ladder = 'crew' WHERE number = 2")
    assert {it.kind for it in found(file)} == {"result", "sums"}
    assert await results(load()) == 0
    assert "missing or damaged results made: 2" in capsys.readouterr().out
    assert kept(file) == before
    assert found(file) == []


async def test_a_damaged_log_is_counted_and_skipped(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    delete_results(file, "UPDATE log SET arguments = 'x' WHERE table_id = 'two' AND seq = 3")
    assert await results(load()) == 0
    out = capsys.readouterr().out
    assert "from 2 games; missing or damaged results made: 2" in out
    assert "damaged, so that nothing can be told of them: 1" in out


async def test_results_are_not_recomputed_while_a_bot_is_running(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with hosting(file):
        assert await results(load()) == 1
    assert "end it, and compute results then" in capsys.readouterr().err


async def test_without_a_database_none_is_made(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.unlink()
    assert await results(load()) == 1
    assert "There is no database" in capsys.readouterr().err
    assert not [*file.parent.glob("*.db")]
