"""The store on a pair of servers whose primary dies while moves are made."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from itertools import count
from typing import Final

import asyncpg
import pytest

from bot.store.errors import InDoubt, Outdated, Repeated, StoreError
from bot.store.postgres import connections
from bot.store.postgres.store import PostgresStore
from tests.bot.store.changes import change, version_of
from tests.postgresql.standby import ASYNCHRONOUS, SYNCHRONOUS, Pair, pair_of

pytestmark = pytest.mark.posix
FAILOVERS: Final = 5
MOVES: Final = 50
"""Moves between two failovers, at least."""
WRITERS: Final = 8
RETRY_AFTER: Final = 0.05  # seconds
PATIENCE: Final = 300.0
"""Seconds after which a test without progress fails."""


class Moves:
    """Opens tables, each by a click of its own; a failed click is made again."""

    def __init__(self, store: PostgresStore) -> None:
        self._store = store
        self.answered: list[int] = []
        self._numbers = count(1)
        self._progress = asyncio.Condition()

    def lost(self, stored: Collection[int]) -> list[int]:
        return sorted({*self.answered} - {*stored})

    async def more(self, moves: int) -> None:
        """Wait for this many more answers."""
        most = len(self.answered) + moves
        async with asyncio.timeout(PATIENCE), self._progress:
            await self._progress.wait_for(lambda: len(self.answered) >= most)

    async def play(self) -> None:
        for number in self._numbers:
            while not await self._is_answered(number):
                await asyncio.sleep(RETRY_AFTER)
            async with self._progress:
                self.answered.append(number)
                self._progress.notify_all()

    async def _is_answered(self, number: int) -> bool:
        try:
            await self._store.commit(change(f"table-{number}", interaction=number))
        except (Repeated, Outdated):  # the first try was stored, and the player is told so
            return True
        except StoreError:
            return False
        return True


@asynccontextmanager
async def moving(pair: Pair) -> AsyncIterator[Moves]:
    store = PostgresStore(pair.address())
    await store.open()
    moves = Moves(store)
    try:
        async with asyncio.TaskGroup() as group:
            writers = [group.create_task(moves.play()) for _ in range(WRITERS)]
            yield moves
            for writer in writers:
                writer.cancel()
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
        async with moving(pair) as moves:
            for _ in range(failovers):
                await moves.more(2 * MOVES)
                await asyncio.to_thread(pair.fail_over)
                await asyncio.to_thread(pair.restore)
            await moves.more(2 * MOVES)
        there = await stored(pair)
    assert not moves.lost(there)
    assert len(there) == len({*there})


async def test_a_click_that_the_standby_lacks_is_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The primary has stored it, but shows it only once the standby has it, too."""
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
    with pair_of(ASYNCHRONOUS) as pair:
        async with moving(pair) as moves:
            await moves.more(MOVES)
            pair.holds_back()
            await moves.more(MOVES)
        await asyncio.to_thread(pair.fail_over_behind)
        there = await stored(pair)
        pair.restore()
    # moves under way when the standby was cut off may have reached it
    assert len(moves.lost(there)) >= MOVES - WRITERS
    assert len(there) >= MOVES
