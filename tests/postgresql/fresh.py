"""Separate databases for tests that need PostgreSQL itself."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from importlib import resources
from itertools import count
from os import getpid
from typing import Any, Final

import asyncpg

from tests.postgresql.server import Server

Pool = Any
"""asyncpg has no types."""
SETTABLE_CLOCK: Final = """
CREATE SCHEMA clock;
CREATE TABLE clock.is AS SELECT INTERVAL '0' AS ahead;
CREATE FUNCTION clock.clock_timestamp() RETURNS TIMESTAMPTZ VOLATILE LANGUAGE SQL
    AS 'SELECT pg_catalog.clock_timestamp() + ahead FROM clock.is';
DO 'BEGIN EXECUTE format(
    ''ALTER DATABASE %I SET search_path = public, clock, pg_catalog'', current_database()
); END';
"""
"""Gives a database a clock of its own; connections that are made afterwards ask that one."""
_numbers = count(1)


@asynccontextmanager
async def asking(address: str) -> AsyncGenerator[Any]:
    """Yield a connection to this database."""
    connection: Any = await asyncpg.connect(address)
    try:
        yield connection
    finally:
        await connection.close()


@asynccontextmanager
async def empty(server: Server) -> AsyncGenerator[str]:
    """Yield the address of a new, empty database."""
    name = f"empty_{getpid()}_{next(_numbers)}"
    async with asking(server.address()) as admin:
        await admin.execute(f"CREATE DATABASE {name} STRATEGY FILE_COPY")
        yield server.address(name)
        await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


async def set_clock(connection: Any, seconds: float) -> None:
    """Set the `SETTABLE_CLOCK` of a database forth, or back by a negative number."""
    change = timedelta(seconds=seconds)
    await connection.execute("UPDATE clock.is SET ahead = ahead + $1", change)


@asynccontextmanager
async def database(server: Server, *migrations: str) -> AsyncGenerator[Pool]:
    """Yield a new database with these migrations."""
    async with empty(server) as address:
        whole: Any = asyncpg.create_pool(address, min_size=0, max_size=12)
        async with whole as pool:
            for migration in migrations:
                text = resources.files("migrations").joinpath(migration).read_text("utf-8")
                await pool.execute(text)
            yield pool
