"""``python -m bot backup``: an intact copy, made while games run, or none."""

import asyncio
import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from bot import console
from bot.cli import backup as copies
from bot.cli.backup import NotDone
from bot.store.address import Address
from bot.store.sqlite import maintenance
from bot.store.sqlite.files import Draft, reading
from tests.bot.cli.process import BOT, ROOT, run
from tests.bot.cli.restore_case import backup, restore
from tests.bot.hosting.hosted import Hosting, hosting
from tests.bot.reading import content, found, hashes_fit
from tests.bot.store.corruption import overwrite, spoil

COMMIT_ON = (sys.executable, "-m", "tests.bot.store.committing")


@pytest.fixture
def game(played: Address) -> Path:
    """A database with games, on which no bot is running."""
    return played.file


# --- while games run -------------------------------------------------------------------------


async def test_a_backup_holds_all_that_was_answered_and_does_not_disturb_the_bot(
    hosted: Hosting, tmp_path: Path
) -> None:
    await hosted.start(persons=3)
    await hosted.open("lobby")
    files = [tmp_path / f"celestia.db{end}" for end in ("", "-wal")]
    before = [file.read_bytes() for file in files]
    ended = await asyncio.to_thread(run, tmp_path, (*BOT, "backup", "copy.db"))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == (
        "copy.db is a copy of celestia.db; tables: 2, open ones: 2, lines in their logs: 6\n"
    )
    assert [file.read_bytes() for file in files] == before
    assert content(tmp_path / "copy.db") == content(files[0])
    assert found(tmp_path / "copy.db") == []
    assert (await hosted.a_move()).table.made


@contextmanager
def under_load(file: Path) -> Iterator[Callable[[], dict[str, int]]]:
    """Commit to this file until the end; a call returns what was committed after some commits."""
    with subprocess.Popen(  # noqa: S603 - our own module
        (*COMMIT_ON, f"{file}"), cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        lines = process.stdout
        assert lines is not None
        answered: dict[str, int] = {}

        def more() -> dict[str, int]:
            for _ in range(40):  # at least this many are committed between two copies
                table, version = lines.readline().split()
                answered[table] = int(version)
            return answered

        yield more
        process.kill()


def test_a_copy_made_under_load_is_whole_and_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "celestia.db"
    with under_load(file) as more:
        for number in range(8):
            answered = more()
            copy = tmp_path / f"{number}.db"
            backup(copy, file)
            assert hashes_fit(copy)
            held = content(copy)
            assert held.lines == held.versions
            assert all(held.versions[table] >= answered[table] for table in answered)
    assert hashes_fit(file)


def test_a_file_copy_under_load_lacks_commits(tmp_path: Path) -> None:
    """The positive control: copying the file is not enough."""
    file, copy = tmp_path / "celestia.db", tmp_path / "copy.db"
    with under_load(file) as more:
        assert any(_lacks(Path(shutil.copy(file, copy)), answered) for answered in (more(), more()))


def _lacks(copy: Path, answered: dict[str, int]) -> bool:
    try:
        held = content(copy)
    except sqlite3.Error:
        return True
    return any(held.versions.get(table, 0) < version for table, version in answered.items())


async def test_the_next_bot_checkpoints_the_wal_if_a_bot_ends_during_a_copy(tmp_path: Path) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file) as hosted:
        await hosted.start()
        with reading(file) as db:
            db.execute("BEGIN")
            db.execute("SELECT * FROM tables").fetchall()
            await hosted.store.close()
    before = content(file)
    assert before.lines == {"blue": 4}
    async with hosting(file) as hosted:
        await hosted.a_move()
    assert content(file).lines == {"blue": 5}


# --- where nobody plays ----------------------------------------------------------------------


@pytest.mark.posix
async def test_a_copy_is_as_secret_as_the_database(game: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.db.part").touch(mode=0o644)  # of an aborted copy
    before = os.umask(0)
    try:
        backup(tmp_path / "copy.db", game)
    finally:
        os.umask(before)
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / "copy.db.part").exists()


@pytest.mark.posix
@pytest.mark.parametrize(
    "name", ["file:copy.db", "file:a?mode=memory", "100%.db#?", os.fsdecode(b"caf\xe9.db")]
)
async def test_a_copy_has_the_name_that_it_was_given(
    name: str, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "copies").mkdir()
    monkeypatch.chdir(tmp_path / "copies")
    backup(Path(name), game)
    assert [path.name for path in Path().iterdir()] == [name]
    assert Path(name).stat().st_mode & 0o777 == 0o600
    assert content(Path(name).absolute()) == content(game)
    restore(Path(name), tmp_path / name)
    assert content(tmp_path / name).lines == content(game).lines


# --- what is refused -------------------------------------------------------------------------


def refused(copy: Path, database: Path) -> str:
    with pytest.raises(NotDone) as caught:
        backup(copy, database)
    (reason,) = caught.value.reasons
    return reason


@pytest.mark.posix
async def test_a_refused_backup_is_one_sentence_and_leaves_no_file(
    game: Path, tmp_path: Path
) -> None:
    there = tmp_path / "there.db"
    there.write_bytes(b"older")
    (tmp_path / "nowhere.db").symlink_to(tmp_path / "gone.db")
    foreign = tmp_path / "recipes.db"
    spoil(foreign, "CREATE TABLE recipes (name TEXT)")
    before = sorted(tmp_path.iterdir())
    new = tmp_path / "new.db"
    for name in (there, game, tmp_path, tmp_path / "nowhere.db"):
        assert refused(name, game) == console.COPY_EXISTS.format(file=name)
    missing = tmp_path / "missing"
    assert refused(missing / "a.db", game) == console.NO_FOLDER.format(folder=missing)
    assert refused(new, missing) == console.NO_DATABASE.format(path=missing)
    assert refused(new, foreign) == console.FOREIGN_DATABASE.format(path=foreign)
    assert there.read_bytes() == b"older"
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.posix
async def test_a_name_too_long_for_the_disk_is_one_sentence(game: Path, tmp_path: Path) -> None:
    unthinkable = tmp_path / ("x" * 300)
    why = os.strerror(errno.ENAMETOOLONG)
    for copy in (unthinkable, unthinkable / "copy.db"):
        assert refused(copy, game) == console.UNTOUCHABLE.format(file=copy, why=why)
    said = refused(tmp_path / "copy.db", unthinkable)
    assert said == console.UNTOUCHABLE.format(file=unthinkable, why=why)


@pytest.mark.parametrize(("start", "end"), [(0, 100), (4096, None)])
def test_a_damaged_database_is_not_copied(
    start: int, end: int | None, game: Path, tmp_path: Path
) -> None:
    overwrite(game, start, end)
    assert refused(tmp_path / "copy.db", game) == console.DATABASE_BROKEN.format(path=game)
    assert not list(tmp_path.glob("copy.db*"))


async def test_a_copy_that_fills_the_disk_is_refused_and_removed(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_into = maintenance.copy_into

    def on_a_full_disk(db: sqlite3.Connection, draft: Draft) -> None:
        copy_into(db, draft)
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(maintenance, "copy_into", on_a_full_disk)
    copy = tmp_path / "copy.db"
    assert refused(copy, game) == console.DISK_FULL.format(path=copy)
    assert not list(tmp_path.glob("copy.db*"))


@pytest.mark.posix
async def test_two_copies_of_one_name_at_once_are_never_mixed(tmp_path: Path) -> None:
    with Draft(tmp_path / "copy.db") as first:
        first.path.write_bytes(b"first")
        with pytest.raises(OSError, match="busy"), Draft(tmp_path / "copy.db"):
            pass
        first.put()
    assert [file.name for file in tmp_path.iterdir()] == ["copy.db"]
    assert (tmp_path / "copy.db").read_bytes() == b"first"


async def test_a_copy_is_made_on_a_disk_that_knows_no_locks(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "share").mkdir()

    def lock(_: int) -> bool:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("bot.system.lock", lock)
    backup(tmp_path / "share" / "copy.db", game)
    assert [file.name for file in (tmp_path / "share").iterdir()] == ["copy.db"]


async def test_a_backup_broken_off_by_a_signal_leaves_no_file(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    def told_to_end(db: sqlite3.Connection, draft: Draft) -> NoReturn:
        raise SystemExit

    monkeypatch.setenv("CELESTIA_DATABASE", f"{game}")
    monkeypatch.setattr(maintenance, "copy_into", told_to_end)
    with pytest.raises(SystemExit):
        copies.run("backup", f"{tmp_path / 'copy.db'}")
    assert not list(tmp_path.glob("copy.db*"))


def test_a_killed_copy_leaves_no_file_that_looks_whole(tmp_path: Path) -> None:
    file = tmp_path / "celestia.db"
    spoil(file, "CREATE TABLE filling AS SELECT zeroblob(20000000) AS it, 1 AS row")
    spoil(file, "INSERT INTO filling SELECT it, 2 FROM filling")
    script = (
        "import sys; from pathlib import Path; from bot.store.sqlite.files import copy, reading\n"
        "with reading(Path(sys.argv[1])) as db: copy(db, Path(sys.argv[2]))"
    )
    line = [sys.executable, "-c", script, f"{file}", f"{tmp_path / 'copy.db'}"]
    with subprocess.Popen(line, cwd=ROOT) as process:  # noqa: S603 - our own module
        while not (tmp_path / "copy.db.part").exists():
            assert process.poll() is None
            time.sleep(0.001)
        process.kill()
    assert not (tmp_path / "copy.db").exists()
