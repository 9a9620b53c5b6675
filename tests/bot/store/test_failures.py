"""Errors of SQLite and of the file system become errors of the store."""

import errno
import sqlite3

import pytest

from bot.store.sqlite.connection import failure_of


def of_sqlite(number: int) -> sqlite3.Error:
    error = sqlite3.DatabaseError()
    error.sqlite_errorcode = number
    return error


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (of_sqlite(sqlite3.SQLITE_FULL), "full"),
        (of_sqlite(sqlite3.SQLITE_READONLY_DBMOVED), "read_only"),
        (of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), "locked"),
        (of_sqlite(sqlite3.SQLITE_IOERR_FSYNC), "failing"),
        (of_sqlite(sqlite3.SQLITE_IOERR_SHMSIZE), "full"),
        (of_sqlite(sqlite3.SQLITE_IOERR_SHORT_READ), "broken"),
        (of_sqlite(sqlite3.SQLITE_CANTOPEN_ISDIR), "cannot_open"),
        (of_sqlite(sqlite3.SQLITE_CORRUPT), "broken"),
        (of_sqlite(sqlite3.SQLITE_NOTADB), "broken"),
        (sqlite3.OperationalError(), "broken"),  # it has no number
        (UnicodeDecodeError("utf-8", b"\xd4", 0, 1, ""), "broken"),
        (OSError(errno.ENOSPC, ""), "full"),
        (OSError(errno.EROFS, ""), "read_only"),
        (OSError(errno.EIO, ""), "failing"),
        (OSError(errno.ENOTDIR, ""), "cannot_open"),
    ],
)
def test_an_error_becomes_an_error_of_the_store(error: Exception, code: str) -> None:
    failure = failure_of(error)
    assert failure.code == code
    assert failure.__cause__ is error
