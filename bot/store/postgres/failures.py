"""What errors of PostgreSQL and of the way to it mean for the bot."""

from __future__ import annotations

from typing import Final

from bot.store.postgres.driver import (
    AddressRefused,
    ServerError,
    UsageError,
    ValueRefused,
    WrongServer,
    state_of,
)
from bot.store.protocol import StoreError

RAISED: Final = (ServerError, UsageError, WrongServer, OSError, TimeoutError)
"""What asyncpg raises, and what the network does."""
LOST: Final = "unreachable"
AGAIN: Final = frozenset({"40001", "40P01", "0A000"})
"""Two transactions stood in each other's way, and one has to go again; or a newer version of the
bot has changed a table, and what asyncpg had prepared for it is of no use any more."""
_STATES: Final = {
    "25006": LOST,  # it is the second server now, and the first one is elsewhere
    "53100": "full",
    "53300": LOST,
    "55P03": "locked",
    "57014": "locked",
    "57P01": LOST,
    "57P02": LOST,
    "57P03": LOST,
    "58030": "failing",
}
_CLASSES: Final = {
    "08": LOST,
    "22": "unfit",
    "23": "unfit",
    "28": "no_entry",
    "3D": "no_entry",
    "40": "locked",
    "42": "no_entry",  # as a rule a right that is missing; our own words are tested
    "53": "failing",
    "58": "failing",
    "XX": "broken",
}
"""Where a state is none of those, the first two letters say enough."""


def failure_of(error: Exception) -> StoreError:
    """The same failure as a code of the store, without any value that was to be stored."""
    failure = StoreError(_code_of(error))
    if not (failure.code == "unfit" and isinstance(error, (ServerError, ValueRefused))):
        failure.__cause__ = error  # those would tell the value
    return failure


def is_lost(error: Exception) -> bool:
    """Did the connection go, so that nobody knows what became of the last statement?"""
    return _code_of(error) == LOST


def is_of_all(error: Exception) -> bool:
    """Is the server short of time or room, so that whatever else is asked would fare alike?"""
    state = state_of(error)
    return state == "57014" or state.startswith("53")


def _code_of(error: Exception) -> str:
    state = state_of(error)
    if state:
        return _STATES.get(state) or _CLASSES.get(state[:2], "broken")
    if isinstance(error, AddressRefused):
        return "no_entry"
    if isinstance(error, PermissionError) and error.filename:  # no connection has a file's name
        return "no_home"
    if isinstance(error, RAISED) and not isinstance(error, ValueRefused):
        return LOST
    return "unfit"
