"""CPU time of a server, all of its processes together."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK")


def used_by(parent: int) -> float:
    """Return the CPU seconds of a process and its descendants, ended ones included."""
    return sum(_times(one) for one in _family(parent)) / TICKS


def _family(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii").split()
    return [parent, *[it for child in children for it in _family(int(child))]]


def _times(process: int) -> int:
    """Return the ticks of a process and of the children it has waited for."""
    stat = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return sum(int(it) for it in stat[11:15])
