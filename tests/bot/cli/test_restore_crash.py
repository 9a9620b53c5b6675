"""Restore keeps the replaced database, and a crash in the middle of it loses nothing."""

import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import pytest

from bot.cli import backup as copies
from bot.store.errors import StoreError
from bot.store.sqlite.files import beside, reading_alone
from tests.bot.cli.process import run
from tests.bot.cli.restore_case import COPY, Case, left_by_a_crash
from tests.bot.reading import content, found, query

# --- the database that is replaced -----------------------------------------------------------


@pytest.mark.posix
async def test_the_wal_of_a_killed_bot_is_checkpointed_into_the_kept_database(case: Case) -> None:
    await left_by_a_crash(case)
    case.restore()
    assert sorted(path.name for path in case.folder.glob("*")) == sorted(
        ["celestia.db", "celestia.db.lock", COPY, case.kept().name]
    )
    last = query(
        case.kept(), "SELECT arguments FROM log WHERE table_id = 'lobby' ORDER BY seq DESC"
    )
    assert last[0] == ("goal=60",)
    assert found(case.kept()) == []


@pytest.mark.posix
async def test_a_damaged_database_is_kept_together_with_its_wal(case: Case) -> None:
    await left_by_a_crash(case)
    os.truncate(case.file, 5000)
    data = case.file.read_bytes()
    wal = beside(case.file, "-wal").read_bytes()
    case.restore()
    assert case.kept().read_bytes() == data
    assert beside(case.kept(), "-wal").read_bytes() == wal
    assert content(case.file).lines == content(case.copy).lines
    assert found(case.file) == []


@pytest.mark.posix
async def test_a_wal_without_its_database_is_not_applied_to_the_new_one(case: Case) -> None:
    await left_by_a_crash(case)
    case.file.unlink()
    case.restore()
    assert content(case.file).lines == content(case.copy).lines
    assert found(case.file) == []


@pytest.mark.posix
async def test_a_manual_copy_beside_the_old_wal_would_be_damaged(case: Case) -> None:
    """The positive control: why restore is needed."""
    await left_by_a_crash(case)
    shutil.copy(case.copy, case.file)
    with suppress(sqlite3.Error, StoreError):
        assert content(case.file) != content(case.copy) or found(case.file)


# --- whole or not at all ---------------------------------------------------------------------


class PowerCut(BaseException):
    """A power cut: no further code runs, not even cleanup."""


CHANGES = ("link", "rename", "unlink", "replace", "fsync", "chown")
"""Functions that change the file system."""
STEPS = 12
"""Maximum number of changes in one restore."""


def cut_after(step: int, power: pytest.MonkeyPatch, folder: Path) -> list[int]:
    """Stop at this change of the folder; return the numbers of those tried."""
    asked: list[int] = []

    def fragile(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            is_a_path = not isinstance(args[0], int)
            if is_a_path and folder not in Path(args[0]).parents:
                return real(*args, **named)  # of what an earlier test left to the garbage collector
            asked.append(len(asked))
            if len(asked) > step:
                raise PowerCut
            return real(*args, **named)

        return call

    for name in CHANGES:
        power.setattr(os, name, fragile(getattr(os, name)))
    return asked


def outcome(case: Case, old: bytes, then: Mapping[str, int]) -> str:
    """Return the content of the database after a crash."""
    try:
        if case.file.read_bytes() == old:
            return "old"
        held = content(case.file).lines
        return "new" if held == content(case.copy).lines else "old" if held == then else "lost"
    except (OSError, sqlite3.Error):
        return "lost"


@pytest.mark.posix
@pytest.mark.parametrize("damaged", [False, True])
@pytest.mark.parametrize("step", range(STEPS + 1))
async def test_a_crash_at_any_step_leaves_the_old_or_the_new_database(
    case: Case, step: int, damaged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await left_by_a_crash(case)
    with reading_alone(case.file) as db:
        then = dict(db.execute("SELECT table_id, COUNT(*) FROM log GROUP BY table_id").fetchall())
    if damaged:
        os.truncate(case.file, 5000)
    old = case.file.read_bytes()
    with monkeypatch.context() as power, suppress(PowerCut):
        cut_after(step, power, case.folder)
        case.restore()
    assert outcome(case, old, then) in ("old" if step < STEPS else "new", "new")
    case.restore()  # another try succeeds
    assert outcome(case, b"", {}) == "new"
    kept = list(case.folder.glob("*.bak"))
    if damaged:
        assert old in [path.read_bytes() for path in kept]
    else:
        assert then in [content(path).lines for path in kept]


@pytest.mark.posix
async def test_every_step_of_a_restore_is_tried(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    await left_by_a_crash(case)
    os.truncate(case.file, 5000)
    with monkeypatch.context() as power:
        asked = cut_after(99, power, case.folder)
        case.restore()
    assert 5 < len(asked) <= STEPS


@pytest.mark.posix
async def test_a_crash_in_a_manual_copy_would_be_noticed(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The positive control."""
    old, then = case.file.read_bytes(), content(case.file).lines
    with monkeypatch.context() as power, suppress(PowerCut):
        cut_after(1, power, case.folder)
        case.file.unlink()
        os.link(case.copy, case.file)
    assert outcome(case, old, then) == "lost"


async def test_restore_works_on_a_disk_without_links(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(*_: object) -> NoReturn:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    later = content(case.file)
    monkeypatch.setattr(os, "link", link)
    case.restore()
    assert content(case.kept()) == later
    assert content(case.file).lines == content(case.copy).lines


@pytest.mark.posix
def test_a_killed_restore_can_be_made_again(case: Case) -> None:
    script = "import os; os.replace = lambda *_: os.kill(os.getpid(), 9)\n"  # its last step
    script += f"from bot.cli.main import main; main(['restore', '{COPY}'])"
    assert run(case.folder, (sys.executable, "-c", script)).returncode == -9
    assert found(case.file) == []
    case.restore()
    assert content(case.file).lines == content(case.copy).lines


async def test_a_restore_broken_off_by_a_signal_changes_nothing(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told_to_end(path: Path) -> NoReturn:
        raise SystemExit

    monkeypatch.setenv("CELESTIA_DATABASE", f"{case.file}")
    monkeypatch.setattr("bot.store.sqlite.restore._checkpoint", told_to_end)
    before = case.files()
    with pytest.raises(SystemExit):
        copies.run("restore", f"{case.copy}")
    assert case.files() == before
