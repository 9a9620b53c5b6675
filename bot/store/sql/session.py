"""A database as statements see it: SQLite and PostgreSQL execute the same ones.

They are SQL that both accept, with ``?`` for values. Work on a `Session` is a coroutine. Over
PostgreSQL it waits for the network; over SQLite nothing in it ever waits, and it runs to its end
at once, on the thread of the connection.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from bot.store.leases import SHARD_BITS, Share

T = TypeVar("T")

Value = str | int | float | bytes | None
Row = dict[str, Any]
"""A row by the names of its columns."""


class Session(Protocol):
    """A connection inside one transaction."""

    keeps_sums: bool
    """True where the sums of `bot.store.sql.seals` are kept, which find lost rows of a file.

    A server has checksums for that, and all processes would wait for the one row of a sum.
    """

    async def rows(self, sql: str, *values: Value) -> list[tuple[Any, ...]]:
        """Return all rows."""
        ...

    async def row(self, sql: str, *values: Value) -> tuple[Any, ...] | None:
        """Return the first row."""
        found = await self.rows(sql, *values)
        return found[0] if found else None

    async def named(self, sql: str, *values: Value) -> list[Row]:
        """Return all rows by the names of their columns."""
        ...

    async def do(self, sql: str, *values: Value) -> int:
        """Execute a change; return the number of rows. Raise `NotUnique` for a duplicate."""
        ...

    async def do_all(self, sql: str, rows: Sequence[Sequence[Value]]) -> None:
        """Execute a change with the values of each of these rows."""
        ...

    async def lock_globally(self) -> None:
        """Lock out all others that call this, in any process, until the transaction ends."""
        ...

    def pack(self, text: str) -> str | bytes:
        """Return a long text as it is stored."""
        ...

    def unpack(self, stored: object) -> str:
        """Return the text of what is stored; if that is damaged, some other text."""
        ...


class NotUnique(Exception):
    """Such a row exists already. The transaction is aborted."""


Work = Callable[[Session], Coroutine[Any, Any, T]]
"""The work of one transaction. It may be called again after a failure."""


class Database(Protocol):
    """Carries out work, each in a transaction; failures are `StoreError`s."""

    async def read(self, work: Work[T]) -> T:
        """Carry out work that only reads."""
        ...

    async def rows(self, sql: str, *values: Value) -> list[tuple[Any, ...]]:
        """Return all rows of one statement that only reads."""
        return await self.read(lambda db: db.rows(sql, *values))

    async def write(self, work: Work[T]) -> T:
        """Carry out work durably, or change nothing; after `InDoubt`, either."""
        ...

    async def write_at_length(self, work: Work[T]) -> T:
        """Write without a limit of time."""
        ...

    async def read_whole(self, work: Work[T]) -> T:
        """Read any amount, as it is at one moment or while no one else uses the database."""
        ...

    async def write_whole(self, work: Work[T]) -> T:
        """Fill a new database; after a failure it is of no use."""
        ...


# --- statements -----------------------------------------------------------------------------------


def statement(template: str, **names: str | Iterable[str]) -> str:
    """Return this statement with the program's own names in place of its braces."""
    joined = {key: it if isinstance(it, str) else ", ".join(it) for key, it in names.items()}
    return template.format(**joined)


def insert(table: str, columns: Sequence[str]) -> str:
    """Return the statement that inserts a row of these columns."""
    marks = ["?"] * len(columns)
    template = "INSERT INTO {table} ({columns}) VALUES ({marks})"
    return statement(template, table=table, columns=columns, marks=marks)


def of_shards(template: str, share: Share) -> str:
    """Return this statement with ``{shards}`` as a further condition: tables of these shards."""
    if share.whole:
        return statement(template, shards="")
    own = ", ".join(f"{shard}" for shard in sorted(share.mine)) or "-1"
    condition = f" AND (ABS(guild) >> {SHARD_BITS}) % {share.all} IN ({own})"
    return statement(template, shards=condition)
