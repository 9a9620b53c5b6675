"""Writes queued changes over one connection, and finds out after a lost one which were stored.

A statement without an answer is in doubt. So all writes can be repeated: changes of tables are
looked up first, and any other write has the same effect when done twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Final, TypeVar

from bot.store.data import Change
from bot.store.errors import InDoubt, Locked, StoreError, Unavailable, Unreachable
from bot.store.postgres.batch import Batch
from bot.store.postgres.connections import Connections, Lane, transaction
from bot.store.postgres.driver import (
    RAISED,
    RETRIED,
    Connection,
    failure_of,
    is_lost,
    is_of_all,
    state_of,
)
from bot.store.postgres.session import PostgresSession
from bot.store.sql import seals
from bot.store.sql.queue import WriteQueue
from bot.store.sql.session import Work

PATIENCE: Final = 2.0
"""Seconds of retries to a lost server before users are told to try again."""
PAUSE: Final = 0.1  # seconds between two of them
ONE_BY_ONE_FOR: Final = 5.0
"""Seconds in which jobs that failed together are tried one by one, while new ones wait."""
MAX_TRIES: Final = 5
"""Tries of a transaction that conflicts with another one."""

_VERSION: Final = "SELECT version, snapshot_hash FROM tables WHERE id = $1"

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    work: Work[Any]
    change: Change | None
    """The change that this job stores, if it stores one."""


class Writer:
    """Writes each batch over one connection."""

    def __init__(self, connections: Connections, clock: Callable[[], float]) -> None:
        self._connections = connections
        self._clock = clock
        self._batch = Batch()
        self._queue = WriteQueue[_Job](lambda: connections.is_open, self._write_batch)

    async def write(self, work: Work[T], change: Change | None = None) -> T:
        """Carry this out durably, or raise a `StoreError`; see `InDoubt`."""
        result: T = await self._queue.put(_Job(work, change))
        return result

    async def settled(self) -> None:
        """Wait for the end of a batch with cancelled writes."""
        await self._queue.settled()

    async def finish(self) -> None:
        """Wait until the queue is empty."""
        await self._queue.finish()

    async def _write_batch(self, jobs: Sequence[_Job]) -> Sequence[object]:
        """Return the result or the failure of each job; reconnect to a lost server."""
        loop = asyncio.get_running_loop()
        end, is_in_doubt = inf, False
        done: dict[_Job, object] = {}
        while True:
            is_sent, failure = False, None
            try:
                async with self._connections.connection(Lane.WRITING) as db:
                    if is_in_doubt:
                        done |= await _found_done(db, jobs)
                    is_sent = True
                    await self._carry_out(db, [it for it in jobs if it not in done], done)
                    if is_in_doubt:  # a lost statement may have been executed only now
                        done |= await _found_done(db, [it for it in jobs if _failed(done[it])])
            except StoreError as error:  # they were not even sent
                failure = error
            except RAISED as error:
                failure = failure_of(error)
            if isinstance(failure, Unreachable):
                is_in_doubt |= is_sent
                end = min(end, loop.time() + PATIENCE)  # from now: the server may have hung
                self._batch.forget_all()
                await self._connections.reconnect()
                if loop.time() < end:
                    await asyncio.sleep(PAUSE)
                    continue
            ends = [done.get(job, failure) for job in jobs]
            return [_in_doubt(it) for it in ends] if is_in_doubt else ends

    async def _carry_out(
        self, db: Connection, jobs: Sequence[_Job], done: dict[_Job, object]
    ) -> None:
        """Carry these out: moves by one statement, the others in one transaction."""
        await self._store_moves(db, jobs, done)
        rest = [job for job in jobs if job not in done]
        if not rest:
            return
        try:
            done |= await _together(db, rest)
        except Exception as error:  # one of them failed, and so have all
            if is_lost(error) or is_of_all(error):
                raise
            await _one_by_one(db, rest, done)
        for job in rest:
            if job.change is not None:
                self._batch.forget(job.change.table)

    async def _store_moves(
        self, db: Connection, jobs: Sequence[_Job], done: dict[_Job, object]
    ) -> None:
        of = {job.change.table: job for job in reversed(jobs) if job.change is not None}
        changes = [job.change for job in of.values() if job.change is not None]
        try:
            ready = await self._batch.ready(db, changes)
            found = await self._batch.store(db, ready, self._clock()) if ready else []
        except Exception as error:  # one was refused, so each goes by itself
            if is_lost(error) or is_of_all(error):
                raise
            self._batch.forget_all()
            return
        done |= {of[change.table]: it for (change, _), it in zip(ready, found, strict=True)}


async def _found_done(db: Connection, jobs: Sequence[_Job]) -> dict[_Job, object]:
    """Return the changes among these that are stored."""
    changes = {job: job.change for job in jobs if job.change is not None}
    return {job: None for job, change in changes.items() if await _is_applied(db, change)}


def _failed(outcome: object) -> bool:
    return isinstance(outcome, StoreError)


def _in_doubt(outcome: object) -> object:
    """Return the outcome of a job that an earlier try may have stored: a server in trouble cannot
    tell."""
    if isinstance(outcome, Unavailable):
        doubt = InDoubt()
        doubt.__cause__ = outcome
        return doubt
    return outcome


async def _is_applied(db: Connection, change: Change) -> bool:
    """Return whether the table is as this change leaves it."""
    version = change.version + 1
    found = await db.fetchrow(_VERSION, change.table)
    sealed = seals.snapshot_seal(change.table, version, change.stage, change.snapshot)
    return found is not None and tuple(found) == (version, sealed)


async def _together(db: Connection, jobs: Sequence[_Job]) -> dict[_Job, object]:
    """Carry these out in one transaction; return the result of each."""
    async with transaction(db):
        session = PostgresSession(db)
        return {job: await job.work(session) for job in jobs}


async def _one_by_one(db: Connection, jobs: Sequence[_Job], done: dict[_Job, object]) -> None:
    """Carry out each by itself, since one of them fails; those without time left are `Locked`."""
    loop = asyncio.get_running_loop()
    end = loop.time() + ONE_BY_ONE_FOR
    for job in jobs:
        done[job] = await _alone(db, job) if loop.time() < end else Locked()


async def _alone(db: Connection, job: _Job) -> object:
    """Return the result or the failure of a job; raise if the connection is lost."""
    failure: StoreError = Locked()
    for _ in range(MAX_TRIES):
        try:
            return (await _together(db, [job]))[job]
        except StoreError as error:
            return error
        except Exception as error:
            if is_lost(error):
                raise
            failure = failure_of(error)
            if state_of(error) not in RETRIED:
                break
    return failure
