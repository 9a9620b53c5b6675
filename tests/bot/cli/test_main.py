"""Start and end of the bot on the command line."""

import asyncio
import logging
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from discord.http import Route

from bot import console
from bot.cli import main as command_line
from bot.cli.main import main
from bot.cli.signals import Signals
from bot.client import Celestia
from bot.discord import circuit_breaker
from bot.store.errors import InUse
from tests.bot.cli.process import TOKEN, WAIT, command, run, running, until

# --- in this process -----------------------------------------------------------------------------


class Bot:
    """Stands in for the bot and for the table on this machine; a test sets what they do."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.signals = Signals()
        self.fault: Exception | None = None
        self.runners: list[asyncio.Runner] = []
        self._capsys = capsys

    def run(self, *line: str) -> tuple[int, str, str]:
        """Carry out a command line; return its exit code and what it printed."""
        code = main(line, self.signals)
        for runner in self.runners:
            runner.close()  # otherwise left to the end of the process
        out, err = self._capsys.readouterr()
        return code, out, err

    async def start(self, token: str) -> None:
        print("began", token == TOKEN)
        if self.fault is not None:
            raise self.fault

    async def play(self, settings: object) -> None:
        print("played")
        if self.fault is not None:
            raise self.fault

    async def announce_shutdown(self) -> None:
        print("farewell")

    async def leave(self) -> None:
        print("closed")

    async def __aenter__(self) -> "Bot":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()


@pytest.fixture
def bot(
    in_a_folder: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Bot:
    bot, new_runner = Bot(capsys), asyncio.Runner

    def kept(**options: Any) -> asyncio.Runner:
        bot.runners.append(new_runner(**options))
        return bot.runners[-1]

    monkeypatch.setattr("bot.client.Celestia", lambda settings: bot)
    monkeypatch.setattr("bot.cli.local.play", lambda settings: bot.play(settings))
    for name in ("freeze", "set_threshold"):
        monkeypatch.setattr(f"gc.{name}", lambda *_: None)
    monkeypatch.setattr(asyncio, "Runner", kept)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    return bot


@pytest.mark.parametrize("line", [[], ["run"], ["local"]])
def test_wrong_settings_are_named_and_nothing_starts(
    line: list[str], bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CELESTIA_PACE", "fast")
    monkeypatch.setenv("CELESTIA_LANGUAGES", "fr")
    code, out, err = bot.run(*line)
    assert (code, out) == (1, "")
    assert err.splitlines() == [
        "CELESTIA_LANGUAGES is no setting of this bot; perhaps CELESTIA_LANGUAGE was meant.",
        'CELESTIA_PACE is "fast": write live, 4h, 12h, relaxed, 72h or none.',
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dance", "choose from 'run', 'local', 'top', 'check'"),
        ("--anyway", console.ANYWAY_UNMEANT.format(command="run")),
        ("backup x.db --anyway", console.ANYWAY_UNMEANT.format(command="backup")),
        ("check --once", console.ONCE_UNMEANT.format(command="check")),
        ("backup", console.FILE_NEEDED.format(command="backup")),
        ("restore", console.FILE_NEEDED.format(command="restore")),
        ("move", console.NO_ADDRESS.format(command="move")),
        ("local x.db", console.FILE_UNMEANT.format(command="local")),
        ("backup x.db y.db", console.TO_UNMEANT.format(command="backup")),
    ],
)
def test_a_wrong_command_line_is_refused_in_one_sentence(
    line: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(line.split(), Signals())
    assert ended.value.code == 2
    assert words in capsys.readouterr().err


def test_without_a_token_there_is_a_local_table(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    assert bot.run() == (0, f"{console.LOCAL}\nplayed\n", "")


def test_the_local_table_can_be_asked_for(bot: Bot) -> None:
    assert bot.run("local") == (0, "played\n", "")


def test_a_package_missing_for_the_local_table_is_named(bot: Bot) -> None:
    bot.fault = ModuleNotFoundError(name="simcord")
    assert bot.run("local") == (1, "played\n", f"{console.NO_LOCAL.format(package='simcord')}\n")


def test_with_a_token_the_bot_starts(bot: Bot) -> None:
    assert bot.run() == (0, "began True\nclosed\n", "")


def test_an_ephemeral_disk_is_warned_about(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RENDER", "true")
    assert "WARNING bot: CELESTIA_DATABASE is celestia.db" in bot.run()[1]


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (InUse(), console.IN_USE.format(path="celestia.db")),
        (ConnectionResetError("gone"), console.UNREACHABLE.format(why="gone")),
    ],
)
def test_a_fault_with_a_remedy_is_one_sentence(fault: Exception, words: str, bot: Bot) -> None:
    bot.fault = fault
    assert bot.run() == (1, "began True\nclosed\n", f"{words}\n")


def test_an_unreachable_discord_is_one_sentence(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.client.Celestia", Celestia)
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:9")
    code, out, err = bot.run()
    assert (code, "Traceback" in out) == (1, False)
    assert re.fullmatch(r"Discord cannot be reached .+\n", err)


def test_the_log_has_the_place_of_an_unexpected_fault_but_not_its_text(bot: Bot) -> None:
    bot.fault = KeyError(TOKEN)
    code, out, err = bot.run()
    assert (code, err, TOKEN in out) == (1, "", False)
    assert re.search(r"ended by something unexpected: fault [0-9a-f]{6}: KeyError", out)
    assert "await asyncio.shield(running)" in out


BLOCKED = KeyError("retry_after")
"""The error of discord.py when Discord blocks this machine."""


def test_a_bot_that_discord_blocks_waits_before_it_ends(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit_breaker, "SHUT_OUT", 0.01)
    bot.fault = BLOCKED
    code, out, err = bot.run()
    assert (code, err) == (1, f"{console.SHUT_OUT.format(seconds=0.01)}\n")
    assert console.WAITING % 0.01 in out


def test_a_signal_ends_the_pause_of_a_blocked_bot(bot: Bot) -> None:
    class Waiting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.msg == console.WAITING:
                bot.signals._receive(signal.SIGTERM, None)

    logging.getLogger().addHandler(Waiting())
    bot.fault = BLOCKED
    assert bot.run()[0] == 0
    assert bot.signals.received


def test_a_shutdown_that_hangs_is_ended(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hangs(token: str = "") -> None:
        bot.signals._receive(signal.SIGTERM, None)
        await asyncio.Event().wait()

    monkeypatch.setattr(command_line, "GRACE", 0.01)
    bot.start = bot.leave = hangs
    code, out, _ = bot.run()
    assert code == 0
    assert "farewell" in out
    assert "nothing that was played is lost" in out


# --- as a process --------------------------------------------------------------------------------


@pytest.mark.posix
def test_a_signal_ends_the_local_table(tmp_path: Path) -> None:
    with running(tmp_path, command("local", play=WAIT)) as process:
        until(process.stdout, "playing")
        process.terminate()
        out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    assert "closed" not in out


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
@pytest.mark.parametrize(
    ("line", "ending"), [(["check"], signal.SIGTERM), (["restore", "x.db"], signal.SIGINT)]
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
    start = 'print("playing", flush=True); await asyncio.to_thread(time.sleep, 60)'
    with running(tmp_path, command(start=start)) as process:
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
    ("where", "ending"), [("bot.cli.main", signal.SIGTERM), ("bot.settings", signal.SIGINT)]
)
def test_a_signal_is_handled_at_any_point_of_the_start(
    where: str, ending: signal.Signals, tmp_path: Path
) -> None:
    line = command(start=WAIT)
    line[2] = SIGNALLED.format(where=where, ending=ending) + line[2]
    ended = run(tmp_path, line, {"DISCORD_TOKEN": TOKEN})
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.posix
@pytest.mark.parametrize("line", [["check"], ["backup", "x.db"]])
def test_a_command_ended_before_it_began_fails(line: list[str], tmp_path: Path) -> None:
    line = command(*line, check=WAIT, copy=WAIT.partition(";")[0])
    line[2] = SIGNALLED.format(where="argparse", ending=signal.SIGTERM) + line[2]
    ended = run(tmp_path, line)
    assert (ended.returncode, ended.stdout) == (128 + signal.SIGTERM, "")


def test_a_leftover_thread_does_not_keep_the_process_alive(tmp_path: Path) -> None:
    play = "import threading, time; threading.Thread(target=time.sleep, args=(50,)).start()"
    ended = run(tmp_path, command(play=f"{play}; raise KeyError('lost')"))
    assert ended.returncode == 1
    assert ": KeyError" in ended.stdout
    assert "lost" not in ended.stdout


@pytest.mark.posix
def test_closed_output_streams_do_no_harm_at_the_end(tmp_path: Path) -> None:
    ended = run(tmp_path, ("sh", "-c", 'exec "$@" >&- 2>&-', "sh", *command()))
    assert ended.returncode == 0
