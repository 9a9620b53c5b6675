"""The bot starts and works without POSIX."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from bot import system
from tests.bot.cli.process import ROOT, WAIT, command, run, running, until

pytestmark = pytest.mark.posix
"""POSIX can only be taken away where it exists."""

PRETEND = "from tests.bot.windows import pretend; pretend()\n"
EVERYTHING = f"""{PRETEND}
import pkgutil
from importlib import import_module
import bot, cogs
for package in (bot, cogs):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if module.name != "bot.__main__":
            import_module(module.name)
            print(module.name)

import asyncio
from pathlib import Path
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.changes import change
async def play():
    store = SqliteStore(Path("celestia.db"))
    await store.open()
    await store.commit(change(stage="over"))
    await store.close()
asyncio.run(play())
"""
COPIES = ("backup copy.db", "check copy.db", "restore copy.db", "check")


def test_everything_is_imported_and_copies_are_made_without_posix(tmp_path: Path) -> None:
    ended = run(tmp_path, (sys.executable, "-c", EVERYTHING))
    assert (ended.returncode, ended.stderr) == (0, "")
    names = ended.stdout.split()
    assert {"bot.client", "bot.cli.main", "bot.store.sqlite.store", "cogs.board"} <= {*names}
    for line in COPIES:
        script = f"{PRETEND}from bot.cli.main import end, main; end(main({line.split()}))"
        ended = run(tmp_path, (sys.executable, "-c", script))
        assert (ended.returncode, ended.stderr) == (0, ""), line
    assert not list(tmp_path.glob("*.part"))
    assert len(list(tmp_path.glob("*.bak"))) == 1


def test_a_signal_ends_the_bot_without_it(tmp_path: Path) -> None:
    line = command(start=WAIT)
    line[2] = PRETEND + line[2]
    with running(tmp_path, line) as process:
        until(process.stdout, "playing")
        process.terminate()
        out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    assert "closed" in out


@pytest.mark.parametrize("asked", ["import fcntl", "os.geteuid()", "os.unlink('open')"])
def test_the_pretence_would_notice_a_part_of_posix(asked: str, tmp_path: Path) -> None:
    """The positive control."""
    script = f"{PRETEND}import os\nfile = open('open', 'w')\nprint('begun')\n{asked}"
    ended = run(tmp_path, (sys.executable, "-c", script))
    assert (ended.returncode, ended.stdout) == (1, "begun\n")


def test_ctrl_break_ends_the_bot_where_there_is_such_a_key() -> None:
    from tests.bot.windows import system_of_windows  # only where there is POSIX

    assert system.SIGNALS == (signal.SIGINT, signal.SIGTERM)
    assert len(system_of_windows().SIGNALS) == 3


async def test_asyncio_itself_is_woken_by_signals_on_windows() -> None:
    from tests.bot.windows import system_of_windows  # only where there is POSIX

    loop, before = asyncio.get_running_loop(), signal.set_wakeup_fd(-1)
    try:
        with system_of_windows().woken_by_signals(loop):
            assert signal.set_wakeup_fd(-1) == -1
    finally:
        signal.set_wakeup_fd(before)


def test_files_have_no_owners_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.bot.windows import system_of_windows  # only where there is POSIX

    monkeypatch.setattr(os, "chown", None)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    system_of_windows().give_to_owner_of(tmp_path, tmp_path)
    with pytest.raises(TypeError):  # the positive control
        system.give_to_owner_of(tmp_path, tmp_path)


def test_differences_between_systems_stand_in_one_module() -> None:
    words = ("fcntl", "msvcrt", "sys.platform ==", "geteuid", "chown", "add_reader", "os.link")
    words += ("set_wakeup_fd", "effective_ids", "SIGBREAK", "import resource\n", "import pwd")
    places = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "bot").rglob("*.py")
        if any(word in file.read_text("utf-8") for word in words)
    }
    assert places == {"bot/system.py"}


@pytest.mark.parametrize(("hard", "raised"), [(1000, 1000), (100_000, system.OPEN_FILES)])
def test_the_soft_limit_of_open_files_is_raised(hard: int, raised: int, tmp_path: Path) -> None:
    script = f"""
import resource
from bot import system
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (500, min({hard}, hard)))
system.raise_open_files()
print(system.max_open_files(), min({raised}, hard))
"""
    ended = run(tmp_path, (sys.executable, "-c", script))
    assert (ended.returncode, ended.stderr) == (0, "")
    now, wanted = ended.stdout.split()
    assert now == wanted
