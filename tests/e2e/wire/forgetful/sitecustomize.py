"""Python reads this at the start of a bot that is not to be trusted: tests must find it out.

``WIRE_FORGETS`` says what it forgets, with commas between. ``commits``: what it has answered is
not on the disk yet, but only written there once in a while. ``processed``: which clicks it has
carried out already. ``leases``: that others have shards, too; it takes all for its own.
``versions``: that others may have written since it read a table; it writes over that.
"""

import os
import runpy
import sqlite3
from pathlib import Path
from time import monotonic
from typing import Any

LATER = 5.0
"""Seconds between two commits."""


def _commits_later() -> None:
    from bot.store.sqlite import connection

    last = [monotonic()]

    def carry_out(db: sqlite3.Connection, tasks: Any) -> list[Any]:
        if not db.in_transaction:
            db.execute("BEGIN IMMEDIATE")
        outcomes = [connection.attempt(db, task) for task in tasks]
        if monotonic() > last[0] + LATER:
            db.execute("COMMIT")
            last[0] = monotonic()
        return outcomes

    connection._carry_out = carry_out


def _signs_nothing() -> None:
    from bot.store.sql import rows

    async def sign(db: Any, change: Any) -> None:
        await db.do("DROP INDEX IF EXISTS log_by_interaction")

    right = rows.read
    rows.read = lambda db, table, interaction: right(db, table, None)
    rows._check_is_new = sign


def _takes_all_shards() -> None:
    from bot.store.leases import Held, Share, Usage
    from bot.store.postgres.leases import PostgresLeases

    async def renew(self: Any, process: str, shards: int, usage: Usage) -> Held:
        return Held(dict.fromkeys(range(shards), 1), shards, 1, part=1.0)

    async def is_stirring(self: Any, process: str, held: Held, usage: Usage) -> bool:
        return False

    def lease_of(self: Any, guild: int) -> None: ...

    Share.lease_of = lease_of
    PostgresLeases.renew = renew
    PostgresLeases.is_stirring = is_stirring


def _writes_over_others() -> None:
    from bot.store.postgres import batch
    from bot.store.sql import rows

    checked = " AND tables.version = new.made_from"
    once = "SELECT id FROM done)\n), pages AS"
    assert checked in batch._STORE
    assert once in batch._STORE
    columns = ("seat", "command", "arguments", "interaction", "hash")
    over = ", ".join(f"{name} = excluded.{name}" for name in columns)
    again = f"SELECT id FROM done) ON CONFLICT (table_id, seq) DO UPDATE SET {over}\n), pages AS"  # noqa: S608
    batch._STORE = batch._STORE.replace(checked, "").replace(once, again)
    assert "AND version = ?" in rows._UPDATE
    rows._UPDATE = rows._UPDATE.replace("AND version = ?", "AND (version = ? OR TRUE)")


_hook = Path(__file__).parents[1] / "hook" / "sitecustomize.py"
runpy.run_path(str(_hook))
_FORGETS = {
    "commits": _commits_later,
    "processed": _signs_nothing,
    "leases": _takes_all_shards,
    "versions": _writes_over_others,
}
for _what in os.environ["WIRE_FORGETS"].split(","):
    _FORGETS[_what]()
