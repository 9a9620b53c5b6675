"""A pair of servers, of which the one that leads dies while moves are made.

With synchronous replication no move is lost that was acknowledged. That asynchronous replication
loses some shows that these tests could find it.

    pytest -s -m long tests/postgresql/test_failover.py
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import asyncpg
import pytest

from tests.postgresql.acknowledged import Moves
from tests.postgresql.failovers import lost_without_waiting, survived
from tests.postgresql.standby import SYNCHRONOUS, Pair, asks, pair_of

pytestmark = pytest.mark.posix
FAILOVERS: Final = 5
STORED: Final = "SELECT number FROM moves"


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


@pytest.mark.parametrize("failovers", [1, pytest.param(FAILOVERS, marks=pytest.mark.long)])
async def test_no_move_that_was_acknowledged_is_lost(failovers: int) -> None:
    moves, there = await survived(moving, STORED, failovers)
    assert not moves.lost(there)
    assert moves.failed, "nobody noticed"


async def test_control_asynchronous_replication_loses_moves() -> None:
    await lost_without_waiting(moving, STORED)


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
        assert asks(pair.leader, STORED) == "1"
