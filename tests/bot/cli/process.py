"""The bot as a process, without the settings of this machine."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import forkserver
from tests.forkserver import BOT, ROOT

__all__ = ["BOT", "CLEAN", "ROOT", "TOKEN", "run"]

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
