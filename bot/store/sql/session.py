"""A database as the store's statements see it: SQLite and PostgreSQL carry out the same ones.

They are written in SQL that both take, with ``?`` for values. What asks by a `Session` is a
coroutine. Over PostgreSQL it waits for the network; over SQLite nothing in it ever waits, and it
runs to its end at once, on the thread of the connection.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

Value = str | int | float | bytes | None
Row = dict[str, Any]
"""A row by the names of its columns."""


class Session(Protocol):
    """A connection that is inside one transaction as long as this is in use."""

    async def rows(self, sql: str, *values: Value) -> list[tuple[Any, ...]]:
        """All rows that are found."""
        ...

    async def row(self, sql: str, *values: Value) -> tuple[Any, ...] | None:
        """The first row that is found."""
        ...

    async def named(self, sql: str, *values: Value) -> list[Row]:
        """All rows that are found, by the names of their columns."""
        ...

    async def do(self, sql: str, *values: Value) -> int:
        """Change something; how many rows it touched."""
        ...

    async def do_all(self, sql: str, rows: Sequence[Sequence[Value]]) -> None:
        """Do the same with the values of each of these rows."""
        ...

    async def take_turns(self) -> None:
        """Go on alone, until the transaction ends, among all who take turns: no process comes
        between what is read and what is written for it."""
        ...

    def pack(self, text: str) -> str | bytes:
        """A long text as it is stored."""
        ...

    def unpack(self, stored: object) -> str:
        """The same text again; what has rotted becomes any other text."""
        ...


class NotUnique(Exception):
    """There is such a row already. The transaction is broken off."""


Work = Callable[[Session], Coroutine[Any, Any, T]]
"""What is asked within one transaction. It may be carried out anew where it failed."""


class Database(Protocol):
    """Where work is carried out. What fails is a `StoreError`."""

    async def read(self, work: Work[T]) -> T:
        """Carry out what only looks."""
        ...

    async def write(self, work: Work[T]) -> T:
        """Carry this out whole and durably, or change nothing; `InDoubt`: either."""
        ...

    async def write_at_length(self, work: Work[T]) -> T:
        """The same for what takes long where much is stored."""
        ...

    async def read_whole(self, work: Work[T]) -> T:
        """Look at everything, as it is at one moment or while nobody else is there."""
        ...

    async def write_whole(self, work: Work[T]) -> T:
        """Fill a database that is new; where it fails there is nothing of use."""
        ...
