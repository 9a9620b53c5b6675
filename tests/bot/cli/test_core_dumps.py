"""A crash of the bot leaves no copy of its memory, with hands and token, on disk."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bot.cli.process import WAIT, command, running, until

pytestmark = pytest.mark.posix

AS_LARGE_AS_CAN_BE = ["sh", "-c", 'ulimit -S -c $(ulimit -H -c) && exec "$@"', "sh"]
UP = "import time; print('playing', flush=True); time.sleep(60)"
PIPED = f"""
import resource
resource.setrlimit = lambda *_: None
from bot.system import leave_no_core
leave_no_core()
{UP}
"""
"""A system that pipes cores to a program, whatever the limit."""


def leaves_core(process: subprocess.Popen[str]) -> bool:
    """Crash the process once it works; return whether the system reports a core."""
    until(process.stdout, "playing")
    process.send_signal(signal.SIGABRT)
    _, status = os.waitpid(process.pid, 0)
    assert os.WTERMSIG(status) == signal.SIGABRT
    return os.WCOREDUMP(status)


def test_a_bot_that_crashes_leaves_no_core(tmp_path: Path) -> None:
    with running(tmp_path, [*AS_LARGE_AS_CAN_BE, *command("local", play=WAIT)]) as process:
        assert not leaves_core(process)
    assert [*tmp_path.rglob("core*")] == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux makes a process undumpable")
def test_on_linux_no_core_is_left_without_a_limit(tmp_path: Path) -> None:
    with running(tmp_path, [*AS_LARGE_AS_CAN_BE, sys.executable, "-c", PIPED]) as process:
        assert not leaves_core(process)


def test_another_process_would_leave_one(tmp_path: Path) -> None:
    """The control."""
    with running(tmp_path, [*AS_LARGE_AS_CAN_BE, sys.executable, "-c", UP]) as process:
        if not leaves_core(process):
            pytest.skip("this machine writes no cores, so the tests above could not fail on it")
