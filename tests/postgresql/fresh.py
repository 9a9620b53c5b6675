"""Separate databases for tests that need PostgreSQL itself."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib import resources
from itertools import count
from os import getpid
from typing import Any

import asyncpg

from tests.postgresql.server import Server

Pool = Any
"""asyncpg has no types."""
_numbers = count(1)


@asynccontextmanager
async def empty(server: Server) -> AsyncGenerator[str]:
    """Yield the address of a new, empty database."""
    name = f"empty_{getpid()}_{next(_numbers)}"
    admin: Any = await asyncpg.connect(server.address())
    try:
        await admin.execute(f"CREATE DATABASE {name} STRATEGY FILE_COPY")
        yield server.address(name)
        await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await admin.close()


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
