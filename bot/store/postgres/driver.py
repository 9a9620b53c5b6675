"""The only module that imports asyncpg, which has no types."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final, TypeAlias, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs] - it has none

_asyncpg: Final[Any] = cast("Any", asyncpg)

Connection: TypeAlias = Any
"""One of asyncpg's, or one that its pool has lent."""
Pool: TypeAlias = Any

ServerError: Final[type[Exception]] = _asyncpg.PostgresError
"""An error of the server; `state_of` is its code."""
UsageError: Final[type[Exception]] = _asyncpg.InterfaceError
"""An error of asyncpg itself, mostly that a connection is gone."""
ValueRefused: Final[type[Exception]] = _asyncpg.DataError
"""A value that its column does not take, refused before the server sees it."""
AddressRefused: Final[type[Exception]] = _asyncpg.ClientConfigurationError
WrongServer: Final[type[Exception]] = _asyncpg.InternalClientError
"""Among others: no host is the primary."""
UniqueViolation: Final[type[Exception]] = _asyncpg.UniqueViolationError


def state_of(error: Exception) -> str:
    """Return the code of an error of the server; "" for any other error."""
    state = getattr(error, "sqlstate", None)
    return state if isinstance(state, str) and isinstance(error, ServerError) else ""


def constraint_of(error: Exception) -> str:
    """Return the name of the violated constraint."""
    return f"{getattr(error, 'constraint_name', None)}"


async def pool(server: str, **how: Any) -> Pool:
    """Return a pool of connections to this server, each made when it is needed."""
    return await _asyncpg.create_pool(server, min_size=0, **how)


async def connect(server: str, **how: Any) -> Connection:
    """Return a connection outside of any pool."""
    return await _asyncpg.connect(server, **how)


def cut(connection: Connection) -> None:
    """End it at once, whatever it is doing; it may have ended already."""
    with suppress(UsageError):
        connection.terminate()
