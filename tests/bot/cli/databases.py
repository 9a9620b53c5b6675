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


async def asked(address: Address, sql: str) -> list[tuple[object, ...]]:
    store = store_at(address)
    await store.open()
    try:
        return await store.read_whole(lambda db: db.rows(sql))
    finally:
        await store.close()


async def counted(address: Address, table: str) -> int:
    """Return the number of rows, without changing anything."""
    connection = await asyncpg.connect(address.server)
    try:
        return await connection.fetchval(f"SELECT COUNT(*) FROM {table}")  # noqa: S608 - ours
    finally:
        await connection.close()


async def spoilt(address: Address, sql: str) -> None:
    store = store_at(address)
    await store.open()
    await store._write(sql)
    await store.close()


async def spoilt_plainly(url: str, sql: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(sql)
    await connection.close()
