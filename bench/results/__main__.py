"""``python -m bench.results``: see the package."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from rich.console import Console
from rich.table import Table

from bench.results.database import SEATS, fill, people_of, servers_of
from bench.results.questions import asked, kept
from bot.store.sqlite.store import SqliteStore

GAMES: Final = 1_000_000
TIMES: Final = 300
HIGH: Final = 0.99


def main(line: Sequence[str] | None = None) -> int:
    """Fill a database, ask it, and print the times."""
    parser = ArgumentParser("python -m bench.results", description="How quick results are.")
    parser.add_argument("--games", type=int, default=GAMES, help=f"that are stored ({GAMES:,})")
    parser.add_argument("--times", type=int, default=TIMES, help=f"each is asked ({TIMES})")
    given = parser.parse_args(line)
    with TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder) / "celestia.db", given.games, given.times))
    return 0


async def _measure(file: Path, games: int, times: int) -> None:
    console, errors = Console(highlight=False), Console(stderr=True, highlight=False)
    store = SqliteStore(file)
    await store.open()
    await store.close()
    begun = time.perf_counter()
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        fill(db, games, lambda what: errors.print(f"{what}: {time.perf_counter() - begun:.0f} s"))
    store = SqliteStore(file)
    await store.open()
    rng = Random(1)
    figures = dict(await asked(store, games, times, rng))
    figures["a game ends, without a result"] = await kept(
        store, games, times, rng, with_result=False
    )
    figures["a game ends, with its result"] = await kept(store, games, times, rng, with_result=True)
    await store.close()
    size = file.stat().st_size / 1e9
    console.print(
        f"{games:,} games, {SEATS * games:,} seats, {people_of(games):,} people,"
        f" {servers_of(games):,} servers; {size:.2f} GB"
    )
    console.print(_table(figures))


def _table(figures: Mapping[str, Sequence[float]]) -> Table:
    table = Table("ms", "p50", "p99", "max", box=None)
    for name, seconds in figures.items():
        sorted_ = sorted(seconds)
        high = sorted_[int(HIGH * (len(sorted_) - 1))]
        table.add_row(name, *[f"{1000 * it:.2f}" for it in (median(sorted_), high, sorted_[-1])])
    return table


if __name__ == "__main__":
    sys.exit(main())
