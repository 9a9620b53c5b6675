"""The bot as a process, without the settings of this machine."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from tests import forkserver
from tests.forkserver import BOT as BOT
from tests.forkserver import ROOT as ROOT

ENDS_WITHIN = 300.0
"""Seconds; only a process that hangs takes as long."""
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe." + "x-_9" * 7
"""An invalid token of the right shape."""
SETTING = ("CELESTIA_", "DISCORD_", "DYNO", "RENDER", "RAILWAY_")
"""Prefixes of the variables that the bot reads."""
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(SETTING)}


def run(
    folder: Path, line: Sequence[str], variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command line in a folder and return what it printed; the bot is forked if possible."""
    environment = {**CLEAN, "PYTHONPATH": str(ROOT), **(variables or {})}
    server = forkserver.server_for(line, variables or {})
    if server is None:
        return subprocess.run(  # noqa: S603
            line,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=ENDS_WITHIN,
            check=False,
        )
    with TemporaryDirectory() as scratch:
        out, err = Path(scratch, "out"), Path(scratch, "err")
        code = server.fork(line, folder, environment, out, err).wait_here(ENDS_WITHIN)
        return subprocess.CompletedProcess(line, code, out.read_text(), err.read_text())


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


def command(*line: str, **code: str) -> list[str]:
    """Return the command line of a bot whose parts are replaced by this code."""
    idle = dict.fromkeys(("start", "play", "leave", "check", "copy"), "...")
    stand_ins = "4" if {"check", "copy"} & code.keys() else "2"  # the bot needs parts of the others
    code = {**idle, "stand_ins": stand_ins, **code}
    return [sys.executable, "-c", STAND_IN.format(**code), *line]


@contextmanager
def running(folder: Path, line: list[str]) -> Iterator[subprocess.Popen[str]]:
    env = {**CLEAN, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": TOKEN}
    pipe = subprocess.PIPE
    with subprocess.Popen(  # noqa: S603
        line, cwd=folder, env=env, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def until(stream: IO[str] | None, word: str) -> None:
    """Read the output up to the line that contains this word."""
    assert stream
    assert any(word in line for line in stream)
