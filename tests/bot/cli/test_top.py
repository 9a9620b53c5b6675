"""``python -m bot top`` shows the activity of a bot from outside."""

import asyncio
import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from bot import console
from bot.cli import top
from bot.cli.main import main
from bot.store.address import Address
from bot.store.backends import maintenance_at
from bot.store.data import Overview, Process
from bot.store.errors import DatabaseBroken, StoreError, Unreachable
from tests.bot.cli.databases import LIVING, asked
from tests.bot.cli.process import BOT, CLEAN, ROOT, run
from tests.bot.hosting.hosted import hosting
from tests.bot.reading import query

ONCE = (*BOT, "top", "--once")
IDLE = Overview([], [], 0, 0, 0, 0, 0, 0, size=0)


def said(text: str) -> dict[str, str]:
    """Return the counts by their labels."""
    lines = [line.strip().rsplit("  ", 1) for line in text.splitlines() if "  " in line.strip()]
    return {words.strip(): count.strip() for words, count in lines}


def drawn(found: Overview) -> str:
    out = StringIO()
    Console(file=out, width=120).print(top.drawn(found, Address.of_file(Path("x.db"))))
    return out.getvalue()


async def test_top_shows_a_running_bot_and_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file) as hosted:
        await hosted.start("blue")
        await hosted.open("green")
        before = sorted(it.name for it in tmp_path.iterdir())
        ended = await asyncio.to_thread(run, tmp_path, ONCE)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert sorted(it.name for it in tmp_path.iterdir()) == before
        await hosted.a_move()
    counts = said(ended.stdout)
    assert counts["tables that are open"] == "2"
    assert counts["games under way"] == "1"
    assert counts["pages that wait to be painted"] != "0"
    assert query(file, "PRAGMA integrity_check") == [("ok",)]


async def test_it_shows_the_processes_of_a_server_and_their_shards(
    tmp_path: Path, server: Address
) -> None:
    await asked(server, LIVING.replace("'p'", "'p-1'"))
    for shard, owner in enumerate(("'p-1'", "'p-1'", "NULL", "'p-1'")):
        await asked(server, f"INSERT INTO shards VALUES ({shard}, {owner}, 1, 9e12)")  # noqa: S608 - ours
    variables = {"CELESTIA_DATABASE": server.server, "COLUMNS": "120"}
    ended = await asyncio.to_thread(run, tmp_path, ONCE, variables)
    assert (ended.returncode, ended.stderr) == (0, "")
    (process,) = [line for line in ended.stdout.splitlines() if "p-1" in line]
    assert process.rstrip().endswith("0-1, 3")
    (unowned,) = [line for line in ended.stdout.splitlines() if console.TOP_NOBODY in line]
    assert unowned.split() == [console.TOP_NOBODY, "2"]


def test_a_process_with_an_expired_lease_is_gone() -> None:
    processes = [Process("p-1", 59.0, 12.4, [0]), Process("p-2", 7200.0, -1.0, [])]
    lines = drawn(Overview(processes, [], 0, 0, 0, 0, 0, 0, size=0)).splitlines()
    assert any(line.split() == ["p-1", "59", "s", "12", "s", "0"] for line in lines)
    assert any(line.split() == ["p-2", "2", "h", console.TOP_GONE] for line in lines)


def test_a_database_that_is_not_there_is_named(tmp_path: Path) -> None:
    ended = run(tmp_path, ONCE)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.strip() == console.NO_DATABASE.format(path="celestia.db")
    assert list(tmp_path.iterdir()) == []


def test_wrong_settings_are_named(tmp_path: Path) -> None:
    ended = run(tmp_path, ONCE, {"CELESTIA_PACE": "fast"})
    assert ended.returncode == 1
    assert "CELESTIA_PACE" in ended.stderr


async def test_a_database_of_an_older_version_is_named(tmp_path: Path) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file) as hosted:
        await hosted.store._write("DELETE FROM schema_version WHERE version > 2")
    ended = run(tmp_path, ONCE)
    assert ended.stderr.strip() == console.START_FIRST.format(path="celestia.db")


def test_it_names_its_missing_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "bot.cli.top")
    monkeypatch.delattr("bot.cli.top")
    monkeypatch.setitem(sys.modules, "rich", None)
    assert main(["top", "--once"]) == 1
    assert capsys.readouterr().err.strip() == console.NO_TERMINAL.format(package="rich")


@pytest.mark.posix
async def test_top_runs_until_it_is_ended(tmp_path: Path) -> None:
    async with hosting(tmp_path / "celestia.db"):
        pass
    env = {**CLEAN, "PYTHONPATH": f"{ROOT}", "TERM": "xterm"}
    screen, terminal = os.openpty()
    with subprocess.Popen((*BOT, "top"), cwd=tmp_path, env=env, stdout=terminal) as top_:  # noqa: S603
        os.close(terminal)
        drawn = b""
        while b"celestia.db" not in drawn:
            drawn += await asyncio.to_thread(os.read, screen, 65_536)
        assert top_.poll() is None
        top_.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(top_.wait, 60) == 0
    os.close(screen)


def test_an_outage_of_the_server_does_not_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    address, looks = Address.of_file(Path("x.db")), [0]
    shown, out = list[str](), StringIO()

    def overview(_: object) -> Overview:
        looks[0] += 1
        if looks[0] == 2:
            raise Unreachable()
        if looks[0] == 4:
            raise DatabaseBroken()
        return IDLE

    monkeypatch.setattr(type(maintenance_at(address)), "overview", overview)
    screen = Console(file=out, width=120)
    with pytest.raises(StoreError, match="broken"):
        top._watch(address, screen, rest=lambda seconds: shown.append(f"{seconds}"))
    assert shown == ["2.0"] * 3
    assert looks == [4]
