"""Gathers writes into few transactions, since each transaction waits for the disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.store.protocol import StoreError
from bot.store.sqlite.connection import Connection
from bot.store.sqlite.failures import RAISED, UNFIT, failure_of

ROTTEN = ("broken", "failing")
"""What comes of a page that has rotted, or that cannot be read at all."""

T = TypeVar("T")
Task = Callable[[sqlite3.Connection], T]


@dataclass(frozen=True, slots=True)
class _Job:
    task: Task[Any]
    outcome: asyncio.Future[Any]


class Writer:
    """Group commit: all writes that come while the disk is busy go to it together.

    A read after a cancelled write shows whether it was done: a write is dropped as long as it
    waits, and is ahead of every later read once it is under way.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: list[_Job] = []
        self._under_way: list[_Job] = []
        self._drain: asyncio.Task[None] | None = None

    async def write(self, task: Task[T]) -> T:
        """Carry out this task whole and durably, or raise a `StoreError` and change nothing."""
        if not self._connection.is_open:
            raise StoreError("closed")
        outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Job(task, outcome))
        if self._drain is None:
            self._drain = asyncio.create_task(self._write_all(), name="store writer")
            self._drain.add_done_callback(self._stop)
        return await outcome

    async def finish(self) -> None:
        """Wait until nothing is left to write."""
        while self._drain is not None:
            await asyncio.wait({self._drain})

    async def _write_all(self) -> None:
        """Write batch after batch, and end when none is left: no task ever idles."""
        while self._waiting:
            self._under_way = [job for job in self._waiting if not job.outcome.done()]
            self._waiting.clear()
            tasks = [job.task for job in self._under_way]
            outcomes = await self._connection.run(lambda db, tasks=tasks: _carry_out(db, tasks))
            for job, outcome in zip(self._under_way, outcomes, strict=True):
                _resolve(job, outcome)
            self._under_way = []
        self._drain = None  # with no await since the loop's last look, so that no write is missed

    def _stop(self, drain: asyncio.Task[None]) -> None:
        if self._drain is not drain:
            return
        # It was cancelled, or broke. Callers must not wait for ever; and what is under way may
        # still be stored, so this must not be called a failure.
        self._drain = None
        for job in (*self._under_way, *self._waiting):
            job.outcome.cancel()
        self._under_way, self._waiting = [], []


def _resolve(job: _Job, outcome: object) -> None:
    if job.outcome.done():  # its caller was cancelled meanwhile
        return
    if isinstance(outcome, StoreError):
        job.outcome.set_exception(outcome)
    else:
        job.outcome.set_result(outcome)


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
