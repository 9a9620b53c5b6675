"""The store on a pair of servers, of which the one that leads dies while moves are made.

pytest -s -m long tests/bot/store/test_failover.py
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import asyncpg
import pytest

from bot.store.postgres.store import PostgresStore
from bot.store.protocol import Outdated, Repeated, StoreError
from tests.bot.store.changes import change
from tests.postgresql.acknowledged import Moves
from tests.postgresql.standby import ASYNCHRONOUS, SYNCHRONOUS, Pair, pair_of

pytestmark = pytest.mark.posix
FAILOVERS: Final = 5


@asynccontextmanager
async def moving(pair: Pair) -> AsyncIterator[Moves]:
    """People open tables, each by a click of its own; who is not answered clicks once more."""
    store = PostgresStore(pair.address())
    await store.open()

    async def commit(number: int) -> None:
        try:
            await store.commit(change(f"table-{number}", interaction=number))
        except (Repeated, Outdated):  # it was done at the first time, and the person is told so
            return

    try:
        async with Moves(commit, faults=(StoreError,)) as moves:
            yield moves
    finally:
        await store.close()


async def stored(pair: Pair) -> list[int]:
    connection = await asyncpg.connect(pair.address())
    try:
        return [row[0] for row in await connection.fetch("SELECT interaction FROM log")]
    finally:
        await connection.close()


@pytest.mark.parametrize("failovers", [1, pytest.param(FAILOVERS, marks=pytest.mark.long)])
async def test_no_click_that_was_answered_is_lost(failovers: int) -> None:
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
    assert len(there) == len({*there})
    print(
        f"\n{failovers} failovers, each within {max(took):.1f} s; {len(moves.acknowledged)} clicks"
        f" answered, none for {moves.longest:.1f} s at most, {len(moves.failed)} clicked again"
    )


async def test_control_asynchronous_replication_loses_clicks() -> None:
    with pair_of(ASYNCHRONOUS) as pair:
        async with moving(pair) as moves:
            await moves.more(50)
            pair.holds_back()
            await moves.more(50)
        await asyncio.to_thread(pair.fail_over_behind)
        there = await stored(pair)
        pair.restore()
    assert len(moves.lost(there)) >= 50
    assert len(there) >= 50
