"""``python -m bench.store``: see the package."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import ArgumentParser
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from rich.console import Console
from rich.table import Table as Sheet

from bench.cpu import used_by
from bench.store.moves import Evening, Played, fill
from bot.store.address import Address
from bot.store.backends import store_at
from bot.store.store import Store
from bot.tables.actions import execute
from bot.tables.table import Chair, Table, dump, new_secret
from tests.postgresql.server import Server

MOVES: Final = 20_000
ROUNDS: Final = 3
MICRO: Final = 1e6


def main(line: Sequence[str] | None = None) -> int:
    """Play moves on both kinds of database in turn, and print the figures."""
    parser = ArgumentParser("python -m bench.store", description="How many moves a store takes.")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 1_000])
    parser.add_argument("--in-flight", type=int, nargs="+", default=[16, 64])
    parser.add_argument("--moves", type=int, default=MOVES)
    given = parser.parse_args(line)
    with TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as folder:
        asyncio.run(_measured(Path(folder), given.tables, given.in_flight, given.moves))
    return 0


async def _measured(
    folder: Path, tables: Sequence[int], in_flight: Sequence[int], moves: int
) -> None:
    server = Server(folder / "server")
    server.make()
    server.start()
    sheet = Sheet("tables", "in flight", "kind", "moves/s", "us here", "us of the server", box=None)
    try:
        for count in tables:
            async with _stores(folder, server, count) as stores:
                for depth in in_flight:
                    await _compared(sheet, server, stores, count, depth, moves)
    finally:
        server.stop()
    console = Console(highlight=False)
    console.print(f"{moves:,} moves, snapshots of {len(_snapshot()):,} characters")
    console.print(sheet)


@asynccontextmanager
async def _stores(
    folder: Path, server: Server, count: int
) -> AsyncGenerator[dict[str, tuple[Store, Evening]]]:
    name = f"games{count}"
    server.run("createdb", "-h", f"{server.folder}", "-U", "postgres", name)
    places = {
        "SQLite": Address.of_file(folder / f"{name}.db"),
        "PostgreSQL": Address.of_server(server.address(name)),
    }
    stores: dict[str, tuple[Store, Evening]] = {}
    snapshot = _snapshot()
    for kind, address in places.items():
        store = store_at(address)
        await store.open()
        await fill(store, 0, count, snapshot)
        stores[kind] = store, Evening(store, count, snapshot, first_click=1)
    yield stores
    for store, _ in stores.values():
        await store.close()


async def _compared(
    sheet: Sheet,
    server: Server,
    stores: dict[str, tuple[Store, Evening]],
    count: int,
    depth: int,
    moves: int,
) -> None:
    """Measure one after the other, several times, since the machine may be busy for a while."""
    found: dict[str, list[tuple[Played, float]]] = {kind: [] for kind in stores}
    for _ in range(ROUNDS):
        for kind, (_, evening) in stores.items():
            assert server.process is not None
            before = used_by(server.process.pid)
            played = await evening.play(moves // ROUNDS, depth)
            theirs = used_by(server.process.pid) - before if kind == "PostgreSQL" else 0.0
            found[kind].append((played, theirs))
    for kind, rounds in found.items():
        total = sum(it.moves for it, _ in rounds)
        rate = total / sum(it.seconds for it, _ in rounds)
        ours = MICRO * sum(it.ours for it, _ in rounds) / total
        theirs = MICRO * sum(it for _, it in rounds) / total
        row = (f"{count:,}", f"{depth}", kind, f"{rate:,.0f}", f"{ours:.0f}", f"{theirs:.0f}")
        sheet.add_row(*row)


def _snapshot() -> str:
    """Return a game of four, some way on."""
    table = Table("b", "en", 0.0, new_secret(), 1, 2, chairs=[Chair()])
    table.people = {0: 1}
    for seat in range(1, 4):
        execute(table, "join", None, "")
        table.people[seat] = seat + 1
    execute(table, "setting", 0, "boxes=little_help")
    execute(table, "start", 0, "7")
    rng = Random(1)
    for _ in range(40):
        game = table.running
        seat = game.waiting[0]
        game.play(seat, rng.choice(game.legal(seat)), quiet=True)
    return dump(table)


if __name__ == "__main__":
    sys.exit(main())
