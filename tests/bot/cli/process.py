"""The bot as a process of its own, without the settings of this machine."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[3]
BOT = (sys.executable, "-m", "bot")
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe." + "x-_9" * 7
"""Made up, but of the right shape."""
SETTING = ("CELESTIA_", "DISCORD_", "DYNO", "RENDER", "RAILWAY_")
"""How variables begin that the bot looks at."""
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(SETTING)}


def run(
    folder: Path, line: Sequence[str], variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        line,
        cwd=folder,
        env={**CLEAN, "PYTHONPATH": str(ROOT), **(variables or {})},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
