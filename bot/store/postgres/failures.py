"""Errors of PostgreSQL, and of the way to it, as errors of the store."""

from __future__ import annotations

from typing import Final

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
from bot.store.postgres.driver import (
    AddressRefused,
    ServerError,
    UsageError,
    ValueRefused,
    WrongServer,
    state_of,
)

RAISED: Final = (ServerError, UsageError, WrongServer, OSError, TimeoutError)
"""What asyncpg and the network raise."""
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
