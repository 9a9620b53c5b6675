"""The same games by the code of release 0.2.0, taken out of the history of this repository.

Its host, its windows and its computers play; only the people come from here. They do what they had
to then: pass in each window, and open the hand again for what it did not tell by itself.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.flow.evening import Evening
from bench.flow.played import Evenings

RELEASE: Final = "c023225bc7b4ceb0195e852612d8824dc4784f07"
HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]


class NoHistory(Exception):
    """This copy of the project has no history to take the release from."""


def play_before(games: int) -> Evenings:
    """So many games of each kind, as they were played before."""
    with TemporaryDirectory(prefix="flow") as folder:
        _unpack(Path(folder))
        ran = subprocess.run(  # noqa: S603  # our own words
            [sys.executable, "-m", "bench.flow.played", f"{games}"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
    found = json.loads(ran.stdout)
    return {kind: [Evening(**it) for it in evenings] for kind, evenings in found.items()}


def _unpack(folder: Path) -> None:
    try:
        packed = subprocess.run(  # noqa: S603  # our own words
            ["git", "archive", RELEASE],  # noqa: S607
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        raise NoHistory from None
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    shutil.copytree(HERE, folder / "bench" / "flow")
