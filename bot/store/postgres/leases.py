"""The leases of shards over PostgreSQL.

Each call is one statement or one transaction. `join` locks the row of ``fleet`` first, so one
process joins after the other. Taking shards never waits: locked rows are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

from bot.store.errors import DatabaseBroken, NewerProcesses, OtherShards
from bot.store.leases import FORMAT, LEASE, Held, Leases, fair_share
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
_OTHERS: Final = statement(
    "SELECT count(*) FROM processes WHERE until > {now} AND process <> $1", now=_NOW
)
_SET_SHARDS: Final = "UPDATE fleet SET shards = $1 WHERE one = 1"
_FORMAT: Final = "UPDATE fleet SET format = $1 WHERE one = 1 AND format < $1"
_DROP_SHARDS: Final = "DELETE FROM shards WHERE shard >= $1"
_ALL_SHARDS: Final = """
INSERT INTO shards (shard, owner, epoch, until)
SELECT number, NULL, 0, 0 FROM generate_series(0, CAST($1 AS BIGINT) - 1) AS number
ON CONFLICT (shard) DO NOTHING
"""
_LIVE: Final = statement(
    """
INSERT INTO processes (process, format, since, until) VALUES ($1, $3, {now}, {now} + $2)
ON CONFLICT (process) DO UPDATE SET until = excluded.until
""",
    now=_NOW,
)
_DROP_DEAD: Final = statement(
    "DELETE FROM processes WHERE until < {now} - 10 * CAST($1 AS DOUBLE PRECISION)", now=_NOW
)
_LIVING: Final = statement(
    "SELECT process, format FROM processes WHERE until > {now} ORDER BY since, process", now=_NOW
)
_KEEP: Final = statement(
    """
UPDATE shards SET until = {now} + $2 WHERE owner = $1 AND until > {now}
RETURNING shard, epoch
""",
    now=_NOW,
)
_FLEET: Final = "SELECT shards, format FROM fleet WHERE one = 1"
_OWNED_BY: Final = statement(
    "SELECT count(*) FROM shards WHERE until > {now} AND owner = ANY($1::TEXT[])", now=_NOW
)
_TAKE: Final = statement(
    """
WITH free AS MATERIALIZED (
    SELECT shard FROM shards WHERE owner IS NULL OR until <= {now}
    ORDER BY shard LIMIT $3 FOR UPDATE SKIP LOCKED
)
UPDATE shards SET owner = $1, epoch = epoch + 1, until = {now} + $2
FROM free WHERE shards.shard = free.shard
RETURNING shards.shard, epoch
""",
    now=_NOW,
)
_FREE: Final = statement(
    "SELECT EXISTS (SELECT 1 FROM shards WHERE owner IS NULL OR until <= {now})", now=_NOW
)
_RELEASE: Final = """
UPDATE shards SET owner = NULL, until = 0 WHERE owner = $1 AND shard = ANY($2::BIGINT[])
"""
_RELEASE_ALL: Final = "UPDATE shards SET owner = NULL, until = 0 WHERE owner = $1"
_DROP_PROCESS: Final = "DELETE FROM processes WHERE process = $1"
_BUCKET: Final = """
INSERT INTO identifies (bucket, free) VALUES ($1, 0) ON CONFLICT (bucket) DO NOTHING
"""
_TURN: Final = statement(
    "UPDATE identifies SET free = {now} + $2 WHERE bucket = $1 AND free <= {now} RETURNING free",
    now=_NOW,
)
_WAIT: Final = statement("SELECT free - {now} FROM identifies WHERE bucket = $1", now=_NOW)
_HOLD: Final = statement("UPDATE identifies SET free = {now} + $2 WHERE bucket = $1", now=_NOW)

MIN_WAIT: Final = 0.01
"""Seconds, for a bucket that became free since it was asked for."""


class PostgresLeases(Leases):
    """The list of processes and shards."""

    def __init__(self, lend: Lend, format_: int = FORMAT) -> None:
        self._lend: Final = lend
        self._format: Final = format_

    async def join(self, process: str, shards: int) -> int:
        async with self._lend() as db, transaction(db):
            await db.execute(_PROPOSE, shards, self._format)
            fleet = await db.fetchrow(_LOCK_FLEET)  # processes that start together take turns
            if fleet is None:
                raise DatabaseBroken
            if fleet["format"] > self._format:
                raise NewerProcesses(format=fleet["format"], known=self._format)
            agreed: int = fleet["shards"]
            if agreed != shards and not await db.fetchval(_OTHERS, process):
                agreed = shards
                await db.execute(_SET_SHARDS, shards)
            await db.execute(_DROP_SHARDS, agreed)
            await db.execute(_ALL_SHARDS, agreed)
            await db.execute(_FORMAT, self._format)
            await db.execute(_DROP_DEAD, LEASE)
            await db.execute(_LIVE, process, LEASE, self._format)
            return agreed

    async def renew(self, process: str, shards: int) -> Held:
        async with self._lend() as db, transaction(db):
            fleet = await db.fetchrow(_FLEET)
            if fleet is None:  # a copy was restored, which has no processes
                raise OtherShards(shards=0, known=shards)
            if fleet["shards"] != shards:
                raise OtherShards(shards=fleet["shards"], known=shards)
            await db.execute(_LIVE, process, LEASE, self._format)
            living = await db.fetch(_LIVING)
            kept = {row["shard"]: row["epoch"] for row in await db.fetch(_KEEP, process, LEASE)}
            fair = await self._fair(db, process, fleet, living, len(kept))
            if len(kept) < fair:
                taken = await db.fetch(_TAKE, process, LEASE, fair - len(kept))
                kept |= {row["shard"]: row["epoch"] for row in taken}
            return Held(kept, fair, len(living))

    async def _fair(
        self, db: Connection, process: str, fleet: Any, living: Sequence[Any], kept: int
    ) -> int:
        """Return how many shards this process should hold.

        Processes of an older format release what is more than fair, and take nothing: a newer one
        may have written at those tables. The newer ones share the rest.
        """
        names = [row["process"] for row in living]
        if fleet["format"] > self._format:
            return min(kept, fair_share(fleet["shards"], len(names), names.index(process)))
        older = [row["process"] for row in living if row["format"] < self._format]
        alike = [name for name in names if name not in older]
        left = fleet["shards"] - (await db.fetchval(_OWNED_BY, older) if older else 0)
        return fair_share(left, len(alike), alike.index(process))

    async def is_stirring(self, held: Held) -> bool:
        async with self._lend() as db:
            if len(await db.fetch(_LIVING)) != held.living:
                return True
            return len(held.shards) < held.fair and bool(await db.fetchval(_FREE))

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
            if await db.fetchval(_TURN, bucket, seconds) is not None:
                return 0.0
            wait: float = await db.fetchval(_WAIT, bucket)
            return max(MIN_WAIT, wait)

    async def hold_turn(self, bucket: int, seconds: float) -> None:
        async with self._lend() as db:
            await db.execute(_HOLD, bucket, seconds)
