"""A process killed in the middle of a migration leaves the old database, or the new one."""

import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random
from sqlite3 import connect

import pytest

from bot.store.sql.schema import migrations as steps
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.changes import change, is_whole, version_of

ROOT = Path(__file__).parents[3]
MIGRATING = (sys.executable, "-m", "tests.bot.store.migrating")
PARTS = 60
PART = """CREATE TABLE NAME (n BIGINT);
INSERT INTO NAME WITH RECURSIVE count(n) AS
    (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 4000) SELECT n FROM count;
"""
KILLS = 12


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """The steps of the bot, and two more that take their time."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    for step in steps():
        (folder / step.name).write_text(step.sql, "utf-8")
    newest = steps()[-1].number
    for number in (newest + 1, newest + 2):
        tables = [part(f"step{number}_{n}") for n in range(PARTS // 2)]
        (folder / f"{number:04}_more.sql").write_text("\n".join(tables), "utf-8")
    return folder


def part(name: str) -> str:
    return PART.replace("NAME", name)


async def an_old_one(file: Path) -> None:
    store = SqliteStore(file)
    await store.open()
    await store.commit(change())
    await store.close()


def killed(file: Path, known: Path, seconds: float, *how: str) -> None:
    """Kill a migration after so many seconds."""
    line = (*MIGRATING, f"{file}", f"{known}", *how)
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        process.stdout.readline()  # it starts
        time.sleep(seconds)
        process.kill()


def parts(file: Path) -> tuple[int, int]:
    """How many steps the database has on record, and how many parts of the new ones it has."""
    with closing(connect(file)) as db:
        (taken,) = db.execute("SELECT COUNT(*) FROM schema_version").fetchone()
        (made,) = db.execute(
            "SELECT COUNT(*) FROM sqlite_master WHERE name LIKE 'step%'"
        ).fetchone()
    return taken, made


def how_long(file: Path, known: Path) -> float:
    line = (*MIGRATING, f"{file}", f"{known}")
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        process.stdout.readline()
        begun = time.monotonic()
        process.stdout.readline()
        return time.monotonic() - begun


async def states(folder: Path, known: Path, *how: str) -> list[tuple[int, int]]:
    """What is found after each kill."""
    folder.mkdir()
    await an_old_one(folder / "whole.db")
    longest, luck = how_long(folder / "whole.db", known), Random(1)
    found: list[tuple[int, int]] = []
    for number in range(KILLS):
        file = folder / f"{number}.db"
        await an_old_one(file)
        killed(file, known, luck.uniform(0, longest), *how)
        found.append(parts(file))
    return found


async def test_a_killed_migration_is_made_whole_or_not_at_all(known: Path, tmp_path: Path) -> None:
    old, new = (len(steps()), 0), (len(steps()) + 2, PARTS)
    found = await states(tmp_path / "killed", known)
    assert set(found) <= {old, new}
    assert old in found
    for number in range(KILLS):
        store = SqliteStore(tmp_path / "killed" / f"{number}.db", migrations=known)
        await store.open()
        assert await version_of(store) == 1
        assert await is_whole(store)
        await store.commit(change(version=1))
        await store.close()
        assert parts(store._file) == new


async def test_without_a_transaction_it_would_be_half_made(known: Path, tmp_path: Path) -> None:
    """The positive control."""
    found = await states(tmp_path / "killed", known, "bit by bit")
    assert [made for _, made in found if 0 < made < PARTS]
