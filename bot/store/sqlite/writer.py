"""Batches writes into few transactions, since each transaction waits for the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

from bot.store.errors import DatabaseBroken, DiskFailing, StoreError
from bot.store.sql.queue import WriteQueue
from bot.store.sqlite.connection import Connection
from bot.store.sqlite.failures import RAISED, UNFIT, failure_of

PAGE_DAMAGED: Final = (DatabaseBroken, DiskFailing)
"""Errors of a damaged or unreadable page."""

T = TypeVar("T")
Task = Callable[[sqlite3.Connection], T]


class Writer:
    """Writes each batch in one transaction; a read comes after the batch that has begun."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._queue = WriteQueue[Task[Any]](lambda: connection.is_open, self._write_batch)

    async def write(self, task: Task[T]) -> T:
        """Carry out this task durably, or raise a `StoreError` and change nothing."""
        result: T = await self._queue.put(task)
        return result

    async def finish(self) -> None:
        """Wait until the queue is empty."""
        await self._queue.finish()

    async def _write_batch(self, tasks: Sequence[Task[Any]]) -> Sequence[object]:
        return await self._connection.run(lambda db: _carry_out(db, tasks))


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
