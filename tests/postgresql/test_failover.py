"""A pair of servers, of which the one that leads dies while moves are made.

With synchronous replication no move is lost that was acknowledged. That asynchronous replication
loses some shows that these tests could find it.

    pytest -s -m long tests/postgresql/test_failover.py
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from tests.postgresql.acknowledged import Moves
from tests.postgresql.standby import ASYNCHRONOUS, SYNCHRONOUS, Pair, pair_of

pytestmark = pytest.mark.posix
FAILOVERS = 5


@asynccontextmanager
async def moving(pair: Pair) -> AsyncIterator[Moves]:
    """People make moves; each is one row, and one that is there already is not made twice."""
    async with asyncpg.create_pool(pair.address(), min_size=0, max_size=8, timeout=5) as pool:
        await pool.execute("CREATE TABLE moves (number BIGINT PRIMARY KEY)")

        async def commit(number: int) -> None:
            insert = "INSERT INTO moves VALUES ($1) ON CONFLICT DO NOTHING"
            await pool.execute(insert, number, timeout=30)

        async with Moves(commit) as moves:
            yield moves


async def stored(pair: Pair) -> list[int]:
    connection = await asyncpg.connect(pair.address())
    try:
        return [row[0] for row in await connection.fetch("SELECT number FROM moves")]
    finally:
        await connection.close()


@pytest.mark.parametrize("failovers", [1, pytest.param(FAILOVERS, marks=pytest.mark.long)])
async def test_no_move_that_was_acknowledged_is_lost(failovers: int) -> None:
    with pair_of(SYNCHRONOUS) as pair:
        took: list[float] = []
        async with moving(pair) as moves:
            for _ in range(failovers):
                await moves.more(100)
                promoted = await asyncio.to_thread(pair.fail_over)
                took.append(promoted + await asyncio.to_thread(pair.restore))
            await moves.more(100)
        there = await stored(pair)
    assert not moves.lost(there)
    assert moves.failed, "nobody noticed"
    print(
        f"\n{failovers} failovers, each within {max(took):.1f} s; {len(moves.acknowledged)} moves"
        f" acknowledged, none for {moves.longest:.1f} s at most, {len(moves.failed)} made again"
    )


async def test_control_asynchronous_replication_loses_moves() -> None:
    with pair_of(ASYNCHRONOUS) as pair:
        async with moving(pair) as moves:
            await moves.more(50)
            pair.holds_back()
            await moves.more(50)
        await asyncio.to_thread(pair.fail_over_behind)
        there = await stored(pair)
        pair.restore()
    # those under way when the standby stopped may have reached it
    assert len(moves.lost(there)) >= 50 - moves.writers
    assert len(there) >= 50


async def test_a_commit_that_the_standby_has_not_is_not_acknowledged() -> None:
    """It may be stored all the same: who gives up waiting has to look."""
    with pair_of(SYNCHRONOUS) as pair:
        connection = await asyncpg.connect(pair.address())
        await connection.execute("CREATE TABLE moves (number BIGINT PRIMARY KEY)")
        pair.standby.kill()
        with pytest.raises(TimeoutError):
            await connection.execute("INSERT INTO moves VALUES (1)", timeout=1)
        await connection.close()
        await asyncio.to_thread(pair.restore)
        assert await stored(pair) == [1]
