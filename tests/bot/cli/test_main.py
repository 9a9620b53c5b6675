"""Start and end of the bot on the command line."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from bot import console
from bot.cli.main import main
from bot.cli.signals import Signals
from tests.bot.cli.process import BOT, CLEAN, ROOT, TOKEN, run

STAND_IN = """
import asyncio, runpy, sys, time, types
class Celestia:
    def __init__(self, settings): ...
    async def __aenter__(self): return self
    async def __aexit__(self, *why): {leave}; print("closed", flush=True)
    async def start(self, token): {start}
    async def announce_shutdown(self): print("farewell", flush=True)
async def play(settings): {play}
async def check(file): {check}
def run(command, file, **options): {copy}
stand_ins = {{"client": Celestia, "cli.local": play, "cli.check": check, "cli.backup": run}}
for name, what in [*stand_ins.items()][:{stand_ins}]:
    sys.modules["bot." + name] = types.ModuleType("bot." + name)
    setattr(sys.modules["bot." + name], what.__name__, what)
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""
WAIT = 'print("playing", flush=True); await asyncio.sleep(60)'
IN_A_THREAD = 'print("playing", flush=True); await asyncio.to_thread(time.sleep, 60)'


def command(*line: str, **code: str) -> list[str]:
    """Return the command line of a bot whose parts are replaced by this code."""
    idle = dict.fromkeys(("start", "play", "leave", "check", "copy"), "...")
    stand_ins = "4" if {"check", "copy"} & code.keys() else "2"  # the bot needs parts of the others
    code = {**idle, "stand_ins": stand_ins, **code}
    return [sys.executable, "-c", STAND_IN.format(**code), *line]


@contextmanager
def running(folder: Path, line: list[str], token: str = TOKEN) -> Iterator[subprocess.Popen[str]]:
    env = {**CLEAN, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": token}
    pipe = subprocess.PIPE
    with subprocess.Popen(  # noqa: S603
        line, cwd=folder, env=env, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def until(stream: IO[str] | None, word: str) -> str:
    """Return the output up to the line that contains this word."""
    assert stream
    seen = ""
    for line in stream:
        seen += line
        if word in line:
            return seen
    raise AssertionError(seen)


# --- starting ------------------------------------------------------------------------------------


def test_wrong_settings_are_named_and_nothing_starts(tmp_path: Path) -> None:
    wrong = {"CELESTIA_PACE": "fast", "CELESTIA_LANGUAGES": "fr"}
    for line in ([], ["run"], ["local"]):
        ended = run(tmp_path, [*BOT, *line], wrong)
        assert (ended.returncode, ended.stdout) == (1, "")
        assert ended.stderr.splitlines() == [
            "CELESTIA_LANGUAGES is no setting of this bot; perhaps CELESTIA_LANGUAGE was meant.",
            'CELESTIA_PACE is "fast": write live, relaxed or none.',
        ]
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_command_is_refused_with_a_list_of_commands(tmp_path: Path) -> None:
    ended = run(tmp_path, [*BOT, "dance"])
    assert ended.returncode == 2
    assert all(word in ended.stderr for word in ("run", "local", "check"))


@pytest.mark.parametrize("line", [[], ["local"], ["check"], ["backup", "x.db"]])
def test_options_of_restore_are_refused_elsewhere(
    line: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*line, "--anyway"], Signals())
    assert ended.value.code == 2
    assert console.ANYWAY_UNMEANT.format(command=line[0] if line else "run") in (
        capsys.readouterr().err
    )


def test_without_a_token_there_is_a_local_table(tmp_path: Path) -> None:
    ended = run(tmp_path, command(play='print("played")'))
    assert ended.returncode == 0
    assert ended.stdout.splitlines() == [console.LOCAL, "played"]


def test_the_local_table_can_be_asked_for(tmp_path: Path) -> None:
    ended = run(tmp_path, command("local", play='print("played")'), {"DISCORD_TOKEN": TOKEN})
    assert (ended.returncode, ended.stdout) == (0, "played\n")


def test_a_package_missing_for_the_local_table_is_named(tmp_path: Path) -> None:
    ended = run(tmp_path, command("local", play="import simcord_that_is_not_there"))
    assert ended.returncode == 1
    assert ended.stderr.startswith("A table on this machine needs the package simcord_that")


def test_with_a_token_the_bot_starts(tmp_path: Path) -> None:
    ended = run(tmp_path, command(start=f'print(token == "{TOKEN}")'), {"DISCORD_TOKEN": TOKEN})
    assert (ended.returncode, ended.stdout) == (0, "True\nclosed\n")


def test_an_ephemeral_disk_is_warned_about(tmp_path: Path) -> None:
    ended = run(tmp_path, command(play='print("played")'), {"RENDER": "true"})
    assert ended.returncode == 0
    assert "WARNING bot: CELESTIA_DATABASE is celestia.db" in ended.stdout


# --- ending --------------------------------------------------------------------------------------


@pytest.mark.posix
@pytest.mark.parametrize(
    ("line", "ending"), [([], signal.SIGTERM), ([], signal.SIGINT), (["local"], signal.SIGTERM)]
)
def test_a_signal_ends_it_well(ending: signal.Signals, line: list[str], tmp_path: Path) -> None:
    with running(tmp_path, command(*line, start=WAIT, play=WAIT)) as process:
        until(process.stdout, "playing")
        process.send_signal(ending)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    assert ("closed" in out) == (not line)


@pytest.mark.posix
def test_a_second_signal_does_not_disturb_the_shutdown(tmp_path: Path) -> None:
    leave = 'print("closing", flush=True); await asyncio.to_thread(sys.stdin.readline)'
    with running(tmp_path, command(start=WAIT, leave=leave)) as process:
        until(process.stdout, "playing")
        process.send_signal(signal.SIGINT)
        until(process.stdout, "closing")
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate("go on\n", timeout=20)
    assert (process.returncode, err, out) == (0, "", "closed\n")


@pytest.mark.posix
def test_a_signal_delivered_to_another_thread_still_ends_the_bot(tmp_path: Path) -> None:
    deaf = "import signal, threading;"
    deaf += " late = lambda: (time.sleep(0.5), print('asleep', flush=True), time.sleep(60));"
    deaf += " threading.Thread(target=late).start();"
    deaf += " signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM});"
    with running(tmp_path, command(start=f"{deaf} {WAIT}")) as process:
        until(process.stdout, "asleep")  # before that, the loop may be awake and notice it
        process.terminate()
        out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    assert out.endswith("closed\n")


@pytest.mark.posix
def test_a_shutdown_that_hangs_is_ended(tmp_path: Path) -> None:
    line = command(start=WAIT, leave="await asyncio.sleep(60)")
    before, _, _ = line[2].partition("runpy.run_module")
    line[2] = f"{before}import bot.cli.main as it; it.GRACE = 0.2; sys.exit(it.main())"
    with running(tmp_path, line) as process:
        until(process.stdout, "playing")
        process.terminate()
        out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    assert "nothing that was played is lost" in out


@pytest.mark.posix
@pytest.mark.parametrize(
    ("line", "ending"),
    [
        (["check"], signal.SIGTERM),
        (["check"], signal.SIGINT),
        (["backup", "x.db"], signal.SIGTERM),
        (["restore", "x.db"], signal.SIGINT),
    ],
)
def test_a_command_ended_by_a_signal_fails(
    ending: signal.Signals, line: list[str], tmp_path: Path
) -> None:
    copy = 'print("playing", flush=True); time.sleep(60)'
    with running(tmp_path, command(*line, check=WAIT, copy=copy)) as process:
        until(process.stdout, "playing")
        process.send_signal(ending)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 128 + ending
    assert err == ("" if line == ["check"] else f"{console.BROKEN_OFF}\n")


@pytest.mark.posix
def test_a_second_signal_does_not_disturb_the_cleanup(tmp_path: Path) -> None:
    copy = """
    try: print("playing", flush=True); time.sleep(60)
    finally: print("cleaning up", flush=True); sys.stdin.readline(); print("closed", flush=True)"""
    with running(tmp_path, command("backup", "x.db", copy=copy)) as process:
        until(process.stdout, "playing")
        process.terminate()
        until(process.stdout, "cleaning up")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate("go on\n", timeout=20)
    assert (process.returncode, out) == (128 + signal.SIGTERM, "closed\n")
    assert err == f"{console.BROKEN_OFF}\n"


@pytest.mark.posix
def test_a_signal_after_the_end_of_the_work_changes_nothing(tmp_path: Path) -> None:
    late = "import logging, os; logging.shutdown = lambda: os.kill(os.getpid(), 15)"
    ended = run(tmp_path, command(play=late))
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.posix
def test_a_thread_that_hangs_is_not_waited_for(tmp_path: Path) -> None:
    with running(tmp_path, command(start=IN_A_THREAD)) as process:
        until(process.stdout, "playing")
        process.terminate()
        out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    assert "closed" in out


SIGNALLED = """
import os, sys
class Signalled:
    def find_spec(name, path, target=None):
        if name == "{where}":
            os.kill(os.getpid(), {ending:d})
sys.meta_path.insert(0, Signalled)
"""
"""A signal comes at the import of this module."""


@pytest.mark.posix
@pytest.mark.parametrize(
    ("where", "ending"),
    [
        ("bot.cli.main", signal.SIGTERM),
        ("argparse", signal.SIGINT),
        ("bot.log", signal.SIGTERM),
        ("bot.settings", signal.SIGINT),
        ("pydantic", signal.SIGTERM),
    ],
)
def test_a_signal_is_handled_at_any_point_of_the_start(
    where: str, ending: signal.Signals, tmp_path: Path
) -> None:
    line = command(start=WAIT)
    line[2] = SIGNALLED.format(where=where, ending=ending) + line[2]
    ended = run(tmp_path, line, {"DISCORD_TOKEN": TOKEN})
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.posix
@pytest.mark.parametrize("line", [["check"], ["backup", "x.db"], ["restore", "x.db"]])
def test_a_command_ended_before_it_began_fails(line: list[str], tmp_path: Path) -> None:
    line = command(*line, check=WAIT, copy=WAIT.partition(";")[0])
    line[2] = SIGNALLED.format(where="argparse", ending=signal.SIGTERM) + line[2]
    ended = run(tmp_path, line)
    assert (ended.returncode, ended.stdout) == (128 + signal.SIGTERM, "")


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        ("import discord; raise discord.LoginFailure('no')", console.LOGIN_REFUSED),
        ("import discord; raise discord.PrivilegedIntentsRequired(0)", console.BAD_INTENTS),
        (
            "from bot.store.errors import InUse; raise InUse",
            console.IN_USE.format(path="celestia.db"),
        ),
        ("raise ConnectionResetError('gone')", console.UNREACHABLE.format(why="gone")),
    ],
)
def test_a_fault_with_a_remedy_is_one_sentence(failure: str, words: str, tmp_path: Path) -> None:
    ended = run(tmp_path, command(start=failure), {"DISCORD_TOKEN": TOKEN})
    assert (ended.returncode, ended.stderr, ended.stdout) == (1, f"{words}\n", "closed\n")


BLOCKED = "raise KeyError('retry_after')"
"""The error of discord.py when Discord blocks this machine."""


def test_a_bot_that_discord_blocks_waits_before_it_ends(tmp_path: Path) -> None:
    line = command(start=BLOCKED)
    line[2] = (
        f"import bot.discord.circuit_breaker; bot.discord.circuit_breaker.SHUT_OUT = 0.2\n{line[2]}"
    )
    ended = run(tmp_path, line, {"DISCORD_TOKEN": TOKEN})
    assert console.WAITING % 0.2 in ended.stdout
    assert (ended.returncode, ended.stderr) == (1, f"{console.SHUT_OUT.format(seconds=0.2)}\n")


@pytest.mark.posix
def test_a_signal_ends_the_pause_of_a_blocked_bot(tmp_path: Path) -> None:
    with running(tmp_path, command(start=BLOCKED)) as process:
        until(process.stdout, "ending in 60 s")
        process.terminate()
        process.communicate(timeout=20)
    assert process.returncode == 0


def test_the_log_has_the_place_of_an_unexpected_fault_but_not_its_text(tmp_path: Path) -> None:
    ended = run(tmp_path, command(start="raise KeyError(token)"), {"DISCORD_TOKEN": TOKEN})
    assert (ended.returncode, ended.stderr) == (1, "")
    assert re.search(r"ended by something unexpected: fault [0-9a-f]{6}: KeyError", ended.stdout)
    assert "await asyncio.shield(running)" in ended.stdout
    assert TOKEN not in ended.stdout


def test_a_leftover_thread_does_not_keep_the_process_alive(tmp_path: Path) -> None:
    play = "import threading, time; threading.Thread(target=time.sleep, args=(50,)).start()"
    ended = run(tmp_path, command(play=f"{play}; raise KeyError('lost')"))
    assert ended.returncode == 1
    assert ": KeyError" in ended.stdout
    assert "lost" not in ended.stdout


@pytest.mark.posix
@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_a_closed_output_stream_does_no_harm_at_the_end(closed: str, tmp_path: Path) -> None:
    script = f'exec "$@" {closed}'
    ended = run(tmp_path, ("sh", "-c", script, "sh", *command()))
    assert (ended.returncode, ended.stderr) == (0, "")


# --- the whole bot, once it is there -------------------------------------------------------------

OFFLINE = [
    *(sys.executable, "-c"),
    "import sys; from discord.http import Route; Route.BASE = 'http://127.0.0.1:9';"
    "from bot.cli.main import main; sys.exit(main([]))",
]


def test_an_unreachable_discord_is_one_sentence(tmp_path: Path) -> None:
    pytest.importorskip("bot.client")
    ended = run(tmp_path, OFFLINE, {"DISCORD_TOKEN": TOKEN})
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1
    assert ended.stderr.startswith("Discord cannot be reached")
    assert "Traceback" not in ended.stdout
