"""Takes the steps in a folder, slowly: ``python -m … DATABASE STEPS [bit by bit]``."""

import asyncio
import sqlite3
import sys
from pathlib import Path
from typing import Any

from bot.store.sqlite import migrate
from bot.store.sqlite.store import SqliteStore


class BitByBit:
    """The protection is off: every statement stands for itself."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def execute(self, sql: str, *values: Any) -> Any:
        sql = "SELECT 1" if sql in ("BEGIN IMMEDIATE", "COMMIT") else sql
        return self._db.execute(sql, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


async def main(file: str, folder: str, *unprotected: str) -> None:
    if unprotected:
        apply, apart = migrate.apply, BitByBit
        migrate.apply = lambda db, *rest: apply(apart(db), *rest)  # pyright: ignore[reportArgumentType] - as much of a connection as is needed
    store = SqliteStore(file, migrations=Path(folder))
    print("starts", flush=True)
    await store.open()
    print("done", flush=True)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
