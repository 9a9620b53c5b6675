"""After a power loss, answered commits are there, and the rest whole or not at all."""

import sqlite3
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bot.store.data import Change
from bot.store.errors import LogBroken, StoreError
from bot.store.sql import rows
from bot.store.sqlite.connection import _carry_out
from bot.store.sqlite.session import SqliteSession, finished
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.changes import change, is_whole, leg, version_of
from tests.bot.store.power import Connection, Disk, Step, Tapped

TABLES = [f"t{n}" for n in range(6)]
BATCHES = 250
CUTS = 80
CONTROL_CUTS = 30


@dataclass
class Evening:
    """The operations on the disk, and the answered versions after some of them."""

    steps: list[Step]
    answers: list[tuple[int, Mapping[str, int]]] = field(
        default_factory=list[tuple[int, Mapping[str, int]]]
    )

    def answered(self, cut: int) -> Mapping[str, int]:
        return next((known for at, known in reversed(self.answers) if at <= cut), {})


def stored(it: Change, db: sqlite3.Connection) -> None:
    finished(rows.store(SqliteSession(db), it, 0.0))


@cache
def played(synchronous: str) -> Evening:
    """Run the store's own statements batch after batch with this value of ``synchronous``."""
    luck, versions = Random(1), dict.fromkeys(TABLES, 0)
    disk = Tapped(f"tapped {synchronous}")
    evening = Evening(disk.steps)
    with TemporaryDirectory() as folder:
        file = Path(folder, "celestia.db")
        with Connection(file, f"tapped {synchronous}") as db:
            as_sqlite3: Any = db
            SqliteStore(file)._prepare(as_sqlite3)
            if synchronous:
                db.execute(f"PRAGMA synchronous = {synchronous}")
            for number in range(BATCHES):
                chosen = luck.sample(TABLES, luck.randint(1, 3))
                changes = [
                    change(
                        table, versions[table], snapshot=f"{number} " * 1500, paint=(leg(number),)
                    )
                    for table in chosen
                ]
                done = _carry_out(as_sqlite3, [partial(stored, it) for it in changes])
                assert done == [None] * len(changes)
                versions |= {table: versions[table] + 1 for table in chosen}
                evening.answers.append((len(disk.steps), dict(versions)))
    del disk.steps[evening.answers[-1][0] :]  # without those of closing
    return evening


async def found(folder: Path, answered: Mapping[str, int]) -> str:
    """Return the state of the files in which the store opens."""
    store = SqliteStore(folder / "celestia.db")
    try:
        await store.open()
        if await store.rows("PRAGMA integrity_check") != [("ok",)]:
            return "damaged"
        if not all([await is_whole(store, table) for table in TABLES]):
            return "damaged"
        versions = {table: await version_of(store, table) for table in TABLES}
        if any(versions[table] < version for table, version in answered.items()):
            return "lost"
        await store.commit(change("after", snapshot="x" * 9000))
    except (StoreError, LogBroken):
        return "damaged"
    finally:
        await store.close()
    return "whole"


async def outcomes(evening: Evening, seed: int, folder: Path, count: int = CUTS) -> Counter[str]:
    """Count the states after cuts."""
    luck, disk, seen = Random(seed), Disk(), Counter[str]()
    # half of them at the start and during checkpoints, which are rare
    beside = [n for n, step in enumerate(evening.steps) if step.name != "celestia.db-wal"]
    cuts = set(luck.sample(beside, count // 2))
    cuts |= set(luck.sample(sorted(set(range(len(evening.steps))) - cuts), count - len(cuts)))
    for number, step in enumerate(evening.steps):
        if number in cuts:
            place = folder / f"{seed} {number}"
            place.mkdir()
            for name, data in disk.cut(luck):
                (place / name).write_bytes(data)
            seen[await found(place, evening.answered(number))] += 1
        disk.take(step)
    return seen


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
async def test_answered_commits_survive_a_power_loss(seed: int, tmp_path: Path) -> None:
    assert await outcomes(played(""), seed, tmp_path) == {"whole": CUTS}


async def test_without_a_sync_for_each_commit_answers_would_be_lost(tmp_path: Path) -> None:
    """The first positive control: games are whole, but shorter."""
    seen = await outcomes(played("NORMAL"), 1, tmp_path, CONTROL_CUTS)
    assert seen["lost"] > CONTROL_CUTS / 4
    assert not seen["damaged"]


async def test_without_any_sync_games_would_be_damaged(tmp_path: Path) -> None:
    """The second control: the disk loses and garbles unsynced writes."""
    seen = await outcomes(played("OFF"), 1, tmp_path, CONTROL_CUTS)
    assert seen["damaged"] > CONTROL_CUTS / 5
