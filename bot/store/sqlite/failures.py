"""Errors of SQLite and of the file system as errors of the store."""

from __future__ import annotations

import errno
import sqlite3
from typing import Final

from bot.store.errors import (
    CannotOpen,
    DatabaseBroken,
    DiskFailing,
    DiskFull,
    Locked,
    ReadOnly,
    StoreError,
    Unfit,
)

_SQLITE: Final[dict[int, type[StoreError]]] = {
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_READONLY: ReadOnly,
    sqlite3.SQLITE_PERM: ReadOnly,
    sqlite3.SQLITE_BUSY: Locked,
    sqlite3.SQLITE_LOCKED: Locked,
    sqlite3.SQLITE_IOERR: DiskFailing,
    sqlite3.SQLITE_CANTOPEN: CannotOpen,
}
_SQLITE_EXTENDED: Final[dict[int, type[StoreError]]] = {
    sqlite3.SQLITE_IOERR_SHMSIZE: DiskFull,  # no room for the file beside the database
    sqlite3.SQLITE_IOERR_SHORT_READ: DatabaseBroken,
}
"""Extended codes whose primary code would mislead."""
_FILES: Final[dict[int, type[StoreError]]] = {
    errno.ENOSPC: DiskFull,
    errno.EDQUOT: DiskFull,
    errno.EACCES: ReadOnly,
    errno.EPERM: ReadOnly,
    errno.EROFS: ReadOnly,
    errno.EIO: DiskFailing,
}
RAISED: Final = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions of SQLite. It describes a damaged schema in bytes that `sqlite3` cannot decode."""
UNFIT: Final = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.ProgrammingError,
    sqlite3.InterfaceError,
)
"""The fault is in the values to be stored; the database is well."""


def failure_of(error: Exception) -> StoreError:
    """Return the same failure as an error of the store, without any value."""
    failure = _class_of(error)()
    failure.__cause__ = error
    return failure


def _class_of(error: Exception) -> type[StoreError]:
    match error:
        case OSError():
            return _FILES.get(error.errno or 0, CannotOpen)
        case UnicodeDecodeError():
            return DatabaseBroken
        case sqlite3.Error() if not isinstance(error, UNFIT):
            # The low byte is the primary code; the rest rarely tells an operator more.
            number: int = getattr(error, "sqlite_errorcode", 0)
            return _SQLITE_EXTENDED.get(number) or _SQLITE.get(number & 0xFF, DatabaseBroken)
        case _:
            return Unfit
