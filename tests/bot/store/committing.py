"""Commits changes of many tables as fast as it can, and says which ones are stored."""

import asyncio
import sys

from bot.store.sqlite import SqliteStore
from tests.bot.store.changes import change, version_of


async def play(store: SqliteStore, table: str) -> None:
    version = await version_of(store, table)
    while True:
        await store.commit(change(table, version, snapshot=f"{version} " * 500, paint=(1,)))
        version += 1
        sys.stdout.write(f"{table} {version}\n")
        sys.stdout.flush()


async def main() -> None:
    store = SqliteStore(sys.argv[1])
    await store.open()
    await asyncio.gather(*(play(store, f"t{n}") for n in range(8)))


if __name__ == "__main__":
    asyncio.run(main())
