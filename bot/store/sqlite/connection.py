"""The only connection to the file, on its own thread, and its errors as errors of the store."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import aiosqlite

from bot.store.errors import (
    CannotOpen,
    DatabaseBroken,
    DiskFailing,
    DiskFull,
    Locked,
    NotOpen,
    ReadOnly,
    StoreError,
    Unfit,
)
from bot.store.sql.queue import WriteQueue

T = TypeVar("T")
Task = Callable[[sqlite3.Connection], T]

PAGE_DAMAGED: Final = (DatabaseBroken, DiskFailing)
"""Errors of a damaged or unreadable page."""
TEXT: Final = partial(str, encoding="utf-8", errors="replace")
"""Reads texts so that a damaged byte reaches the hashes. By default `sqlite3` raises, with the text
in the message."""

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


class Connection:
    """One connection for reads and writes: before SQLite 3.51.3 two of them may damage the file.

    It runs whole functions, one at a time and in order, each to its end even if its caller is
    cancelled. Writes share transactions, since each transaction waits for the disk; a read comes
    after the batch of writes that has begun.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._inner: aiosqlite.Connection | None = None
        self._writes = WriteQueue[Task[Any]](lambda: self._inner is not None, self._write_batch)

    async def open(self) -> None:
        """Start the thread."""
        try:
            # It holds hands and the seeds of running games: only its owner may read it.
            self._file.touch(mode=0o600, exist_ok=True)
        except OSError as error:
            raise failure_of(error) from error
        inner = aiosqlite.connect(self._file, isolation_level=None)
        # A bot that failed before it could close must end, so that it is restarted, and not wait
        # for this thread for ever.
        thread = inner._thread  # pyright: ignore[reportPrivateUsage] - no public way
        thread.daemon = True
        try:
            await inner
        except RAISED as error:
            # It is about to end, but could outlive the event loop.
            thread.join()
            raise failure_of(error) from error
        inner.text_factory = TEXT
        self._inner = inner

    async def close(self) -> None:
        """Finish all work, and end the thread."""
        await self._writes.finish()
        inner, self._inner = self._inner, None
        if inner is not None:
            await inner.close()

    async def write(self, task: Task[T]) -> T:
        """Carry out this task durably, or raise a `StoreError` and change nothing."""
        result: T = await self._writes.put(task)
        return result

    async def _write_batch(self, tasks: Sequence[Task[Any]]) -> Sequence[object]:
        return await self.run(lambda db: _carry_out(db, tasks))

    async def run(self, task: Task[T]) -> T:
        """Run this on the thread; raise failures of SQLite or the disk as a `StoreError`."""
        if self._inner is None:
            raise NotOpen
        try:
            # Private, but the version is pinned and a test calls it. The public calls run one
            # statement each: a caller cancelled between two would leave a transaction open.
            inner: Any = self._inner
            return await inner._execute(task, inner._conn)
        except (*RAISED, OSError) as error:
            raise failure_of(error) from error


def _carry_out(db: sqlite3.Connection, tasks: Sequence[Task[Any]]) -> list[Any]:
    """Carry out these tasks together, or else one by one: a damaged page may be of one table."""
    outcomes = _together(db, tasks)
    if len(tasks) > 1 and all(isinstance(it, PAGE_DAMAGED) for it in outcomes):
        return [_together(db, [task])[0] for task in tasks]
    return outcomes


def _together(db: sqlite3.Connection, tasks: Sequence[Task[Any]]) -> list[Any]:
    """Carry out these tasks in one transaction; return the result or the failure of each."""
    try:
        db.execute("BEGIN IMMEDIATE")
        outcomes = [attempt(db, task) for task in tasks]
        db.execute("COMMIT")
    except RAISED as error:
        # None is stored. Even a task that failed alone may have failed for an earlier task of the
        # transaction, which has not happened now.
        return [failure_of(error) for _ in tasks]
    else:
        return outcomes
    finally:
        if db.in_transaction:
            with suppress(*RAISED):  # then the next BEGIN fails, and this runs again
                db.execute("ROLLBACK")


def attempt(db: sqlite3.Connection, task: Task[Any]) -> object:
    """Return the task's result or its own failure; raise failures of the whole database."""
    db.execute("SAVEPOINT task")
    try:
        result = task(db)
    except StoreError as error:
        failure = error
    except Exception as error:
        if isinstance(error, RAISED) and not isinstance(error, UNFIT):
            raise
        failure = failure_of(error)
    else:
        db.execute("RELEASE task")
        return result
    db.execute("ROLLBACK TO task")
    db.execute("RELEASE task")
    return failure


# --- errors as errors of the store ----------------------------------------------------------------


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
