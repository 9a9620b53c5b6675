"""The leases of shards over PostgreSQL.

Each question is one statement or one transaction. Whoever joins locks the row of the fleet first:
one joins after the other. Whoever takes shards waits for nobody: rows that are locked are passed
over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

from bot.store.leases import FORMAT, LEASE, OLDER, OTHERS, Held, Leases, fair_share
from bot.store.postgres.connections import transaction
from bot.store.postgres.driver import Connection
from bot.store.protocol import StoreError

Asking = Callable[[], AbstractAsyncContextManager[Connection]]
"""A connection for as long as it is needed, whose faults are `StoreError`s."""

_NOW: Final = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION)"

_AGREE: Final = """
INSERT INTO fleet (one, shards, format) VALUES (1, $1, $2) ON CONFLICT (one) DO NOTHING
"""
_LOCK_FLEET: Final = "SELECT shards, format FROM fleet WHERE one = 1 FOR UPDATE"
_OTHERS: Final = f"SELECT count(*) FROM processes WHERE until > {_NOW} AND process <> $1"  # noqa: S608 - our own words
_BEGIN_AGAIN: Final = "UPDATE fleet SET shards = $1 WHERE one = 1"
_FORMAT: Final = "UPDATE fleet SET format = $1 WHERE one = 1 AND format < $1"
_NO_MORE: Final = "DELETE FROM shards WHERE shard >= $1"
_ALL_SHARDS: Final = """
INSERT INTO shards (shard, owner, epoch, until)
SELECT number, NULL, 0, 0 FROM generate_series(0, CAST($1 AS BIGINT) - 1) AS number
ON CONFLICT (shard) DO NOTHING
"""
_LIVE: Final = f"""
INSERT INTO processes (process, format, since, until) VALUES ($1, $3, {_NOW}, {_NOW} + $2)
ON CONFLICT (process) DO UPDATE SET until = excluded.until
"""  # noqa: S608 - our own words
_BURY: Final = f"DELETE FROM processes WHERE until < {_NOW} - 10 * CAST($1 AS DOUBLE PRECISION)"  # noqa: S608 - our own words
_LIVING: Final = (
    f"SELECT process, format FROM processes WHERE until > {_NOW} ORDER BY since, process"  # noqa: S608 - our own words
)
_KEEP: Final = f"""
UPDATE shards SET until = {_NOW} + $2 WHERE owner = $1 AND until > {_NOW}
RETURNING shard, epoch
"""  # noqa: S608 - our own words
_FLEET: Final = "SELECT shards, format FROM fleet WHERE one = 1"
_WITH_THEM: Final = f"""
SELECT count(*) FROM shards WHERE until > {_NOW} AND owner = ANY($1::TEXT[])
"""  # noqa: S608 - our own words
_TAKE: Final = f"""
WITH free AS MATERIALIZED (
    SELECT shard FROM shards WHERE owner IS NULL OR until <= {_NOW}
    ORDER BY shard LIMIT $3 FOR UPDATE SKIP LOCKED
)
UPDATE shards SET owner = $1, epoch = epoch + 1, until = {_NOW} + $2
FROM free WHERE shards.shard = free.shard
RETURNING shards.shard, epoch
"""  # noqa: S608 - our own words
_FREE: Final = f"SELECT EXISTS (SELECT 1 FROM shards WHERE owner IS NULL OR until <= {_NOW})"  # noqa: S608 - our own words
_RELEASE: Final = """
UPDATE shards SET owner = NULL, until = 0 WHERE owner = $1 AND shard = ANY($2::BIGINT[])
"""
_RELEASE_ALL: Final = "UPDATE shards SET owner = NULL, until = 0 WHERE owner = $1"
_DIE: Final = "DELETE FROM processes WHERE process = $1"
_BUCKET: Final = """
INSERT INTO identifies (bucket, free) VALUES ($1, 0) ON CONFLICT (bucket) DO NOTHING
"""
_TURN: Final = f"""
UPDATE identifies SET free = {_NOW} + $2 WHERE bucket = $1 AND free <= {_NOW} RETURNING free
"""  # noqa: S608 - our own words
_WAIT: Final = f"SELECT free - {_NOW} FROM identifies WHERE bucket = $1"  # noqa: S608 - our own words
_HOLD: Final = f"UPDATE identifies SET free = {_NOW} + $2 WHERE bucket = $1"  # noqa: S608 - our own words

LEAST_WAIT: Final = 0.01
"""Seconds, where a bucket has come free since we asked for it."""


class PostgresLeases(Leases):
    """The list of processes and shards."""

    def __init__(self, asking: Asking, format_: int = FORMAT) -> None:
        self._asking: Final = asking
        self._format: Final = format_

    async def join(self, process: str, shards: int) -> int:
        async with self._asking() as db, transaction(db):
            await db.execute(_AGREE, shards, self._format)
            fleet = await db.fetchrow(_LOCK_FLEET)  # one after another, of those who start at once
            if fleet is None:
                raise StoreError("broken")
            if fleet["format"] > self._format:
                raise StoreError(OLDER, format=fleet["format"], known=self._format)
            agreed: int = fleet["shards"]
            if agreed != shards and not await db.fetchval(_OTHERS, process):
                agreed = shards
                await db.execute(_BEGIN_AGAIN, shards)
            await db.execute(_NO_MORE, agreed)
            await db.execute(_ALL_SHARDS, agreed)
            await db.execute(_FORMAT, self._format)
            await db.execute(_BURY, LEASE)
            await db.execute(_LIVE, process, LEASE, self._format)
            return agreed

    async def renew(self, process: str, shards: int) -> Held:
        async with self._asking() as db, transaction(db):
            fleet = await db.fetchrow(_FLEET)
            if fleet is None:  # a copy was brought back, and we are none of its processes
                raise StoreError(OTHERS, shards=0, known=shards)
            if fleet["shards"] != shards:
                raise StoreError(OTHERS, shards=fleet["shards"], known=shards)
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
        """How many shards this process should hold.

        Where some are of an older format, they let go of what is more than fair, and take nothing:
        a newer one may have written at those tables. The newer share what is left.
        """
        names = [row["process"] for row in living]
        if fleet["format"] > self._format:
            return min(kept, fair_share(fleet["shards"], len(names), names.index(process)))
        older = [row["process"] for row in living if row["format"] < self._format]
        alike = [name for name in names if name not in older]
        left = fleet["shards"] - (await db.fetchval(_WITH_THEM, older) if older else 0)
        return fair_share(left, len(alike), alike.index(process))

    async def is_stirring(self, held: Held) -> bool:
        async with self._asking() as db:
            if len(await db.fetch(_LIVING)) != held.living:
                return True
            return len(held.shards) < held.fair and bool(await db.fetchval(_FREE))

    async def release(self, process: str, shards: frozenset[int]) -> None:
        async with self._asking() as db:
            await db.execute(_RELEASE, process, [*shards])

    async def leave(self, process: str) -> None:
        async with self._asking() as db, transaction(db):
            await db.execute(_DIE, process)
            await db.execute(_RELEASE_ALL, process)

    async def take_turn(self, bucket: int, seconds: float) -> float:
        async with self._asking() as db:
            await db.execute(_BUCKET, bucket)
            if await db.fetchval(_TURN, bucket, seconds) is not None:
                return 0.0
            wait: float = await db.fetchval(_WAIT, bucket)
            return max(LEAST_WAIT, wait)

    async def hold_turn(self, bucket: int, seconds: float) -> None:
        async with self._asking() as db:
            await db.execute(_HOLD, bucket, seconds)
