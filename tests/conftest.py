"""The order of tests among several workers (pytest-xdist, `worksteal`), and their fork server.

Each worker gets a block of the tests; a worker that has finished its own steals from the end of
another's. So tests that wait or take long come first in each block, and the quickest come last.
"""

from __future__ import annotations

import os
import sys
from itertools import groupby
from pathlib import Path
from typing import Final

import pytest

from tests import forkserver
from tests.postgresql.plugin import postgresql, pytest_configure, pytest_unconfigure

__all__ = ["postgresql", "pytest_configure", "pytest_unconfigure"]

# Without bytecode on disk, each process that a test starts would compile the bot anew, which takes
# longer than most of these tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

forkserver.enabled = True

HERE: Final = Path(__file__).parent
WAITS: Final = "e2e"
"""These tests mostly wait for other processes, and leave the core to others."""
LONGEST_FIRST: Final = ("e2e", "host", "bot/store", "bot/cli", "players", "cogs", "bot")
"""Folders of tests, the slowest first; all others come after them."""
MORE_THAN_CORES: Final = 2
"""Workers beyond the number of cores, since some of them wait."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of workers for ``-n auto``."""
    return (os.cpu_count() or 1) + MORE_THAN_CORES


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    if workers > 1:
        items[:] = arranged(items, workers)


def arranged(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests in one block for each worker, the blocks one after the other.

    Half of the blocks begin with tests that wait, file by file, since those of a file may share a
    bot; the other half begins with tests that take long.
    """
    ranked = sorted(items, key=_rank)  # stable: the order within a room stays
    waiting = [item for item in ranked if _rank(item) == 0]
    others = [item for item in ranked if _rank(item) > 0]
    blocks: list[list[pytest.Item]] = [[] for _ in range(workers)]
    half = workers // 2
    for number, (_, file) in enumerate(groupby(waiting, key=lambda item: item.path)):
        blocks[number % half].extend(file)
    sizes = [len(items) * (n + 1) // workers - len(items) * n // workers for n in range(workers)]
    long = others[: sum(sizes[half:])]
    for number, item in enumerate(long):
        blocks[half + number % (workers - half)].append(item)
    rest = iter(others[len(long) :])
    for block, size in zip(blocks, sizes, strict=True):
        block.extend(item for _, item in zip(range(size - len(block)), rest, strict=False))
    return [*(item for block in blocks for item in block), *rest]


def _rank(item: pytest.Item) -> int:
    room = item.path.relative_to(HERE).as_posix()
    found = [n for n, name in enumerate(LONGEST_FIRST) if room.startswith(f"{name}/")]
    return min(found, default=len(LONGEST_FIRST))
