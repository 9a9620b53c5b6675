"""Commits changes of many tables as fast as it can, and prints which ones are stored.

``python -m … DATABASE [early]``; "early": it says so before they are.
"""

import asyncio
import sys

from bot.store.sqlite.store import SqliteStore
from tests.bot.store.changes import change, leg, version_of

EARLY = "early" in sys.argv[2:]


async def play(store: SqliteStore, table: str) -> None:
    version = await version_of(store, table)
    while True:
        if EARLY:
            say(table, version + 1)
        await store.commit(change(table, version, snapshot=f"{version} " * 500, paint=(leg(1),)))
        version += 1
        if not EARLY:
            say(table, version)


def say(table: str, version: int) -> None:
    sys.stdout.write(f"{table} {version}\n")
    sys.stdout.flush()


async def main() -> None:
    store = SqliteStore(sys.argv[1])
    await store.open()
    await asyncio.gather(*(play(store, f"t{n}") for n in range(8)))


if __name__ == "__main__":
    asyncio.run(main())
