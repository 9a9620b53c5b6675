"""Changes to store, in a few words."""

from collections.abc import Awaitable, Callable
from typing import Any
from zlib import crc32

from bot.store.data import Change
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from bot.tables.actions import Entry
from bot.tables.table import LEG, NOTICE, PageKey

GUILD = 7
ANNA, BEN = 1001, 1002
STAY = Entry(seat=0, action="Stay")


def leg(number: int) -> PageKey:
    return PageKey(LEG, number)


def notice(number: int) -> PageKey:
    return PageKey(NOTICE, number)


def change(table: str = "blue", version: int = 0, **other: object) -> Change:
    """A change that seats Anna and Ben. Each table has a channel of its own."""
    facts: dict[str, object] = {
        "guild": GUILD,
        "channel": crc32(table.encode()),
        "stage": "playing",
        "entries": (STAY,),
        "snapshot": f"{table} at {version + 1}",
        "people": {0: ANNA, 2: BEN},
        "due": None,
    }
    return Change(table=table, version=version, **(facts | other))  # pyright: ignore[reportArgumentType] - facts by name


async def version_of(store: Store, table: str = "blue") -> int:
    found = await store.table(table)
    return found.version if found else 0


async def is_whole(store: Store, table: str = "blue") -> bool:
    """Whether the table and its log agree."""
    found = await store.table(table)
    entries = await store.log(table)
    return len(entries) == found.version and found.intact if found else not entries


async def plans_of(
    store: SqliteStore, work: Callable[..., Awaitable[object]], *given: Any
) -> list[str]:
    """Return the steps by which SQLite finds the rows for this work, each with its statement."""
    said: list[str] = []
    await store._connection.run(lambda db: db.set_trace_callback(said.append))
    await work(*given)
    await store._connection.run(lambda db: db.set_trace_callback(None))
    plans = [(sql, await store.rows(f"EXPLAIN QUERY PLAN {sql}")) for sql in said if _finds(sql)]
    return [f"{row[-1]}: {sql}" for sql, rows in plans for row in rows]


def _finds(sql: str) -> bool:
    return sql.lstrip().startswith(("SELECT", "DELETE"))
