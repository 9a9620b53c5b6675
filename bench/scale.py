"""The cost of processes, shards and servers: ``python -m bench.scale``, or ``make scale``.

People play at eight tables on a Discord on loopback. One process with a file, one with PostgreSQL
and 1 or 16 shards, and two processes take turns, so that other work on the machine affects them
all. Then a bot that is in many servers is started, to measure its memory.
"""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Final

from rich.console import Console
from rich.table import Table as Sheet

from bench.cpu import used_by
from tests.e2e.wire.journal import Journal
from tests.e2e.wire.people import Person
from tests.e2e.wire.process import BotProcess
from tests.e2e.wire.regulars import Regulars
from tests.e2e.wire.server import Discord
from tests.e2e.wire.sharded import Sharded, sharded
from tests.e2e.wire.soaking import memory
from tests.e2e.wire.world import User, new_id
from tests.postgresql.server import Server

TABLES: Final = 8
CHANNELS: Final = 20
"""Channels of each server."""
WARM: Final = 8.0
"""Seconds of play before the measurement."""
SETTLES: Final = 5.0
"""Seconds until a bot that has started has read all its servers."""
COVERED_WITHIN: Final = 120.0
MILLI: Final = 1e3


@dataclass(frozen=True)
class Row:
    """A number of processes and shards, on one kind of database."""

    kind: str
    processes: int
    shards: int


ROWS: Final = (
    Row("SQLite", 1, 1),
    Row("PostgreSQL", 1, 1),
    Row("PostgreSQL", 1, 16),
    Row("PostgreSQL", 2, 16),
)
SERVERS: Final = (10, 500, 2_500)


@dataclass
class Played:
    """The figures of some seconds of play."""

    after: list[float]
    """Seconds until each click was answered."""
    bots: float
    """Seconds of a core that all processes used together."""
    server: float
    """The same for the database's server."""
    memory: float
    """MiB of the largest process."""


def main(line: Sequence[str] | None = None) -> int:
    """Measure, and print the figures."""
    parser = ArgumentParser("python -m bench.scale", description="What processes and servers cost.")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each turn")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each")
    parser.add_argument("--servers", type=int, nargs="*", default=SERVERS)
    given = parser.parse_args(line)
    console = Console(highlight=False)
    with TemporaryDirectory(prefix="celestia-scale-") as folder:
        console.print(asyncio.run(_rows(Path(folder), given.seconds, given.rounds)))
        console.print(asyncio.run(_servers(Path(folder), given.servers)))
    return 0


async def _rows(folder: Path, seconds: float, rounds: int) -> Sheet:
    server = Server(folder / "server")
    server.make()
    server.start()
    found: dict[Row, list[Played]] = defaultdict(list)
    try:
        for turn in range(rounds):
            for row in ROWS:
                place = folder / f"{row.kind}-{row.processes}-{row.shards}-{turn}"
                place.mkdir()
                found[row].append(await _played(place, server, row, seconds))
    finally:
        server.stop()
    sheet = Sheet(
        *("database", "processes", "shards", "clicks/s", "p50 ms", "p99 ms"),
        *("ms of CPU a click", "and of the server", "MiB"),
        box=None,
    )
    for row, turns in found.items():
        after = [it for turn in turns for it in turn.after]
        cuts = quantiles(after, n=100)
        costs = [MILLI * sum(getattr(it, who) for it in turns) for who in ("bots", "server")]
        sheet.add_row(
            *(row.kind, f"{row.processes}", f"{row.shards}"),
            f"{len(after) / seconds / rounds:.0f}",
            *(f"{MILLI * cuts[49]:.0f}", f"{MILLI * cuts[98]:.0f}"),
            *(f"{cost / len(after):.2f}" for cost in costs),
            f"{max(it.memory for it in turns):.0f}",
        )
    return sheet


async def _played(folder: Path, server: Server, row: Row, seconds: float) -> Played:
    database = f"{folder / 'celestia.db'}"
    if row.kind == "PostgreSQL":
        name = folder.name.lower().replace("-", "_")
        server.run("createdb", "-h", f"{server.folder}", "-U", "postgres", name)
        database = server.address(name)
    async with AsyncExitStack() as stack:
        ground = await stack.enter_async_context(
            sharded(folder, shards=row.shards, database=database)
        )
        for _ in range(row.processes):
            await ground.adds()
        await ground.is_covered(COVERED_WITHIN)
        journal = Journal()
        playing = [asyncio.create_task(it.goes_on()) for it in _parties(ground, journal)]
        await asyncio.sleep(WARM)
        answered, bots, theirs = _answered(journal), _used(ground), _used_by(server)
        begun = time.monotonic()
        while time.monotonic() < begun + seconds:
            await asyncio.sleep(0.5)
            for task in playing:
                if task.done():
                    task.result()
        played = Played(
            _answered(journal)[len(answered) :],
            _used(ground) - bots,
            _used_by(server) - theirs,
            max(memory(it) for it in ground.running),
        )
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return played


def _parties(ground: Sharded, journal: Journal) -> list[Regulars]:
    """Return two people for each table, spread over all shards."""
    discord, parties = ground.discord, list[Regulars]()
    for number in range(TABLES):
        guild = ground.channels[number % ground.shards].guild
        channel = discord.add_channel(guild, f"table {number}")
        people = [
            Person(discord, User(new_id(), name, "en-US"), channel) for name in ("Ann", "Bob")
        ]
        mixes = cycle([{"goal": 50, "boxes": "little_help"}])
        parties.append(Regulars(tuple(people), ground.kept, journal, mixes))
    return parties


def _answered(journal: Journal) -> list[float]:
    answers = [it.answer for it in journal.clicks if it.answer is not None]
    return [it.after for it in answers if it.after is not None]


def _used(ground: Sharded) -> float:
    return sum(used_by(it.pid) for it in ground.running)


def _used_by(server: Server) -> float:
    assert server.process is not None
    return used_by(server.process.pid)


async def _servers(folder: Path, counts: Sequence[int]) -> Sheet:
    sheet = Sheet("servers", "channels each", "MiB", "seconds until it hears of all", box=None)
    for count in counts:
        place = folder / f"servers-{count}"
        place.mkdir()
        size, took = await _started(place, count)
        sheet.add_row(f"{count:,}", f"{CHANNELS}", f"{size:.0f}", f"{took:.1f}")
    return sheet


async def _started(folder: Path, servers: int) -> tuple[float, float]:
    """Return the MiB of a bot in this many servers, and the seconds of its start."""
    discord = Discord()
    discord.limited = False
    await discord.start()
    for number in range(servers):
        guild = discord.add_guild(f"Server {number}")
        for channel in range(CHANNELS):
            discord.add_channel(guild, f"channel-{channel}")
    bot = BotProcess(discord, folder)
    begun = time.monotonic()
    await bot.start(COVERED_WITHIN)
    while f"in {servers} servers" not in bot.log:
        await asyncio.sleep(0.1)
    took = time.monotonic() - begun
    await asyncio.sleep(SETTLES)
    size = memory(bot)
    await bot.close()
    await discord.stop()
    return size, took


if __name__ == "__main__":
    sys.exit(main())
