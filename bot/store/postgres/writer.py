"""Gathers what is written meanwhile, and goes on where a connection is lost.

Nobody knows what became of a statement whose answer is missing. So all that is written can be
written again: moves are looked up first, and all else comes to the same when it is done twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Final, TypeVar

from bot.store import chain
from bot.store.postgres.connections import Connections, Lane, transaction
from bot.store.postgres.driver import Connection, state_of
from bot.store.postgres.failures import AGAIN, LOST, RAISED, failure_of, is_lost, is_of_all
from bot.store.postgres.gathering import Gathering
from bot.store.postgres.session import PostgresSession
from bot.store.protocol import OF_THE_WHOLE_STORE, Change, InDoubt, StoreError
from bot.store.sql.queue import WriteQueue
from bot.store.sql.session import Work

PATIENCE: Final = 2.0
"""Seconds for which a lost server is looked for again before people are told to try once more."""
PAUSE: Final = 0.1
ALONE_FOR: Final = 5.0
"""Seconds in which jobs that failed together are tried one by one; the others wait meanwhile."""
TRIES: Final = 5
"""How often a transaction goes again that stood in another one's way."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    work: Work[Any]
    change: Change | None
    """It is that of this change."""


class Writer:
    """Writes what has gathered by one connection, and what it was if that breaks."""

    def __init__(self, connections: Connections, clock: Callable[[], float]) -> None:
        self._connections = connections
        self._clock = clock
        self._gathering = Gathering()
        self._queue = WriteQueue[_Job](lambda: connections.is_open, self._in_turn)

    async def write(self, work: Work[T], change: Change | None = None) -> T:
        """Carry this out whole and durably, or raise a `StoreError`; see `InDoubt`."""
        result: T = await self._queue.put(_Job(work, change))
        return result

    async def settled(self) -> None:
        """Wait until it is sure what became of writes whose callers have gone."""
        await self._queue.settled()

    async def finish(self) -> None:
        """Wait until nothing is left to write."""
        await self._queue.finish()

    async def _in_turn(self, jobs: Sequence[_Job]) -> Sequence[object]:
        """What each job came to, or why it failed; a lost server is looked for again."""
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
                    if is_in_doubt:  # what was lost may have come through only now
                        done |= await _found_done(db, [it for it in jobs if _failed(done[it])])
            except StoreError as error:  # they were not even sent
                failure = error
            except RAISED as error:
                failure = failure_of(error)
            if failure is not None and failure.code == LOST:
                is_in_doubt |= is_sent
                end = min(end, loop.time() + PATIENCE)  # a server that hangs is lost only now
                self._gathering.forget_all()
                await self._connections.forget()
                if loop.time() < end:
                    await asyncio.sleep(PAUSE)
                    continue
            ends = [done.get(job, failure) for job in jobs]
            return [_in_doubt(it) for it in ends] if is_in_doubt else ends

    async def _carry_out(
        self, db: Connection, jobs: Sequence[_Job], done: dict[_Job, object]
    ) -> None:
        """Carry these out, moves in one statement and all else in one transaction."""
        await self._gather(db, jobs, done)
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
                self._gathering.forget(job.change.table)

    async def _gather(self, db: Connection, jobs: Sequence[_Job], done: dict[_Job, object]) -> None:
        of = {job.change.table: job for job in reversed(jobs) if job.change is not None}
        changes = [job.change for job in of.values() if job.change is not None]
        try:
            ready = await self._gathering.ready(db, changes)
            found = await self._gathering.store(db, ready, self._clock()) if ready else []
        except Exception as error:  # one of them was refused, and each goes by itself
            if is_lost(error) or is_of_all(error):
                raise
            self._gathering.forget_all()
            return
        done |= {of[change.table]: it for change, it in zip(ready, found, strict=True)}


async def _found_done(db: Connection, jobs: Sequence[_Job]) -> dict[_Job, object]:
    """The changes among these that are stored, whatever became of the answer."""
    changes = {job: job.change for job in jobs if job.change is not None}
    return {job: None for job, change in changes.items() if await _is_applied(db, change)}


def _failed(outcome: object) -> bool:
    return isinstance(outcome, StoreError)


def _in_doubt(outcome: object) -> object:
    """The same outcome, of a job that may have been stored by an earlier try: a server that is in
    trouble does not say so."""
    if isinstance(outcome, StoreError) and outcome.code in OF_THE_WHOLE_STORE:
        doubt = InDoubt(LOST)
        doubt.__cause__ = outcome
        return doubt
    return outcome


async def _is_applied(db: Connection, change: Change) -> bool:
    """Is the table as this change leaves it?"""
    version = change.version + 1
    found = await db.fetchrow(
        "SELECT version, snapshot_hash FROM tables WHERE id = $1", change.table
    )
    sealed = chain.seal(change.table, version, change.stage, change.snapshot)
    return found is not None and tuple(found) == (version, sealed)


async def _together(db: Connection, jobs: Sequence[_Job]) -> dict[_Job, object]:
    """Carry these out in one transaction; what each returns."""
    async with transaction(db):
        session = PostgresSession(db)
        return {job: await job.work(session) for job in jobs}


async def _one_by_one(db: Connection, jobs: Sequence[_Job], done: dict[_Job, object]) -> None:
    """Find out which of these it was that failed; whoever has no turn in time may come again."""
    loop = asyncio.get_running_loop()
    end = loop.time() + ALONE_FOR
    for job in jobs:
        done[job] = await _alone(db, job) if loop.time() < end else StoreError("locked")


async def _alone(db: Connection, job: _Job) -> object:
    """What a job returns, or why it alone failed; raises what the connection was lost by."""
    failure = StoreError("locked")
    for _ in range(TRIES):
        try:
            return (await _together(db, [job]))[job]
        except StoreError as error:
            return error
        except Exception as error:
            if is_lost(error):
                raise
            failure = failure_of(error)
            if state_of(error) not in AGAIN:
                break
    return failure
