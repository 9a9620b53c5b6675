"""The one door to asyncpg, which has no types."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final, TypeAlias, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs] - it has none

_asyncpg: Final[Any] = cast("Any", asyncpg)

Connection: TypeAlias = Any
"""One of asyncpg's, or one that its pool has lent."""
Pool: TypeAlias = Any

ServerError: Final[type[Exception]] = _asyncpg.PostgresError
"""What the server says; `state_of` is its code."""
UsageError: Final[type[Exception]] = _asyncpg.InterfaceError
"""What asyncpg says by itself, mostly that a connection is gone."""
ValueRefused: Final[type[Exception]] = _asyncpg.DataError
"""A value that its column does not take; asyncpg says so before the server can."""
AddressRefused: Final[type[Exception]] = _asyncpg.ClientConfigurationError
WrongServer: Final[type[Exception]] = _asyncpg.InternalClientError
"""None of the servers is the one that takes writes, among other things."""
NotUniqueThere: Final[type[Exception]] = _asyncpg.UniqueViolationError


def state_of(error: Exception) -> str:
    """The code of what the server says; "" if it is not the server that says it."""
    state = getattr(error, "sqlstate", None)
    return state if isinstance(state, str) and isinstance(error, ServerError) else ""


def constraint_of(error: Exception) -> str:
    """The name of the rule that was broken."""
    return f"{getattr(error, 'constraint_name', None)}"


async def pool(server: str, **how: Any) -> Pool:
    """A pool of connections to this server, each made when it is needed."""
    return await _asyncpg.create_pool(server, min_size=0, **how)


async def connect(server: str, **how: Any) -> Connection:
    """A connection of its own to this server."""
    return await _asyncpg.connect(server, **how)


def cut(connection: Connection) -> None:
    """End it at once, whatever is under way there; it may have ended already."""
    with suppress(UsageError):
        connection.terminate()
