"""Messages between processes over PostgreSQL."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import asyncpg
import pytest

from bot.store.errors import Unreachable
from bot.store.postgres.connections import Connections
from bot.store.postgres.relay import CHANNEL, PART, PostgresRelay
from tests.bot.store.kinds import database
from tests.postgresql.server import Server

LISTENING = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = $1"
LONG = "".join(random.Random(1).choices('abcdefghij{}"é', k=8 * PART))


@dataclass
class Listener:
    """A process that hears messages."""

    relay: PostgresRelay
    heard: asyncio.Queue[str]


@asynccontextmanager
async def listening(address: str, spy: asyncpg.Connection) -> AsyncIterator[Listener]:
    before = len(await pids(spy))
    connections = Connections(address)
    await connections.open()
    found = Listener(PostgresRelay(connections), asyncio.Queue())
    task = asyncio.create_task(for_ever(found))
    await until_listening(spy, before + 1)
    yield found
    task.cancel()
    await asyncio.wait({task})
    await connections.close()


async def for_ever(process: Listener) -> None:
    while True:
        with suppress(Unreachable):
            await process.relay.listen(process.heard.put_nowait)


async def pids(spy: asyncpg.Connection) -> list[int]:
    name = await spy.fetchval("SELECT current_database()")
    return [row["pid"] for row in await spy.fetch(LISTENING, name)]


async def until_listening(spy: asyncpg.Connection, count: int) -> None:
    while len(await pids(spy)) != count:
        await asyncio.sleep(0.01)


@pytest.fixture
async def address(postgresql: Server) -> AsyncIterator[str]:
    async with database(postgresql) as address:
        yield address


@pytest.fixture
async def spy(address: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(address)
    yield connection
    await connection.close()


async def test_all_processes_hear_all_of_a_message(address: str, spy: asyncpg.Connection) -> None:
    async with listening(address, spy) as one, listening(address, spy) as two:
        await asyncio.gather(*[one.relay.send(f"{n} {LONG}") for n in range(5)])
        await two.relay.send("")
        for process in (one, two):
            heard = {await process.heard.get() for _ in range(6)}
            assert heard == {"", *[f"{n} {LONG}" for n in range(5)]}


async def test_a_lost_connection_ends_it(address: str, spy: asyncpg.Connection) -> None:
    async with listening(address, spy) as process:
        (pid,) = await pids(spy)
        await spy.execute("SELECT pg_terminate_backend($1)", pid)
        while await pids(spy) in ([], [pid]):
            await asyncio.sleep(0.01)
        await process.relay.send("again")
        assert await process.heard.get() == "again"


async def test_what_is_no_message_is_dropped(
    address: str, spy: asyncpg.Connection, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("WARNING", "bot.store.postgres.relay")
    async with listening(address, spy) as process:
        for rubbish in ("", "a b c d", "a 0 1 !!!", "a 0 1 bm8="):
            await spy.execute("SELECT pg_notify($1, $2)", CHANNEL, rubbish)
        await process.relay.send("sense")
        assert await process.heard.get() == "sense"
    assert len(caplog.records) >= 3
    assert "bm8=" not in caplog.text
