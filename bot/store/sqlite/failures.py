"""What errors of SQLite and of the file system mean for the bot."""

from __future__ import annotations

import errno
import sqlite3

from bot.store.protocol import StoreError

_SQLITE = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_IOERR: "failing",
    sqlite3.SQLITE_CANTOPEN: "cannot_open",
}
_SQLITE_MORE = {
    sqlite3.SQLITE_IOERR_SHMSIZE: "full",  # there is no room for the file beside the database
    sqlite3.SQLITE_IOERR_SHORT_READ: "broken",
}
"""Errors whose kind alone would mislead."""
_FILES = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
    errno.EROFS: "read_only",
    errno.EIO: "failing",
}
RAISED = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises: it describes a damaged schema in bytes that `sqlite3` cannot decode."""
UNFIT = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.ProgrammingError,
    sqlite3.InterfaceError,
)
"""The fault lies in the values to be stored; the database is well."""


def failure_of(error: Exception) -> StoreError:
    """The same failure as a code of the store, without any value that was to be stored."""
    failure = StoreError(_code_of(error))
    failure.__cause__ = error
    return failure


def _code_of(error: Exception) -> str:
    match error:
        case OSError():
            return _FILES.get(error.errno or 0, "cannot_open")
        case UnicodeDecodeError():
            return "broken"
        case sqlite3.Error() if not isinstance(error, UNFIT):
            # The low byte is the kind; the rest mostly says more than anybody can act upon.
            number: int = getattr(error, "sqlite_errorcode", 0)
            return _SQLITE_MORE.get(number) or _SQLITE.get(number & 0xFF, "broken")
        case _:
            return "unfit"
