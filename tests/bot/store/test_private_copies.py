"""Private copies of a killed process are removed by the next one, those in use are kept."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bot.cli.process import BOT, CLEAN, ROOT, run
from tests.bot.hosting.hosted import hosting
from tests.bot.reading import found

READ = """
with reading_alone(Path(sys.argv[1])) as db:
    print("held", flush=True)
    sys.stdin.read()
    print(*db.execute("SELECT COUNT(*) FROM log").fetchone(), flush=True)
"""
COPY = """
with reading(Path(sys.argv[1])) as db, Draft(Path(sys.argv[2])) as draft:
    copy_into(db, draft)
    print("held", flush=True)
    sys.stdin.read()
    draft.put()
"""
BEGIN = "import sys; from pathlib import Path; from bot.store.sqlite.files import *\n"


@contextmanager
def holding(folder: Path, what: str, *files: Path) -> Iterator[subprocess.Popen[str]]:
    """Yield a process in the middle of its work on a private copy."""
    with subprocess.Popen(  # noqa: S603 - our own module
        (sys.executable, "-c", BEGIN + what, *map(str, files)),
        env={**CLEAN, "PYTHONPATH": f"{ROOT}", "TMPDIR": f"{folder}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder for temporary files."""
    (tmp_path / "tmp").mkdir()
    return tmp_path / "tmp"


async def crashed(tmp_path: Path) -> Path:
    """Return a database with commits in its -wal, on which no bot is running."""
    async with hosting(tmp_path / "celestia.db") as hosted:
        await hosted.start(persons=3)
        await hosted.a_move()
        for end in ("", "-wal"):
            shutil.copy(tmp_path / f"celestia.db{end}", tmp_path / f"crashed.db{end}")
    return tmp_path / "crashed.db"


def done(folder: Path, database: Path, *line: str) -> None:
    """Carry out a command of the bot."""
    variables = {"TMPDIR": f"{folder}", "CELESTIA_DATABASE": f"{database}"}
    ended = run(folder.parent, (*BOT, *line), variables)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.posix
async def test_copies_of_a_killed_check_are_removed_by_the_next(
    tmp_path: Path, folder: Path
) -> None:
    file = await crashed(tmp_path)
    with holding(folder, READ, file) as process:
        process.kill()
    assert [*folder.rglob("crashed.db")], "it was killed too late to leave anything"
    done(folder, file, "check", f"{file}")
    assert [*folder.iterdir()] == []


@pytest.mark.posix
async def test_copies_of_a_killed_backup_are_removed_by_the_next(
    tmp_path: Path, folder: Path
) -> None:
    file = await crashed(tmp_path)
    monday, tuesday = tmp_path / "copies/monday.db", tmp_path / "copies/tuesday.db"
    monday.parent.mkdir()
    with holding(folder, COPY, file, monday) as process:
        process.kill()
    assert [*monday.parent.iterdir()], "it was killed too late to leave anything"
    done(folder, file, "backup", f"{tuesday}")
    assert [*monday.parent.iterdir()] == [tuesday]


@pytest.mark.posix
async def test_a_copy_in_use_is_not_removed(tmp_path: Path, folder: Path) -> None:
    file = await crashed(tmp_path)
    monday, tuesday = tmp_path / "copies/monday.db", tmp_path / "copies/tuesday.db"
    monday.parent.mkdir()
    with holding(folder, READ, file) as reads, holding(folder, COPY, file, monday) as copies:
        before = {*folder.iterdir(), *monday.parent.iterdir()}
        done(folder, file, "check", f"{file}")
        done(folder, file, "backup", f"{tuesday}")
        assert {*folder.iterdir(), *monday.parent.iterdir()} == before | {tuesday}
        told, _ = reads.communicate("")
        copies.communicate("")
        assert (reads.returncode, copies.returncode) == (0, 0)
    assert int(told) > 0
    assert sorted(monday.parent.iterdir()) == [monday, tuesday]
    assert found(monday) == []
    assert [*folder.iterdir()] == []


@pytest.mark.posix
async def test_files_of_others_are_left_alone(tmp_path: Path, folder: Path) -> None:
    file = await crashed(tmp_path)
    theirs = [folder / "film.part", folder / "celestia-notes", folder / "holiday.in-use"]
    for one in theirs:
        one.write_text("ours", "utf-8")
    done(folder, file, "check", f"{file}")
    done(folder, file, "backup", f"{folder / 'copy.db'}")
    assert sorted(folder.iterdir()) == sorted([*theirs, folder / "copy.db"])
