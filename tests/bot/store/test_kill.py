"""A process that is killed loses nothing that it has answered."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.store.sqlite.store import SqliteStore
from tests.bot.store.changes import is_whole, version_of

ROOT = Path(__file__).parents[3]
TABLES = [f"t{n}" for n in range(8)]


def killed_while_committing(file: Path, seconds: float, *how: str) -> dict[str, int]:
    """The last version of each table that was answered before the kill."""
    command = [sys.executable, "-m", "tests.bot.store.committing", str(file), *how]
    with subprocess.Popen(  # noqa: S603 - our own module
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()  # it has begun
        time.sleep(seconds)
        process.kill()
        answers = [line.split() for line in process.stdout if line.endswith("\n")]
    return {table: int(version) for table, version in answers}


@pytest.mark.parametrize("seed", range(5))
async def test_nothing_that_was_answered_is_lost(file: Path, seed: int) -> None:
    for seconds in (0.05, random.Random(seed).random() * 0.3):
        answered = killed_while_committing(file, seconds)
        assert answered
        store = SqliteStore(file)
        await store.open()
        for table in TABLES:
            assert await version_of(store, table) >= answered.get(table, 0)
            assert await is_whole(store, table)
        assert await store.unpainted() == TABLES
        await store.close()


async def test_answers_given_before_the_commit_would_be_lost(file: Path) -> None:
    """The positive control."""
    lost = 0
    for _ in range(6):
        answered = killed_while_committing(file, 0.1, "early")
        store = SqliteStore(file)
        await store.open()
        for table in TABLES:
            lost += await version_of(store, table) < answered.get(table, 0)
        await store.close()
    assert lost
