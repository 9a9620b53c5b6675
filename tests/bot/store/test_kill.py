"""A process that is killed loses nothing that it has answered."""

import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bot.store.sqlite.store import SqliteStore
from tests.bot.store.changes import is_whole, version_of

ROOT = Path(__file__).parents[3]
TABLES = [f"t{n}" for n in range(8)]


def killed_while_committing(file: Path, answers: int, *how: str) -> dict[str, int]:
    """Kill a process after this many answers; return the last version that it answered of each
    table."""
    command = [sys.executable, "-m", "tests.bot.store.committing", str(file), *how]
    with subprocess.Popen(  # noqa: S603 - our own module
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        read = [*islice(process.stdout, answers)]
        process.kill()
        read += [line for line in process.stdout if line.endswith("\n")]
    return {table: int(version) for table, version in map(str.split, read)}


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 4))]
)
async def test_no_answered_commit_is_lost(file: Path, seed: int) -> None:
    for answers in (1, Random(seed).randint(len(TABLES), 1500)):
        answered = killed_while_committing(file, answers)
        assert answered
        store = SqliteStore(file)
        await store.open()
        for table in TABLES:
            assert await version_of(store, table) >= answered.get(table, 0)
            assert await is_whole(store, table)
        stored = [it for it in TABLES if await version_of(store, it)]
        assert await store.unpainted() == stored
        await store.close()


async def test_answers_given_before_the_commit_would_be_lost(file: Path) -> None:
    """The positive control."""
    lost = 0
    for kill in range(6):
        answered = killed_while_committing(file, 20 + kill, "early")
        store = SqliteStore(file)
        await store.open()
        for table in TABLES:
            lost += await version_of(store, table) < answered.get(table, 0)
        await store.close()
        if lost:
            return
    pytest.fail("nothing was lost")
