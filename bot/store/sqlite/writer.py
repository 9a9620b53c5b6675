"""Gathers writes into few transactions, since each transaction waits for the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from bot.store.protocol import StoreError
from bot.store.sql.queue import WriteQueue
from bot.store.sqlite.connection import Connection
from bot.store.sqlite.failures import RAISED, UNFIT, failure_of

ROTTEN = ("broken", "failing")
"""What comes of a page that has rotted, or that cannot be read at all."""

T = TypeVar("T")
Task = Callable[[sqlite3.Connection], T]


class Writer:
    """Writes what has gathered, in one transaction; a read comes after all that is under way."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._queue = WriteQueue[Task[Any]](lambda: connection.is_open, self._together)

    async def write(self, task: Task[T]) -> T:
        """Carry out this task whole and durably, or raise a `StoreError` and change nothing."""
        result: T = await self._queue.put(task)
        return result

    async def finish(self) -> None:
        """Wait until nothing is left to write."""
        await self._queue.finish()

    async def _together(self, tasks: Sequence[Task[Any]]) -> Sequence[object]:
        return await self._connection.run(lambda db: _carry_out(db, tasks))


def _carry_out(db: sqlite3.Connection, tasks: Sequence[Task[Any]]) -> list[Any]:
    """Carry out these tasks together, or else one by one: rot mostly concerns one table."""
    outcomes = _together(db, tasks)
    rotten = [isinstance(it, StoreError) and it.code in ROTTEN for it in outcomes]
    if len(tasks) > 1 and all(rotten):
        return [_together(db, [task])[0] for task in tasks]
    return outcomes


def _together(db: sqlite3.Connection, tasks: Sequence[Task[Any]]) -> list[Any]:
    """Carry out these tasks in one transaction: what each returns, or the failure of each."""
    try:
        db.execute("BEGIN IMMEDIATE")
        outcomes = [attempt(db, task) for task in tasks]
        db.execute("COMMIT")
    except RAISED as error:
        # None of them is stored. Even a task that failed by itself may have failed for what an
        # earlier task did, and that never happened.
        return [failure_of(error) for _ in tasks]
    else:
        return outcomes
    finally:
        if db.in_transaction:
            with suppress(*RAISED):  # the next BEGIN fails then, and this is tried again
                db.execute("ROLLBACK")


def attempt(db: sqlite3.Connection, task: Task[Any]) -> object:
    """What the task returns, or why it alone failed; raises faults of the whole database."""
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
