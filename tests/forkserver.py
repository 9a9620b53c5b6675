"""A fork server: starts the bot as a process of its own without importing it anew each time.

Importing the bot and parsing its catalogues takes two seconds of a processor. The server does both
once; each bot is a fork of it that runs ``python -m bot`` from its first line. pytest enables the
server (`tests/conftest.py`). Without it, and with variables that must be there before the first
import, a bot is started by `exec`.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import json
import os
import runpy
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
BOT: Final = (sys.executable, "-m", "bot")
HOOK: Final = Path(__file__).parent / "e2e" / "wire" / "hook"
"""The folder of the `sitecustomize` by which the bot finds the Discord of the tests."""
NEEDS_EXEC: Final = (
    "PYTHON",
    "LANG",
    "LC_",
    "WIRE_CLOCK",
    "WIRE_HARD",
    "WIRE_HELD",
    "WIRE_FORGETS",
)
"""Prefixes of variables that take effect when Python starts or the bot is imported."""
UP_WITHIN: Final = 120.0  # seconds

enabled = False
"""Whether this process may start a server; benchmarks measure processes that share nothing."""


class Fork:
    """A process that the server has forked; it offers what `asyncio.subprocess.Process` does."""

    def __init__(self, pid: int) -> None:
        self.pid: Final = pid
        self._code: Final = Future[int]()
        self._code.set_running_or_notify_cancel()  # a cancelled wait does not cancel it

    @property
    def returncode(self) -> int | None:
        return self._code.result() if self._code.done() else None

    def ends(self, code: int) -> None:
        """Note the exit code, and wake everything that waits."""
        self._code.set_result(code)

    async def wait(self) -> int:
        return await asyncio.wrap_future(self._code)

    def wait_here(self, timeout: float | None = None) -> int:
        """Block until it ends; raises `TimeoutError`."""
        return self._code.result(timeout)

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class ForkServer:
    """The client's end of a server."""

    def __init__(self) -> None:
        self._process: Final = subprocess.Popen(
            (sys.executable, "-m", "tests.forkserver"),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._numbers: Final = count()
        self._forks: Final[dict[int, Future[Fork]]] = {}
        self._lock: Final = threading.Lock()
        atexit.register(self._stop)
        threading.Thread(target=self._listen, name="fork server", daemon=True).start()

    def fork(
        self,
        line: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        out: Path,
        err: Path,
    ) -> Fork:
        """Start this command line in a folder; its output is added to these files."""
        number = next(self._numbers)
        self._forks[number] = started = Future[Fork]()
        request = {
            "number": number,
            "arguments": [*line[len(BOT) :]],
            "folder": f"{folder}",
            "environment": dict(environment),
            "out": f"{out}",
            "err": f"{err}",
        }
        assert self._process.stdin is not None
        with self._lock:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        return started.result(UP_WITHIN)

    def _stop(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line)
            if "pid" in told:
                self._forks[told["number"]].set_result(Fork(told["pid"]))
            else:
                self._forks.pop(told["number"]).result().ends(told["code"])


@cache
def _server() -> ForkServer:
    return ForkServer()


def server_for(line: Sequence[str], variables: Mapping[str, str]) -> ForkServer | None:
    """The server, if it can start this command line with these variables.

    ``variables`` are those that differ from the tests' own.
    """
    if not enabled or not hasattr(os, "pidfd_open") or tuple(line[: len(BOT)]) != BOT:
        return None
    return None if any(name.startswith(NEEDS_EXEC) for name in variables) else _server()


# --- the server itself ---------------------------------------------------------------------------


def serve() -> None:
    """Fork a process for each line on standard input; kill all when that is closed."""
    _preload()
    asked, children, rest = sys.stdin.fileno(), dict[int, tuple[int, int]](), b""
    while True:
        ready, _, _ = select.select([asked, *children], [], [])
        for descriptor in ready:
            if descriptor != asked:
                _reap(descriptor, *children.pop(descriptor))
                continue
            data = os.read(asked, 1 << 20)
            if not data:
                for pid, _ in children.values():
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                return
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                request = json.loads(line)
                pid = os.fork()
                if pid == 0:
                    _become(request)
                    return
                children[os.pidfd_open(pid)] = pid, request["number"]
                _tell({"number": request["number"], "pid": pid})


def _preload() -> None:
    """Import all that a bot imports, and read its catalogues."""
    from bot.words import LANGUAGES, catalogue

    for name in ("uvloop", "bot.cli.main", "bot.client", "bot.registration"):
        with suppress(ModuleNotFoundError):
            import_module(name)
    for file in sorted((ROOT / "cogs").glob("*.py")):
        import_module(f"cogs.{file.stem}")
    for tag in LANGUAGES:
        catalogue(tag)
    gc.collect()
    gc.freeze()


def _reap(descriptor: int, pid: int, number: int) -> None:
    os.close(descriptor)
    _, status = os.waitpid(pid, 0)
    _tell({"number": number, "code": os.waitstatus_to_exitcode(status)})


def _tell(what: dict[str, Any]) -> None:
    os.write(1, json.dumps(what).encode() + b"\n")


def _become(request: dict[str, Any]) -> None:
    """Turn this fork into the bot."""
    os.closerange(3, 256)  # pipes and pidfds of other children
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    for target, path, flags in (
        (0, os.devnull, os.O_RDONLY),
        (1, request["out"], os.O_WRONLY | os.O_CREAT | os.O_APPEND),
        (2, request["err"], os.O_WRONLY | os.O_CREAT | os.O_APPEND),
    ):
        opened = os.open(path, flags, 0o600)
        os.dup2(opened, target)
        os.close(opened)
    sys.argv = ["bot", *request["arguments"]]
    if "WIRE_DISCORD" in os.environ:
        runpy.run_path(f"{HOOK / 'sitecustomize.py'}")
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    serve()
