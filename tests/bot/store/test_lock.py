"""One process at a time holds a database, by the locks of POSIX and by those of Windows."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot import system
from bot.store.errors import StoreError
from bot.store.sqlite import files
from bot.store.sqlite.files import RETRY_AFTER, Lock

ROOT = Path(__file__).parents[3]
ASK = """
import sys
from pathlib import Path
from bot.store.sqlite.files import Lock
from bot.store.errors import StoreError
lock = Lock(Path(sys.argv[1]))
print(lock.is_taken())
try:
    lock.take()
except StoreError as error:
    print(error.code)
else:
    print("held", flush=True)
    sys.stdin.read()
"""
PRETEND = "from tests.bot.windows import pretend; pretend()\n"


@pytest.fixture(params=["posix", pytest.param("windows", marks=pytest.mark.posix)])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the system whose locks are used."""
    if request.param == "windows":
        from tests.bot.windows import system_of_windows

        monkeypatch.setattr(files, "system", system_of_windows())
    return request.param


@pytest.fixture
def locks(kind: str) -> Any:
    return files.system


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "celestia.db"


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the pauses before the lock was tried again."""
    pauses: list[float] = []
    monkeypatch.setattr("bot.store.sqlite.files.sleep", pauses.append)
    return pauses


def why_not(database: Path) -> str:
    with pytest.raises(StoreError) as caught:
        Lock(database).take()
    return caught.value.code


@pytest.mark.usefixtures("kind")
def test_a_lock_is_held_once_until_it_is_released(database: Path, pauses: list[float]) -> None:
    held = Lock(database)
    for _ in range(2):
        held.take()
        assert why_not(database) == "in_use"
        assert Lock(database).is_taken()
        held.release()
        assert not Lock(database).is_taken()
    held.release()  # twice is no harm
    assert pauses == [*RETRY_AFTER] * 4


@pytest.mark.usefixtures("kind")
def test_checking_a_lock_creates_no_file(database: Path) -> None:
    before = set(database.parent.iterdir())
    assert not Lock(database).is_taken()
    assert set(database.parent.iterdir()) == before
    first, second = Lock(database), Lock(database)
    first.take()
    first.release()
    assert not second.is_taken()
    second.take()
    second.release()


@pytest.fixture
def asking(database: Path, locks: Any) -> Iterator[int]:
    """Have another process hold the lock for a moment, as a check does."""
    file = os.open(database.with_name("celestia.db.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    if locks is system and sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_SH)
    else:
        assert locks.lock(file)
    yield file
    os.close(file)


def test_checking_a_lock_does_not_block_others(
    database: Path, asking: int, locks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "sleep", lambda _: locks.unlock(asking))
    held = Lock(database)
    held.take()
    held.release()


def test_two_simultaneous_checks_of_a_lock_do_not_disturb_each_other(
    database: Path, asking: int, locks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "sleep", lambda _: locks.unlock(asking))
    assert not Lock(database).is_taken()


@pytest.mark.parametrize("prelude", ["", pytest.param(PRETEND, marks=pytest.mark.posix)])
def test_a_lock_keeps_other_processes_out_until_its_own_ends(database: Path, prelude: str) -> None:
    line = (sys.executable, "-c", prelude + ASK, f"{database}")
    pipe = subprocess.PIPE
    with subprocess.Popen(line, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as first:  # noqa: S603
        assert first.stdout
        assert [first.stdout.readline() for _ in range(2)] == ["False\n", "held\n"]
        second = subprocess.run(line, cwd=ROOT, stdin=pipe, capture_output=True, check=True)  # noqa: S603
        assert second.stdout.split() == [b"True", b"in_use"]
        first.kill()
    third = subprocess.run(line, cwd=ROOT, input=b"", capture_output=True, check=True)  # noqa: S603
    assert third.stdout.split() == [b"False", b"held"]


@pytest.mark.usefixtures("kind")
def test_a_lock_at_an_impossible_path_is_not_in_use(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert why_not(tmp_path / "file" / "celestia.db") == "cannot_open"
