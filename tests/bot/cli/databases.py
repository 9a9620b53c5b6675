"""Access to databases of either kind."""

import asyncpg

from bot.store.address import Address
from bot.store.backends import store_at
from bot.store.sql.transfer import Sum, sums

LIVING = "INSERT INTO processes (process, format, since, until) VALUES ('p', 1, 0, 9e12)"
NEWEST_WAITS = (
    "DELETE FROM schema_version WHERE version = (SELECT MAX(version) FROM schema_version)"
)


async def held(address: Address) -> dict[str, Sum]:
    """Return the sum of each table."""
    store = store_at(address)
    await store.open()
    try:
        return await store.read_whole(sums)
    finally:
        await store.close()


async def spoilt(address: Address, sql: str) -> None:
    store = store_at(address)
    await store.open()
    await store._write(sql)
    await store.close()


async def asked(server: Address, sql: str) -> list[tuple[object, ...]]:
    """Carry out a statement on a server, which no store migrates or opens for that."""
    connection = await asyncpg.connect(server.server)
    try:
        return [tuple(row) for row in await connection.fetch(sql)]
    finally:
        await connection.close()


async def counted(server: Address, table: str) -> int:
    return len(await asked(server, f"SELECT * FROM {table}"))  # noqa: S608 - ours
