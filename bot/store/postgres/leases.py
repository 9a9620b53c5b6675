"""The leases of shards over PostgreSQL.

Each call is one statement or one transaction. `join` locks the row of ``fleet`` first, so one
process joins after the other. Taking shards never waits: locked rows are skipped.

A shard belongs to its owner for as long as the owner has a row in ``processes``. Every renewal
changes that row, and a process whose row has not changed for the time of a lease is dead: the first
that notices deletes the row. Nobody compares a time in a row with the database's clock, which may
be set while the processes run. (``shards.until`` is of release 0.3.0; nothing reads it now.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, NamedTuple

from bot.store.errors import DatabaseBroken, NewerProcesses, OtherShards
from bot.store.leases import (
    FORMAT,
    LEASE,
    LONGEST_TURN,
    Held,
    Leases,
    Need,
    Usage,
    boottime,
    fair_share,
    parts,
)
from bot.store.postgres.connections import transaction
from bot.store.postgres.driver import Connection
from bot.store.sql.session import statement

Lend = Callable[[], AbstractAsyncContextManager[Connection]]
"""Lends a connection whose failures are `StoreError`s."""

_NOW: Final = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION)"

_PROPOSE: Final = """
INSERT INTO fleet (one, shards, format, home) VALUES (1, $1, $2, 'tables'::regclass::oid::text)
ON CONFLICT (one) DO NOTHING
"""
_LOCK_FLEET: Final = "SELECT shards, format FROM fleet WHERE one = 1 FOR UPDATE"
_SET_SHARDS: Final = "UPDATE fleet SET shards = $1 WHERE one = 1"
_FORMAT: Final = "UPDATE fleet SET format = $1 WHERE one = 1 AND format < $1"
_DROP_SHARDS: Final = "DELETE FROM shards WHERE shard >= $1"
_ALL_SHARDS: Final = """
INSERT INTO shards (shard, owner, epoch, until)
SELECT number, NULL, 0, 0 FROM generate_series(0, CAST($1 AS BIGINT) - 1) AS number
ON CONFLICT (shard) DO NOTHING
"""
_RENEW: Final = statement(
    """
UPDATE processes SET until = {now} + $2, part = $3, need = $4 WHERE process = $1 RETURNING process
""",
    now=_NOW,
)
_ADD: Final = statement(
    """
INSERT INTO processes (process, format, since, until, part)
VALUES ($1, $3, {now}, {now} + $2, 0)
ON CONFLICT (process) DO UPDATE SET until = excluded.until
""",
    now=_NOW,
)
_PROCESSES: Final = statement(
    """
SELECT process, format, until, {now} + $1 - until AS age, part, need
FROM processes ORDER BY since, process
""",
    now=_NOW,
)
_BURY: Final = """
WITH dead AS MATERIALIZED (
    SELECT process FROM processes
    JOIN unnest($1::TEXT[], $2::DOUBLE PRECISION[]) AS seen (name, mark)
        ON process = name AND until = mark
    FOR UPDATE OF processes SKIP LOCKED
)
DELETE FROM processes USING dead WHERE processes.process = dead.process
"""
_FLEET: Final = "SELECT shards, format FROM fleet WHERE one = 1"
_OWNED: Final = "SELECT shard, epoch FROM shards WHERE owner = $1"
_LOCK_PARTS: Final = "SELECT 1 FROM fleet WHERE one = 1 FOR UPDATE SKIP LOCKED"
_SET_PART: Final = "UPDATE processes SET part = $2 WHERE process = $1"
_COUNT_SHARDS: Final = (
    "SELECT owner, count(*) AS number FROM shards WHERE owner IS NOT NULL GROUP BY owner"
)
_FREE: Final = """
SELECT shard, epoch FROM shards
WHERE NOT EXISTS (SELECT 1 FROM processes WHERE process = owner)
"""
_TAKE: Final = """
WITH free AS MATERIALIZED (
    SELECT shard FROM shards JOIN unnest($2::BIGINT[], $3::BIGINT[]) AS seen (shard, epoch)
        USING (shard, epoch)
    ORDER BY shard LIMIT $4 FOR UPDATE OF shards SKIP LOCKED
)
UPDATE shards SET owner = $1, epoch = epoch + 1
FROM free WHERE shards.shard = free.shard
RETURNING shards.shard, epoch
"""
"""Of those that were free a moment ago. Whether they still are is seen by their epochs: PostgreSQL
does not search ``processes`` again for a row that changed while it was being locked."""
_RELEASE: Final = """
UPDATE shards SET owner = NULL WHERE owner = $1 AND shard = ANY($2::BIGINT[])
"""
_RELEASE_ALL: Final = "UPDATE shards SET owner = NULL WHERE owner = $1"
_DROP_PROCESS: Final = "DELETE FROM processes WHERE process = $1"
_BUCKET: Final = """
INSERT INTO identifies (bucket, free) VALUES ($1, 0) ON CONFLICT (bucket) DO NOTHING
"""
_TURN: Final = statement(
    """
UPDATE identifies SET free = {now} + $2
WHERE bucket = $1 AND free NOT BETWEEN {now} AND {now} + $3 RETURNING free
""",
    now=_NOW,
)
"""A longer turn than there is was taken before the database's clock was set back."""
_WAIT: Final = statement("SELECT free - {now} FROM identifies WHERE bucket = $1", now=_NOW)
_HOLD: Final = statement("UPDATE identifies SET free = {now} + $2 WHERE bucket = $1", now=_NOW)

MIN_WAIT: Final = 0.01
"""Seconds, for a bucket that became free since it was asked for."""


class _Seen(NamedTuple):
    """The row of a process, as long as it does not change."""

    mark: float
    """Another one after each renewal."""
    at: float
    """The time since which it has been so, by this process's clock."""


class _Watch:
    """What one process has seen of all processes, and so which of them are dead."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._seen: dict[str, _Seen] = {}

    def look(self, rows: Iterable[Any]) -> None:
        """Note which rows have changed."""
        now = self._now()
        self._seen = {row["process"]: self._sight(row, now) for row in rows}

    def _sight(self, row: Any, now: float) -> _Seen:
        seen = self._seen.get(row["process"])
        if seen is None:  # its age by the database's clock, so that a start waits for no dead one
            return _Seen(row["until"], now - min(max(0.0, row["age"]), LEASE))
        return seen if seen.mark == row["until"] else _Seen(row["until"], now)

    @property
    def dead(self) -> dict[str, float]:
        """The processes that have not renewed for the time of a lease, and their marks."""
        now = self._now()
        return {name: seen.mark for name, seen in self._seen.items() if now - seen.at >= LEASE}


def _usages(rows: Iterable[Any], process: str, own: Usage) -> dict[str, Usage]:
    """Return the requests of all processes; their needs only where somebody needs much."""
    found = {row["process"]: Usage(row["part"], Need(row["need"])) for row in rows} | {process: own}
    if any(it.need is Need.MUCH for it in found.values()):
        return found
    return {name: Usage(it.part) for name, it in found.items()}


class PostgresLeases(Leases):
    """The list of processes and shards, as one of the processes sees it."""

    def __init__(
        self, lend: Lend, format_: int = FORMAT, now: Callable[[], float] | None = None
    ) -> None:
        self._lend: Final = lend
        self._format: Final = format_
        self._watch: Final = _Watch(now or boottime())
        self._usages: dict[str, Usage] = {}
        """The requests of all processes at the last renewal."""

    async def join(self, process: str, shards: int) -> int:
        async with self._lend() as db, transaction(db):
            await db.execute(_PROPOSE, shards, self._format)
            fleet = await db.fetchrow(_LOCK_FLEET)  # processes that start together take turns
            if fleet is None:
                raise DatabaseBroken
            if fleet["format"] > self._format:
                raise NewerProcesses(format=fleet["format"], known=self._format)
            agreed: int = fleet["shards"]
            others = [row for row in await self._living(db) if row["process"] != process]
            if agreed != shards and not others:
                agreed = shards
                await db.execute(_SET_SHARDS, shards)
            await db.execute(_DROP_SHARDS, agreed)
            await db.execute(_ALL_SHARDS, agreed)
            await db.execute(_FORMAT, self._format)
            await self._add(db, process)
            return agreed

    async def renew(self, process: str, shards: int, usage: Usage) -> Held:
        async with self._lend() as db, transaction(db):
            fleet = await db.fetchrow(_FLEET)
            if fleet is None:  # a copy was restored, which has no processes
                raise OtherShards(shards=0, known=shards)
            if fleet["shards"] != shards:
                raise OtherShards(shards=fleet["shards"], known=shards)
            if await db.fetchval(_RENEW, process, LEASE, *usage) is None:
                await self._add(db, process)
                usage = usage._replace(part=0.0)
            living = await self._living(db)
            kept = {row["shard"]: row["epoch"] for row in await db.fetch(_OWNED, process)}
            fair = self._fair_shares(living, await self._owned(db), fleet)
            mine = fair[process]
            if len(kept) < mine:
                free = await db.fetch(_FREE)
                seen = [row["shard"] for row in free], [row["epoch"] for row in free]
                taken = await db.fetch(_TAKE, process, *seen, mine - len(kept))
                kept |= {row["shard"]: row["epoch"] for row in taken}
            wanted = parts(
                {name: number / shards for name, number in fair.items()},
                {row["process"]: Need(row["need"]) for row in living},
            )
            part = await self._part(db, process, shards, usage.part, wanted[process])
            written = usage._replace(part=max(usage.part, part))
            self._usages = _usages(living, process, written)
            return Held(kept, mine, len(living), part)

    async def _owned(self, db: Connection) -> dict[str, int]:
        """Return how many shards each process has."""
        return {row["owner"]: row["number"] for row in await db.fetch(_COUNT_SHARDS)}

    def _fair_shares(
        self, living: Sequence[Any], owned: Mapping[str, int], fleet: Any
    ) -> dict[str, int]:
        """Return how many shards each process should hold.

        Processes of an older format release what is more than fair, and take nothing: a newer one
        may have written at those tables. The newer ones share the rest.
        """
        newest = fleet["format"]
        formats: dict[str, int] = {row["process"]: row["format"] for row in living}
        names = [*formats]
        older = {name: owned.get(name, 0) for name in names if formats[name] < newest}
        if self._format < newest:
            each = {it: fair_share(fleet["shards"], len(names), at) for at, it in enumerate(names)}
            return each | {it: min(number, each[it]) for it, number in older.items()}
        alike = [name for name in names if name not in older]
        left = fleet["shards"] - sum(older.values())
        return older | {it: fair_share(left, len(alike), at) for at, it in enumerate(alike)}

    async def _part(
        self, db: Connection, process: str, shards: int, used: float, wanted: float
    ) -> float:
        """Return the part of the requests that this process may send now.

        It may always have less, and says so at its next renewal, when it is true. Of more it has
        at most what nobody else has, and never waits for the lock. Processes of release 0.3.0 do
        not write their part: it is that of their shards.
        """
        if wanted <= used or await db.fetchval(_LOCK_PARTS) is None:
            return min(used, wanted)
        found = {row["process"]: row["part"] for row in await db.fetch(_PROCESSES, LEASE)}
        owned = await self._owned(db) if None in found.values() else {}
        left = 1.0 - sum(
            owned.get(name, 0) / shards if part is None else part
            for name, part in found.items()
            if name != process
        )
        part = max(used, min(wanted, left))
        await db.execute(_SET_PART, process, part)
        return part

    async def _add(self, db: Connection, process: str) -> None:
        """Add a process that is new, or that others have counted as dead: it owns nothing."""
        await db.execute(_RELEASE_ALL, process)
        await db.execute(_ADD, process, LEASE, self._format)

    async def _living(self, db: Connection) -> Sequence[Any]:
        """Return the processes that live, the oldest first, after deleting those that do not."""
        rows = await db.fetch(_PROCESSES, LEASE)
        self._watch.look(rows)
        dead = self._watch.dead
        if dead:
            await db.execute(_BURY, [*dead], [*dead.values()])
        return [row for row in rows if row["process"] not in dead]

    async def is_stirring(self, process: str, held: Held, usage: Usage) -> bool:
        async with self._lend() as db:
            self._watch.look(rows := await db.fetch(_PROCESSES, LEASE))
            if self._watch.dead or _usages(rows, process, usage) != self._usages:
                return True
            return len(held.shards) < held.fair and bool(await db.fetch(_FREE))

    async def release(self, process: str, shards: frozenset[int]) -> None:
        async with self._lend() as db:
            await db.execute(_RELEASE, process, [*shards])

    async def leave(self, process: str) -> None:
        async with self._lend() as db, transaction(db):
            await db.execute(_DROP_PROCESS, process)
            await db.execute(_RELEASE_ALL, process)

    async def take_turn(self, bucket: int, seconds: float) -> float:
        async with self._lend() as db:
            await db.execute(_BUCKET, bucket)
            if await db.fetchval(_TURN, bucket, seconds, LONGEST_TURN) is not None:
                return 0.0
            wait: float = await db.fetchval(_WAIT, bucket)
            return max(MIN_WAIT, wait)

    async def hold_turn(self, bucket: int, seconds: float) -> None:
        async with self._lend() as db:
            await db.execute(_HOLD, bucket, seconds)
