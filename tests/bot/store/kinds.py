"""The kinds of database that the store's tests run over: another one is only added here."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Final

import asyncpg
import pytest

from bot.store.postgres.store import PostgresStore
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from tests.postgresql.server import Server

Clock = Callable[[], float]


@asynccontextmanager
async def on_sqlite(request: pytest.FixtureRequest, clock: Clock) -> AsyncIterator[SqliteStore]:
    folder: Path = request.getfixturevalue("tmp_path")
    store = SqliteStore(folder / "celestia.db", clock=clock)
    await store.open()
    yield store
    await store.close()


@asynccontextmanager
async def on_postgresql(
    request: pytest.FixtureRequest, clock: Clock
) -> AsyncIterator[PostgresStore]:
    server: Server = request.getfixturevalue("postgresql")
    async with database(server) as address:
        store = PostgresStore(address, clock=clock)
        await store.open()
        yield store
        await store.close()


@asynccontextmanager
async def database(server: Server) -> AsyncIterator[str]:
    """Yield the address of a migrated, empty database."""
    name = f"t{token_hex(6)}"
    connection = await asyncpg.connect(server.address())
    try:
        if not await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = 'model'"):
            await _make_model(connection, server)
        await connection.execute(f"CREATE DATABASE {name} TEMPLATE model STRATEGY FILE_COPY")
        yield server.address(name)
        await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await connection.close()


async def _make_model(connection: asyncpg.Connection, server: Server) -> None:
    """Make the template of all others, unless another process has made it."""
    await connection.execute("SELECT pg_advisory_lock(1)")
    if not await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = 'model'"):
        await connection.execute("CREATE DATABASE making")
        store = PostgresStore(server.address("making"))
        await store.open()
        await store.close()
        await connection.execute("ALTER DATABASE making RENAME TO model")
    await connection.execute("SELECT pg_advisory_unlock(1)")


Opened = Callable[[pytest.FixtureRequest, Clock], AbstractAsyncContextManager[Store]]

KINDS: Final[Mapping[str, Opened]] = {"sqlite": on_sqlite, "postgresql": on_postgresql}

only_sqlite = pytest.mark.parametrize("kind", ["sqlite"])
"""For tests about a file."""
