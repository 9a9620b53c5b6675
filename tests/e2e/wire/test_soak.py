"""Three processes on one PostgreSQL for as long as one likes, struck again and again.

People play on every shard all the time. Processes are killed and told to stop, but for the eldest:
its memory tells whether anything grows. Connections to Discord break, and the database dies. What
came of it is printed as a table.

    SOAK_MINUTES=60 pytest -s -m long tests/e2e/wire/test_soak.py
"""

import asyncio
import os
import time
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest

from tests.e2e.wire.process import UP_WITHIN, BotProcess, free_ports
from tests.e2e.wire.server import Discord
from tests.e2e.wire.sharded import sharded
from tests.e2e.wire.soaking import Samples
from tests.e2e.wire.striking import Striker
from tests.e2e.wire.test_processes import FORGIVEN, OF_ITSELF, durable
from tests.postgresql.server import Server

pytestmark = [pytest.mark.posix, pytest.mark.long]

MINUTES: Final = float(os.environ.get("SOAK_MINUTES", "3"))
AN_HOUR: Final = 60
PROCESSES: Final = 3
SHARDS: Final = 8
SLICES: Final = 6
"""Lines of the table; at the end of each, all that is stored is compared."""
BETWEEN: Final = 15.0
"""Seconds between two strikes in which nothing happens to any process."""
EACH: Final = 6
"""Connections that a process has to its database, at most."""
GROWN: Final = 1.25
"""Growth of the eldest since half of the time, when its caches are full; of an hour or more."""


def a_younger(striker: Striker) -> BotProcess:
    """A process that owns some shard, and is not the oldest."""
    return striker.rng.choice([it for it in striker.ground.running[1:] if it.shards])


async def killed(striker: Striker) -> None:
    await striker.kills(a_younger(striker))


async def restarted(striker: Striker) -> None:
    await striker.stops(a_younger(striker))
    await striker.ground.adds()


async def dropped(striker: Striker) -> None:
    """Every connection to Discord breaks, and all of them resume."""
    striker.ground.discord.gateway.reset()
    striker.strikes["dropped"] += 1


STRIKES: Final = (killed, restarted, dropped)


async def test_nothing_is_lost_and_nothing_grows(tmp_path: Path) -> None:
    with durable() as server:
        address = server.address()

        def make(discord: Discord, folder: Path, url: str) -> BotProcess:
            told: dict[str, Any] = {"shards": f"{SHARDS}", "database": address}
            return BotProcess(discord, folder, url=url, operations=f"{free_ports(1)[0]}", **told)

        async with sharded(tmp_path, shards=SHARDS, database=address, make=make) as ground:
            ground.forgive(*FORGIVEN, "unreachable")
            for _ in range(PROCESSES):
                await ground.adds()
            await ground.balanced(UP_WITHIN)
            striker = Striker(ground, "soak")
            async with Samples(ground, striker.journal, address, striker.strikes) as samples:
                await soaked(striker, samples, server)
            print(f"\n{samples}\n{striker}")
            print(f"{sum(len(it.records) for it in striker.parties)} games")
            await ground.balanced(UP_WITHIN)
            await striker.boards_catch_up()
            await striker.clocks_go_on(OF_ITSELF)
    if MINUTES >= AN_HOUR:
        half, last = samples.slices[SLICES // 2 - 1], samples.slices[-1]
        assert last.elder <= GROWN * half.elder
    assert max(it.connections for it in samples.slices) <= EACH * (PROCESSES + 1)


async def soaked(striker: Striker, samples: Samples, server: Server) -> None:
    """Play, strike, and look; once in each slice the database dies as well."""
    strikes = cycle(STRIKES)
    for number in range(1, SLICES + 1):
        until = time.monotonic() + 60 * MINUTES / SLICES
        async with striker.playing():
            while time.monotonic() < until:
                await asyncio.sleep(min(BETWEEN, max(0.0, until - time.monotonic())))
                await next(strikes)(striker)
                await striker.all_go_on()
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            striker.strikes["database killed"] += 1
            await striker.all_go_on()
        await striker.looks()
        print(f"\n{samples.slice(f'{number * MINUTES / SLICES:.0f} min').row}", flush=True)
        assert not striker.faults, "\n".join(striker.faults)
