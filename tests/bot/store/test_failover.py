"""The store on a pair of servers, of which the one that leads dies while moves are made.

pytest -s -m long tests/bot/store/test_failover.py
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import pytest

from bot.store.errors import InDoubt, Outdated, Repeated, StoreError
from bot.store.postgres import connections
from bot.store.postgres.store import PostgresStore
from tests.bot.store.changes import change, version_of
from tests.postgresql.acknowledged import Moves
from tests.postgresql.failovers import lost_without_waiting, survived
from tests.postgresql.standby import SYNCHRONOUS, Pair, pair_of

pytestmark = pytest.mark.posix
FAILOVERS: Final = 5
STORED: Final = "SELECT interaction FROM log"


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


@pytest.mark.parametrize("failovers", [1, pytest.param(FAILOVERS, marks=pytest.mark.long)])
async def test_no_click_that_was_answered_is_lost(failovers: int) -> None:
    moves, there = await survived(moving, STORED, failovers)
    assert not moves.lost(there)
    assert len(there) == len({*there})


async def test_a_click_that_the_standby_has_not_is_in_doubt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The leader has it, and would show it to nobody before the standby has it as well."""
    monkeypatch.setattr(connections, "COMMAND_TIMEOUT", 1.0)
    with pair_of(SYNCHRONOUS) as pair:
        store = PostgresStore(pair.address())
        await store.open()
        await store.commit(change())
        pair.standby.kill()
        for move in (change(version=1), change("red")):
            with pytest.raises(InDoubt):
                await store.commit(move)
        await asyncio.to_thread(pair.restore)
        assert await version_of(store) == 2
        await store.close()


async def test_control_asynchronous_replication_loses_clicks() -> None:
    await lost_without_waiting(moving, STORED)
