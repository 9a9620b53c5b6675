"""asyncpg, which has no types, and its errors as errors of the store.

No other module imports it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final, TypeAlias, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs] - it has none

from bot.store.errors import (
    AccessDenied,
    DatabaseBroken,
    DiskFailing,
    DiskFull,
    Locked,
    NoHome,
    StoreError,
    Unfit,
    Unreachable,
)

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


RAISED: Final = (ServerError, UsageError, WrongServer, OSError, TimeoutError)
"""Exceptions of asyncpg and of the network."""
RETRIED: Final = frozenset({"40001", "40P01", "0A000"})
"""States of a transaction that has to run again: it conflicted with another one, or a newer version
of the bot changed a table and asyncpg's prepared statement no longer fits."""
_STATES: Final[dict[str, type[StoreError]]] = {
    "25006": Unreachable,  # it is a replica now, and the primary is elsewhere
    "53100": DiskFull,
    "53300": Unreachable,
    "55P03": Locked,
    "57014": Locked,
    "57P01": Unreachable,
    "57P02": Unreachable,
    "57P03": Unreachable,
    "58030": DiskFailing,
}
_CLASSES: Final[dict[str, type[StoreError]]] = {
    "08": Unreachable,
    "22": Unfit,
    "23": Unfit,
    "28": AccessDenied,
    "3D": AccessDenied,
    "40": Locked,
    "42": AccessDenied,  # mostly a missing right; the bot's own statements are tested
    "53": DiskFailing,
    "58": DiskFailing,
    "XX": DatabaseBroken,
}
"""Errors by the first two letters of any other state."""


def state_of(error: Exception) -> str:
    """Return the code of an error of the server; "" for any other error."""
    state = getattr(error, "sqlstate", None)
    return state if isinstance(state, str) and isinstance(error, ServerError) else ""


def constraint_of(error: Exception) -> str:
    """Return the name of the violated constraint."""
    return f"{getattr(error, 'constraint_name', None)}"


async def pool(server: str, **how: Any) -> Pool:
    """Return a pool of connections to this server, each made when it is needed."""
    return await _asyncpg.create_pool(
        server, min_size=0, reset=_leave_as_it_is, connection_class=_Connection, **how
    )


class _Connection(_asyncpg.Connection):
    """A connection that may be lost when it is closed.

    The pool closes those that it replaces in tasks whose exceptions nobody sees.
    """

    __slots__ = ()

    async def close(self, **how: Any) -> None:
        with suppress(*RAISED):  # it is cut then
            base: Any = super()
            await base.close(**how)


async def _leave_as_it_is(_: Connection) -> None:
    """Spare a trip to the server after each use: the bot's work leaves nothing behind in a session.

    asyncpg itself rolls back a transaction that is still open.
    """


async def connect(server: str, **how: Any) -> Connection:
    """Return a connection outside of any pool."""
    return await _asyncpg.connect(server, **how)


def cut(connection: Connection) -> None:
    """End it at once, whatever it is doing; it may have ended already."""
    with suppress(UsageError):
        connection.terminate()


# --- errors as errors of the store ----------------------------------------------------------------


def failure_of(error: Exception) -> StoreError:
    """Return the same failure as an error of the store, without any value."""
    failure = _class_of(error)()
    if not (isinstance(failure, Unfit) and isinstance(error, (ServerError, ValueRefused))):
        failure.__cause__ = error  # those would tell the value
    return failure


def is_lost(error: Exception) -> bool:
    """Return whether the connection was lost, so that the last statement is in doubt."""
    return _class_of(error) is Unreachable


def is_of_all(error: Exception) -> bool:
    """Return whether the server lacks time or room, so that other work would fail alike."""
    state = state_of(error)
    return state == "57014" or state.startswith("53")


def _class_of(error: Exception) -> type[StoreError]:
    state = state_of(error)
    if state:
        return _STATES.get(state) or _CLASSES.get(state[:2], DatabaseBroken)
    if isinstance(error, AddressRefused):
        return AccessDenied
    if isinstance(error, PermissionError) and error.filename:  # no connection has a file's name
        return NoHome
    if isinstance(error, RAISED) and not isinstance(error, ValueRefused):
        return Unreachable
    return Unfit
