"""A crash of the bot leaves no copy of its memory, with hands and token, on disk."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bot.cli.process import BOT, CLEAN, ROOT

pytestmark = pytest.mark.posix

AS_LARGE_AS_CAN_BE = ("sh", "-c", 'ulimit -S -c $(ulimit -H -c) && exec "$@"', "sh")
ANYBODY = (sys.executable, "-c", "import time; print('up', flush=True); time.sleep(60)")
UNLIMITED = (
    *(sys.executable, "-c"),
    "import resource, time; resource.setrlimit = lambda *_: None;"
    "from bot.system import leave_no_core; leave_no_core();"
    "print('up', flush=True); time.sleep(60)",
)
"""A system that pipes cores to a program, whatever the limit."""
LOCAL = (*BOT, "local")


@contextmanager
def up(folder: Path, line: tuple[str, ...]) -> Iterator[subprocess.Popen[str]]:
    """Start a process that is allowed to leave a core, and wait until it works."""
    with subprocess.Popen(  # noqa: S603
        (*AS_LARGE_AS_CAN_BE, *line),
        cwd=folder,
        env={**CLEAN, "PYTHONPATH": f"{ROOT}", "TMPDIR": f"{folder}"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline()
            yield process
        finally:
            process.kill()


def leaves_core(process: subprocess.Popen[str]) -> bool:
    """Crash the process; return whether the system reports a core."""
    process.send_signal(signal.SIGABRT)
    _, status = os.waitpid(process.pid, 0)
    assert os.WTERMSIG(status) == signal.SIGABRT
    return os.WCOREDUMP(status)


def test_a_bot_that_crashes_leaves_no_core(tmp_path: Path) -> None:
    with up(tmp_path, LOCAL) as process:
        limits = Path(f"/proc/{process.pid}/limits")
        if limits.exists():  # Linux
            assert re.search(r"Max core file size +0 +0 ", limits.read_text("ascii"))
        assert not leaves_core(process)
    assert [*tmp_path.rglob("core*")] == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux makes a process undumpable")
def test_on_linux_no_core_is_left_without_a_limit(tmp_path: Path) -> None:
    with up(tmp_path, UNLIMITED) as process:
        assert not leaves_core(process)


def test_another_process_would_leave_one(tmp_path: Path) -> None:
    """The control."""
    with up(tmp_path, ANYBODY) as process:
        if not leaves_core(process):
            pytest.skip("this machine writes no cores, so the tests above could not fail on it")
