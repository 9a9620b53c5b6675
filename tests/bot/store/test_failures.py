"""Errors of SQLite and of the file system become codes of the store."""

import errno
import sqlite3

import pytest

from bot.store.sqlite.failures import failure_of

CODES = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY_DBMOVED: "read_only",
    sqlite3.SQLITE_BUSY_SNAPSHOT: "locked",
    sqlite3.SQLITE_IOERR_FSYNC: "failing",
    sqlite3.SQLITE_IOERR_SHMSIZE: "full",
    sqlite3.SQLITE_IOERR_SHORT_READ: "broken",
    sqlite3.SQLITE_CANTOPEN_ISDIR: "cannot_open",
    sqlite3.SQLITE_CORRUPT: "broken",
    sqlite3.SQLITE_NOTADB: "broken",
}


@pytest.mark.parametrize("number", CODES)
def test_an_error_of_sqlite_becomes_an_error_of_the_store(number: int) -> None:
    error = sqlite3.DatabaseError()
    error.sqlite_errorcode = number
    assert failure_of(error).code == CODES[number]


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "full"),
        (errno.EROFS, "read_only"),
        (errno.EIO, "failing"),
        (errno.ENOTDIR, "cannot_open"),
    ],
)
def test_an_error_of_a_file_becomes_an_error_of_the_store(number: int, code: str) -> None:
    assert failure_of(OSError(number, "")).code == code


def test_an_error_of_sqlite_without_a_number_means_broken() -> None:
    assert failure_of(sqlite3.OperationalError()).code == "broken"


def test_an_error_whose_text_cannot_be_decoded_means_broken() -> None:
    error = UnicodeDecodeError("utf-8", b"\xd4", 0, 1, "")
    assert failure_of(error).code == "broken"


def test_the_cause_is_kept() -> None:
    error = OSError(errno.EIO, "")
    assert failure_of(error).__cause__ is error
